package html

import (
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
)

// NoCounts is a run without counts, or without contexts, for which there is no report.
type NoCounts struct {
	Title    string
	Run      report.RunInfo
	Contexts bool   // it should have recorded contexts
	Reason   string // reason why the run lacks them, without a full stop
	Older    string // the ID of the newest run that has counts, or contexts; "" for none
}

type noCountsPage struct {
	Frame         layout.Frame
	Run           layout.RunLine
	Failures      *layout.Failures // nil for none
	What          string           // the missing data: counts or contexts
	Reason, Older string
}

// WriteNoCounts writes a report of one page, index.html. It has the result of the run, a note that the run has no
// counts, and the command that writes the report of the older run. For a run without contexts it also writes
// contexts.html.
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
