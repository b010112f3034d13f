package html

import (
	"fmt"

	"jprof/report"
)

// topRows is the number of rows of each list of the home page.
const topRows = 10

type homePage struct {
	Frame     frame
	Run       runLine
	Saturated string // what to say where counts are at their end
	Tiles     tiles
	Files     report.Totals
	AsTheyAre int // sources that are compiled without counters
	Tests     testTotals
	Origins   []origin
	Metrics   metrics // of the program
	Map       treemap
	Histogram *histogram // of the classes of the program
	Scatter   *scatter   // likewise
	Methods   []methodRow
	Regions   []hotRegion
	Uncovered []uncoveredRow
	Tree      treeTable
	Dropped   []droppedRow
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

func (s *site) home(hot hotPage) homePage {
	p := homePage{
		Frame: s.frame("", "home", "Overview"), Run: makeRunLine(s.model.Run), Saturated: saturated(s.model),
		Tiles: makeTiles(s.model.Totals), Files: s.model.Totals, Tests: s.testTotals, Origins: s.origins(), Map: makeTreemap(s.mapNodes()), Tree: s.homeTree(),
		Methods: hot.Methods[:min(topRows, len(hot.Methods))], Regions: hot.Regions[:min(topRows, len(hot.Regions))],
	}
	p.Frame.Tree = true
	for _, f := range s.model.Run.AsTheyAre {
		p.AsTheyAre += f.Files
	}
	program := s.model.Production()
	p.Metrics, p.Histogram = makeMetrics(program), makeHistogram(program.Classes, s.classesWith)
	p.Scatter = makeScatter(program.Classes, func(c *report.Class) string { return s.classPage[c] })
	if len(program.Files) < len(s.model.Files) {
		p.Metrics.Program = true
		t := makeTiles(program.Totals)
		p.Tiles.Program = &t
	}
	for _, u := range program.LargestUncovered(topRows) {
		p.Uncovered = append(p.Uncovered, uncoveredRow{s.methodRow("", u.File, u.Index), u.Statements})
	}
	for _, d := range s.model.Dropped {
		p.Dropped = append(p.Dropped, droppedRow{makeLabel(d.What), report.Printable(fmt.Sprintf("%s:%d", d.Path, d.Line)), d.Count, report.Printable(d.Reason)})
	}
	return p
}

// origins are the columns that tell what tests have executed.
func (s *site) origins() []origin {
	var list []origin
	for _, o := range s.model.Origins {
		list = append(list, origin{originHeads[o][0], originHeads[o][1], o.String(), makeRatio(s.model.Totals.RegionsBy(o))})
	}
	return list
}
