package text_test

import (
	"strings"
	"testing"

	"jprof/report/compare"
	"jprof/report/export/text"
	"jprof/report/reporttest"
)

func TestDiff(t *testing.T) {
	before, after := reporttest.Change(t)
	var b strings.Builder
	if err := text.Diff(&b, 0, compare.Models(before, after), 3); err != nil {
		t.Fatal(err)
	}
	want := `changed since run 20260101-000000-aaaaaa: 3 of 3 lines executed (100 %)

totals of all sources
              before             after         change
  lines     13 of 14  92.9 %  15 of 15  100 %    +7.1
  branches    3 of 4  75.0 %    4 of 4  100 %   +25.0
  methods     9 of 9   100 %    9 of 9  100 %       0

classes that differ, edited ones first: 5
  difference  executions   ratio  calls     class
      +2,978  56 -> 3,034  x54.2  17 -> 17  org.example.Loop  (edited)
         +12  - -> 12      new    - -> 12   org.example.Fresh
          -6  6 -> -       gone   6 -> -    org.example.Gone
  and 2 more

methods that differ: 8 of 11
  difference  executions  ratio  calls    place                                   method
         +12  - -> 12     new    - -> 12  src/main/java/org/example/Fresh.java:4  Fresh::f()
          +7  7 -> 14     x2     7 -> 7   src/main/java/org/example/Loop.java:28  Loop::edited()  (edited)
          -6  6 -> -      gone   6 -> -   src/main/java/org/example/Gone.java:4   Gone::f()
  and 5 more

regions that differ, of methods with the same code: 4
   executions  ratio   place                                   code
  30 -> 3,000  x100    src/main/java/org/example/Loop.java:8   s += i;
       1 -> 3  x3      src/main/java/org/example/Latin.java:4  s = "Grüße";
       0 -> 1  from 0  src/main/java/org/example/Loop.java:11  log(s);
  and 1 more

`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
