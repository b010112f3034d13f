package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/internal/printable"
	"jprof/internal/words"
	"jprof/report"
	"jprof/report/affected"
	"jprof/report/change"
)

// Affected writes which tests a change may concern. since says what it is compared with.
//
//	12 of 411 tests, for 2 changes since f3c172e9a
//	change                        place
//	Parser.next(): code changed   src/main/java/p/Parser.java:12
//	test                reason
//	p.ParserTest#reads  executed it: Parser.next(): code changed
//
// The tables fit into width columns, 0 for any number.
func Affected(w io.Writer, width int, s *affected.Selection, facts []change.Fact, since string) error {
	b := bufio.NewWriter(w)
	n := uint64(len(s.Tests))
	switch {
	case len(facts) == 0 && n == 0:
		fmt.Fprintf(b, "no tests: nothing has changed since %s\n", since)
		return flush(b)
	case len(s.All) > 0:
		fmt.Fprintf(b, "all %s tests, for %s since %s\n", report.Thousands(uint64(s.Of)),
			words.Plural(len(facts), "change"), since)
	default:
		fmt.Fprintf(b, "%s of %s tests, for %s since %s\n", report.Thousands(n), report.Thousands(uint64(s.Of)),
			words.Plural(len(facts), "change"), since)
	}
	changes := table{columns: []column{{"change", label}, {"place", path}}}
	for i := range facts {
		changes.rows = append(changes.rows, []string{printable.Text(facts[i].Text()), placeOf(&facts[i])})
	}
	changes.write(b, width)
	if len(s.All) > 0 {
		why := table{columns: []column{{"why all tests", code}}}
		for _, r := range s.All {
			why.rows = append(why.rows, []string{r.Text()})
		}
		why.write(b, width)
		return flush(b)
	}
	tests := table{columns: []column{{"test", label}, {"reason", code}}}
	for i := range s.Tests {
		t := &s.Tests[i]
		tests.rows = append(tests.rows, []string{t.Label(), t.Reasons[0].Text()})
	}
	tests.rows = joinedInvocations(s.Tests, tests.rows)
	if len(tests.rows) > 0 {
		tests.write(b, width)
	}
	return flush(b)
}

// joinedInvocations makes one row of those for invocations of one test method that have the same reason.
func joinedInvocations(tests []affected.Selected, rows [][]string) [][]string {
	method := func(i int) string {
		t := tests[i].Test
		t.Invocation = ""
		return t.Name()
	}
	var out [][]string
	for i := 0; i < len(rows); {
		row, end := rows[i], i+1
		for end < len(rows) && tests[end].Invocation != "" && rows[end][1] == row[1] && method(end) == method(i) {
			end++
		}
		if end > i+1 {
			row = []string{fmt.Sprintf("%s (%d invocations)", method(i), end-i), row[1]}
		}
		out, i = append(out, row), end
	}
	return out
}

// placeOf is where a fact is.
func placeOf(f *change.Fact) string {
	if f.Line == 0 {
		return printable.Text(f.Path)
	}
	return fmt.Sprintf("%s:%d", printable.Text(f.Path), f.Line)
}
