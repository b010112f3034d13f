package html_test

import (
	"strings"
	"testing"

	"jprof/report/reporttest"
)

func TestListOfTests(t *testing.T) {
	f := writeByTest(t, reporttest.TestedModel(t))
	f.checkFolder()
	doc := f.page("tests.html")
	checkTexts(t, "how they ended", texts(withClass(doc, "lead")), []string{
		"7 tests: 6 passed, 1 skipped, in 0.012 s. Executions are those of statements in main sources. " +
			"They do not depend on the speed of the machine."})
	checkTexts(t, "notes", texts(elements(withClass(doc, "testnotes")[0], "li")), []string{
		"1 test may have executed code that is counted under several tests at once. list them",
		"4 tests executed the same regions as another test, in 2 groups. list them",
		"1 test was tried again. list them",
		"Executions in no test: 4 in the set-up of classes, 6 outside of tests, 12 while several tests ran. list them"})
	checkRows(t, "classes", cellsOf(t, withClass(doc, "testclasses")[0], "Class", "Tests", "Failed", "Seconds",
		"Executions", "Regions", "Only"), [][]string{
		{"ParserTest org.example", "6", "0", "0.012", "61", "5", "1"},
		{"OtherTest org.example", "1", "0", "0.000", "10", "4", "2"}})
	var choices []string
	for _, s := range elements(doc, "select") {
		choices = append(choices, strings.Join(texts(elements(s, "option")), ", "))
	}
	checkTexts(t, "filters", choices, []string{"all, passed, failed, skipped",
		"all, perhaps under several tests at once, same regions as another test, executed what no other test did, " +
			"tried again, in no test: set-up, outside, several at once"})
}

func TestPageOfTestClass(t *testing.T) {
	f := writeByTest(t, reporttest.TestedModel(t))
	const page = "tests/org.example.ParserTest.html"
	doc := f.page(page)
	checkTexts(t, "totals", texts(elements(byID(doc, "facts"), "li")), []string{"6 tests", "0.012 seconds",
		"61 executions", "5 regions", "1 of them in no other class"})
	rows := cellsOf(t, withClass(doc, "testlist")[0], "Test", "Status", "Seconds", "Executions", "Regions", "Only",
		"Source")
	for i := range rows {
		rows[i] = []string{strings.Join(rows[i], "|")}
	}
	checkRows(t, "tests", rows, [][]string{{"set-up of the class||0.000|4|3||"},
		{"digits[1]|passed|0.000|16|3|0|4"}, {"digits[2]|passed|0.000|8|3|0|4"},
		{"flaky too late|failed|0.007|4|3|0|"}, {"flaky (attempt 2)|passed|0.005|5|4|0|"},
		{"nothing|passed|0.000|0|0|0|7"}, {"signs|passed|0.000|24|5|0|"},
		{"skipped not today|skipped|0.000|0|0|0|"}})
	for _, to := range []string{"../tests.html", "../class/org.example.ParserTest.html",
		"../source/org.example.ParserTest.java.html#L4", "#t2"} {
		if !f.links(page, to) {
			t.Errorf("%s does not link to %s", page, to)
		}
	}
	// Of signs: file 0, a method, its number plus 1, executions, regions, none that only it executed.
	if got := attr(byID(doc, "t7"), "data-u"); got != "BBBYFA" {
		t.Errorf("what signs executed: %q", got)
	}
	if got := attr(byID(doc, "t6"), "data-u"); got != "" {
		t.Errorf("what nothing executed: %q", got)
	}
	// Together they alone executed line 9.
	if got := attr(byID(doc, "executed"), "data-u"); got != "BBB9BFBS" {
		t.Errorf("what the class executed: %q", got)
	}
	none := withClass(f.page("tests/outside.html"), "testlist")[0]
	checkTexts(t, "in no test", texts(elements(none, "th"))[6:], []string{"outside of tests", "several tests at once"})
}

func TestHostileTests(t *testing.T) {
	f := writeByTest(t, reporttest.HostileTests(t))
	f.checkFolder()
	shown := ""
	for _, name := range f.names {
		if doc := f.pages[name]; doc != nil && strings.HasPrefix(name, "tests/") {
			shown += textOf(doc)
		}
	}
	for _, want := range []string{"two␊lines␍␊", `"quoted", 'twice'`, "<script>alert(1)</script>",
		strings.Repeat("long ", 800), "⟨U+202E⟩reversed"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no page has %q", want)
		}
	}
}

func TestSearchIndexHasTests(t *testing.T) {
	f := writeByTest(t, reporttest.TestedModel(t))
	var lines []string
	for _, line := range f.searchIndex() {
		if line != "" && strings.Contains("er", line[:1]) {
			lines = append(lines, strings.ReplaceAll(line, "\t", "|"))
		}
	}
	checkTexts(t, "tests", lines, []string{"eorg.example.OtherTest||", "rfails|0|", "eorg.example.ParserTest||",
		"rdigits[1]|2|", "rdigits[2]|3|", "rflaky|4|", "rflaky|5|1", "rnothing|6|", "rsigns|7|", "rskipped|8|"})
}
