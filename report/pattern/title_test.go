package pattern_test

import (
	"testing"

	"jprof/report"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

// TestNamesOfTheSource matches methods of classes without a name of their own by both of their names. Exclusions know
// the binary name only.
func TestNamesOfTheSource(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Package: "p", Path: "E.java", Text: `‹t enum E|enum E {
  A ‹t anonymous E$1|{ ‹m f(int) 0|void ¤f(int a) ‹b body 0|{ }›› }›;
  Object o = new Comparator<E>() ‹t anonymous E$2|{ ‹m g() 0|void ¤g() ‹b body 0|{ }›› }›;
}›`})
	for text, want := range map[string][2]bool{
		"E.A.f": {true}, "A.f": {true}, "p.E.A.f(int)": {true}, "A::f(int)": {true}, "E$1.f": {true}, "E$1::f": {true},
		"E.new Comparator.g": {false, true}, "E.new Comparator::g()": {false, true}, "E$2.g": {false, true},
		"A.g": {}, "E.B.f": {},
	} {
		p, err := pattern.ParseMethodEnd(text)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Files[0]
		got := [2]bool{p.Matches(report.MethodRef{File: f}), p.Matches(report.MethodRef{File: f, Index: 1})}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if p, err := pattern.ParseMethod("p.E.A.f"); err != nil || p.Matches(report.MethodRef{File: f}) {
			t.Errorf("an exclusion depends on the source: %v", err)
		}
	}
}
