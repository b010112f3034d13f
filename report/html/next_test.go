package html_test

import (
	"testing"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
	"jprof/report/tests/next"
)

// TestNextOfReport has the ranking of package next in a report: commits and calls in production where they are known,
// links to what is missed and to the nearest test.
func TestNextOfReport(t *testing.T) {
	m := reporttest.TestedModel(t)
	in := next.Input{Tests: m, Merged: true, Changes: map[string]int{"app/src/main/java/org/example/Parser.java": 3}}
	f := parsed(t, func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Tests: m, Next: in}, out)
	})
	table := withClass(f.page("index.html"), "next")[0]
	checkTexts(t, "heads", texts(elements(table, "th"))[:7], []string{"Method", "Missed lines", "Missed branches",
		"Complexity", "Commits", "Calls in production", "Nearest test"})
	row := elements(table, "tr")[1]
	checkTexts(t, "row", texts(find(row, isCell)), []string{"Parser::close() Parser.java:16", "1", "0", "1", "3", "1",
		"ParserTest#digits[1]"})
	var links []string
	for _, a := range elements(row, "a") {
		links = append(links, attr(a, "href")+" "+attr(a, "title"))
	}
	checkTexts(t, "links", links, []string{"class/org.example.Parser.html#m1 ",
		"source/org.example.Parser.java.html#L16 app/src/main/java/org/example/Parser.java:16",
		"source/org.example.ParserTest.java.html#L4 org.example.ParserTest#digits[1]"})

	f = write(t, m.Report) // all of it is executed
	if byID(f.page("index.html"), "next") != nil {
		t.Error("a list without missed code")
	}
}
