package text

import (
	"bufio"
	"fmt"
	"io"

	"jprof/report"
)

// Variations writes the methods that had other counts in equal runs:
//
//	methods that vary in 3 equal runs: 1 of 120
//	executions      invocations  regions  place            method
//	3,017 to 3,020            1        2  src/Main.java:3  Main::main(String[] args)
//
// Executions are those of statements; regions tell how many of the method vary.
func Variations(w io.Writer, list []report.Variation, models []*report.Model) error {
	b := bufio.NewWriter(w)
	rows := [][]string{{"executions", "invocations", "regions", "place", "method"}}
	for _, v := range list {
		rows = append(rows, []string{extent(v.Executed), extent(v.Invocations), fmt.Sprint(len(v.Regions)), place(v.Method.File, v.Method.Method().Name),
			report.Printable(v.Method.Method().Label)})
	}
	measured := 0
	for _, r := range models[0].AllMethods() {
		if r.Method().Measured {
			measured++
		}
	}
	table(b, fmt.Sprintf("methods that vary in %d equal runs: %s of %s", len(models), report.Thousands(uint64(len(list))), report.Thousands(uint64(measured))), "", rows)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}

func extent(e report.Extent) string {
	if e.Min == e.Max {
		return report.Thousands(e.Min)
	}
	return report.Thousands(e.Min) + " to " + report.Thousands(e.Max)
}
