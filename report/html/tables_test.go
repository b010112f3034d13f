package html_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"jprof/report/reporttest"
)

// cellsOf returns what the rows of a table have in the columns with these heads. It is a test that a table has these
// columns, and no test of the others.
func cellsOf(t *testing.T, table *html.Node, heads ...string) (rows [][]string) {
	t.Helper()
	titles := texts(elements(elements(table, "thead")[0], "th"))
	for _, tr := range elements(elements(table, "tbody")[0], "tr") {
		cells, row := texts(find(tr, isCell)), []string{}
		for _, head := range heads {
			i := slices.IndexFunc(titles, func(s string) bool { return strings.ReplaceAll(s, "\u00ad", "") == head })
			if i < 0 || i >= len(cells) {
				t.Fatalf("no column %q in %q", head, titles)
			}
			row = append(row, cells[i])
		}
		rows = append(rows, row)
	}
	return rows
}

// titlesOf returns what explains the heads of a table: "Missed: Lines not executed".
func titlesOf(table *html.Node) (titles []string) {
	for _, th := range elements(elements(table, "thead")[0], "th") {
		if title := attr(th, "title"); title != "" {
			titles = append(titles, strings.ReplaceAll(textOf(th), "\u00ad", "")+": "+title)
		}
	}
	return titles
}

// checkRows compares rows of cells.
func checkRows(t *testing.T, what string, got, want [][]string) {
	t.Helper()
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s:\n%q\nwant:\n%q", what, got, want)
	}
}

var testHeads = []string{"Own tests", "Others’ tests", "Unit", "Integration"}

func TestClasses(t *testing.T) {
	doc := write(t, reporttest.SampleModel(t)).page("classes.html")
	got := cellsOf(t, doc, "Class", "Executions", "Lines", "Missed", "Methods", "Branches", "Complexity",
		"Hottest block", "Source file", "Module", "Set")
	checkRows(t, "rows", got, [][]string{
		{"Fibonacci org.example", "3,328,191", "77.8 % 7 of 9", "2", "66.7 % 2 of 3", "83.3 % 5 of 6", "6", "1,664,079",
			"Fibonacci.java", "app", "main"},
		{"Shapes org.example ? 1 part unmeasured", "26,450", "88.9 % 8 of 9", "1", "87.5 % 7 of 8", "50.0 % 2 of 4",
			"10", "12,000", "Shapes.java", "app", "main"},
		{"UtilTest org.example.util", "4", "100 % 2 of 2", "0", "100 % 2 of 2", "–", "2", "2", "UtilTest.java", "util",
			"test"},
		{"Named org.example", "0", "–", "–", "–", "–", "–", "–", "Named.java", "app", "main"},
		{"Never org.example", "0", "0 % 0 of 1", "1", "0 % 0 of 1", "–", "1", "0", "Never.java", "app", "main"},
	})
	var modules []string
	for _, cell := range withClass(elements(doc, "tbody")[0], "module") {
		modules = append(modules, attr(cell, "title"))
	}
	app := "org.example:app"
	checkTexts(t, "modules", modules, []string{app, app, "org.example:util", app, app})
}

// TestClassesByTests checks the columns for tests, and that there are none if there is nothing to distinguish.
func TestClassesByTests(t *testing.T) {
	f := write(t, reporttest.ReactorModel(t))
	index := f.page("classes.html")
	titles := titlesOf(index)
	for _, want := range []string{
		"Missed: Lines not executed",
		"Complexity: Cyclomatic complexity: the paths through each method",
		"Own tests: Regions executed by tests of the source's own module",
		"Others’ tests: Regions executed by tests of other modules",
		"Unit: Regions executed by unit tests",
		"Integration: Regions executed by integration tests",
	} {
		if !slices.Contains(titles, want) {
			t.Errorf("no %q in %q", want, titles)
		}
	}
	checkTexts(t, "cells of A", cellsOf(t, index, testHeads...)[0], []string{"33.3 %", "100 %", "66.7 %", "100 %"})
	checkTexts(t, "titles of cells", titlesOfRegions(elements(elements(index, "tbody")[0], "tr")[0]),
		[]string{"1 of 3 regions", "3 of 3 regions", "2 of 3 regions", "3 of 3 regions"})
	const lead = "Regions executed by own module's tests 50.0 %, other modules' tests 75.0 %, unit tests 50.0 %, " +
		"integration tests 100 %"
	checkTexts(t, "above the table", regionsBy(f.page("index.html")), []string{lead})
	sample := write(t, reporttest.SampleModel(t))
	for _, head := range texts(elements(elements(sample.page("classes.html"), "thead")[0], "th")) {
		if slices.Contains(testHeads, head) {
			t.Errorf("column %s without tests", head)
		}
	}
	if len(regionsBy(sample.page("index.html"))) != 0 {
		t.Error("a summary of tests without tests")
	}
}

// regionsBy returns the sentences of a page that sum up what tests of each origin executed.
func regionsBy(page *html.Node) []string {
	isOther := func(text string) bool { return !strings.HasPrefix(text, "Regions executed by ") }
	return slices.DeleteFunc(texts(withClass(page, "lead")), isOther)
}

// titlesOfRegions returns the titles of the cells of a row with the regions that tests have executed.
func titlesOfRegions(row *html.Node) (titles []string) {
	for _, td := range elements(row, "td") {
		if title := attr(td, "title"); strings.HasSuffix(title, " regions") {
			titles = append(titles, title)
		}
	}
	return titles
}

func TestClassPage(t *testing.T) {
	doc := write(t, reporttest.SampleModel(t)).page("class/org.example.Shapes.html")
	checkTexts(t, "heading", texts(elements(doc, "h1")), []string{"org.example.Shapes"})
	checkRows(t, "rows", cellsOf(t, doc, "Method", "Executions", "Calls", "Complexity"), [][]string{
		{"Shape::area()", "24,500", "12,000", "2"},
		{"Shape::Shape(int size)", "1,200", "1,200", "1"},
		{"Shape::Shape()", "700", "700", "1"},
		{"new Comparator::compare(Shape x, Shape y)", "42", "42", "1"},
		{"static {...}", "2", "2", "1"},
		{"register()", "2", "2", "1"},
		{"compare(Shape a)", "1", "1", "1"},
		{"register(int times) ✗ not executed", "0", "0", "2"},
	})
	if facts := texts(withClass(doc, "facts"))[0]; !strings.HasSuffix(facts,
		"26,450 statement executions13,947 calls90.0 % 9 of 10 regions81.8 % 9 of 11 blocks"+
			"10 complexity1 part unmeasured") {
		t.Errorf("facts %q", facts)
	}
}

func TestClassPageByTests(t *testing.T) {
	f := write(t, reporttest.ReactorModel(t))
	f.checkFolder()
	i := slices.IndexFunc(f.names, func(name string) bool {
		return strings.HasPrefix(name, "class/") && strings.HasSuffix(name, "A.html")
	})
	doc := f.page(f.names[i])
	checkTexts(t, "titles", titlesOf(doc), []string{"Own tests: Calls by own module's tests",
		"Others’ tests: Calls by other modules' tests", "Unit: Calls by unit tests",
		"Integration: Calls by integration tests"})
	checkRows(t, "rows", cellsOf(t, doc, append([]string{"Method"}, testHeads...)...),
		[][]string{{"f()", "2", "6", "7", "1"}, {"g()", "0", "3", "0", "3"}})
	rows := elements(elements(doc, "tbody")[0], "tr")
	checkTexts(t, "regions of f()", titlesOfRegions(rows[0]),
		[]string{"1 of 2 regions", "2 of 2 regions", "2 of 2 regions", "2 of 2 regions"})
	checkTexts(t, "regions of g()", titlesOfRegions(rows[1]),
		[]string{"0 of 1 regions", "1 of 1 regions", "0 of 1 regions", "1 of 1 regions"})
}

func TestLinesOfMethods(t *testing.T) {
	f := write(t, reporttest.SampleModel(t))
	f.checkFolder()
	var lines []string
	for _, row := range elements(elements(f.page("class/org.example.Shapes.html"), "tbody")[0], "tr") {
		cells := elements(row, "td")
		a := elements(elements(row, "th")[0], "a")[0]
		lines = append(lines, strings.TrimSpace(textOf(cells[len(cells)-1]))+" "+
			strings.TrimPrefix(attr(a, "href"), "../source/org.example.Shapes.java.html"))
	}
	if want := []string{"17 #L17", "11–13 #L11", "15 #L15", "22–24 #L22", "4–6 #L4", "28–30 #L28", "20–26 #L20",
		"32–34 #L32"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q", lines)
	}
	var outline []string
	for _, a := range find(f.page("source/org.example.Shapes.java.html"), func(n *html.Node) bool {
		return attr(n, "data-l") != ""
	}) {
		outline = append(outline, strings.Join(strings.Fields(textOf(a)), " ")+" "+attr(a, "href")+" "+
			attr(a, "data-l"))
	}
	if want := []string{"2 static {...} #L4 6", "1,200 Shape::Shape(int size) #L11 13",
		"700 Shape::Shape() #L15 15", "12,000 Shape::area() #L17 17", "1 compare(Shape a) #L20 26",
		"42 new Comparator::compare(Shape x, Shape y) #L22 24", "2 register() #L28 30",
		"0 register(int times) #L32 34"}; !slices.Equal(outline, want) {
		t.Errorf("outline %q", outline)
	}
}

// TestHottestBlockLeadsToItsCount has a loop. Its head has the count of the condition. So the link of the block leads
// to the first line with the count of the block.
func TestHottestBlockLeadsToItsCount(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{7, 12},
		Text: "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·while (y)› ‹b loop 1|{\n" +
			"‹r 1|·z();› }›\n}››\n}›"})
	f := write(t, m)
	for _, page := range []string{"classes.html", "class/A.html"} {
		var links []string
		for _, a := range find(f.page(page), func(n *html.Node) bool {
			return attr(n, "title") == "loop block" || attr(n, "data-l") != ""
		}) {
			links = append(links, textOf(a)+attr(a, "href")+attr(a, "data-l"))
		}
		if got := strings.Join(links, " "); got != "12source/A.java.html#L4" && got != "124" {
			t.Errorf("%s: %s", page, got)
		}
	}
}
