package assemble_test

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
)

// steps are those of a reactor: unit tests of a and b, integration tests of b.
var steps = []assemble.Step{{ID: "a-test", Module: "g:a"}, {ID: "b-test", Module: "g:b"},
	{ID: "b-it", Module: "g:b", Integration: true}}

const classA = "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();›\n ‹b then 1|{ ‹r 1|·y();\n" +
	" ·z();› }› }›› ‹m g() 2|‹b body 2|{ ‹r 2|·x();› }›› }›"

func buildWith(t *testing.T, steps []assemble.Step, files ...reporttest.File) *report.Model {
	t.Helper()
	p := reporttest.Project{Steps: steps}
	if err := p.Add(files...); err != nil {
		t.Fatal(err)
	}
	m, err := p.Build("test")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func wantBy(t *testing.T, what string, got, want report.By) {
	t.Helper()
	for o := range want {
		if got[o] != want[o] {
			t.Errorf("%s, %s: %+v, want %+v", what, report.Origin(o), got[o], want[o])
		}
	}
}

func TestOrigins(t *testing.T) {
	m := reporttest.ReactorModel(t)
	if want := []report.Origin{report.OwnModule, report.OtherModules, report.UnitTests,
		report.IntegrationTests}; !slices.Equal(m.Origins, want) {
		t.Fatalf("origins %v", m.Origins)
	}
	a := m.Files[0]
	wantA := report.By{
		report.OwnModule:        {Methods: 1, Regions: 1, Lines: 1, Invocations: 2},
		report.OtherModules:     {Methods: 2, Regions: 3, Lines: 3, Invocations: 5 + 1 + 3}, // g is on the line of z
		report.UnitTests:        {Methods: 1, Regions: 2, Lines: 3, Invocations: 2 + 5},
		report.IntegrationTests: {Methods: 2, Regions: 3, Lines: 3, Invocations: 1 + 3},
	}
	wantBy(t, "A.java", a.Totals.By, wantA)
	wantBy(t, "class A", a.Classes[0].Totals.By, wantA)
	wantBy(t, "f()", *a.Methods[0].By, report.By{
		report.OwnModule:        {Methods: 1, Regions: 1, Invocations: 2},
		report.OtherModules:     {Methods: 1, Regions: 2, Invocations: 6},
		report.UnitTests:        {Methods: 1, Regions: 2, Invocations: 7},
		report.IntegrationTests: {Methods: 1, Regions: 2, Invocations: 1}})
	wantBy(t, "g()", *a.Methods[1].By, report.By{
		report.OtherModules:     {Methods: 1, Regions: 1, Invocations: 3},
		report.IntegrationTests: {Methods: 1, Regions: 1, Invocations: 3}})
	wantBy(t, "all", m.Sum().By, report.By{
		report.OwnModule:        {Methods: 3, Regions: 3, Lines: 3, Invocations: 2 + 7 + 1},
		report.OtherModules:     {Methods: 2, Regions: 3, Lines: 3, Invocations: 9},
		report.UnitTests:        {Methods: 2, Regions: 3, Lines: 4, Invocations: 8},
		report.IntegrationTests: {Methods: 3, Regions: 4, Lines: 4, Invocations: 11},
	})
	wantBy(t, "main sources", m.Totals.By, report.By{
		report.OwnModule:        {Methods: 2, Regions: 2, Lines: 2, Invocations: 2 + 7},
		report.OtherModules:     {Methods: 2, Regions: 3, Lines: 3, Invocations: 9},
		report.UnitTests:        {Methods: 1, Regions: 2, Lines: 3, Invocations: 7},
		report.IntegrationTests: {Methods: 3, Regions: 4, Lines: 4, Invocations: 11},
	})
	if got := m.Totals.RegionsBy(report.UnitTests); got != (report.Ratio{Covered: 2, Total: 4}) {
		t.Errorf("regions by unit tests: %v", got)
	}
}

// TestOriginsOfSharedFile covers bytes that two modules compile, which are one file: the tests of both are its own, of
// whichever copy.
func TestOriginsOfSharedFile(t *testing.T) {
	m := buildWith(t, steps,
		reporttest.File{Module: "g:a", Path: "shared/A.java", Text: classA, Counters: []uint64{2, 0, 1},
			ByStep: map[string][]uint64{"b-test": {2, 0, 1}}},
		reporttest.File{Module: "g:b", Path: "shared/A.java", Text: classA, Counters: []uint64{5, 5, 0},
			ByStep: map[string][]uint64{"b-it": {5, 5, 0}}},
		reporttest.File{Module: "g:c", Path: "c/C.java", Text: "‹t class C|class C {}›"},
	)
	wantBy(t, "A.java", m.Files[1].Totals.By, report.By{
		report.OwnModule:        {Methods: 2, Regions: 3, Lines: 3, Invocations: 8},
		report.UnitTests:        {Methods: 2, Regions: 2, Lines: 2, Invocations: 3},
		report.IntegrationTests: {Methods: 1, Regions: 2, Lines: 3, Invocations: 5},
	})
}

// TestOriginsOfSplitRegions covers an exception that parts a region of the map: what it skips was executed by nobody.
func TestOriginsOfSplitRegions(t *testing.T) {
	p := reporttest.Project{Steps: steps}
	err := p.Add(
		reporttest.File{Module: "g:a", Path: "A.java",
			Text:     "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();\n·y();\n·z();› }›› }›",
			Counters: []uint64{3, 2, 1}, ByStep: map[string][]uint64{"a-test": {2, 1, 1}, "b-test": {1, 1, 0}}},
		reporttest.File{Module: "g:b", Path: "B.java", Text: "‹t class B|class B {}›"})
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	// y: what has entered less counter 1, thrown by x; z: less counter 2, thrown by y, too
	for i, s := range []uint32{1, 2} {
		formula := probe.Formula{{Counter: 0, Coef: 1}, {Counter: 1, Coef: -1}}
		if i == 1 {
			formula = append(formula, probe.Term{Counter: s, Coef: -1})
		}
		in.Sets[0].Packages[0].Files[0].Regions[0].Statements[i+1].Count = formula
	}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	f := m.Files[0]
	if f.Totals.Regions != (report.Ratio{Covered: 2, Total: 3}) {
		t.Fatalf("regions %v", f.Totals.Regions)
	}
	if note := m.SplitNote(); !strings.HasPrefix(note, "2 regions are there because") || f.Regions[0].Split {
		t.Errorf("%q, %+v", note, f.Regions)
	}
	by := f.Totals.By
	if by[report.OwnModule].Regions != 2 || by[report.OwnModule].Lines != 2 || by[report.OtherModules].Regions != 1 ||
		by[report.OtherModules].Lines != 1 {
		t.Errorf("%+v", by)
	}
}

func TestNoOrigins(t *testing.T) {
	file := func(module string) reporttest.File {
		return reporttest.File{Module: module, Path: module + "/A.java", Text: classA, Counters: []uint64{1, 1, 1},
			ByStep: map[string][]uint64{"a-test": {1, 1, 1}}}
	}
	for name, tt := range map[string]struct {
		steps []assemble.Step
		files []reporttest.File
		want  []report.Origin
	}{
		"no step":              {nil, []reporttest.File{file("g:a"), file("g:b")}, nil},
		"one module, one kind": {steps[:2], []reporttest.File{file("g:a")}, nil},
		"one module, two kinds": {steps, []reporttest.File{file("g:a")},
			[]report.Origin{report.UnitTests, report.IntegrationTests}},
		"two modules, one kind": {steps[2:], []reporttest.File{file("g:a"), file("g:b")},
			[]report.Origin{report.OwnModule, report.OtherModules}},
		"no file": {steps, nil, []report.Origin{report.UnitTests, report.IntegrationTests}},
	} {
		m := buildWith(t, tt.steps, tt.files...)
		if !slices.Equal(m.Origins, tt.want) {
			t.Errorf("%s: %v, want %v", name, m.Origins, tt.want)
		}
		for _, f := range m.Files {
			if (f.Methods[0].By != nil) != (len(tt.want) > 0) || len(tt.want) == 0 && f.Totals.By != (report.By{}) {
				t.Errorf("%s: by %+v", name, f.Totals.By)
			}
		}
	}
}

// TestOriginsLeaveOut checks that what is excluded is in nobody's numbers.
func TestOriginsLeaveOut(t *testing.T) {
	p := reporttest.Project{Steps: steps}
	err := p.Add(reporttest.File{Module: "g:a", Path: "A.java", Text: classA, Counters: []uint64{1, 1, 1},
		ByStep: map[string][]uint64{"a-test": {1, 1, 1}}},
		reporttest.File{Module: "g:b", Path: "B.java", Text: "‹t class B|class B {}›"})
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	in.Exclude.Methods = []string{"A.f"}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Totals.By[report.OwnModule],
		(report.ByTests{Methods: 1, Regions: 1, Lines: 1, Invocations: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestOriginsOfOlderMaps checks that steps of older maps count where the file is the same; methods that were found
// again in another file have no origins.
func TestOriginsOfOlderMaps(t *testing.T) {
	old := reporttest.Project{Steps: steps}
	now := reporttest.Project{Steps: steps}
	const changed = "‹t class C|class C { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"
	err := old.Add(reporttest.File{Module: "g:a", Path: "A.java", Text: classA + " ", Counters: []uint64{1, 1, 0},
		ByStep: map[string][]uint64{"a-test": {1, 1, 0}}},
		reporttest.File{Module: "g:a", Path: "C.java", Text: changed, Counters: []uint64{1},
			ByStep: map[string][]uint64{"a-test": {1}}})
	if err == nil {
		err = now.Add(reporttest.File{Module: "g:a", Path: "A.java", Text: classA + " ", Counters: []uint64{1, 0, 0},
			ByStep: map[string][]uint64{"b-test": {1, 0, 0}}},
			reporttest.File{Module: "g:a", Path: "C.java", Text: changed + "\n"},
			reporttest.File{Module: "g:b", Path: "B.java", Text: "‹t class B|class B {}›"})
	}
	if err != nil {
		t.Fatal(err)
	}
	in, older := now.Input("test"), old.Input("test")
	older.Sets[0].Packages[0].ID[0] ^= 1 // another map of the same package
	flipped := older.Sets[0].Packages[0].ID
	in.Older = older.Sets
	counters, stepCounters := in.Counters, in.StepCounters
	in.Counters = func(id probe.ID) []uint64 {
		if c := counters(id); c != nil {
			return c
		}
		if id == flipped {
			id[0] ^= 1
		}
		return older.Counters(id)
	}
	in.StepCounters = func(step string, id probe.ID) []uint64 {
		if c := stepCounters(step, id); c != nil {
			return c
		}
		if id == flipped {
			id[0] ^= 1
		}
		return older.StepCounters(step, id)
	}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.Files {
		switch own := f.Totals.By[report.OwnModule]; f.Path {
		case "A.java":
			if f.Totals.Invocations != 2 || own.Regions != 2 || f.Totals.By[report.OtherModules].Regions != 1 {
				t.Errorf("A.java: %d invocations, %+v", f.Totals.Invocations, f.Totals.By)
			}
		case "C.java":
			if f.Totals.Invocations != 1 || own.Invocations != 0 {
				t.Errorf("C.java: %d invocations, %+v", f.Totals.Invocations, f.Totals.By)
			}
		}
	}
}

func TestStepCountersOfAnotherLength(t *testing.T) {
	p := reporttest.Project{Steps: steps}
	if err := p.Add(reporttest.File{Module: "g:a", Path: "A.java", Text: classA, Counters: []uint64{1, 1, 1}}); err !=
		nil {
		t.Fatal(err)
	}
	in := p.Input("test")
	in.StepCounters = func(step string, _ probe.ID) []uint64 {
		if step == "b-it" {
			return []uint64{1}
		}
		return nil
	}
	if _, err := assemble.Model(in); err == nil ||
		!strings.Contains(err.Error(), "1 counters were recorded by b-it, the map has 3") {
		t.Errorf("%v", err)
	}
}
