package html_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report/reporttest"
)

// branchesOf lists the branches that a line of code shows, by their classes.
func branchesOf(row *html.Node) []string {
	var out []string
	for _, u := range elements(row, "u") {
		out = append(out, attr(u, "class")+" "+textOf(u)+" | "+attr(u, "title"))
	}
	return out
}

func TestBranches(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{5, 3, 0}, Text: `‹t class A|class A {
  boolean b = ‹c condition 1 2|x› ? y : z;
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|(‹c condition 1 0-1|a›
        || ‹c condition 1 -|x.any(e -> ‹b lambda 1|‹r 1|·‹c condition 2 -|p› ? "‹c condition 1 1|<q>›" : r››)›)›) x();
    ·switch (‹c default 2|s›) { ‹c case 0|case 1:› ‹c case 2|case 2:› }
    ·if (‹c condition 0 2|c›) y(); ‹off|/* jprof:off */› ·if (‹c condition 1 1|d›) z(); ‹on|/* jprof:on */›
    ·for (T t : ‹c loop 1 0|ts›) z();›
  }››
}›`}))
	f.checkFolder()
	const page = "source/A.java.html"
	for line, want := range map[int][]string{
		2: {"p x | T 3 / F 0"},
		4: {"y more ( | T 3 / F 2", "y a | T 3 / F 2"},
		// The rest of the operand is in two pieces around the body of the lambda.
		5: {"y more ||  | T 3 / F 2", "p more x.any(e ->  | T 3 / F 0", "n p | never reached",
			"y <q> | T 3 / F 3", "p ) | T 3 / F 0", "y ) | T 3 / F 2"},
		6: {"n s | no case × 0", "y case 1: | × 5", "n case 2: | × 0"},
		7: {"p c | T 5 / F 0"},
		8: {"y ts | next 3 / end 5"},
	} {
		if got := branchesOf(f.lineOf(page, line)); !slices.Equal(got, want) {
			t.Errorf("%d: %q\nwant %q", line, got, want)
		}
	}
	for line, want := range map[int]string{2: "◐", 4: "", 5: "◐", 6: "◐", 7: "⊘", 8: ""} {
		if _, mark, _ := f.line(page, line); mark != want {
			t.Errorf("%d: mark %q, want %q", line, mark, want)
		}
	}
	if _, _, code := f.line(page, 5); code != `        || x.any(e -> p ? "<q>" : r))) x();` {
		t.Errorf("code %q", code)
	}
	if got := texts(elements(withClass(f.page("class/A.html"), "facts")[0], "li")); !slices.Contains(got,
		"63.2 % 12 of 19 branches") {
		t.Errorf("tiles %q", got)
	}
	row := byID(f.page("class/A.html"), "m0")
	if got := texts(elements(row, "td")); !slices.Contains(got, "64.7 % 11 of 17") {
		t.Errorf("row of the method: %q", got)
	}
}

func TestExcluded(t *testing.T) {
	f := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{5, 0}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·x(); ‹off <b>why|/* jprof:off */› ·y(); ·if (z) ‹b then 1|{
        ‹r 1|·never();›
    }› ‹on|/* jprof:on */› ·more(() -> ‹u no "way"|a›);›
  }››
  ‹m g() 1|‹a Generated|@Generated› void ¤g() ‹b body 1|{
    ‹r 1|·never();›
  }››
  ‹u not this|‹m h() 1|void ¤h() ‹b body 1|{ }›››
}›
‹t class B|‹a Generated|@Generated› class B { ‹m f() 1|void ¤f() ‹b body 1|{ }›› }›
‹t class C|class C { ‹off|/* jprof:off */› }›`}))
	f.checkFolder()
	const page = "source/A.java.html"
	for _, tt := range []struct {
		line   int
		counts []string
		mark   string
		class  string
		title  string
	}{
		{3, []string{"5"}, "⊘", "ex", "excluded by jprof:off: <b>why"},
		{4, nil, "⊘", "ex", "excluded by jprof:off: <b>why"},
		{5, []string{"5"}, "⊘", "um", `unmeasured: no "way"`},
		{7, nil, "⊘", "ex", "excluded by @Generated"},
		{8, nil, "⊘", "ex", "excluded by @Generated"},
		{10, nil, "?", "um", "unmeasured: not this"},
	} {
		counts, mark, _ := f.line(page, tt.line)
		row := f.lineOf(page, tt.line)
		shown := withClass(row, tt.class)
		if !slices.Equal(counts, tt.counts) || mark != tt.mark || len(shown) == 0 ||
			attr(shown[0], "title") != tt.title {
			t.Errorf("%d: counts %q, mark %q, %d marked parts", tt.line, counts, mark, len(shown))
			continue
		}
		if len(withClass(row.Parent, "no"))+len(withClass(row.Parent, "ru"))+len(withClass(row.Parent, "bu")) > 0 {
			t.Errorf("%d is shown as not executed", tt.line)
		}
	}
	index := texts(elements(elements(f.page("classes.html"), "tbody")[0], "th"))
	if want := []string{"A ? 1 method and 1 part unmeasured ⊘ 1 method and 1 part excluded", "B ⊘ excluded",
		"C ⊘ 1 part excluded"}; !slices.Equal(index, want) {
		t.Errorf("classes %q, want %q", index, want)
	}
	tiles := texts(withClass(f.page("index.html"), "tile"))
	if want := "Files measured11 method and 1 part unmeasured, 2 methods and 2 parts excluded"; tiles[len(tiles)-1] !=
		want {
		t.Errorf("last tile %q, want %q", tiles[len(tiles)-1], want)
	}
	facts := texts(elements(withClass(f.page("class/A.html"), "facts")[0], "li"))
	if want := "1 method and 1 part unmeasured, 1 method and 1 part excluded"; facts[len(facts)-1] != want {
		t.Errorf("last fact of the class %q, want %q", facts[len(facts)-1], want)
	}
	got := texts(elements(elements(f.page("class/A.html"), "tbody")[0], "th"))
	if want := []string{"f()", "g() ⊘ excluded", "h() ? unmeasured"}; !slices.Equal(got, want) {
		t.Errorf("methods %q, want %q", got, want)
	}
	if got := texts(elements(withClass(f.page("class/B.html"), "parts")[0], "li")); !slices.Equal(got,
		[]string{"⊘ Line 12 is excluded by @Generated"}) {
		t.Errorf("parts of B %q", got)
	}
	got = texts(elements(withClass(f.page("class/A.html"), "parts")[0], "li"))
	if want := []string{"⊘ Lines 3 to 5 are excluded by jprof:off: <b>why", `? Line 5 is unmeasured: no "way"`,
		"⊘ Lines 7 to 9 are excluded by @Generated", "? Line 10 is unmeasured: not this"}; !slices.Equal(got, want) {
		t.Errorf("parts of A %q, want %q", got, want)
	}
	list := f.page("not-measured.html")
	for _, want := range []string{"A.java:3", "excluded by jprof:off: <b>why", "A.java:13",
		"jprof:off without a jprof:on after it",
		"In all: 1 method and 1 part unmeasured, 2 methods and 2 parts excluded."} {
		if !strings.Contains(textOf(list), want) {
			t.Errorf("the list of what is not measured has no %q", want)
		}
	}
	if badge := texts(withClass(f.page("index.html"), "badge")); !slices.Equal(badge, []string{"2"}) {
		t.Errorf("badges %q", badge)
	}
}
