package report_test

import (
	"slices"
	"testing"

	"jprof/report/reporttest"
)

// TestTouched checks to which statement a changed line belongs, by the lines of this source.
func TestTouched(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 0}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·x(a,
      b);


    ·if (a
        && b) ‹b then 1|{
      // 9
      ‹r 1|·y(
        c);›
    }› else ‹b else 0|{
    }›
    ·list.each(e -> ‹b lambda 1|{
      ‹r 1|·z();›
    }›)
      .end();
    ·new B() ‹t class A$B|{
      int i;
      ‹m g() 0|void ¤g() ‹b body 0|{
        ‹r 0|·z();›
      }››
    }›;›
  }››
  ‹u no way|‹m h() 0|void ¤h() ‹b body 0|{
    ‹r 0|·x(
      a);›
  }›››
}›`})
	f := m.Files[0]
	for line, want := range map[int]int{3: 3, 4: 3, 5: 0, 6: 0, 7: 7, 8: 7, 9: 0, 10: 10, 11: 10, 12: 0, 13: 0, 14: 14,
		15: 15, 16: 0, 17: 14, 18: 18, 19: 0, 20: 0,
		21: 21, 22: 0, 23: 0, 24: 0, 26: 0, 27: 0} {
		got := 0
		lines := f.Touched(func(n int) bool { return n == line })
		if len(lines) > 0 {
			got = lines[0].Line
		}
		if got != want || len(lines) > 1 {
			t.Errorf("line %d touches %v, want %d", line, lines, want)
		}
	}
	if lines := f.Touched(func(n int) bool { return slices.Contains([]int{4, 11, 17}, n) }); len(lines) != 3 {
		t.Errorf("lines %v", lines)
	}
}
