package assemble_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
)

func TestSameFileInSeveralSetsIsAddedUp(t *testing.T) {
	text := "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·g();› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: "m:b", Path: "A.java", Text: text, Counters: []uint64{5}},
		reporttest.File{Module: "m:a", Path: "A.java", Text: text, Counters: []uint64{3}},
		reporttest.File{Module: "m:a", Set: "test", Path: "A.java", Text: text})
	if len(m.Files) != 1 || len(m.Classes) != 1 {
		t.Fatalf("%d files, %d classes", len(m.Files), len(m.Classes))
	}
	f := m.Files[0]
	if f.Methods[0].Invocations != 8 || f.Blocks[0].Count != 8 || f.Regions[0].Count != 8 || m.Totals.Invocations != 8 {
		t.Errorf("counts %d, %d, %d, %d, want 8", f.Methods[0].Invocations, f.Blocks[0].Count, f.Regions[0].Count,
			m.Totals.Invocations)
	}
	if want := []report.SetName{{Module: "m:a", Name: "main"}, {Module: "m:a", Name: "test", Test: true},
		{Module: "m:b", Name: "main"}}; !slices.Equal(f.Sets, want) {
		t.Errorf("sets %v", f.Sets)
	}
	if f.VersionNote() != "" {
		t.Errorf("one version is noted as %q", f.VersionNote())
	}
}

func TestDifferentVersionsAreKeptApart(t *testing.T) {
	m := reporttest.Model(t,
		reporttest.File{Module: "m:b", Path: "A.java", Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ }›› }›",
			Counters: []uint64{5}},
		reporttest.File{Module: "m:a", Path: "A.java", Text: "‹t class A|class A { int x; ‹m f() 0|‹b body 0|{ }›› }›",
			Counters: []uint64{3}})
	if len(m.Files) != 2 || len(m.Classes) != 2 {
		t.Fatalf("%d files, %d classes", len(m.Files), len(m.Classes))
	}
	if f := m.Files[0]; f.Version != 1 || f.Versions != 2 || f.Methods[0].Invocations != 3 ||
		!strings.Contains(f.VersionNote(), "version 1 of 2, compiled by m:a main") {
		t.Errorf("first version: %d of %d, count %d, %q", f.Version, f.Versions, f.Methods[0].Invocations,
			f.VersionNote())
	}
	if f := m.Files[1]; f.Methods[0].Invocations != 5 {
		t.Errorf("second version has count %d", f.Methods[0].Invocations)
	}
}

func TestPackageReadTwiceCountsOnce(t *testing.T) {
	p, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input("twice")
	once, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	in.Sets = append(in.Sets, in.Sets...)
	slices.Reverse(in.Sets)
	twice, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	if once.Totals != twice.Totals || len(once.Files) != len(twice.Files) {
		t.Errorf("totals %+v, read twice %+v", once.Totals, twice.Totals)
	}
}

func TestNegativeCountIsAProblem(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 3},
		Text: "‹t class A|class A {\n‹m f() 0|¤f() ‹b body 0|{\n‹r 0-1|·g();›\n}›› }›"})
	if got := m.Files[0].Regions[0].Count; got != 0 {
		t.Errorf("count %d", got)
	}
	want := []report.Problem{{Path: "A.java", Line: 3,
		Text: "the count of the region comes out as -2 and is shown as 0"}}
	if !reflect.DeepEqual(m.Problems, want) {
		t.Errorf("problems %+v", m.Problems)
	}
}

func TestUnmeasuredPartsAreOmitted(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 3},
		Text: "‹t class A|class A { ‹u syntax error|‹m f() 0|¤f() ‹b body 0|{ ‹r 0|·g();› }››› ‹m g() 1|¤g() ‹b body " +
			"1|{ ‹r 1|·h();› }›› }›"})
	f := m.Files[0]
	if !f.Measured || f.Methods[0].Measured || f.Blocks[0].Measured || f.Regions[0].Measured || !f.Methods[1].Measured {
		t.Errorf("measured: file %v, methods %v %v", f.Measured, f.Methods[0].Measured, f.Methods[1].Measured)
	}
	if one := (report.Ratio{Covered: 1, Total: 1}); m.Totals.Methods != one || m.Totals.Blocks != one ||
		m.Totals.Regions != one || m.Totals.Invocations != 3 {
		t.Errorf("totals %+v", m.Totals)
	}
}

func TestCountersOfFilesOfOnePackage(t *testing.T) {
	a, _, err := reporttest.Parse("A.java", "", "‹t class A|class A { ‹m f() 0+1|‹b body 0|{}›› }›")
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := reporttest.Parse("B.java", "", "‹t class B|class B { ‹m f() 0|‹b body 0|{}›› }›")
	if err != nil {
		t.Fatal(err)
	}
	b.Base = 2
	pkg := &probe.Package{ID: probe.ID{1}, Helper: "__Counter", Files: []*probe.File{a, b}}
	in := assemble.Input{Sets: []*probe.Set{{Name: "main", Packages: []*probe.Package{pkg}}},
		Counters: func(probe.ID) []uint64 { return []uint64{1, 2, 4} },
		Source:   func(string, [32]byte) ([]byte, error) { return nil, errors.New("none") }}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	if m.Files[0].Methods[0].Invocations != 3 || m.Files[1].Methods[0].Invocations != 4 {
		t.Errorf("counts %d and %d, want 3 and 4", m.Files[0].Methods[0].Invocations, m.Files[1].Methods[0].Invocations)
	}

	// Contradictory input is refused.
	bad := map[string]func(){
		"2 counters were recorded, the map has 3": func() {
			in.Counters = func(probe.ID) []uint64 { return []uint64{1, 2} }
		},
		"A.java: method 0":                func() { a.Methods[0].Count = probe.Formula{{Counter: 7, Coef: 1}} },
		"A.java: type 0":                  func() { a.Types[0].Parent = 0 },
		"B.java: its counters start at 9": func() { b.Base = 9 },
		"A.java: region 0":                func() { a.Regions = []probe.Region{{Block: 5}} },
		"file 0 is nil":                   func() { pkg.Files = []*probe.File{nil, b} },
	}
	for want, spoil := range bad {
		savedA, savedB, savedIn := *a, *b, in
		a.Methods, a.Types, a.Blocks = slices.Clone(a.Methods), slices.Clone(a.Types), slices.Clone(a.Blocks)
		spoil()
		if _, err := assemble.Model(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		*a, *b, in = savedA, savedB, savedIn
		pkg.Files = []*probe.File{a, b}
	}
}

func TestCountsSaturate(t *testing.T) {
	text := "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·g(); ·h();› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: "a", Path: "A.java", Text: text, Counters: []uint64{math.MaxInt64}},
		reporttest.File{Module: "b", Path: "A.java", Text: text, Counters: []uint64{math.MaxInt64}})
	if f := m.Files[0]; f.Methods[0].Invocations != math.MaxInt64 || f.Totals.Executed != math.MaxInt64 {
		t.Errorf("counts %d, %d", f.Methods[0].Invocations, f.Totals.Executed)
	}
}

func TestEmptyProject(t *testing.T) {
	m, err := assemble.Model(assemble.Input{Source: func(string, [32]byte) ([]byte, error) { return nil, nil }})
	if err != nil {
		t.Fatal(err)
	}
	if m.Totals != (report.Totals{}) || len(m.Files)+len(m.Classes) != 0 {
		t.Errorf("%+v", m)
	}
}

func TestInputVaries(t *testing.T) {
	var p reporttest.Project
	if err := p.Add(reporttest.File{Path: "A.java",
		Text: "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{}›› ‹m g() 0|void ¤g() ‹b body 0|{}›› }›"}); err !=
		nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	in.Varies = func(path, label string) bool { return path == "A.java" && label == "A::g()" }
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	if methods := m.Files[0].Methods; methods[0].Varies || !methods[1].Varies {
		t.Errorf("methods %+v", methods)
	}
}

func TestBranchesOfSeveralSetsAreAddedUp(t *testing.T) {
	text := "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·if (‹c condition 1 0-1|a›) ;› }›› }›"
	m := reporttest.Model(t,
		reporttest.File{Module: "a", Path: "A.java", Text: text, Counters: []uint64{3, 3}},
		reporttest.File{Module: "b", Path: "A.java", Text: text, Counters: []uint64{2, 0}},
		reporttest.File{Module: "c", Path: "A.java", Text: text})
	if b := m.Files[0].Branches[0]; len(m.Files) != 1 || b.True != 3 || b.False != 2 {
		t.Errorf("%d files, branch %+v", len(m.Files), b)
	}
	if want := (report.Ratio{Covered: 2, Total: 2}); m.Totals.Branches != want {
		t.Errorf("totals %v, want %v", m.Totals.Branches, want)
	}
	// Other branches: another layout.
	m = reporttest.Model(t,
		reporttest.File{Module: "a", Path: "A.java", Text: text, Counters: []uint64{3, 3}},
		reporttest.File{Module: "b", Path: "A.java", Counters: []uint64{2, 0},
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·if (a) ;› }›› }›"})
	if len(m.Files) != 2 {
		t.Errorf("%d files, want one for each layout", len(m.Files))
	}
}

func TestNegativeBranchIsAProblem(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, 3},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|a›) ;› }›› }›"})
	want := []report.Problem{{Path: "A.java", Line: 2,
		Text: "the count of the branch (condition, false) comes out as -2 and is shown as 0"}}
	if !slices.Equal(m.Problems, want) {
		t.Errorf("problems %v, want %v", m.Problems, want)
	}
}
