package measure

import (
	"testing"

	"jprof/buildtools"
)

func TestUnenforced(t *testing.T) {
	check := func(module, name, execution string) buildtools.Check {
		return buildtools.Check{Execution: buildtools.Execution{Module: buildtools.Module{ID: module}, ID: execution},
			Name: name}
	}
	for _, test := range []struct {
		checks []buildtools.Check
		want   string
	}{
		{nil, ""},
		{[]buildtools.Check{check("g:core", "jacoco:check", "a"), check("g:core", "jacoco:check", "b")},
			"jacoco:check (core)"},
		{[]buildtools.Check{check("g:core", "jacoco:check", ""), check("g:core", "spotbugs:check", ""),
			check("g:web", "jacoco:check", "")},
			"jacoco:check (core, web), spotbugs:check (core)"},
		{[]buildtools.Check{check("p:a", "t", ""), check("p:b", "t", ""), check("p:c", "t", ""), check("p:d", "t", ""),
			check("p:e", "t", "")},
			"t (5 modules)"},
	} {
		if got := unenforced(test.checks); got != test.want {
			t.Errorf("unenforced(%v) = %q, want %q", test.checks, got, test.want)
		}
	}
}
