package compare_test

import (
	"fmt"
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/reporttest"
)

func TestVary(t *testing.T) {
	var models []*report.Model
	for _, counts := range [][]uint64{{5, 2, 1}, {5, 3, 1}, {6, 1, 1}} {
		models = append(models, reporttest.Model(t, reporttest.File{Path: "A.java", Counters: counts,
			Text: "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› if (y) ‹b then 1|{ ‹r 1|·x(); " +
				"·x();› }› }›› ‹m g() 2|void ¤g() ‹b body 2|{ ‹r 2|·x();› }›› }›"}))
	}
	var got []string
	for _, v := range compare.Vary(models) {
		got = append(got, fmt.Sprintf("%s %v %v %d regions", v.Method.Method().Label, v.Invocations, v.Executed,
			len(v.Regions)))
		if v.Method.File != models[0].Files[0] {
			t.Error("not a method of the first model")
		}
	}
	if want := []string{"A::f() {5 6} {8 11} 2 regions"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if list := compare.Vary([]*report.Model{models[0], models[0]}); len(list) != 0 {
		t.Errorf("equal ones: %+v", list)
	}
}
