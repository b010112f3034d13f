package measure

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/runner"
)

// TestExcluded: Java files of source roots that are in no map were not compiled, unless javac has made a class of one.
func TestExcluded(t *testing.T) {
	mirror := mirrorOf(t, "src/p/A.java", "src/p/B.java", "src/p/C.java", "src/p/package-info.java", "src/p/x.txt",
		"out/p/A.class", "out/p/C.class")
	compile := buildtools.Compile{Execution: buildtools.Execution{Module: buildtools.Module{ID: "g:a"}}, Set: "main",
		Roots: []buildtools.Root{{Path: filepath.Join(mirror, "src")}}, Classes: filepath.Join(mirror, "out")}
	b := &toolBuild{ws: &runner.Workspace{Mirror: mirror, Root: mirror, Home: mirror},
		events: buildtools.Events{Compiles: []buildtools.Compile{compile, compile}}}
	d := &runmodel.Data{Sets: []runmodel.Set{{Set: &probe.Set{Packages: []*probe.Package{
		{Files: []*probe.File{{Path: "src/p/A.java"}}}}}}}}
	err := b.examine(d)
	found := b.excluded
	if err != nil || !slices.Equal(slices.Collect(maps.Keys(found)), []string{"src/p/B.java"}) {
		t.Fatalf("excluded %v, %v", found, err)
	}
	want := []runs.Unmeasured{{Module: "g:a", Set: "main", Path: "src", Reason: javacPulledIn, Files: 1,
		Names: []string{"p/C.java"}}}
	if !reflect.DeepEqual(b.omitted, want) {
		t.Errorf("unmeasured %+v, want %+v", b.omitted, want)
	}
	r := runs.Run{Parts: []runs.Run{{}, {Excluded: found}}}
	if !r.Excludes("src/p/B.java", []byte("src/p/B.java")) || r.Excludes("src/p/B.java", nil) {
		t.Error("the content does not matter")
	}
}

// mirrorOf returns a folder with these files, each with its name as text.
func mirrorOf(t *testing.T, names ...string) string {
	t.Helper()
	mirror, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(mirror, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return mirror
}
