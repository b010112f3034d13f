package html

import (
	"fmt"

	"jprof/internal/words"
	"jprof/report"
)

// topRows is the number of rows of each list of the home page.
const topRows = 10

type homePage struct {
	Frame          frame
	Run            runLine
	Failures       *failures // the failures of the run, nil for none
	Saturated      string    // a note if counts have reached the maximum
	Tiles          tiles
	OmittedFolders int // sources that are compiled without counters
	Tests          testTotals
	Origins        []origin
	Metrics        metrics // of the main sources
	Map            treemap
	Histogram      *histogram // of the classes of the main sources
	Scatter        *scatter   // likewise
	Methods        []methodRow
	Regions        []hotRegion
	Uncovered      []uncoveredRow
	Tree           treeTable
	Dropped        []droppedRow
}

// failures are the reasons why the numbers may not be those of the whole project.
type failures struct {
	Note string // in a few words
	Rows []failureRow
	More int // that Rows has not
}

type failureRow struct{ Text, Href string }

func makeFailures(r report.RunInfo) *failures {
	list := r.Failures()
	if len(list) == 0 {
		return nil
	}
	f := &failures{Note: words.Capital(r.FailureNote()), More: max(0, len(list)-2*topRows)}
	for _, x := range list[:len(list)-f.More] {
		row := failureRow{Text: report.Printable(x.Text)}
		if x.Kind == report.TestsFailed {
			row.Href = "tests.html"
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// uncoveredRow is a method that was not invoked.
type uncoveredRow struct {
	methodRow
	Statements int
}

// droppedRow is a count of earlier sources that is in no number of the report.
type droppedRow struct {
	Label  label
	Place  string
	Count  uint64
	Reason string
}

func (s *site) home() homePage {
	p := homePage{
		Frame: s.frame("", "home", "Overview"), Run: makeRunLine(s.model.Run), Failures: makeFailures(s.model.Run), Saturated: saturated(s.model),
		Tiles: headline(s.model), Tests: s.testTotals, Origins: s.origins(), Map: makeTreemap(s.mapNodes()), Tree: s.homeTree(),
	}
	p.Frame.Tree = true
	for _, f := range s.model.Run.OmittedFolders {
		p.OmittedFolders += f.Files
	}
	main := s.model.MainSources()
	p.Metrics, p.Histogram = makeMetrics(main), makeHistogram(main.Classes, s.classesWith)
	p.Scatter = makeScatter(main.Classes, func(c *report.Class) string { return s.classPage[c] })
	p.Methods, p.Regions = s.hottest(main, topRows)
	for _, u := range main.LargestUncovered(topRows) {
		p.Uncovered = append(p.Uncovered, uncoveredRow{s.methodRow("", u.File, u.Index), u.Statements})
	}
	for _, d := range s.model.Dropped {
		p.Dropped = append(p.Dropped, droppedRow{makeLabel(d.What), report.Printable(fmt.Sprintf("%s:%d", d.Path, d.Line)), d.Count, report.Printable(d.Reason)})
	}
	return p
}

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

// origin is what tests of an origin have executed of the main sources.
type origin struct {
	Name    string
	Regions ratio
}

func (s *site) origins() []origin {
	var list []origin
	for _, o := range s.model.Origins {
		list = append(list, origin{o.String(), makeRatio(s.model.Totals.RegionsBy(o))})
	}
	return list
}
