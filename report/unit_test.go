package report_test

import (
	"reflect"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

// units of a project of these files.
func units(t *testing.T, files ...reporttest.File) []*report.Unit {
	t.Helper()
	var out []*report.Unit
	for versions := range reporttest.Model(t, files...).Paths() {
		out = append(out, report.UnitOf(versions))
	}
	return out
}

func TestUnitTypesShareNoLine(t *testing.T) {
	u := units(t, reporttest.File{Path: "A.java", Counters: []uint64{4, 0, 7}, Text: `
‹t class A|class A {
  Object o = () -> ‹b lambda 2|‹r 2|·x()››;
  ‹m f() 0|Object ¤f() ‹b body 0|{ ‹r 0|·return new ‹t anonymous A$1|B() { ‹m g() 1|void ¤g() ‹b body 1|{ ‹r 1|·x();
      ·y();› }›› }›;› }››
  ‹t interface A$I|interface I {}›
}›`})[0]
	var got []any
	for _, x := range u.Types {
		for _, l := range x.Lines {
			got = append(got, x.Name, l.Line, l.Count)
		}
	}
	if want := []any{"A", 3, uint64(7), "A", 4, uint64(4), "A$1", 5, uint64(0)}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	g := u.Types[1].Methods[0]
	if code := report.CodeOf(g.Lines); len(g.Lines) != 2 || code != (report.Ratio{Total: 2}) {
		t.Errorf("the method of the anonymous class has lines %v and statements %v", g.Lines, code)
	}
	if len(u.Types) != 2 {
		t.Errorf("%d types, want none without code", len(u.Types))
	}
}

func TestUnitMethodNames(t *testing.T) {
	u := units(t, reporttest.File{Path: "A.java", Text: `
‹t class A|class A {
  ‹m <init>(int a) 0|¤A(int a) ‹b body 0|{}›› ‹m A(int a) 0|void ¤A(int a) ‹b body 0|{}››
  ‹m <clinit>() 0|static ¤‹b body 0|{}›› ‹m <clinit>() 0|static ¤‹b body 0|{}›› ‹m {}() 0|¤‹b body 0|{}››
}›`})[0]
	var got []string
	for _, m := range u.Types[0].Methods {
		got = append(got, m.Name+m.Params)
	}
	if want := []string{"<init>(int a)", "A(int a)", "<clinit>()", "<clinit>()#2",
		"<init>{...}"}; !reflect.DeepEqual(got, want) {
		t.Errorf("methods %q, want %q", got, want)
	}
}

func TestComplexity(t *testing.T) {
	u := units(t, reporttest.File{Path: "A.java", Counters: []uint64{9, 1, 0}, Text: `
‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0|a› && ‹c condition 0 2|b›) x();
    ·switch (s) { ‹c case 1|case 1›: ‹c case 2|case 2›: ‹c case 1|default›: }
    ·switch (‹c default 2|s›) { ‹c case 1|case 1›: }
    ·try {} catch (‹c catch 2|E e›) {}›
  }››
  ‹m g() 2|void ¤g() ‹b body 2|{}››
}›`})[0]
	// 1 for the method, 1 + 1 for conditions, of which the second was true only, 2 for the switch of three, of which
	// two were, 1 for the other.
	if got, want := u.Types[0].Methods[0].Complexity(), (report.Ratio{Covered: 3, Total: 6}); got != want {
		t.Errorf("complexity %v, want %v", got, want)
	}
	if got, want := u.Types[0].Methods[1].Complexity(), (report.Ratio{Total: 1}); got != want {
		t.Errorf("complexity of an empty method that was not invoked %v, want %v", got, want)
	}
}

func TestUnitAddsUpVersions(t *testing.T) {
	text := "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·if (‹c condition 1 0|a›) x();›\n}››\n"
	all := units(t,
		reporttest.File{Module: "m", Path: "A.java", Text: text + "}›", Counters: []uint64{5, 0}},
		reporttest.File{Module: "n", Path: "A.java",
			Text: text + "‹m g() 0|void ¤g() ‹b body 0|{\n‹r 0|·y();›\n}››\n}›", Counters: []uint64{2, 2}},
		reporttest.File{Path: "Z.java", Text: "‹u no|class Z {}›"})
	u := all[0]
	want := []report.LineCount{
		{Line: 3, Count: 7, Statements: report.Ratio{Covered: 2, Total: 2},
			Branches: report.Ratio{Covered: 3, Total: 4}},
		{Line: 6, Count: 2, Statements: report.Ratio{Covered: 1, Total: 1}},
	}
	if !reflect.DeepEqual(u.Lines, want) || !reflect.DeepEqual(u.Types[0].Lines, want) {
		t.Errorf("lines %v and %v, want %v", u.Lines, u.Types[0].Lines, want)
	}
	if n := len(u.Branches[3]); n != 2 {
		t.Errorf("%d branches on the line, want those of both versions", n)
	}
	f := u.Types[0].Methods[0]
	if len(u.Types[0].Methods) != 2 || f.Count != 7 || !reflect.DeepEqual(f.Lines, want[:1]) {
		t.Errorf("methods %+v", u.Types[0].Methods)
	}
	if len(u.Sets) != 2 || len(all[1].Types) != 0 {
		t.Errorf("sets %v; a file that is not measured has %d types", u.Sets, len(all[1].Types))
	}
}
