package report_test

import (
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
)

func TestNested(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 40, 300, 2000},
		Text: `‹t class A|class A {
  ‹m f() 0|‹b body 0|{ new X() ‹t anonymous A$1|{ ‹m g() 1|‹b body 1|{ }›› }› }››
  ‹t class A$B|class B {
    ‹m h() 2|‹b body 2|{ }››
    ‹t class A$B$C|class C { ‹m i() 3|‹b body 3|{ }›› }›
  }›
  ‹u why|‹t class A$D|class D { ‹m j() 0|‹b body 0|{ }›› }››
}›
‹t class E|class E { }›`})
	want := []report.Nested{{Name: "A$1", Title: "A.new X", Line: 2, Measured: true, Invocations: 40},
		{Name: "A$B", Title: "A.B", Named: true, Line: 3, Measured: true, Invocations: 2300},
		{Name: "A$B$C", Title: "A.B.C", Named: true, Line: 5, Measured: true, Invocations: 2000},
		{Name: "A$D", Title: "A.D", Named: true, Line: 7}}
	if got := m.Files[0].Nested(); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
