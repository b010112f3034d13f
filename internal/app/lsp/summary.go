package lsp

import (
	"cmp"
	"hash/crc32"
	"runtime/debug"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/report"
	"jprof/report/tests/testview"
)

// summary has what the lists of a project show of a run. The model that it is from is not kept, as it may be large.
type summary struct {
	run   string
	files []fileSummary
	hot   []HotMethod
	tests []testName
	times map[string]string // texts about the times of methods: see timesOf
}

// fileSummary has the totals of a file, and the methods of main sources that were not executed.
type fileSummary struct {
	URI       string         `json:"uri"`
	Path      string         `json:"path"`
	Lines     [2]int         `json:"lines"`
	Branches  [2]int         `json:"branches"`
	Methods   [2]int         `json:"methods"`
	Tests     []int          `json:"tests"` // that executed it, as indexes of the list of tests; null if not known
	uncovered []missedMethod // of main sources
	missed    []int          // lines of main sources that were not executed, from 0
}

type missedMethod struct {
	Title string `json:"title"`
	Line  int    `json:"line"`
	Lines int    `json:"lines"` // with code
}

// HotMethod is a method with many executions of statements.
type HotMethod struct {
	Title string  `json:"title"`
	URI   string  `json:"uri"`
	Line  int     `json:"line"`
	Count uint64  `json:"count"`
	Share float64 `json:"share"` // of all executions in main sources
}

type testName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// mostHot limits the hot methods of a summary.
const mostHot = 200

// summary returns the summary of the run that is shown.
func (p *project) summary() (*summary, error) {
	o := p.shownRun()
	if o == nil {
		return nil, errNoRun
	}
	p.summing.Lock()
	defer p.summing.Unlock()
	if p.sum != nil && p.sum.run == o.ID {
		return p.sum, nil
	}
	conf, err := settings.Read(o.Store.Project)
	if err != nil {
		return nil, err
	}
	a := &adder{project: p, run: o, conf: conf, sum: &summary{run: o.ID}}
	groups := a.groups()
	for i := range groups {
		if err := a.add(uint32(i), groups); err != nil {
			return nil, err
		}
		debug.FreeOSMemory() // the editor and the build need it
	}
	a.finish()
	p.sum = a.sum
	return p.sum, nil
}

// groupSize limits the maps that are in memory at a time, in bytes of their files. A model takes 20 times as much.
const groupSize = 2 << 20

// adder makes the summary of a run from models of groups of packages, which are in memory one after the other.
type adder struct {
	project  *project
	run      *runs.Opened
	conf     settings.Settings
	sum      *summary
	hot      [2][]HotMethod // of main and test sources
	executed [2]uint64      // in main and test sources
	number   map[int32]int  // of a test in sum.tests, which is the same in each group
}

// groups returns the number of groups. Times need the whole model, so there is one group then.
func (a *adder) groups() uint32 {
	if a.run.HasTimes() {
		return 1
	}
	return uint32(1 + a.run.MapSize()/groupSize)
}

// add adds a group of packages to the summary.
func (a *adder) add(group, groups uint32) error {
	d, err := runmodel.OpenPart(a.run, func(pkg string) bool {
		return crc32.ChecksumIEEE([]byte(pkg))%groups == group
	})
	if err != nil {
		return err
	}
	var model *report.Model
	var tests *testview.Model
	if !a.run.HasTests() {
		model, err = d.Model(quiet, a.conf)
	} else if tests, err = d.ByTest(quiet, a.conf); err == nil {
		model = tests.Report
	}
	if err != nil {
		return err
	}
	if tests != nil && a.number == nil {
		a.list(tests)
	}
	if a.run.HasTimes() {
		if m, err := d.TimesOf(model); err == nil {
			a.sum.times = timesOf(m)
		}
	}
	for _, f := range model.Files {
		if lines := f.Lines(); len(lines) > 0 {
			x := summaryOf(f, uriIn(a.run, f), lines)
			if tests != nil {
				x.Tests = a.testsOf(tests, f)
			}
			a.sum.files = append(a.sum.files, x)
			a.executed[kindOf(f)] = report.Add(a.executed[kindOf(f)], f.Totals.Executed)
		}
	}
	for kind := range a.hot {
		found := model.MethodsBy(report.ByExecutions, func(m report.MethodRef) bool { return kindOf(m.File) == kind })
		for _, m := range found[:min(mostHot, len(found))] {
			x := m.Method()
			a.hot[kind] = append(a.hot[kind], HotMethod{m.QualifiedTitle(), uriIn(a.run, m.File), int(x.Name.Line) - 1,
				x.Executed, 0})
		}
	}
	return nil
}

// list lists the tests.
func (a *adder) list(tests *testview.Model) {
	a.number = map[int32]int{}
	for i := range tests.Tests {
		if t := &tests.Tests[i]; t.Kind == testcounts.Case && tests.IsLast(int32(i)) {
			a.number[int32(i)] = len(a.sum.tests)
			a.sum.tests = append(a.sum.tests, testName{t.Test.String(), t.Test.String()})
		}
	}
}

// testsOf returns the numbers of the tests that executed a file.
func (a *adder) testsOf(tests *testview.Model, f *report.File) []int {
	list := []int{}
	for _, u := range tests.File(f).All() {
		if n, ok := a.number[u.Test]; ok {
			list = append(list, n)
		}
	}
	return list
}

// kindOf returns 1 for a test source, else 0.
func kindOf(f *report.File) int {
	if f.IsTest() {
		return 1
	}
	return 0
}

// finish sorts the lists of the summary. A project with test sources only has their hot methods.
func (a *adder) finish() {
	slices.SortStableFunc(a.sum.files, func(x, y fileSummary) int { return strings.Compare(x.Path, y.Path) })
	kind := 0
	if len(a.hot[0]) == 0 {
		kind = 1
	}
	hot := a.hot[kind]
	slices.SortStableFunc(hot, func(x, y HotMethod) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(x.URI, y.URI), cmp.Compare(x.Line, y.Line))
	})
	a.sum.hot = slices.Clone(hot[:min(mostHot, len(hot))])
	for i := range a.sum.hot {
		a.sum.hot[i].Share = float64(a.sum.hot[i].Count) / float64(max(1, a.executed[kind]))
	}
}

// summaryOf returns the summary of a file.
func summaryOf(f *report.File, uri string, lines []report.LineCount) fileSummary {
	x := fileSummary{URI: uri, Path: f.Path}
	pair := func(r report.Ratio) [2]int { return [2]int{r.Covered, r.Total} }
	x.Lines = pair(report.LineRatio(lines))
	x.Branches, x.Methods = pair(f.Totals.Branches), pair(f.Totals.Methods)
	for _, l := range lines {
		if l.Count == 0 && !f.IsTest() {
			x.missed = append(x.missed, l.Line-1)
		}
	}
	for i, m := range f.Methods {
		if f.IsTest() || !m.Measured || m.Executed > 0 || m.Invocations > 0 {
			continue
		}
		missed := missedMethod{Title: report.MethodRef{File: f, Index: i}.Title(), Line: int(m.Name.Line) - 1}
		for _, l := range lines {
			if l.Line >= int(m.Span.Start.Line) && l.Line <= int(m.Span.End.Line) {
				missed.Lines++
			}
		}
		x.uncovered = append(x.uncovered, missed)
	}
	return x
}
