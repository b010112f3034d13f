package html_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/compare"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

func writeDiff(t *testing.T, before, after *report.Model) *folder {
	t.Helper()
	return parsed(t, func(out layout.Output) error { return jhtml.WriteDiff(compare.Models(before, after), out) })
}

// rowsOf lists the rows of the table behind a heading, cells separated by |.
func rowsOf(t *testing.T, doc *html.Node, index int) (list []string) {
	t.Helper()
	tables := elements(doc, "table")
	if index >= len(tables) {
		t.Fatalf("%d tables", len(tables))
	}
	for _, row := range elements(elements(tables[index], "tbody")[0], "tr") {
		list = append(list, strings.Join(texts(find(row, isCell)), "|"))
	}
	return list
}

// besideRows lists the rows of two sources as "counts line mark code / counts line mark code"; rows that are folded
// stand in parentheses.
func besideRows(doc *html.Node) (list []string) {
	for _, table := range elements(withClass(doc, "beside")[0], "table") {
		form := "%s"
		if table.Parent.Data == "details" {
			form = "(%s)"
		}
		for _, row := range elements(elements(table, "tbody")[0], "tr") {
			// By the style sheet.
			signs := map[string][2]string{"": {}, "changed": {"−", "+"}, "differs": {"≠", "≠"}}[attr(row, "class")]
			var sides []string
			for i, td := range elements(row, "td") {
				counts, mark, code := lineParts(td)
				number := attr(td, "data-n")
				if number != "" {
					number = signs[i] + number
				}
				sides = append(sides, strings.TrimSpace(
					strings.Join([]string{strings.Join(counts, ","), number, mark, strings.TrimSpace(code)}, " ")))
			}
			list = append(list, fmt.Sprintf(form, strings.TrimSpace(strings.Join(sides, " / "))))
		}
	}
	return list
}

func TestDiffIndex(t *testing.T) {
	before, after := reporttest.Change(t)
	f := writeDiff(t, before, after)
	f.checkFolder()
	doc := f.page("index.html")
	checkTexts(t, "runs", texts(withClass(doc, "run")), []string{
		"Before: run base mvn verify 2026-01-02 03:04 UTC exit code 0 1 JVM commit 111111111 run " +
			"20260101-000000-aaaaaa",
		"After: mvn verify 2026-01-02 03:04 UTC exit code 0 1 JVM commit 222222222 and 2 changed files run " +
			"20260102-030405-bbbbbb",
	})
	checkTexts(t, "tiles", texts(withClass(doc, "tile")), []string{"Changed lines executed100 %3 of 3",
		"Newly missed elsewhere0lines and branches", "Lines100 %15 of 15; before 92.9 %, change +7.1 points",
		"Branches100 %4 of 4; before 75.0 %, change +25.0 points", "Methods100 %9 of 9; before 100 %, change 0 points"})
	checkTexts(t, "classes", rowsOf(t, doc, 0), []string{
		"Loop edited org.example||+2,978|56|3,034|×54.2|0|17|17|×1",
		"Fresh new org.example||+12|–|12|new|+12|–|12|new",
		"Gone gone org.example||−6|6|–|gone|−6|6|–|gone",
		"Latin org.example||+2|1|3|×3|+2|1|3|×3",
		"New moved org.example was org.example.Old, " +
			"src/main/java/org/example/Old.java:3||+1|13|14|×1.08|+1|13|14|×1.08",
	})
	sorted := func(table *html.Node) int {
		return len(find(table, func(n *html.Node) bool { return attr(n, "aria-sort") != "" }))
	}
	if tables := elements(doc, "table"); sorted(tables[0]) != 0 || sorted(tables[1]) != 0 {
		t.Errorf("the columns that are marked as sorted: %d of classes, %d of methods", sorted(tables[0]),
			sorted(tables[1]))
	}
	checkTexts(t, "methods", rowsOf(t, doc, 1), []string{
		"Fresh::f() new||+12|–|12|new|+12|–|12|new",
		"Loop::edited() edited||+7|7|14|×2|0|7|7|×1",
		"Gone::f() gone||−6|6|–|gone|−6|6|–|gone",
		"Loop::added() new||+2|–|2|new|+2|–|2|new",
		"Loop::gone() gone||−2|2|–|gone|−2|2|–|gone",
		"Loop::sum(int n)||+2,971|42|3,013|×71.7|0|3|3|×1",
		"Latin::f()||+2|1|3|×3|+2|1|3|×3",
		"New::g() moved was Old::g(), src/main/java/org/example/Old.java:8||+1|9|10|×1.11|+1|9|10|×1.11",
	})
	checkTexts(t, "regions", rowsOf(t, doc, 2), []string{
		"+2,970|30|3,000|×100|s += i;|src/main/java/org/example/Loop.java:8",
		"+2|1|3|×3|s = \"Grüße\";|src/main/java/org/example/Latin.java:4",
		"+1|0|1|from 0|log(s);|src/main/java/org/example/Loop.java:11",
		"+1|9|10|×1.11|g1();|src/main/java/org/example/New.java:8",
	})
	checkTexts(t, "files", f.names, []string{"index.html", "report.js", "source.js",
		"source/org.example.Fresh.java.html", "source/org.example.Gone.java.html", "source/org.example.Latin.java.html",
		"source/org.example.Loop.java.html", "source/org.example.New.java.html", "style.css"})
	for _, to := range []string{"source/org.example.Loop.java.html#L5", "source/org.example.Gone.java.html#O4",
		"source/org.example.Loop.java.html#O36", "source/org.example.New.java.html#L3",
		"source/org.example.Loop.java.html#L11"} {
		if !f.links("index.html", to) {
			t.Errorf("no link to %s", to)
		}
	}
}

func TestSourcesSideBySide(t *testing.T) {
	before, after := reporttest.Change(t)
	f := writeDiff(t, before, after)
	doc := f.page("source/org.example.Loop.java.html")
	want := []string{
		"1  package org.example; / 1  package org.example;",
		"2 / 2",
		"3  /** Adds up. */ / 3  /** Adds up. */",
		"4  class Loop { / 4  class Loop {",
		"3 5  int sum(int n) { / 3 5  int sum(int n) {",
		"3 6  int s = 0; / 3 6  int s = 0;",
		"3 ≠7  for (int i = 0; i < n; i++) { / 3 ≠7  for (int i = 0; i < n; i++) {", // the outcomes of the loop
		"30 ≠8  s += i; / 3,000 ≠8  s += i;",
		"9  } / 9  }",
		"3 ≠10 ◐ if (s > 100) { / 3 ≠10  if (s > 100) {",
		"0 ≠11 ✗ log(s); / 1 ≠11  log(s);",
		"12  } / 12  }",
		"3 13  return s; / 3 13  return s;",
		"14  } / 14  }",
	}
	got := besideRows(doc)
	checkTexts(t, "start", got[:len(want)], want)
	checkTexts(t, "folded", got[14:26],
		[]string{"(15 / 15)", "(16  // 1 / 16  // 1)", "(17  // 2 / 17  // 2)", "(18  // 3 / 18  // 3)",
			"(19  // 4 / 19  // 4)", "(20  // 5 / 20  // 5)", "(21  // 6 / 21  // 6)", "(22  // 7 / 22  // 7)",
			"(23  // 8 / 23  // 8)", "(24  // 9 / 24  // 9)", "25  // 10 / 25  // 10", "26  // 11 / 26  // 11"})
	checkTexts(t, "end", got[26:], []string{
		"27  // 12 / 27  // 12",
		"7 28  void edited() { / 7 28  void edited() {",
		"7 29  one(); / 7 29  one();",
		"/ 7 +30  two();",
		"30  } / 31  }",
		"31 / 32",
		"/ 2,2 +33  void added() { a(); }",
		"/ +34",
		"5 32  void moves() { / 5 35  void moves() {",
		"5 33  m(); / 5 36  m();",
		"34  } / 37  }",
		"−35 /",
		"2,2 −36  void gone() { g(); } /",
		"37  } / 38  }",
	})
	if got := texts(elements(doc, "summary")); !slices.Equal(got, []string{"10 equal lines: 15 to 24"}) {
		t.Errorf("summaries %q", got)
	}
	if got := texts(withClass(doc, "ne")); !slices.Equal(got, []string{"30", "3,000", "0", "1"}) {
		t.Errorf("counts that differ %q", got)
	}
	if !f.links("source/org.example.Loop.java.html", "#m0") || byID(doc, "m0") == nil {
		t.Error("the count of a method that differs does not lead to its row")
	}
	checkTexts(t, "methods", rowsOf(t, doc, 0), []string{
		"Loop::sum(int n)||+2,971|42|3,013|×71.7|0|3|3|×1", "Loop::edited() edited||+7|7|14|×2|0|7|7|×1",
		"Loop::added() new||+2|–|2|new|+2|–|2|new", "Loop::gone() gone||−2|2|–|gone|−2|2|–|gone"})
}

func TestNewGoneAndRenamedFiles(t *testing.T) {
	before, after := reporttest.Change(t)
	f := writeDiff(t, before, after)
	for page, want := range map[string][]string{
		"Fresh": {"/ +1  package org.example;", "/ +2", "/ +3  class Fresh {", "/ 12,12 +4  void f() { fresh(); }",
			"/ +5  }"},
		"Gone": {"−1  package org.example; /", "−2 /", "−3  class Gone { /", "6,6 −4  void f() { gone(); } /",
			"−5  } /"},
		"New": {"1  package org.example; / 1  package org.example;", "2 / 2", "−3  class Old { / +3  class New {",
			"4 4  void f() { / 4 4  void f() {", "4 5  f1(); / 4 5  f1();", "6  } / 6  }", "7 / 7",
			"9,9 ≠8  void g() { g1(); } / 10,10 ≠8  void g() { g1(); }", "9  } / 9  }"},
		"Latin": {"1  package org.example; / 1  package org.example;", "−2 / +2  // Äußerst",
			"3  class Latin { / 3  class Latin {",
			"1,1 ≠4  void f() { s = \"Grüße\"; } / 3,3 ≠4  void f() { s = \"Grüße\"; }", "5  } / 5  }"},
	} {
		checkTexts(t, page, besideRows(f.page("source/org.example."+page+".java.html")), want)
	}
	for page, want := range map[string]string{
		"Fresh": "a new file after: src/main/java/org/example/Fresh.java org.example:app main",
		"Gone":  "before: src/main/java/org/example/Gone.java org.example:app main gone",
		"New": "before: src/main/java/org/example/Old.java org.example:app main after: " +
			"src/main/java/org/example/New.java org.example:app main"} {
		if got := texts(withClass(f.page("source/org.example."+page+".java.html"), "run")); !slices.Equal(got,
			[]string{want}) {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

// TestEncodingsAndEndsOfLines checks that lines are compared by their text, whatever their encoding and line ends are.
func TestEncodingsAndEndsOfLines(t *testing.T) {
	of := func(encoding, end, mark string, count uint64) *report.Model {
		text := mark + "‹t class A|class A {\n// é\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·x();›\n}››\n}›"
		return reporttest.Model(t, reporttest.File{Path: "A.java", Encoding: encoding,
			Text: strings.ReplaceAll(text, "\n", end), Counters: []uint64{count}})
	}
	want := []string{"1  class A { / 1  class A {", "2  // é / 2  // é", "1 ≠3  void f() { / 2 ≠3  void f() {",
		"1 ≠4  x(); / 2 ≠4  x();", "5  } / 5  }", "6  } / 6  }"}
	for name, after := range map[string]*report.Model{"Latin-1": of("ISO-8859-1", "\n", "", 2),
		"CR LF": of("", "\r\n", "", 2), "CR": of("", "\r", "", 2),
		"byte order mark": of("", "\n", "\ufeff", 2)} {
		checkTexts(t, name, besideRows(writeDiff(t, of("", "\n", "", 1), after).page("source/A.java.html")), want)
	}
}

func TestDiffOfHostileProjects(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	of := func(n uint64, more string) *report.Model {
		m := reporttest.Model(t,
			reporttest.File{Module: evil, Set: evil, Package: evil, Path: "src/" + evil + ".java",
				Counters: []uint64{n},
				Text: "‹t class <script>|class X { // </script><script>alert(1)</script> \xff\x00 \u202e &amp;\n" +
					more +
					"‹m f(" + evil + ") 0|void ¤f() ‹b body 0|{ ‹r 0|·s = \"" + evil + "\";› ‹u " +
					strings.ReplaceAll(evil, " ", "_") + "|x› }›› }›"},
			reporttest.File{Path: "javascript:alert(1).java", Package: "CON",
				Text: "‹t class CON|class CON { ‹m f() 0|‹b body 0|{}›› }›", Counters: []uint64{n}},
			reporttest.File{Path: "a/Foo.java", Text: "‹t class Foo|class Foo { ‹m f() 0|‹b body 0|{}›› }›",
				Counters: []uint64{n}},
			reporttest.File{Path: "a/foo.java", Text: "‹t class foo|class foo { ‹m f() 0|‹b body 0|{}›› }›",
				Counters: []uint64{n}})
		m.Title, m.Run.ID, m.Run.Command, m.Run.Tool, m.Run.Label, m.Run.Commit = evil, evil, []string{evil}, evil,
			evil, evil
		return m
	}
	f := writeDiff(t, of(1, ""), of(2, "// "+evil+"\n"))
	f.checkFolder()
	if len(f.pages) != 5 {
		t.Errorf("%d pages in %q", len(f.pages), f.names)
	}
	rows := ""
	for name, doc := range f.pages {
		if strings.ContainsAny(name, `<>": `) {
			t.Errorf("file name %q", name)
		}
		if name != "index.html" {
			rows += strings.Join(besideRows(doc), "\n") + "\n"
		}
	}
	const line = "class X { // </script><script>alert(1)</script> \ufffd␀ ⟨U+202E⟩ &amp;"
	for _, want := range []string{"1  " + line + " / 1  " + line + "\n", "/ +2  // " + evil + "\n"} {
		if !strings.Contains(rows, want) {
			t.Errorf("no %q in\n%s", want, rows)
		}
	}
}

// TestDiffWithoutSources checks that a page says in its place what it cannot show, and shows the rest.
func TestDiffWithoutSources(t *testing.T) {
	of := func(n uint64, missing bool) *report.Model {
		p := &reporttest.Project{}
		if err := p.Add(reporttest.File{Path: "A.java",
			Text:     "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›" + strings.Repeat("\n//", 20),
			Counters: []uint64{n}}); err != nil {
			t.Fatal(err)
		}
		in := p.Input("test")
		if missing {
			in.Source = func(string, [32]byte) ([]byte, error) { return nil, fs.ErrNotExist }
		}
		m, err := assemble.Model(in)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, tt := range []struct {
		before, after bool // missing
		notes, rows   []string
	}{
		{true, false, []string{"The source before cannot be shown: A.java: file does not exist"},
			[]string{"/ 2,2 1  class A { { x(); } }"}},
		{false, true, []string{"The source after cannot be shown: A.java: file does not exist"},
			[]string{"1,1 1  class A { { x(); } } /"}},
		{true, true, []string{"The source before cannot be shown: A.java: file does not exist",
			"The source after cannot be shown: A.java: file does not exist"}, nil},
	} {
		f := writeDiff(t, of(1, tt.before), of(2, tt.after))
		doc := f.page("source/A.java.html")
		checkTexts(t, "notes", texts(withClass(doc, "note")), tt.notes)
		checkTexts(t, "methods", rowsOf(t, doc, 0), []string{"A::f()||+1|1|2|×2|+1|1|2|×2"})
		if tt.rows == nil {
			if len(withClass(doc, "beside")) != 0 {
				t.Error("sources that are not there are shown")
			}
		} else {
			rows := besideRows(doc)
			checkTexts(t, "rows", rows[:1], tt.rows)
			if len(rows) != 21 || len(elements(doc, "details")) != 0 {
				t.Errorf("%d rows, %d folded parts: of no line is it known that it does not differ", len(rows),
					len(elements(doc, "details")))
			}
		}
	}
}

func TestDiffOfEqualRuns(t *testing.T) {
	m := reporttest.SampleModel(t)
	f := writeDiff(t, m, m)
	f.checkFolder()
	if got := textOf(f.page("index.html")); !strings.Contains(got, "No method differs in a count.") ||
		len(f.pages) != 1 {
		t.Errorf("%q: %s", f.names, got)
	}
}

func TestDiffSaysWhatIsSaturated(t *testing.T) {
	before, after := reporttest.Change(t)
	after.Run.Saturated = true
	if got := texts(withClass(writeDiff(t, before, after).page("index.html"), "note")); len(got) != 1 ||
		!strings.HasPrefix(got[0], "These counts have reached") {
		t.Errorf("notes %q", got)
	}
}

func TestSameComparisonSameBytes(t *testing.T) {
	before, after := reporttest.Change(t)
	a, b := writeDiff(t, before, after), writeDiff(t, before, after)
	for _, name := range a.names {
		if string(a.out.Bytes(name)) != string(b.out.Bytes(name)) {
			t.Errorf("%s differs between two reports on one comparison", name)
		}
	}
}

// TestManyDifferences checks that the first page of a large comparison stays short, and that the pages of files have
// the rest.
func TestManyDifferences(t *testing.T) {
	of := func(n uint64) *report.Model {
		var text strings.Builder
		text.WriteString("‹t class A|class A {\n")
		for i := range 600 {
			fmt.Fprintf(&text, "‹m f%d() 0|‹b body 0|{ ‹r 0|·x();› }››\n", i)
		}
		return reporttest.Model(t, reporttest.File{Path: "A.java", Text: text.String() + "}›", Counters: []uint64{n}})
	}
	f := writeDiff(t, of(1), of(2))
	f.checkFolder()
	doc := f.page("index.html")
	if n := len(rowsOf(t, doc, 1)); n != 500 {
		t.Errorf("%d methods", n)
	}
	checkTexts(t, "the rest", texts(withClass(doc, "empty")),
		[]string{"And 100 more, on the pages of their files.", "And 100 more."})
	if n := len(rowsOf(t, f.page("source/A.java.html"), 0)); n != 600 {
		t.Errorf("%d methods on the page of the file", n)
	}
}

// TestLinkedLinesAreNotFolded checks that lines with links to them are not folded, however far they are from a
// difference.
func TestLinkedLinesAreNotFolded(t *testing.T) {
	of := func(n uint64) *report.Model {
		return reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{1, n},
			Text: "‹t class A|class A {" + strings.Repeat("\n//", 40) + "\n‹m f() 0|void ¤f() ‹b body 0|{" +
				strings.Repeat("\n//", 40) +
				"\n‹r 0|·for (;;)› ‹b loop 1|{ ‹r 1|·x();› }› }›› }›"})
	}
	doc := writeDiff(t, of(1), of(2)).page("source/A.java.html")
	var shown []string
	for _, row := range besideRows(doc) {
		if !strings.HasPrefix(row, "(") && !strings.Contains(row, "//") {
			shown = append(shown, row)
		}
	}
	checkTexts(t, "rows", shown, []string{"1  class A { / 1  class A {", "1 42  void f() { / 1 42  void f() {",
		"1,1 ≠83  for (;;) { x(); } } } / 1,2 ≠83  for (;;) { x(); } } }"})
	if n := len(elements(doc, "details")); n != 2 {
		t.Errorf("%d folded parts", n)
	}
}
