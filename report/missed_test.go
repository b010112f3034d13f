package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/source"
)

func TestMissed(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 0, 2}, Text: `‹t class A|class A {
  ‹m ran() 0|void ¤ran() ‹b body 0|{
    ‹r 0|·if (‹c condition 2 1|a› && ‹c condition 1 1|b›)› ‹b then 1|{ ‹r 1|·x();
      ·for (E e : ‹c loop 1 1|list›) ‹b loop 1|{ ‹r 1|·y();› }› › }›
    ‹r 0|·switch (‹c default 1|s›) {›
      ‹c case 1|case 1:› ‹b case 1|‹r 1|·z();››
    }
    /* jprof:off */ ‹off|//› ‹r 1|·hidden();› ‹on|//›
  }››
  ‹m never() 1|void ¤never() ‹b body 1|{ ‹r 1|·if (‹c condition 1 1|a›) x();› }››
}›`})
	var got []string
	all := m.Missed(nil)
	code := source.MissedCode(m, all)
	for i, x := range all {
		method := "-"
		if x.Method >= 0 {
			method = x.File.Methods[x.Method].Label
		}
		got = append(got, fmt.Sprintf("%d %s %s of %s: %s", x.Line, x.Kind, strings.Join(x.Never, ", "), method,
			code[i]))
	}
	want := []string{
		"3 branch false of A::ran(): a",
		"3 branch true, false of A::ran(): b",
		"3 region executed of A::ran(): x();",
		"5 branch no case chosen of A::ran(): s",
		"6 branch chosen of A::ran(): case 1:",
		"6 region executed of A::ran(): z();",
		"10 method invoked of A::never(): void never() { if (a) x(); }",
	}
	if !slices.Equal(got, want) {
		t.Errorf("missed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestMissedIsWhatTotalsMiss checks that every region and every outcome that totals miss is in a missed place.
func TestMissedIsWhatTotalsMiss(t *testing.T) {
	m := reporttest.SampleModel(t)
	all := m.Missed(nil)
	missed := func(f *report.File, s report.Span, what report.MissedKind) bool {
		return slices.ContainsFunc(all, func(x report.Missed) bool {
			inside := x.Span.Start.Offset <= s.Start.Offset && s.End.Offset <= x.Span.End.Offset
			return x.File == f && inside && (x.Kind == what || x.Kind != report.MissedBranch)
		})
	}
	for _, f := range m.Files {
		for _, r := range f.Regions {
			if is := missed(f, r.Span, report.MissedRegion); r.Measured && is != (r.Count == 0) {
				t.Errorf("%s:%d: %d executions, missed: %v", f.Path, r.Span.Start.Line, r.Count, is)
			}
		}
		for _, b := range f.Branches {
			if is := missed(f, b.Span, report.MissedBranch); b.Measured && is != (len(b.Missing()) > 0) {
				t.Errorf("%s:%d: %s, missed: %v", f.Path, b.Span.Start.Line, b, is)
			}
		}
		for _, x := range f.Methods {
			if is := missed(f, x.Span, report.MissedMethod); x.Measured && is != (x.Invocations == 0) {
				t.Errorf("%s:%d: %d invocations, missed: %v", f.Path, x.Name.Line, x.Invocations, is)
			}
		}
	}
	if one := m.Missed(func(x *report.Missed) bool { return x.Kind == report.MissedMethod }); len(one) != 3 {
		t.Errorf("%d methods were never invoked", len(one))
	}
}
