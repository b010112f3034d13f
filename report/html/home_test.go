package html_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report/reporttest"
)

// treeRows returns the rows of a tree as text: depth, cells, and after # what filters go by. heads are those of the
// cells after the numbers of all trees.
func treeRows(t *testing.T, doc *html.Node, name string, heads ...string) (rows []string) {
	t.Helper()
	table := find(doc, func(n *html.Node) bool {
		return n.Data == "table" && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
			return a.Key == "data-tree"
		})
	})[0]
	cells := cellsOf(t, table, append([]string{name, "Executions", "Lines", "Missed", "Methods", "Complexity"},
		heads...)...)
	for i, tr := range elements(elements(table, "tbody")[0], "tr") {
		rows = append(rows, strings.TrimPrefix(attr(tr, "class"), "d")+" "+strings.Join(cells[i], "|")+
			" #"+strings.ReplaceAll(attr(tr, "data-x"), "\n", " "))
	}
	return rows
}

func checkTexts(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHome(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	doc := f.page("index.html")
	checkTexts(t, "tiles", texts(withClass(doc, "tile")), []string{
		"Lines executed78.9 %15 of 19test sources: 100 %", "Branches taken70.0 %7 of 10",
		"Methods executed75.0 %9 of 12test sources: 100 %", "Statement executions3,354,641test sources: 4",
		"Files measured41 file and 1 part unmeasuredtest sources: 1"})
	checkTexts(t, "scope", texts(withClass(doc, "scope")),
		[]string{"Totals of the main sources, with those of the test sources beside them"})
	checkTexts(t, "tree", treeRows(t, doc, "Package", "Branches", "Unmeasured"), []string{
		"0 app|3,354,641|78.9 % 15 of 19|4|75.0 % 9 of 12|17|70.0 % 7 of 10|? 2 #",
		"1 org.example|3,354,641|78.9 % 15 of 19|4|75.0 % 9 of 12|17|70.0 % 7 of 10|? 2 #hot left none some",
		"2 Broken.java ? unmeasured|?|–|–|–|–|–|? 1 #left",
		"2 Fibonacci|3,328,191|77.8 % 7 of 9|2|66.7 % 2 of 3|6|83.3 % 5 of 6| #some hot",
		"2 Named|0|–|–|–|–|–| #",
		"2 Never|0|0 % 0 of 1|1|0 % 0 of 1|1|–| #none",
		"2 Shapes|26,450|88.9 % 8 of 9|1|87.5 % 7 of 8|10|50.0 % 2 of 4|? 1 #some left",
		"0 util tests|4|100 % 2 of 2|0|100 % 2 of 2|2|–| #",
		"1 org.example.util tests|4|100 % 2 of 2|0|100 % 2 of 2|2|–| #all",
		"2 UtilTest|4|100 % 2 of 2|0|100 % 2 of 2|2|–| #all",
	})
	var tops [][]string
	for _, table := range withClass(doc, "top") {
		tops = append(tops, texts(find(elements(table, "tbody")[0], isCell)))
	}
	if len(tops) != 3 {
		t.Fatalf("lists %q", tops)
	}
	heads := elements(withClass(doc, "next")[0], "th")
	if got := texts(heads[1:3]); got[1] != "Missed branches" ||
		attr(heads[2], "title") != "outcomes of branches that never happened" {
		t.Errorf("heads %q, title %q", got, attr(heads[2], "title"))
	}
	checkTexts(t, "where to test next", tops[0], []string{
		"Fibonacci::main(String[] args) Fibonacci.java:17", "1", "1", "3", "none yet",
		"Shapes::register(int times) Shapes.java:32", "1", "2", "2", "none yet",
		"Fibonacci::helper(Map<String, List<Integer>> cache) Fibonacci.java:25", "1", "0", "1", "none yet",
		"Never::run() Never.java:4", "1", "0", "1", "none yet"})
	checkTexts(t, "first of the hottest methods", tops[1][:3],
		[]string{"Fibonacci::fib(int n) line 6", "3,328,158", "1,664,079"})
	checkTexts(t, "first of the hottest regions", tops[2][:2],
		[]string{"if (n <= 1) return n; Fibonacci.java:7", "1,664,079"})
}

// TestHistogramAndMetrics checks the histogram of the main sources. Three of their classes have lines: one was not
// executed, two have at least 75 %, but less than 90 %. The histogram has the ranges and colours of the map.
func TestHistogramAndMetrics(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	svg := withClass(f.page("index.html"), "hist")[0]
	var bars, labels []string
	for _, a := range elements(svg, "a") {
		bars = append(bars, strings.Join(texts(elements(a, "text")), " ")+" "+attr(a, "href")+" "+attr(a, "class")+" "+
			attr(elements(a, "rect")[1], "height"))
		labels = append(labels, attr(a, "class")+" "+textOf(elements(a, "text")[1]))
	}
	checkTexts(t, "bars", bars, []string{
		"1 0 % classes.html#f4=none c0 40", "0 < 50 % classes.html#f4=some c1 0", "0 < 75 % classes.html#f4=some c2 0",
		"2 < 90 % classes.html#f4=some c3 80", "0 < 100 % classes.html#f4=some c4 0", "0 100 % classes.html c5 0",
	})
	key := withClass(f.page("index.html"), "key-cover")[0]
	var legend []string
	for i, swatch := range elements(key, "svg") {
		legend = append(legend, strings.TrimPrefix(attr(swatch, "class"), "sw ")+" "+
			strings.TrimSpace(textOf(elements(key, "span")[i])))
	}
	checkTexts(t, "legend of the map", legend, labels)
	titles := texts(elements(svg, "title"))
	checkTexts(t, "titles", titles[:5],
		[]string{"1 class: none of the lines executed", "0 classes: less than 50 % of the lines executed",
			"0 classes: 50 % to less than 75 % of the lines executed",
			"2 classes: 75 % to less than 90 % of the lines executed",
			"0 classes: 90 % to less than 100 % of the lines executed"})
	checkTexts(t, "metrics", texts(withClass(f.page("index.html"), "facts")),
		[]string{"1,678,027 calls78.9 % 15 of 19 regions73.7 % 14 of 19 blocks",
			"main sources:4 files4 top-level classes12 methods19 lines of code22 statements" +
				"cyclomatic complexity 17, 1.4 per method, 4 in methods not executed"})
	empty := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Text: "‹t interface A|interface A {}›"})).page("index.html")
	if len(withClass(empty, "hist")) != 0 {
		t.Error("a histogram of nothing")
	}
	checkTexts(t, "metrics of an interface", texts(withClass(empty, "facts")),
		[]string{"0 calls– 0 of 0 regions– 0 of 0 blocks",
			"1 file1 top-level class0 methods0 lines of code0 statements"})
}

func TestScatter(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	svg := withClass(f.page("index.html"), "scatter")[0]
	var dots []string
	for _, a := range elements(svg, "a") {
		c := elements(a, "circle")[0]
		dots = append(dots, texts(elements(a, "title"))[0]+" "+attr(a, "href")+" "+attr(a, "class")+" "+attr(c, "cx")+
			" "+attr(c, "cy"))
	}
	checkTexts(t, "dots", dots, []string{
		"Shapes: complexity 10, 88.9 % of the lines executed class/org.example.Shapes.html c3 472 18",
		"Fibonacci: complexity 6, 77.8 % of the lines executed class/org.example.Fibonacci.html c3 376 28",
		"Never: complexity 1, 0 % of the lines executed class/org.example.Never.html c0 40 96",
	})
	checkTexts(t, "marks", texts(withClass(svg, "range")), []string{"100 %", "0 %", "1", "10", "complexity"})
	empty := write(t, reporttest.Model(t,
		reporttest.File{Path: "A.java", Text: "‹t interface A|interface A {}›"})).page("index.html")
	if len(withClass(empty, "scatter")) != 0 {
		t.Error("a plot of nothing")
	}
}

func TestMapOfSample(t *testing.T) {
	doc := write(t, reporttest.SampleModel(t)).page("index.html")
	svg := withClass(doc, "tm")[0]
	if attr(svg, "aria-hidden") != "true" {
		t.Error("screen readers read the map besides the table")
	}
	var cells []string
	for _, a := range elements(svg, "a") {
		if attr(a, "tabindex") != "-1" {
			t.Errorf("%s is in the order of keys, where nothing can be heard of it", attr(a, "href"))
		}
		cells = append(cells, attr(a, "class")+" "+attr(a, "href")+" "+texts(elements(a, "title"))[0])
	}
	checkTexts(t, "map", cells, []string{
		"g outer #tree module app: 15 of 19 lines executed (78.9 %), 3,354,641 statement executions",
		"g package/app.org.example.html org.example: 15 of 19 lines executed (78.9 %), 3,354,641 statement executions",
		"c3 w10 class/org.example.Fibonacci.html org.example.Fibonacci: 7 of 9 lines executed (77.8 %), 3,328,191 " +
			"statement executions",
		"c3 w7 class/org.example.Shapes.html org.example.Shapes: 8 of 9 lines executed (88.9 %), 26,450 statement " +
			"executions",
		"c0 w0 class/org.example.Never.html org.example.Never: 0 of 1 lines executed (0 %), 0 statement executions",
	})
}

// TestMapOfTestsOnly checks that test sources are on the map if there are no main sources.
func TestMapOfTestsOnly(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Set: "test", Path: "ATest.java", Counters: []uint64{1},
		Text: "‹t class ATest|class ATest { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"})
	if doc := write(t, m).page("index.html"); len(withClass(doc, "tm")) != 1 ||
		!strings.Contains(textOf(withClass(doc, "tm")[0]), "ATest: 1 of 1 lines executed") {
		t.Error("no map")
	}
}

// TestSetsOfClasses checks that classes have the kind of their source sets. Maven's IDs of executions are titles.
func TestSetsOfClasses(t *testing.T) {
	var files []reporttest.File
	for i, set := range []string{"main:compile-java8-base", "test"} {
		name := string(rune('A' + i))
		files = append(files, reporttest.File{Set: set, Path: name + ".java", Counters: []uint64{1},
			Text: "‹t class " + name + "|class " + name + " { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"})
	}
	var sets []string
	for _, cell := range withClass(write(t, reporttest.Model(t, files...)).page("classes.html"), "set")[1:] {
		sets = append(sets, attr(cell, "title")+" "+strings.TrimSpace(textOf(cell)))
	}
	checkTexts(t, "sets", sets, []string{"main:compile-java8-base main", "test test"})
}

func TestHomeByTests(t *testing.T) {
	m := reporttest.ReactorModel(t)
	doc := write(t, m).page("index.html")
	checkTexts(t, "tree", treeRows(t, doc, "Package", testHeads...), []string{
		"0 a|21|100 % 3 of 3|0|100 % 2 of 2|2|33.3 %|100 %|66.7 %|100 % #",
		"1 (unnamed package)|21|100 % 3 of 3|0|100 % 2 of 2|2|33.3 %|100 %|66.7 %|100 % #all by0 by1 by2 by3 hot",
		"2 A|21|100 % 3 of 3|0|100 % 2 of 2|2|33.3 %|100 %|66.7 %|100 % #all hot by0 by1 by2 by3",
		"0 b|7|100 % 1 of 1|0|100 % 1 of 1|1|100 %|0 %|0 %|100 % #",
		"1 (unnamed package)|7|100 % 1 of 1|0|100 % 1 of 1|1|100 %|0 %|0 %|100 % #all by0 by3 hot not1 not2",
		"2 B|7|100 % 1 of 1|0|100 % 1 of 1|1|100 %|0 %|0 %|100 % #all hot by0 not1 not2 by3",
		"1 (unnamed package) tests|1|100 % 1 of 1|0|100 % 1 of 1|1|100 %|0 %|100 %|0 % #all by0 by2 not1 not3",
		"2 BTest|1|100 % 1 of 1|0|100 % 1 of 1|1|100 %|0 %|100 %|0 % #all by0 not1 by2 not3",
	})
	var choices []string
	for _, o := range elements(doc, "option") {
		choices = append(choices, attr(o, "value")+" "+textOf(o))
	}
	checkTexts(t, "filters", choices, []string{
		" all", " g:a", " g:b", " all", " main", " test",
		" all", "all executed completely", "some executed in part", "none not executed",
		"hot hot: 90 % of all executions", "left with unmeasured code", " all",
		"by0 executed by own module's tests", "not0 executed, but not by own module's tests",
		"by1 executed by other modules' tests", "not1 executed, but not by other modules' tests",
		"by2 executed by unit tests", "not2 executed, but not by unit tests", "by3 executed by integration tests",
		"not3 executed, but not by integration tests",
	})
}

func TestPackagePage(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	doc := f.page("package/util.org.example.util-tests.html")
	checkTexts(t, "heading", texts(elements(doc, "h1")), []string{"org.example.util tests"})
	checkTexts(t, "rows", treeRows(t, doc, "Class", "Branches"),
		[]string{"0 UtilTest|4|100 % 2 of 2|0|100 % 2 of 2|2|– #all"})
	if !f.links("package/util.org.example.util-tests.html", "../class/org.example.util.UtilTest.html") {
		t.Error("no link to the class")
	}
}

// searchIndex returns the lines of the index of the search, which must be one string in a script.
func (f *folder) searchIndex() []string {
	f.t.Helper()
	script := string(f.out.Bytes("search-index.js"))
	literal, ok := strings.CutPrefix(script, `"use strict"; var jprofIndex = `)
	literal, ok2 := strings.CutSuffix(literal, ";\n")
	var text string
	if err := json.Unmarshal([]byte(literal), &text); !ok || !ok2 || err != nil {
		f.t.Fatalf("the index is no string: %v: %.100q", err, script)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func TestSearchIndex(t *testing.T) {
	m := reporttest.Model(t,
		reporttest.File{Package: "p", Path: "p/A.java", Counters: []uint64{7, 0},
			Text: "‹t class A|class A {\n ‹m f(int a) 0|void ¤f(int a) ‹b body 0|{}››\n" +
				" ‹t class A$B|class B { ‹m g() 1|void ¤g() ‹b body 1|{}›› }› ‹u why|‹m h() 1|¤h() ‹b body 1|{}››› }›"},
		reporttest.File{Package: "p", Path: "q/A.java", Text: "‹t class A|class A { }›\n‹t class Ä|class Ä { }›"},
		reporttest.File{Path: "z.java", Text: "‹u why|x›"})
	got := write(t, m).searchIndex()
	for i, line := range got { // of two pages of one name, one has a hash in its own
		got[i] = regexp.MustCompile(`-[0-9a-f]{8}`).ReplaceAllString(line, "-HASH")
	}
	checkTexts(t, "index", got, []string{"k(unnamed package)\tunnamed-package\t", "kp\tp\t", "pp", "fp/A.java\t",
		"cA\t\t7", "nA.B\t3\t0", "tA", "mf(int a)\t2\t7", "tA.B", "mg()\t3\t0", "tA", "mh()\t3\t",
		"fq/A.java\tp-p.A.java-HASH", "cA\tp-p.A-HASH\t0", "cÄ\tp-p.--HASH\t0", "p", "fz.java\t"})
}

func TestHostileSearchIndex(t *testing.T) {
	f := write(t, reporttest.Model(t, reporttest.Hostile()...))
	f.checkFolder()
	script := string(f.out.Bytes("search-index.js"))
	for _, bad := range []string{"<", ">", "\u2028", "\u2029", "\u202e", "\r", "\x1b"} {
		if strings.Contains(script, bad) {
			t.Errorf("the index holds %q", bad)
		}
	}
	names := 0
	for _, line := range f.searchIndex() {
		if !strings.ContainsAny(line[:1], "kpfcntm") {
			t.Errorf("line %q", line)
		}
		if line[0] == 'c' && strings.HasPrefix(line, "cA<img/src=x>&\"'`\t") {
			names++
		}
	}
	if names != 1 {
		t.Errorf("the hostile class is there %d times", names)
	}
}

// TestHomeOfFailedRun checks that the page of a run with a failure says so before all numbers.
func TestHomeOfFailedRun(t *testing.T) {
	m := reporttest.SampleModel(t)
	m.Run = reporttest.FailedRun()
	doc := write(t, m).page("index.html")
	checkTexts(t, "banner", texts(withClass(doc, "bad")), []string{
		"Build failed (exit code 1), 2 of 40 tests failed, 2 modules not built. These numbers may not represent the " +
			"whole project:" +
			" the build failed (exit code 1) 2 of 40 tests failed" +
			" module g:app was not built: 2 main sources and 1 test source are in no total" +
			" module g:svc does not compile: its 1 main source was not executed; 3 test sources are in no total",
	})
	if got := withClass(write(t, reporttest.SampleModel(t)).page("index.html"), "bad"); len(got) != 0 {
		t.Errorf("a banner where nothing failed: %q", texts(got))
	}
}
