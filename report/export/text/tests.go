package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/source"
	"jprof/report/tests/testview"
)

// Tests writes the first top of a list of tests:
//
//	tests by executions of statements in main sources
//	  executions  regions  only    seconds  status  test
//	     120,345      312      4      0.012  passed  org.example.ParserTest#digits[1]
//	  and 936 more
//
// Only is the number of regions that no other test executed: see testview.Together. The table fits into width columns,
// 0 for any number.
func Tests(w io.Writer, width int, m *testview.Model, list []int32, heading string, top int) error {
	t := testTable(m, list, top)
	t.heading, t.none = heading, "there is none"
	return writeTop(w, width, t, len(list))
}

// TestsSummary writes the results of all tests of a run, of the last attempt if there are several, and the executions
// in no test:
//
//	937 tests: 930 passed, 5 failed, 2 skipped
//	executions in no test: set-up of 3 classes 1,234; outside of tests 56; several tests at once 7
//	2 tests were tried again: jprof tests --flaky lists them
//	12 tests executed nothing of the main sources: jprof tests --idle lists them
//	2 tests may have executed code that is counted under several tests at once: jprof tests --idle lists them
func TestsSummary(w io.Writer, m *testview.Model) error {
	b := bufio.NewWriter(w)
	all := m.Summary()
	fmt.Fprintf(b, "\n%s\n", all.Ends())
	fmt.Fprintf(b, "executions in no test: set-up of %s %s; outside of tests %s; several tests at once %s\n",
		words.Form(all.Classes, "1 class", thousands(all.Classes)+" classes"),
		report.Thousands(all.SetUp), report.Thousands(all.Outside), report.Thousands(all.Several))
	if again := len(m.Retried()); again > 0 {
		fmt.Fprintf(b, "%s tried again: jprof tests --flaky lists %s\n",
			words.Plural(again, "test")+words.Form(again, " was", " were"), words.Form(again, "it", "them"))
	}
	idle, unclear := m.Idle()
	if n := len(idle); n > 0 {
		fmt.Fprintf(b, "%s executed nothing of the main sources: jprof tests --idle lists %s\n",
			words.Plural(n, "test"), words.Form(n, "it", "them"))
	}
	if n := len(unclear); n > 0 {
		fmt.Fprintf(b, "%s may have executed code that is counted under several tests at once: jprof tests --idle "+
			"lists %s\n", words.Plural(n, "test"), words.Form(n, "it", "them"))
	}
	return flush(b)
}

// testColumns are the columns of tables of tests.
var testColumns = []column{{"executions", number}, {"regions", number}, {"only", number}, {"seconds", number},
	{"status", word}, {"test", test}}

// testTable returns a table of the first top of a list of tests.
func testTable(m *testview.Model, list []int32, top int) *table {
	t := &table{columns: testColumns, of: len(list)}
	for _, i := range list[:min(top, len(list))] {
		x := &m.Tests[i]
		t.add(report.Thousands(x.Executions), thousands(x.Regions),
			thousands(x.Only), words.Seconds(x.Seconds), x.Status.String(), TestName(m, i))
	}
	return t
}

// longestName limits the name of a test if no terminal cuts it, in columns.
const longestName = 300

// TestName returns the name of a test, or of another owner of counts, in one line of limited length. It includes the
// test step if another step has a test of that name.
func TestName(m *testview.Model, i int32) string {
	x := &m.Tests[i]
	name := x.String()
	switch {
	case x.IsSetUp():
		name = "set-up of " + name
	case x.IsOutside():
		name = "outside of tests"
	}
	if m.Ambiguous(i) {
		name += "  (" + report.Printable(x.Step) + ")"
	}
	return cutEnd(name, longestName)
}

// shortTest removes the package of the class from the name of a test, then as much of the end as needed.
func shortTest(name string, width int) string {
	class, rest, is := strings.Cut(name, "#")
	if !is {
		return cutEnd(name, width)
	}
	start := strings.LastIndexAny(class, ". ") + 1
	return cutEnd(name[start:len(class)]+"#"+rest, width)
}

// TestsFor writes the tests that executed a part of the sources, most executions first, and other owners of counts:
//
//	tests that executed src/Main.java:42: 2
//	  executions  status  test
//	         120  passed  org.example.ParserTest#digits[1]
//	           3  passed  org.example.ParserTest#signs
//	           7          outside of tests
func TestsFor(w io.Writer, width int, m *testview.Model, what string, uses []testview.Use, top int) error {
	b := bufio.NewWriter(w)
	tests := 0
	for tests < len(uses) && m.Tests[uses[tests].Test].IsTest() {
		tests++
	}
	t := &table{columns: []column{{"executions", number}, {"status", word}, {"test", test}},
		heading: "tests that executed " + report.Printable(what) + ": " + thousands(m.Cases(uses)),
		none:    "it was not executed at all"}
	shown := min(top, tests)
	for _, u := range uses[:shown] {
		t.add(report.Thousands(u.Count), m.Tests[u.Test].Status.String(),
			TestName(m, u.Test))
	}
	for _, u := range uses[tests:] {
		t.add(report.Thousands(u.Count), "", TestName(m, u.Test))
	}
	t.of = tests - shown + len(t.rows)
	t.write(b, width)
	return flush(b)
}

// TestPage writes the executions of main sources by several tests together, method by method, and the regions that no
// other test executed. top is the number of rows of a table.
func TestPage(w io.Writer, width int, m *testview.Model, is testview.Together, asked string, top int) error {
	b := bufio.NewWriter(w)
	tests := m.TestsOf(is.Tests)
	if len(tests) == 1 {
		oneTest(b, m, tests[0])
	} else {
		t := testTable(m, tests, top)
		t.heading = words.Plural(len(tests), "test") + " of " + report.Printable(asked)
		t.write(b, width)
	}
	with := ""
	if setUps := len(is.Tests) - len(tests); setUps > 0 {
		with = words.Form(setUps, ", with the set-up of the class", ", with the set-up of the classes")
	}
	fmt.Fprintf(b, "\n%s executions of statements%s, in %s of main sources, "+
		"%s of them executed by no other test; %s s\n",
		report.Thousands(is.Executions), with, words.Plural(is.Regions, "region"),
		thousands(is.Only), words.Seconds(is.Seconds))
	fmt.Fprintln(b)
	methods := executedMethods(is, len(tests), top)
	if _, unclear := m.Idle(); slices.ContainsFunc(tests, func(i int32) bool { return slices.Contains(unclear, i) }) {
		methods.none = "nothing that is known: it may be counted under several tests at once"
	}
	methods.write(b, width)
	if is.Only > 0 {
		fmt.Fprintln(b)
		onlyRegions(m, is, top).write(b, width)
	}
	return flush(b)
}

// oneTest writes the facts about a test.
func oneTest(b *bufio.Writer, m *testview.Model, i int32) {
	x := &m.Tests[i]
	fmt.Fprintln(b, TestName(m, i))
	if display := report.Printable(x.Display); display != "" && display != x.Method && display != x.Method+"()" {
		fmt.Fprintln(b, "  shown as: "+cutEnd(display, longestName))
	}
	status := x.Status.String()
	if x.Reason != "" {
		status += ": " + report.Printable(x.Reason)
	}
	fmt.Fprintln(b, "  "+status)
}

// executedMethods returns the table of the methods that tests executed, those with the most executions first.
func executedMethods(is testview.Together, tests, top int) *table {
	list := is.Methods()
	in := words.Form(tests, "this test", "these tests")
	t := &table{heading: "methods by executions in " + in, none: "nothing of the main sources", of: len(list),
		columns: []column{{"executions", number}, {"regions", number}, {"only", number}, {"place", path},
			{"method", label}}}
	for _, x := range list[:min(top, len(list))] {
		name, at := "outside of methods", report.Pos{Line: 1}
		if x.Method >= 0 {
			name, at = report.Printable(x.File.Methods[x.Method].Title()), x.File.Methods[x.Method].Name
		}
		t.add(report.Thousands(x.Executions),
			x.Regions.String(), thousands(x.Only),
			place(x.File, at), name)
	}
	return t
}

// onlyRegions returns the table of the regions that no other test executed, in the order of the sources.
func onlyRegions(m *testview.Model, is testview.Together, top int) *table {
	t := &table{heading: "executed in no other test", columns: []column{{"count", number}, {"place", path},
		{"code", code}}, of: is.Only}
	var list []report.HotRegion
	var counts []uint64
	for _, f := range is.Files {
		for _, r := range f.Regions {
			if r.Only && len(list) < top {
				list = append(list, report.HotRegion{File: f.File, Region: &f.File.Regions[r.Region]})
				counts = append(counts, r.Count)
			}
		}
	}
	for i, text := range source.FirstLines(m.Report, list) {
		t.add(report.Thousands(counts[i]), place(list[i].File, list[i].Region.Span.Start),
			strings.TrimSpace(text))
	}
	return t
}
