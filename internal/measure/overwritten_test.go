package measure

import (
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/counts"
	"jprof/internal/probe"
	"jprof/internal/runmodel"
)

func TestOverwritten(t *testing.T) {
	sets := func(module, name string, counters uint32) []runmodel.Set {
		set := &probe.Set{Module: module, Name: name,
			Packages: []*probe.Package{{Files: []*probe.File{{Counters: counters}}}}}
		return []runmodel.Set{{Set: set}}
	}
	ajc := buildtools.Execution{Module: buildtools.Module{ID: "g:a"}, Plugin: "p:aspectj:1", Goal: "compile"}
	const line = "g:a (main): no counts: p:aspectj:1 (compile) compiles them, too, and may have replaced the classes " +
		"with counters"
	for _, test := range []struct {
		name  string
		sets  []runmodel.Set
		tests []buildtools.Tests
		want  []string
	}{
		{"nothing counted", sets("g:a", "main", 3), []buildtools.Tests{{Execution: ajc}}, []string{line}},
		{"another module", sets("g:b", "main", 3), []buildtools.Tests{{Execution: ajc}}, nil},
		{"its tests", sets("g:a", "test", 3), []buildtools.Tests{{Execution: ajc}}, nil},
		{"no tests were run", sets("g:a", "main", 3), nil, nil},
		{"nothing to count", sets("g:a", "main", 0), []buildtools.Tests{{Execution: ajc}}, nil},
	} {
		b := &toolBuild{events: buildtools.Events{Tests: test.tests,
			Unhooked: []buildtools.UnhookedCompile{{Execution: ajc, Set: "main"}, {Execution: ajc, Set: "main"}}}}
		if got := b.overwritten(&runmodel.Data{Sets: test.sets, Totals: &counts.Totals{}}); !slices.Equal(got,
			test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
