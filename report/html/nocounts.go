package html

import (
	"jprof/internal/words"
	"jprof/report"
)

// NoCounts is a run without counts, so that there is no report of it.
type NoCounts struct {
	Title  string
	Run    report.RunInfo
	Reason string // why it has no counts, without a full stop
	Older  string // the ID of the newest run that has counts, "" for none
}

type noCountsPage struct {
	Frame         frame
	Run           runLine
	Failures      *failures // nil for none
	Reason, Older string
}

// WriteNoCounts writes a report of one page, index.html: how the run ended, that it has no counts, and the command that
// writes the report of the older run.
func WriteNoCounts(n NoCounts, out Output) error {
	f, err := newFolder(out)
	if err != nil {
		return err
	}
	p := noCountsPage{
		Frame: frame{PageTitle: "No counts", Title: report.Printable(n.Title), Tool: n.Run.Tool},
		Run:   makeRunLine(n.Run), Failures: makeFailures(n.Run),
		Reason: words.Capital(n.Reason), Older: report.Printable(n.Older),
	}
	if p.Failures != nil {
		for i := range p.Failures.Rows {
			p.Failures.Rows[i].Href = "" // there is no other page
		}
	}
	return f.page("index.html", "no-counts", p)
}
