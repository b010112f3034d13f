package measure

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/runner"
)

// Without the extension, the output of mvn -fn says what failed: its exit code does not.
func TestInPlaceFailNever(t *testing.T) {
	mirror := t.TempDir()
	var sets []buildtools.SourceSet
	for _, name := range []string{"core", "svc", "app"} {
		module := buildtools.Module{ID: "g:" + name, Dir: name}
		root := filepath.Join(mirror, name, "src")
		if err := os.MkdirAll(root, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "A.java"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		sets = append(sets, buildtools.SourceSet{Module: module, Name: "main", Roots: []string{name + "/src"}, Build: name + "/target"})
		if name != "app" {
			if err := os.Mkdir(filepath.Join(mirror, name, "target"), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := &inPlace{call: &maven.Build{Compiles: true}, sets: sets}
	p.output.WriteString("[\x1b[1;31mERROR\x1b[m] Failed to execute goal org.apache:surefire:3.5.2:test (default-test) on project svc: The forked VM\n" +
		"[ERROR] Failed to execute goal on project app: Could not resolve dependencies\n")
	b := &toolBuild{ws: &runner.Workspace{Mirror: mirror}}
	events, err := p.events(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	b.events = events
	if got, want := b.failedModules(), []string{"g:app", "g:svc"}; !slices.Equal(got, want) {
		t.Errorf("failed %q, want %q", got, want)
	}
	if list := b.notBuilt(); len(list) != 1 || list[0].Module != "g:app" || list[0].Files != 1 {
		t.Errorf("not built: %+v, want g:app", list)
	}
}
