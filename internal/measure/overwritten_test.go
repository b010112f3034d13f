package measure

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/runs/runmodel"
)

func TestOverwritten(t *testing.T) {
	sets := func(module, name string, counters uint32) []runmodel.Set {
		set := &probe.Set{Module: module, Name: name,
			Packages: []*probe.Package{{Name: "p.q", Helper: "__Counter0123abcd",
				Files: []*probe.File{{Counters: counters}}}}}
		return []runmodel.Set{{Set: set}}
	}
	ajc := buildtools.Execution{Module: buildtools.Module{ID: "g:a"}, Plugin: "p:aspectj:1", Goal: "compile"}
	const line = "g:a (main): no counts: p:aspectj:1 (compile) compiles the same sources, and has replaced the " +
		"classes with counters"
	folder := func(class string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"A.class": class, "__Counter0123abcd.class": "__Counter0123abcd"} {
			path := filepath.Join(dir, "p", "q", name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	replaced, counting := folder("A"), folder("A __Counter0123abcd")
	tests := []buildtools.Tests{{Execution: ajc}}
	for _, test := range []struct {
		name    string
		sets    []runmodel.Set
		tests   []buildtools.Tests
		classes string
		want    []string
	}{
		{"nothing counted", sets("g:a", "main", 3), tests, replaced, []string{line}},
		{"not executed, or ended before", sets("g:a", "main", 3), tests, counting, nil},
		{"classes are deleted", sets("g:a", "main", 3), tests, t.TempDir(), nil},
		{"classes are not known", sets("g:a", "main", 3), tests, "", nil},
		{"another module", sets("g:b", "main", 3), tests, replaced, nil},
		{"its tests", sets("g:a", "test", 3), tests, replaced, nil},
		{"no tests were run", sets("g:a", "main", 3), nil, replaced, nil},
		{"nothing to count", sets("g:a", "main", 0), tests, replaced, nil},
	} {
		b := &toolBuild{events: buildtools.Events{Tests: test.tests,
			Compiles: []buildtools.Compile{{Execution: ajc, Set: "main", Classes: test.classes}},
			Unhooked: []buildtools.UnhookedCompile{{Execution: ajc, Set: "main"}, {Execution: ajc, Set: "main"}}}}
		if got := b.overwritten(&runmodel.Data{Sets: test.sets, Totals: &counts.Totals{}}); !slices.Equal(got,
			test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
