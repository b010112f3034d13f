package html

import (
	"fmt"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/html/charts"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
)

type homePage struct {
	Frame          layout.Frame
	Run            layout.RunLine
	Failures       *layout.Failures // the failures of the run, nil for none
	Saturated      string           // a note if counts have reached the maximum
	Tiles          tiles
	OmittedFolders int // number of sources that are compiled without counters
	Tests          testTotals
	Origins        []origin
	Next           *nextTable // nil for a run of services
	Unused         string     // sums up what no service executed, "" for other runs
	Metrics        metrics    // of the main sources
	Map            charts.Treemap
	Histogram      *charts.Histogram // of the classes of the main sources
	Scatter        *charts.Scatter   // of the classes of the main sources
	Methods        []methodRow
	Regions        []hotRegion
	Tree           treeTable
	Modules        bool // the report has more than one module
	DroppedNote    string
	Dropped        []droppedRow
	Contexts       *contexts.Tile // nil for none
	Apart          string         // see contexts.Data.Apart
}

func (s *site) home() homePage {
	p := homePage{
		Frame: s.frame("", "home", "Overview"), Run: layout.NewRunLine(s.model.Run),
		Failures: layout.NewFailures(s.model.Run, "tests.html"), Saturated: layout.Saturated(s.model),
		Tiles: headline(s.model), Tests: s.testTotals, Origins: s.origins(), Next: s.next(),
		Map:  charts.NewTreemap(s.mapNodes()),
		Tree: s.homeTree(), Modules: len(s.modules) > 1,
	}
	if s.unused != nil {
		p.Next, p.Unused = nil, words.Capital(s.unused.Summary())
	}
	p.Apart = report.Printable(s.apart)
	if s.contexts != nil {
		t := s.contexts.Tree()
		note := contextview.Counted(t.Sum(cct.Calls), "call")
		if t.Has(cct.Bytecodes) {
			note = contextview.Counted(t.Sum(cct.Bytecodes), "bytecode") + " executed"
		}
		p.Contexts = &contexts.Tile{Title: "Calling contexts", Count: uint64(t.Contexts()), Note: note,
			Href: "contexts.html"}
	}
	p.Frame.Tree = true
	p.OmittedFolders = s.model.Run.OmittedSources()
	main := s.model.MainSources()
	p.Metrics, p.Histogram = makeMetrics(main), charts.NewHistogram(main.Classes, s.classesWith)
	p.Scatter = charts.NewScatter(main.Classes, func(c *report.Class) string { return s.classPage[c] })
	p.Methods, p.Regions = s.hottest(main, layout.TopRows)
	p.DroppedNote = s.model.DroppedNote()
	for _, d := range s.model.Dropped {
		p.Dropped = append(p.Dropped, droppedRow{makeLabel(d.Title),
			report.Printable(fmt.Sprintf("%s:%d", d.Path, d.Line)), d.Count, report.Printable(d.Reason)})
	}
	return p
}

// droppedRow is a count of another version of a source. No number of the report includes it.
type droppedRow struct {
	Label  label
	Place  string
	Count  uint64
	Reason string
}

// origin has the part of the main sources that tests of one origin executed, such as unit tests.
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

// metrics has the size and complexity of code.
type metrics struct {
	Scope                                                  string // see report.Model.Scope
	Files, Classes, Methods, Lines, Statements, Complexity int
	PerMethod                                              string
	NotExecuted                                            int // complexity of methods that were not invoked
}

func makeMetrics(m *report.Model) metrics {
	t := m.Totals
	out := metrics{Scope: m.Scope(), Files: t.FilesMeasured, Classes: len(m.Classes), Methods: t.Methods.Total,
		Lines: t.Lines.Total, Statements: t.Statements.Total, Complexity: t.Complexity}
	if t.Methods.Total > 0 {
		out.PerMethod = fmt.Sprintf("%.1f", float64(t.Complexity)/float64(t.Methods.Total))
	}
	for _, f := range m.Files {
		for i := range f.Methods {
			if f.Methods[i].Invocations == 0 {
				out.NotExecuted += f.Methods[i].Complexity // 0 for omitted methods
			}
		}
	}
	return out
}
