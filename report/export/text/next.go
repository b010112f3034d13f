package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/report"
	"jprof/report/tests/next"
)

// Next writes the first top of the places where a test is worth most, the highest score first:
//
//	where to test next: 120 methods with missed code
//	score  missed          complexity  commits  place                   method              nearest test
//	  168  12 lines, 2 br.          12        3  src/app/Main.java:12    Main::parse(String)  app.MainTest#parses
//
// The table fits into width columns, 0 for any number.
func Next(w io.Writer, width int, list []next.Place, top int) error {
	b := bufio.NewWriter(w)
	shown := list[:min(top, len(list))]
	production := false
	for _, p := range shown {
		production = production || p.Production > 0
	}
	t := table{heading: "where to test next: " + thousands(len(list)) + " methods with missed code", of: len(list),
		columns: []column{{"score", number}, {"lines", number}, {"branches", number}, {"complexity", number},
			{"commits", number}}}
	if production {
		t.columns = append(t.columns, column{"calls in production", number})
	}
	t.columns = append(t.columns, column{"method", label}, column{"place", path}, column{"nearest test", test})
	for _, p := range shown {
		changes := "-"
		if p.Changes >= 0 {
			changes = thousands(p.Changes)
		}
		row := []string{fmt.Sprintf("%.0f", p.Score), thousands(p.Lines), thousands(p.Outcomes),
			thousands(p.Complexity), changes}
		if production {
			row = append(row, report.Thousands(p.Production))
		}
		nearest := report.Printable(p.Test.Name)
		if nearest == "" {
			nearest = "none yet"
		}
		t.add(append(row, report.Printable(p.Method.Method().Title()),
			place(p.Method.File, report.Pos{Line: uint32(p.Line)}), nearest)...)
	}
	t.write(b, width)
	return flush(b)
}
