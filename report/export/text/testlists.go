package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/tests/testview"
)

// Assertions is a note for lists of tests that are necessary or not.
const Assertions = "What a test asserts is not known: two tests that execute the same code may check different things."

// AlikeTests writes the groups of tests that executed the same regions, at most top groups with as many tests each:
//
//	tests that executed the same regions: 2 groups
//	3 tests, 12 regions
//	  org.example.ParserTest#a
//	  org.example.ParserTest#b
//	  and 1 more
func AlikeTests(w io.Writer, width int, m *testview.Model, groups []testview.Alike, top int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "tests that executed the same regions of main sources: %s\n", words.Plural(len(groups), "group"))
	for _, g := range groups[:min(top, len(groups))] {
		t := &table{columns: []column{{"seconds", number}, {"test", test}}, of: len(g.Tests),
			heading: fmt.Sprintf("\n%s, %s", words.Plural(len(g.Tests), "test"), words.Plural(g.Regions, "region"))}
		for _, i := range g.Tests[:min(top, len(g.Tests))] {
			t.add(words.Seconds(m.Tests[i].Seconds), TestName(m, i))
		}
		t.write(b, width)
	}
	if more := len(groups) - top; more > 0 {
		fmt.Fprintf(b, "\nand %s more\n", words.Plural(more, "group"))
	}
	fmt.Fprintf(b, "\n%s\n", Assertions)
	return flush(b)
}

// IdleTests writes the first top tests that executed nothing of the main sources. If there are tests for which this is
// not known, it writes them as well.
func IdleTests(w io.Writer, width int, m *testview.Model, top int) error {
	idle, unclear := m.Idle()
	const nothing = "tests that executed nothing of the main sources"
	if err := Tests(w, width, m, idle, nothing, top); err != nil || len(unclear) == 0 {
		return err
	}
	_, err := fmt.Fprintln(w)
	return cmp.Or(err, Tests(w, width, m, unclear, "tests that may have executed code: it may be counted under "+
		"several tests at once", top))
}

// OrderedTests writes the first top tests of an order:
//
//	tests in the order that executes the most regions soonest
//	  new  executed  seconds in all  test
//	   42    12.3 %           0.012  org.example.ParserTest#a
//
// New are the regions that no test before it executed, executed is the share of the regions that all tests executed.
func OrderedTests(w io.Writer, width int, m *testview.Model, list []testview.Planned, top int) error {
	b := bufio.NewWriter(w)
	t := &table{heading: "tests in the order that executes the most regions soonest", none: "no test was executed",
		of: len(list), columns: []column{{"new regions", number}, {"executed", number}, {"seconds in all", number},
			{"test", test}}}
	all := 0
	if len(list) > 0 {
		all = list[len(list)-1].Total
	}
	for _, p := range list[:min(top, len(list))] {
		t.add(thousands(p.New),
			report.Ratio{Covered: p.Total, Total: all}.Percent(), words.Seconds(p.Seconds), TestName(m, p.Test))
	}
	t.write(b, width)
	fmt.Fprintf(b, "\n%s\n", Assertions)
	return flush(b)
}

// RedundantTests writes the first top tests that can be omitted: the others execute the same code.
func RedundantTests(w io.Writer, width int, m *testview.Model, is testview.Waste, top int) error {
	b := bufio.NewWriter(w)
	t := testTable(m, is.Tests, top)
	t.heading = fmt.Sprintf(
		"tests without which the others execute the same regions and outcomes of branches: %s of %s",
		thousands(len(is.Tests)), thousands(is.Of))
	t.none = "each test executes something that no other one does"
	t.write(b, width)
	fmt.Fprintf(b, "\nthey took %s of %s s; even without all of them, the others execute the same\n%s\n",
		words.Seconds(is.Seconds), words.Seconds(is.AllSeconds), Assertions)
	if is.Uncertain > 0 {
		fmt.Fprintf(b, "%s executed only outside of tests, or in several tests at once: a listed test may be "+
			"needed for them.\n",
			words.Form(is.Uncertain, "1 region or outcome was", thousands(is.Uncertain)+" regions and outcomes were"))
	}
	return flush(b)
}

// Repeated holds the comparison of equal runs that is stored with a run.
type Repeated struct {
	Runs    int // number of compared runs, 0 for none
	Varying []testview.Varied
	Again   string // the command that compares runs
}

// FlakyRow is a test that ended differently with the same code.
type FlakyRow struct {
	Failed, Runs        int    // number of runs in which it failed, of those that ran it
	First, Commit, Last string // when runs began in which it failed first and last, and the commit of the first
	Module, Test        string
}

// FlakyOverTime writes the tests that ended differently with the same code; runs is the number of compared runs:
//
//	tests that ended differently with the same code, in 40 runs: 1
//	  failed          first                 commit     last                  test
//	  3 of 40  7.5 %  2026-11-02 09:15 UTC  1a2b3c4d5  2026-11-20 18:40 UTC  org.example.ParserTest#slow
func FlakyOverTime(w io.Writer, width, runs int, rows []FlakyRow, top int) error {
	t := &table{heading: fmt.Sprintf("tests that ended differently with the same code, in %s: %s",
		words.Plural(runs, "run"), thousands(len(rows))), of: len(rows), columns: []column{{"failed", number},
		{"rate", number}, {"first", word}, {"commit", word}, {"last", word}, {"module", word}, {"test", test}}}
	for _, r := range rows[:min(top, len(rows))] {
		rate := report.Ratio{Covered: r.Failed, Total: r.Runs}
		t.add(rate.String(), rate.Percent(), r.First, r.Commit, r.Last, report.Printable(r.Module),
			cutEnd(report.Printable(r.Test), longestName))
	}
	t.fitColumns(0, []string{"commit", "module"}, nil)
	return writeTop(w, width, t, len(rows))
}

// FlakyTests writes the tests that vary between equal runs, and those with several attempts.
func FlakyTests(w io.Writer, width int, m *testview.Model, r Repeated, top int) error {
	b := bufio.NewWriter(w)
	if r.Runs > 0 {
		variedTests(m, r.Runs, r.Varying, top).write(b, width)
		fmt.Fprintln(b)
	}
	again := m.Retried()
	t := &table{heading: "tests that were tried again: " + thousands(len(again)),
		columns: []column{{"attempts", number}, {"status of each", word}, {"test", test}}, of: len(again)}
	for _, list := range again[:min(top, len(again))] {
		var ends []string
		for _, i := range list {
			ends = append(ends, m.Tests[i].Status.String())
		}
		t.add(fmt.Sprint(len(list)), strings.Join(ends, ", "), m.Tests[list[0]].Name())
	}
	t.write(b, width)
	if r.Runs == 0 {
		fmt.Fprintf(b, "\njprof does not know whether counts vary. This command compares equal runs: %s\n",
			report.Printable(r.Again))
	}
	return flush(b)
}

// VariedTests writes the tests that vary between equal runs, of which m is one.
func VariedTests(w io.Writer, width int, m *testview.Model, runs int, list []testview.Varied, top int) error {
	return writeTop(w, width, variedTests(m, runs, list, top), len(list))
}

func variedTests(m *testview.Model, runs int, list []testview.Varied, top int) *table {
	t := &table{
		heading: fmt.Sprintf("tests that vary in %d equal runs: %s", runs, thousands(len(list))),
		columns: []column{{"executions", number}, {"status", word}, {"methods", code}, {"test", test}}, of: len(list)}
	for _, x := range list[:min(top, len(list))] {
		name := x.Name
		if x.Attempt > 1 {
			name = fmt.Sprintf("%s (attempt %d)", name, x.Attempt)
		}
		status := strings.Join(x.Statuses, ", ")
		if x.Runs != runs {
			status += fmt.Sprintf(", in %d of %d runs", x.Runs, runs)
		}
		methods := ""
		if len(x.Methods) > 0 {
			methods = report.Printable(m.Title(x.Methods[0]))
		}
		if more := len(x.Methods) - 1; more > 0 {
			methods += fmt.Sprintf(" and %d more", more)
		}
		t.add(extent(compare.Extent{Min: x.Least, Max: x.Most}), status, methods,
			cutEnd(name, longestName))
	}
	return t
}
