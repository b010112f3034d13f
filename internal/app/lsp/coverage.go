package lsp

import (
	"context"
	"os"
	"strings"

	"jprof/report"
	"jprof/report/tests/testview"
)

// coverageParams names a file, and a test whose counts are asked for; "" means all tests.
type coverageParams struct {
	URI  string `json:"uri"`
	Test string `json:"test"`
}

// coverageDetailsResult is the answer to jprof/coverageDetails.
type coverageDetailsResult struct {
	Statements []statementResult `json:"statements"`
	Methods    []methodResult    `json:"methods"`
}

type statementResult struct {
	Range    Range          `json:"range"`
	Count    uint64         `json:"count"`
	Branches []branchResult `json:"branches"`
}

type branchResult struct {
	Label string `json:"label"`
	Count uint64 `json:"count"`
}

// coverageDetails returns the counts of the lines and methods of a file, as it is open or else as it is saved.
func (s *Server) coverageDetails(ctx context.Context, p *coverageParams) (*coverageDetailsResult, error) {
	t, v, err := s.textOf(ctx, p.URI)
	r := &coverageDetailsResult{Statements: []statementResult{}, Methods: []methodResult{}}
	if err != nil || v == nil || v.counted == nil || v.followed == nil {
		return r, err
	}
	count, invocations := v.ofAll, func(m method) uint64 { return m.count }
	if p.Test != "" {
		if count, invocations, err = v.ofTest(p.Test); err != nil {
			return r, err
		}
	}
	_, units := s.settings()
	branches := v.branches()
	for n, l := range v.lines {
		if !l.counted || n >= t.lines() {
			continue
		}
		x := statementResult{Range{t.position(t.starts[n], units), t.end(n, units)}, count(n), []branchResult{}}
		if p.Test == "" {
			x.Branches = append(x.Branches, branches[n]...)
		}
		r.Statements = append(r.Statements, x)
	}
	for _, m := range v.methods {
		if m.state == countedMethod {
			at := t.position(t.starts[min(m.line, t.lines()-1)], units)
			r.Methods = append(r.Methods, methodResult{Name: m.title, Line: m.line,
				Range: Range{at, t.end(m.line, units)}, Count: invocations(m), State: m.state})
		}
	}
	return r, nil
}

// textOf returns the text of a file as it is open, or else as it is saved, with its view.
func (s *Server) textOf(ctx context.Context, uri string) (*text, *view, error) {
	if d := s.document(uri); d != nil && d.path != "" {
		t, v := d.settled(ctx)
		return t, v, nil
	}
	path := pathOf(uri)
	if !strings.HasSuffix(path, ".java") { // a device, for example, has no end
		return nil, nil, errNotInRun
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	d := &document{uri: uri, path: path, project: s.projectIn(uri)}
	t := newText(raw)
	return t, d.make(t, true), nil
}

// ofAll returns the count of a line.
func (v *view) ofAll(n int) uint64 { return v.lines[n].count }

// ofTest returns functions that return the counts of lines and methods by one test, whose name is given.
func (v *view) ofTest(name string) (line func(n int) uint64, invocations func(method) uint64, err error) {
	m, f, err := v.counted.byTest()
	if err == nil && m == nil {
		err = v.counted.noTests()
	}
	if err != nil {
		return nil, nil, err
	}
	is := map[int32]bool{}
	for i := range m.Tests {
		if m.Tests[i].Test.String() == name {
			is[int32(i)] = true
		}
	}
	sum := func(uses []testview.Use) (n uint64) {
		for _, u := range uses {
			if is[u.Test] {
				n = report.Add(n, u.Count)
			}
		}
		return n
	}
	file := m.File(f)
	line = func(n int) (all uint64) {
		for _, from := range v.lines[n].whole {
			all = report.Add(all, sum(file.Line(from)))
		}
		return all
	}
	invocations = func(x method) uint64 { return sum(file.Invocations(x.index)) }
	return line, invocations, nil
}

// branches returns the outcomes of branches by the line, from 0, that they belong to.
func (v *view) branches() map[int][]branchResult {
	found := map[int][]branchResult{}
	f := v.followed.File
	lines := f.Lines()
	for _, b := range f.Branches {
		i := report.LineOf(lines, b)
		if !b.Measured || i < 0 {
			continue
		}
		n := lines[i].Line - 1
		found[n] = append(found[n], branchResult{b.Kind + " true", b.True})
		if b.Outcomes == 2 {
			found[n] = append(found[n], branchResult{b.Kind + " false", b.False})
		}
	}
	return found
}
