package text

import (
	"bufio"
	"strings"
	"testing"
)

func TestCellsAreShortened(t *testing.T) {
	const combined = "e\u0301" // one column
	for _, tt := range []struct {
		kind  kind
		width int
		cell  string
		want  string
	}{
		{number, 3, "1,024", "1,024"},
		{word, 3, "at least 80 %", "at least 80 %"},
		{path, 30, "src/main/java/app/Main.java:12", "src/main/java/app/Main.java:12"},
		{path, 29, "src/main/java/app/Main.java:12", "…/main/java/app/Main.java:12"},
		{path, 20, "src/main/java/app/Main.java:12", "…/app/Main.java:12"},
		{path, 12, "src/main/java/app/Main.java:12", "…ain.java:12"},
		{path, 14, "Longname.java:3", "…ngname.java:3"},
		{path, 14, "org.example.deep.Loop", "….deep.Loop"},
		{path, 11, "源/漢字漢字.java:1", "…字.java:1"},  // half a character is none
		{path, 12, "源/漢字漢字.java:1", "…漢字.java:1"}, // 18 columns in all
		{label, 24, "Main::f(int, String)", "Main::f(int, String)"},
		{label, 18, "Main::f(int, String)", "Main::f(int, Str…)"},
		{label, 10, "Main::f(int, String)", "Main::f(…)"},
		{label, 9, "Main::f(int, String)", "…in::f(…)"},
		{label, 8, "Main::longer()", "…onger()"},
		{label, 21, "Main::f(@A(1) int, String)  (edited)", "Main::f(@…)  (edited)"},
		{label, 24, "Main::f(@A(1) int, String)  (edited)", "Main::f(@A(1…)  (edited)"},
		{label, 14, "Main::f(int)  (edited)", "Main::f(…)  (…"},
		{label, 36, "class app.Unused  (src/main/java/app/Unused.java:3)", "class app.Unused  (…/Unused.java:3)"},
		{label, 30, "class app.Unused  (src/main/java/app/Unused.java:3)", "class app.Unused  (…ed.java:3)"},
		{label, 27, "class app.Unused  (src/main/java/app/Unused.java:3)", "class app.Unused  (src/mai…"},
		{label, 44, "method app.Main::f(int, String)  (src/app/Main.java:20)",
			"method app.Main::f(…)  (…/app/Main.java:20)"},
		{label, 12, "package org.example", "package org…"},
		{label, 12, "Main::static {...}", "Main::stati…"},
		{label, 12, "Main::f(int): gone", "Main::f(…):…"},
		{code, 8, "s += i;\u200b", "s += i;\u200b"},
		{code, 6, "s += i;", "s += …"},
		{code, 6, "漢字漢字", "漢字…"},
		{code, 7, "漢字漢字", "漢字漢…"},
		{code, 4, combined + combined + combined + combined + combined, combined + combined + combined + "…"},
		{code, 5, combined + combined + combined + combined + combined,
			combined + combined + combined + combined + combined},
	} {
		got := tt.kind.fit(tt.cell, tt.width)
		if got != tt.want {
			t.Errorf("%q in %d columns: %q, want %q", tt.cell, tt.width, got, tt.want)
		}
		if tt.kind.cuttable() && columnsOf(got) > tt.width {
			t.Errorf("%q takes %d columns, not %d", got, columnsOf(got), tt.width)
		}
	}
}

func TestTableFits(t *testing.T) {
	list := table{heading: "hottest",
		columns: []column{{"count", number}, {"times", number}, {"place", path}, {"method", label}}, rows: [][]string{
			{"25,000,000", "1", "src/main/java/org/example/Main.java:12",
				"Main::parse(String text, Map<String, Integer> names)"},
			{"1", "2,000", "src/漢字.java:1", "漢字::f()"},
			{"0", "0", "a\tb.java:1", "x"},
		}}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{0, `hottest
       count  times  place                                   method
  25,000,000      1  src/main/java/org/example/Main.java:12  Main::parse(String text, Map<String, Integer> names)
           1  2,000  src/漢字.java:1                         漢字::f()
           0      0  a b.java:1                              x
`},
		{72, `hottest
       count  times  place                   method
  25,000,000      1  …/example/Main.java:12  Main::parse(String text, …)
           1  2,000  src/漢字.java:1         漢字::f()
           0      0  a b.java:1              x
`},
		{20, `hottest
       count  times  place         method
  25,000,000      1  …ain.java:12  …n::parse(…)
           1  2,000  …漢字.java:1  漢字::f()
           0      0  a b.java:1    x
`},
	} {
		var out strings.Builder
		b := bufio.NewWriter(&out)
		list.write(b, tt.width)
		if err := b.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != tt.want {
			t.Errorf("in %d columns: got\n%s\nwant\n%s", tt.width, out.String(), tt.want)
		}
	}
}
