package assemble_test

import (
	"testing"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
)

// TestFormulas checks that the formulas of all sources of a file add up to its counts: also where several source sets
// compile it, where regions end at exceptions, and where older sources have counted methods of it.
func TestFormulas(t *testing.T) {
	sample, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	reactor, err := reporttest.Reactor()
	if err != nil {
		t.Fatal(err)
	}
	const (
		first = "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x(); ·y();›\n" +
			" ‹b then 1|{ if (‹c condition 2 1-2|a›) ‹r 1|·z();› }› }›› ‹m g() 3|‹b body 3|{ ‹r 3|·x();› }›› }›"
		later = "‹t class A|class A { ‹m h() 0|‹b body 0|{ ‹r 0|·new();› }››\n" +
			"‹m f() 1|‹b body 1|{ ‹r 1|·x(); ·y();›\n" +
			" ‹b then 2|{ if (‹c condition 3 2-3|a›) ‹r 2|·z();› }› }›› }›"
	)
	twice := &reporttest.Project{}
	err = twice.Add(file("A.java", first, 5, 3, 1, 2),
		reporttest.File{Module: "g:b", Package: "p", Path: "A.java", Text: first, Counters: []uint64{7, 1, 1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	older, newer := &reporttest.Project{}, &reporttest.Project{}
	if err := older.Add(file("A.java", first, 5, 3, 1, 2), file("B.java", first, 1, 1, 0, 9)); err != nil {
		t.Fatal(err)
	}
	if err := newer.Add(file("A.java", later, 4, 6, 2, 1)); err != nil {
		t.Fatal(err)
	}
	changed, old := newer.Input("test"), older.Input("test")
	own := changed.Counters
	changed.Older = old.Sets
	changed.Counters = func(id probe.ID) []uint64 {
		if c := own(id); c != nil {
			return c
		}
		return old.Counters(id)
	}
	for name, in := range map[string]assemble.Input{"sample": sample.Input("test"), "reactor": reactor.Input("test"),
		"two modules": twice.Input("test"), "older sources": changed} {
		checkFormulas(t, name, in)
	}
}

func checkFormulas(t *testing.T, name string, in assemble.Input) {
	t.Helper()
	m, formulas, err := assemble.ModelAndFormulas(in)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[*report.File][6][]uint64{}
	older := 0
	for s := range formulas.Sources() {
		counters := in.Counters(s.Package)
		if counters != nil {
			counters = counters[s.Base : s.Base+s.Counters]
		}
		of := sums[s.File]
		for k, list := range [][]probe.Formula{s.Regions, s.Methods, s.Blocks, s.Expressions, s.True, s.False} {
			if of[k] == nil {
				of[k] = make([]uint64, len(list))
			}
			for i, f := range list {
				of[k][i] += uint64(max(0, f.Value(counters)))
			}
		}
		if sums[s.File][0] != nil {
			older++
		}
		sums[s.File] = of
	}
	if (name == "older sources" || name == "two modules") && older != 1 {
		t.Errorf("%s: %d further sources", name, older)
	}
	for _, f := range m.Files {
		var want [6][]uint64
		for _, r := range f.Regions {
			want[0] = append(want[0], r.Count)
		}
		for _, x := range f.Methods {
			want[1] = append(want[1], x.Invocations)
		}
		for _, b := range f.Blocks {
			want[2] = append(want[2], b.Count)
		}
		for _, e := range f.Expressions {
			want[3] = append(want[3], e.Count)
		}
		for _, b := range f.Branches {
			want[4], want[5] = append(want[4], b.True), append(want[5], b.False)
		}
		for k := range want {
			for i, n := range want[k] {
				if sums[f][k][i] != n {
					t.Errorf("%s: %s, kind %d, number %d: formulas have %d, the model %d", name, f.Path, k, i,
						sums[f][k][i], n)
				}
			}
		}
	}
}
