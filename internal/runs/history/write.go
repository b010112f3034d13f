package history

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/git"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/csv"
	"jprof/report/export/json"
	"jprof/report/export/text"
)

// WriteText writes a table of the runs. The heading calls them by the text what.
func (h *History) WriteText(w io.Writer, width int, what string) error {
	var rows []text.TrendRow
	for _, l := range h.Lines {
		row := text.TrendRow{Started: words.Time(l.Started), ID: l.ID, Label: l.Label,
			Branch: l.Branch, Commit: git.Short(l.Commit), Command: words.Cut(l.Command),
			Took: words.Duration(time.Duration(l.Seconds * float64(time.Second)))}
		if l.Kind != "counts" {
			row.Kind = l.Kind
		}
		if l.Outcome != "ok" {
			row.Result = strings.ReplaceAll(l.Outcome, "-", " ")
		}
		row.Lines, row.Branches, row.Methods = ratio(l.Lines), ratio(l.Branches), ratio(l.Methods)
		if t := l.Tests; t != nil {
			row.Tests, row.Failed, row.Skipped = thousands(t.Tests), thousands(t.Failed), thousands(t.Skipped)
		}
		rows = append(rows, row)
	}
	heading := fmt.Sprintf("%s of %s, oldest first; percentages are of main sources",
		words.Plural(len(rows), "run"), report.Printable(what))
	return text.Trend(w, width, heading, rows)
}

func ratio(s *runs.Share) report.Ratio {
	if s == nil {
		return report.Ratio{}
	}
	return report.Ratio(*s)
}

func thousands(n int) string { return report.Thousands(uint64(max(0, n))) }

// csvColumns are the columns of WriteCSV. Programs read them, so do not change them.
var csvColumns = []string{"started", "run", "label", "branch", "commit", "changed_files", "command", "kind", "outcome",
	"lines_covered", "lines", "branches_covered", "branches", "methods_covered", "methods", "tests", "failed",
	"skipped", "seconds"}

// WriteCSV writes a line for each run. Numbers that a run does not have are empty.
func (h *History) WriteCSV(w io.Writer) error {
	var rows [][]string
	for _, l := range h.Lines {
		row := []string{l.Started.UTC().Format(time.RFC3339), l.ID, l.Label, l.Branch, l.Commit,
			strconv.Itoa(l.Changed), l.Command, l.Kind, l.Outcome}
		for _, s := range []*runs.Share{l.Lines, l.Branches, l.Methods} {
			if s == nil {
				row = append(row, "", "")
			} else {
				row = append(row, strconv.Itoa(s.Covered), strconv.Itoa(s.Total))
			}
		}
		if t := l.Tests; t == nil {
			row = append(row, "", "", "")
		} else {
			row = append(row, strconv.Itoa(t.Tests), strconv.Itoa(t.Failed), strconv.Itoa(t.Skipped))
		}
		rows = append(rows, append(row, words.Seconds(l.Seconds)))
	}
	return csv.Table(w, csvColumns, rows)
}

// WriteJSON writes the document of a trend: docs/schema/jprof-trend-1.schema.json.
func (h *History) WriteJSON(w io.Writer) error {
	document := struct {
		Format  string    `json:"format"`
		Version int       `json:"version"`
		Runs    []Row     `json:"runs"`
		Omitted []Omitted `json:"omitted"`
	}{"jprof-trend", 1, []Row{}, append([]Omitted{}, h.Omitted...)}
	for _, l := range h.Lines {
		document.Runs = append(document.Runs, l.Row)
	}
	return json.Indented(w, document)
}

// OmittedText returns a sentence about the runs that are no points of the trend, "" if there are none.
func (h *History) OmittedText() string {
	if len(h.Omitted) == 0 {
		return ""
	}
	var reasons []string
	n := map[string]int{}
	for _, o := range h.Omitted {
		if n[o.Reason]++; n[o.Reason] == 1 {
			reasons = append(reasons, o.Reason)
		}
	}
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%d %s", n[reason], reason)
	}
	return fmt.Sprintf("omitted %s: %s", words.Plural(len(h.Omitted), "run"), strings.Join(reasons, ", "))
}

// Newest describes the newest run with results of tests. There is at least one.
func (h *History) Newest() report.RunInfo {
	l := h.Tested[len(h.Tested)-1]
	return report.RunInfo{ID: l.ID, Label: l.Label, Command: []string{l.Command}, Start: l.Started, Commit: l.Commit,
		Changed: l.Changed}
}

// FlakyRows returns tests as rows of a table. The module of the reports is there if tests of several have reports.
func FlakyRows(list []Flaky) []text.FlakyRow {
	several := slices.ContainsFunc(list, func(f Flaky) bool { return f.Module != list[0].Module })
	var rows []text.FlakyRow
	for _, f := range list {
		row := text.FlakyRow{Failed: f.Failed, Runs: f.Runs, First: words.Time(f.First.Started),
			Commit: git.Short(f.First.Commit), Last: words.Time(f.Last.Started), Test: f.Test}
		if several {
			row.Module = f.Module
		}
		rows = append(rows, row)
	}
	return rows
}
