package html

import (
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
)

// NoCounts is a run without counts, or without contexts, so that there is no report of it.
type NoCounts struct {
	Title    string
	Run      report.RunInfo
	Contexts bool   // it was to record contexts
	Reason   string // why it has none, without a full stop
	Older    string // the ID of the newest run that has some, "" for none
}

type noCountsPage struct {
	Frame         layout.Frame
	Run           layout.RunLine
	Failures      *layout.Failures // nil for none
	What          string           // that it has none of
	Reason, Older string
}

// WriteNoCounts writes a report of one page, index.html: how the run ended, that it has no counts, and the command that
// writes the report of the older run. For a run without contexts it is contexts.html as well.
func WriteNoCounts(n NoCounts, out layout.Output) error {
	f, err := layout.NewFolder(out)
	if err != nil {
		return err
	}
	what, names := "counts", []string{"index.html"}
	if n.Contexts {
		what, names = "contexts", append(names, "contexts.html")
	}
	p := noCountsPage{
		Frame: layout.Frame{PageTitle: "No " + what, Title: report.Printable(n.Title), Tool: n.Run.Tool},
		Run:   layout.NewRunLine(n.Run), Failures: layout.NewFailures(n.Run, ""),
		What:   what,
		Reason: words.Capital(n.Reason), Older: report.Printable(n.Older),
	}
	for _, name := range names {
		if err := f.Page(name, "no-counts", p); err != nil {
			return err
		}
	}
	return nil
}
