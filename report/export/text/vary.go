package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/report"
	"jprof/report/compare"
)

// Variations writes the methods with different counts in equal runs:
//
//	methods that vary in 3 equal runs: 1 of 120
//	executions      calls  regions  place            method
//	3,017 to 3,020      1        2  src/Main.java:3  Main::main(String[] args)
//
// Executions are those of statements; regions is the number of regions of the method that vary. The table fits into
// width columns, 0 for any number.
func Variations(w io.Writer, width int, list []compare.Variation, models []*report.Model) error {
	b := bufio.NewWriter(w)
	var rows [][]string
	for _, v := range list {
		rows = append(rows, []string{extent(v.Executed), extent(v.Invocations), fmt.Sprint(len(v.Regions)),
			place(v.Method.File, v.Method.Method().Name),
			report.Printable(v.Method.Title())})
	}
	measured := 0
	for _, r := range models[0].AllMethods() {
		if r.Method().Measured {
			measured++
		}
	}
	t := table{
		heading: fmt.Sprintf("methods that vary in %d equal runs: %s of %s", len(models),
			thousands(len(list)), thousands(measured)),
		columns: []column{{"executions", number}, {"calls", number}, {"regions", number}, {"place", path},
			{"method", label}},
		rows: rows,
	}
	t.write(b, width)
	return flush(b)
}

func extent(e compare.Extent) string {
	if e.Min == e.Max {
		return report.Thousands(e.Min)
	}
	return report.Thousands(e.Min) + " to " + report.Thousands(e.Max)
}
