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
//	score  missed lines  missed branches  complexity  commits  method               place    nearest test
//	  168            12                2          12        3  Main::parse(String)  M.java:12  app.MainTest#parses
//
// The table fits into width columns, 0 for any number.
func Next(w io.Writer, width int, list []next.Place, top int) error {
	b := bufio.NewWriter(w)
	shown := list[:min(top, len(list))]
	columns, _ := next.Columns(list)
	t := table{heading: "where to test next: " + thousands(len(list)) + " methods with missed code", of: len(list),
		columns: []column{{"score", number}}}
	for _, c := range columns[:len(columns)-1] {
		t.columns = append(t.columns, column{c.Name, number})
	}
	t.columns = append(t.columns, column{"method", label}, column{"place", path}, column{"nearest test", test})
	for _, p := range shown {
		row := []string{fmt.Sprintf("%.0f", p.Score)}
		for _, c := range columns[:len(columns)-1] {
			row = append(row, nextCell(&p, c.Key))
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

// nextCell returns the number in a column of next.Columns.
func nextCell(p *next.Place, key string) string {
	switch {
	case key == "lines":
		return thousands(p.Lines)
	case key == "outcomes":
		return thousands(p.Outcomes)
	case key == "complexity":
		return thousands(p.Complexity)
	case key == "production":
		return report.Thousands(p.Production)
	case p.Changes < 0:
		return "-"
	}
	return thousands(p.Changes)
}
