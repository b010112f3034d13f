package lsp

import (
	"path/filepath"

	"jprof/internal/format/testcounts"
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
	missed    []int          // lines that were not executed, from 0
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
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	sum := &summary{run: o.ID}
	var model *report.Model
	var tests *testview.Model
	var number map[int32]int // of a test in sum.tests
	if o.HasTests() {
		if tests, err = d.ByTest(quiet, conf); err != nil {
			return nil, err
		}
		model = tests.Report
		number = map[int32]int{}
		for i := range tests.Tests {
			if t := &tests.Tests[i]; t.Kind == testcounts.Case && tests.IsLast(int32(i)) {
				number[int32(i)] = len(sum.tests)
				sum.tests = append(sum.tests, testName{t.Test.String(), t.Test.String()})
			}
		}
	} else if model, err = d.Model(quiet, conf); err != nil {
		return nil, err
	}
	if o.HasTimes() {
		if m, err := d.TimesOf(model); err == nil {
			p.mu.Lock()
			p.times = timesOf(m)
			p.mu.Unlock()
		}
	}
	at := func(f *report.File) string {
		return uriOf(filepath.Join(p.store.Abs(o.Sources), filepath.FromSlash(f.Path)))
	}
	for _, f := range model.Files {
		if lines := f.Lines(); len(lines) > 0 {
			x := summaryOf(f, at(f), lines)
			if tests != nil {
				x.Tests = []int{}
				for _, u := range tests.File(f).All() {
					if n, ok := number[u.Test]; ok {
						x.Tests = append(x.Tests, n)
					}
				}
			}
			sum.files = append(sum.files, x)
		}
	}
	for _, m := range model.MainSources().HottestMethods(mostHot) {
		x := m.Method()
		sum.hot = append(sum.hot, HotMethod{m.QualifiedTitle(), at(m.File), int(x.Name.Line) - 1, x.Executed,
			float64(x.Executed) / float64(max(1, model.Totals.Executed))})
	}
	p.sum = sum
	return sum, nil
}

// summaryOf returns the summary of a file.
func summaryOf(f *report.File, uri string, lines []report.LineCount) fileSummary {
	x := fileSummary{URI: uri, Path: f.Path}
	pair := func(r report.Ratio) [2]int { return [2]int{r.Covered, r.Total} }
	x.Lines = pair(report.LineRatio(lines))
	x.Branches, x.Methods = pair(f.Totals.Branches), pair(f.Totals.Methods)
	for _, l := range lines {
		if l.Count == 0 {
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
