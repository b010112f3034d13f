package html

import (
	"cmp"
	"path"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// diffRun describes one of the two runs.
type diffRun struct {
	Name      string
	Run       layout.RunLine
	Saturated string
}

// diffTile shows a number, and what it was before.
type diffTile struct {
	Title, Value, More string
	Bad                bool
}

// tiles returns what matters most: what of the change was executed, what is newly missed, tests, and totals.
func (s *diffSite) tiles() []diffTile {
	none := func(n int) string { return report.Thousands(uint64(n)) }
	changed := diffTile{Title: "Changed lines executed", Value: s.Changed.Lines.Percent(),
		More: s.Changed.Lines.String(), Bad: s.Changed.Lines.Covered < s.Changed.Lines.Total}
	switch {
	case s.Changed.Lines.Total == 0:
		changed.More = "no line with counters has changed"
	case s.Changed.Branches.Total > 0:
		changed.More += "; branches " + s.Changed.Branches.String()
	}
	list := []diffTile{changed}
	if s.Part == "" {
		list = append(list, diffTile{Title: "Newly missed elsewhere",
			Value: none(s.NewlyMissed.Lines + s.NewlyMissed.Outcomes),
			More:  cmp.Or(s.NewlyMissed.Text(), "lines and branches"), Bad: s.NewlyMissed.Any()})
	}
	if t := &s.Tests; t.Known {
		list = append(list, diffTile{Title: "Tests that newly fail", Value: none(len(t.Failing)),
			Bad:  len(t.Failing) > 0,
			More: none(len(t.New)) + " new; " + none(len(t.Lost)) + " skipped, removed or not run"})
	}
	for _, x := range s.Ratios() {
		more := x.After.String()
		if s.Part == "" {
			more += "; before " + x.Before.Percent() + ", change " +
				strings.Replace(x.After.Change(x.Before), "-", "−", 1) + " points"
		}
		list = append(list, diffTile{Title: words.Capital(x.Name), Value: x.After.Percent(), More: more})
	}
	return list
}

// diffMissed is a place that was missed.
type diffMissed struct{ What, Code, Href, Where string }

func (s *diffSite) missed(list []report.Missed) []diffMissed {
	var rows []diffMissed
	list = list[:min(diffRows, len(list))]
	for i, text := range source.MissedCode(s.After, list) {
		x := list[i]
		rows = append(rows, diffMissed{x.What(), report.Printable(text),
			s.lineHref("", x.File, x.Line, false), whereIs(x.File, x.Line)})
	}
	return rows
}

// diffTest is a test that ended otherwise.
type diffTest struct {
	What        string // "fails", "new", "skipped", "removed" or "not run"
	Name, Where string
	Short       string // the place without folders
	Message     string
}

func (s *diffSite) testRows() []diffTest {
	var rows []diffTest
	add := func(what, name, place, message string) {
		short := ""
		if place != "" {
			short = path.Base(place)
		}
		rows = append(rows, diffTest{what, report.Printable(name), place, short, report.Printable(message)})
	}
	for _, t := range s.Tests.Failing {
		what := "fails"
		if t.IsNew {
			what = "new, fails"
		}
		add(what, t.Name, t.Place(), t.Message)
	}
	for _, t := range s.Tests.New {
		add("new", t.Name, t.Place(), "")
	}
	for _, t := range s.Tests.Lost {
		add(string(t.What), t.Name, t.Place(), "")
	}
	return rows
}

type diffRegion struct {
	Count       changeCells
	Href, Where string
	Code        string
}

type diffIndex struct {
	Frame       layout.Frame
	Runs        []diffRun
	Part        string // as in compare.Comparison, a sentence
	Tiles       []diffTile
	Counts      []diffCount
	Changed     string // the executed part of the changed lines, "" for none
	Missed      []diffMissed
	NewlyMissed []diffMissed
	Newly       string // the numbers of lines and outcomes
	Tests       []diffTest
	Differ      int // methods
	Of, Varying int
	Folded      string   // the numbers of classes that are not listed
	JVMs        string   // compare.Comparison.JVMsNote
	Only        []onlyIn // modules of one run only, which are not compared
	Classes     diffTable
	Methods     diffTable
	MoreMethods int // number of methods that are only on the pages of files
	Regions     []diffRegion
	AllRegions  int
	MoreRegions int
}

// diffCount is the sum of a count before and after.
type diffCount struct {
	Name   string
	Change changeCells
}

// onlyIn lists modules that only one of the runs has.
type onlyIn struct{ Run, Modules string }

func (s *diffSite) index() diffIndex {
	p := diffIndex{
		Frame: s.frame("", "index", "Differences"), Differ: len(s.Methods), Of: len(s.Methods) + s.Equal,
		Varying: s.Varying,
		Runs: []diffRun{
			{"Before", layout.NewRunLine(s.Before.Run), layout.Saturated(s.Before)},
			{"After", layout.NewRunLine(s.After.Run), layout.Saturated(s.After)},
		},
		Part: words.Capital(s.Part), Tiles: s.tiles(),
		Counts: []diffCount{
			{"statement executions", makeChange(s.Executed, true, true)},
			{"calls", makeChange(s.Invocations, true, true)},
		},
		Changed: s.Changed.Text(), Missed: s.missed(s.Changed.Missed),
		NewlyMissed: s.missed(s.NewlyMissed.Missed), Newly: s.NewlyMissed.Text(), Tests: s.testRows(),
	}
	for _, only := range []struct {
		run     string
		modules []string
	}{{"before", s.OnlyBefore}, {"after", s.OnlyAfter}} {
		if len(only.modules) > 0 {
			p.Only = append(p.Only, onlyIn{only.run, report.Printable(strings.Join(only.modules, ", "))})
		}
	}
	large, folded := s.LargeClasses()
	p.Folded, p.JVMs = folded, words.Capital(s.JVMsNote())
	for _, x := range large {
		p.Classes.Rows = append(p.Classes.Rows, s.classRow(x))
	}
	methods, _ := s.LargeMethods()
	for _, m := range methods[:min(diffRows, len(methods))] {
		p.Methods.Rows = append(p.Methods.Rows, s.methodRow("", m))
	}
	p.MoreMethods = len(methods) - len(p.Methods.Rows)
	changed := s.LargeRegions()
	p.AllRegions = len(changed)
	changed = changed[:min(diffRows, len(changed))]
	p.MoreRegions = p.AllRegions - len(changed)
	var regions []report.HotRegion
	for _, r := range changed {
		f, line := s.File(r), int(r.Region.Span.Start.Line)
		regions = append(regions, report.HotRegion{File: f, Region: r.Region})
		p.Regions = append(p.Regions, diffRegion{makeChange(r.Change, true, true), s.lineHref("", f, line, false),
			whereIs(f, line), ""})
	}
	for i, text := range source.FirstLines(s.After, regions) {
		p.Regions[i].Code = text
	}
	return p
}
