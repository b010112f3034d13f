// Package runlist describes runs in a list: as rows of a table, as lines, and for programs.
package runlist

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/util/git"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/text"
)

// Row returns a run as a row of the table of jprof runs.
func Row(r runs.Run) text.RunRow {
	row := text.RunRow{
		ID: r.ID, Label: r.Label, Started: r.When(), Result: r.HowEnded(),
		Took: r.Took(), JDK: r.JDK, Command: words.Cut(words.Command(r.Command)),
	}
	if r.WhyPart() != "" && r.Writers() > 0 && len(r.NotBuilt) == 0 { // HowEnded names modules that were not built
		row.Result += ", part of tests"
	}
	if t := r.Totals; t != nil {
		row.Lines, row.Branches, row.Methods = report.Ratio(t.Lines), report.Ratio(t.Branches), report.Ratio(t.Methods)
	}
	if c := r.Contexts; c != nil {
		if row.Contexts = report.Thousands(c.Nodes); c.Coverage != "" {
			row.Contexts += " (" + c.Coverage + ")"
		}
	}
	if b := r.ByTest; b != nil {
		row.ByTest = report.Thousands(uint64(b.Tests))
		if b.Carried > 0 {
			row.ByTest += fmt.Sprintf(" (%s carried over)", report.Thousands(uint64(b.Carried)))
		}
	}
	if r.HasTimes() {
		row.Samples = report.Thousands(uint64(r.Times.Samples))
	}
	if c := r.Commit; c != nil {
		row.Commit = git.Short(c.ID)
		if n := len(c.Dirty); n > 0 {
			row.Commit += fmt.Sprintf(" +%d changed", n)
		}
	}
	return row
}

// Line returns a run in one line. It is printable even if the description comes from elsewhere.
func Line(r runs.Run) string {
	row := Row(r)
	parts := []string{row.ID, row.Label, row.Started, row.Result, words.Plural(r.Writers(), "JVM"), row.Commit,
		row.Command}
	return report.Printable(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "  "))
}

// WriteJSON writes the document of a list of runs: docs/schema/jprof-runs-1.schema.json.
func WriteJSON(w io.Writer, list []*runs.Opened) error {
	entries := []runs.Entry{}
	for _, o := range list {
		entries = append(entries, o.Entry())
	}
	return json.Indented(w, struct {
		Format  string       `json:"format"`
		Version int          `json:"version"`
		Runs    []runs.Entry `json:"runs"`
	}{"jprof-runs", 1, entries})
}
