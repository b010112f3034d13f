package layout

import (
	"jprof/internal/util/words"
	"jprof/report"
)

// TopRows is the number of rows of each list of a home page.
const TopRows = 10

// RunLine describes a run in a line of a page.
type RunLine struct {
	Label, Command, Start, Commit, ID, Carried string
	ExitCode, JVMs, Changed                    int
}

func NewRunLine(r report.RunInfo) RunLine {
	l := RunLine{Label: report.Printable(r.Label), Command: report.Printable(words.Command(r.Command)),
		Commit: report.Printable(r.Commit),
		ID:     report.Printable(r.ID), ExitCode: r.ExitCode, JVMs: r.JVMs, Changed: r.Changed, Carried: r.Carried}
	if !r.Start.IsZero() {
		l.Start = words.Time(r.Start)
	}
	return l
}

func Saturated(m *report.Model) string {
	if m.Saturated() {
		return report.SaturatedNote
	}
	return ""
}

// Failures has the reasons why the numbers may not be those of the whole project.
type Failures struct {
	Note string // a summary in a few words
	Rows []failureRow
	More int // number of rows that Rows lacks
}

type failureRow struct{ Text, Href string }

// NewFailures returns the failures of a run, nil if there are none. tests is the address of the page with failed tests,
// "" for none.
func NewFailures(r report.RunInfo, tests string) *Failures {
	list := r.Failures()
	if len(list) == 0 {
		return nil
	}
	f := &Failures{Note: words.Capital(r.FailureNote()), More: max(0, len(list)-2*TopRows)}
	for _, x := range list[:len(list)-f.More] {
		row := failureRow{Text: report.Printable(x.Text)}
		if x.Kind == report.TestsFailed {
			row.Href = tests
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}
