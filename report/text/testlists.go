package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/internal/words"
	"jprof/report"
	"jprof/report/bytest"
)

// Assertions says what lists of tests that are needed or not do not know.
const Assertions = "What a test asserts is not known: two tests that execute the same code may check different things."

// AlikeTests writes the groups of tests that executed the same regions, at most top groups with as many tests each:
//
//	tests that executed the same regions: 2 groups
//	3 tests, 12 regions
//	  org.example.ParserTest#a
//	  org.example.ParserTest#b
//	  and 1 more
func AlikeTests(w io.Writer, width int, m *bytest.Model, groups [][]int32, top int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "tests that executed the same regions of main sources: %s\n", words.Plural(len(groups), "group"))
	for _, g := range groups[:min(top, len(groups))] {
		t := &table{columns: []column{{"seconds", number}, {"test", test}},
			heading: fmt.Sprintf("\n%s, %s", words.Plural(len(g), "test"),
				words.Plural(m.Tests[g[0]].Regions, "region"))}
		for _, i := range g[:min(top, len(g))] {
			t.rows = append(t.rows, []string{seconds(m.Tests[i].Seconds), TestName(m, i)})
		}
		t.write(b, width)
		t.more(b, len(g))
	}
	if more := len(groups) - top; more > 0 {
		fmt.Fprintf(b, "\nand %s more\n", words.Plural(more, "group"))
	}
	fmt.Fprintf(b, "\n%s\n", Assertions)
	return flush(b)
}

// OrderedTests writes the first top tests of an order:
//
//	tests in the order in which most is executed soonest
//	  new  executed  seconds in all  test
//	   42    12.3 %           0.012  org.example.ParserTest#a
//
// New are the regions that no test before it executed, executed is the share of the regions that all tests executed.
func OrderedTests(w io.Writer, width int, m *bytest.Model, list []bytest.Planned, top int) error {
	b := bufio.NewWriter(w)
	t := &table{heading: "tests in the order in which most is executed soonest", none: "no test was executed",
		columns: []column{{"new regions", number}, {"executed", number}, {"seconds in all", number}, {"test", test}}}
	all := 0
	if len(list) > 0 {
		all = list[len(list)-1].Total
	}
	for _, p := range list[:min(top, len(list))] {
		t.rows = append(t.rows, []string{report.Thousands(uint64(p.New)),
			report.Ratio{Covered: p.Total, Total: all}.Percent(), seconds(p.Seconds), TestName(m, p.Test)})
	}
	t.write(b, width)
	t.more(b, len(list))
	fmt.Fprintf(b, "\n%s\n", Assertions)
	return flush(b)
}

// RedundantTests writes the first top tests without which the others execute as much.
func RedundantTests(w io.Writer, width int, m *bytest.Model, is bytest.Waste, top int) error {
	b := bufio.NewWriter(w)
	t := testTable(m, is.Tests[:min(top, len(is.Tests))])
	t.heading = fmt.Sprintf("tests without which the others execute the same regions and outcomes of branches: %s of %s",
		report.Thousands(uint64(len(is.Tests))), report.Thousands(uint64(is.Of)))
	t.none = "each test executes something that no other one does"
	t.write(b, width)
	t.more(b, len(is.Tests))
	fmt.Fprintf(b, "\nthey took %s of %s s; the list holds for all of them together\n%s\n", seconds(is.Seconds),
		seconds(is.AllSeconds), Assertions)
	if is.Uncertain > 0 {
		fmt.Fprintf(b, "%s executed only outside of tests, or in several tests at once: whether a listed test is "+
			"needed for them is not known.\n", regionsWere(is.Uncertain))
	}
	return flush(b)
}

func regionsWere(n int) string {
	return report.Thousands(uint64(n)) + " " + words.Form(n, "region or outcome was", "regions and outcomes were")
}
