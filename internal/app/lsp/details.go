package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/runs/remote"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/tests/testview"
)

// byTest returns the model with counts by test, and the file in it; nil if the run has none.
func (c *counted) byTest() (*testview.Model, *report.File, error) {
	if c.part.tests == nil {
		return nil, nil, nil
	}
	m, err := c.part.tests()
	if err != nil {
		return nil, nil, err
	}
	for _, f := range m.Report.Files {
		if f.Path == c.file.Path && f.Hash == c.file.Hash {
			return m, f, nil
		}
	}
	return nil, nil, errNotInRun
}

// testsOf returns the number of tests that executed each method of a view, by the index of the method. They are read in
// a goroutine of its own the first time, as lenses must not wait; then the client is asked to refresh them.
func (s *Server) testsOf(v *view) map[int]int {
	c := v.counted
	if c.part.tests == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.asked {
		c.asked = true
		go func() {
			found, _ := guarded("tests of methods", func() (map[int]int, error) { // without them there are no numbers
				found := map[int]int{}
				m, f, err := c.byTest()
				for i := 0; err == nil && m != nil && i < len(f.Methods); i++ {
					found[i] = m.Cases(m.OfMethod(f, i))
				}
				return found, err
			})
			c.mu.Lock()
			c.tests = found
			c.mu.Unlock()
			s.refreshSoon()
		}()
	}
	return c.tests
}

// uses returns the tests that executed the line of a place, or the method that is declared there.
func (h here) uses() (*testview.Model, []testview.Use, error) {
	c := h.view.counted
	m, f, err := c.byTest()
	if err != nil {
		return nil, nil, err
	}
	if m == nil {
		return nil, nil, c.noTests()
	}
	n := h.place.Position.Line
	if declared := h.view.declarations(n, n)[n]; declared != nil {
		return m, testsIn(m, m.File(f).Invocations(declared.index)), nil
	}
	l := h.view.at(n)
	switch {
	case !l.counted:
		return nil, nil, errors.New("no code with counts starts on this line")
	case len(l.whole) == 0:
		return nil, nil, errors.New("the run has this code on a line with other code: its tests are not known apart")
	}
	var uses [][]testview.Use
	for _, n := range l.whole {
		uses = append(uses, m.OfLine(f, n))
	}
	return m, testsIn(m, m.Sum(uses...)), nil
}

// noTests returns the reason why there are no counts by test.
func (c *counted) noTests() error {
	if c.live {
		return errors.New("the build still runs: which test executed what is known at its end")
	}
	return errors.New("the run has no counts by test: run it with --by-test")
}

// testsIn returns the uses by tests, without set-up and code outside of tests.
func testsIn(m *testview.Model, uses []testview.Use) []testview.Use {
	var list []testview.Use
	for _, u := range uses {
		if m.Tests[u.Test].Kind == testcounts.Case && u.Count > 0 {
			list = append(list, u)
		}
	}
	return list
}

// sourcePlace is a place in a file.
type sourcePlace struct {
	uri  string
	line int
}

// testAt returns the place of a test: its class in the packages that have been read, the zero place if it is not there.
func (c *counted) testAt(t *testcounts.Test) sourcePlace {
	top := decl.Outermost(t.Class)
	for _, f := range c.part.model.Files {
		for _, class := range f.Classes {
			if class.Qualified() != top || c.run == nil {
				continue
			}
			place := sourcePlace{uriIn(c.run, f), class.Line - 1}
			for _, m := range f.Methods {
				if _, name, _ := strings.Cut(m.Label, "::"); strings.HasPrefix(name, t.Method+"(") {
					place.line = int(m.Name.Line) - 1
				}
			}
			return place
		}
	}
	return sourcePlace{}
}

// details returns what a hover says besides counts: the block, tests, times, callers, and another run.
func (s *Server) details(d *document, v *view, m *method, n int) []string {
	var text []string
	c := v.counted
	if l := v.at(n); l.counted && v.followed != nil {
		if b := v.blockAt(n); b != nil {
			text = append(text, fmt.Sprintf("block `%s`: entered %s", b.Kind, words.Plural(int(b.Count), "time")))
		}
	}
	h := here{document: d, place: Place{Document{d.uri}, Position{Line: n}}, view: v}
	if tests, uses, err := h.uses(); err == nil {
		names := []string{}
		for _, u := range uses[:min(3, len(uses))] {
			names = append(names, report.Printable(tests.Tests[u.Test].Test.String()))
		}
		line := words.Plural(len(uses), "test")
		if len(names) > 0 {
			line += ": " + strings.Join(names, ", ")
		}
		if len(uses) > len(names) {
			line += ", ..."
		}
		text = append(text, line)
	}
	if m == nil || m.index < 0 {
		return text
	}
	if m.line == n {
		text = append(text, c.project.extras(c, m)...)
	}
	if diff := s.difference(v, *m); diff != "" {
		text = append(text, "invocations"+diff)
	}
	return text
}

// blockAt returns the innermost block around the code with which a line starts, nil for none.
func (v *view) blockAt(n int) *report.Block {
	f := v.followed.File
	for _, r := range f.Regions {
		for _, s := range r.Statements {
			if r.Measured && int(s.Start.Line) == n+1 {
				return &f.Blocks[r.Block]
			}
		}
	}
	return nil
}

// compareWith sets the run that lenses and hovers compare with; the ID "" means none.
func (s *Server) compareWith(_ context.Context, arg json.RawMessage) (any, error) {
	var p struct {
		Run string `json:"run"`
	}
	if err := json.Unmarshal(arg, &p); err != nil {
		return nil, err
	}
	project, err := s.workspace(arg)
	if err != nil {
		return nil, err
	}
	text := "the counts are compared with no other run"
	base := compared{}
	if p.Run != "" {
		base.files = &runs.Finder{Store: project.store, Dir: project.store.Project, Fetch: remote.Fetcher(s.env)}
		if base.run, err = base.files.One(p.Run, runs.WantCounts); err != nil {
			base.close()
			return nil, err
		}
		text = "the counts are compared with those of run " + base.run.ID
	}
	project.compareWith(base)
	s.refreshSoon()
	return &textResult{text}, nil
}

// difference returns the difference of the invocations of a method to the run of jprof.compare, "" for none.
func (s *Server) difference(v *view, m method) string {
	p, c := v.counted.project, v.counted
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.base.run == nil || c.live || m.index < 0 {
		return ""
	}
	if c.part.compared != p.base.run {
		c.part.compared, c.part.pairs = p.base.run, nil
		if part, err := readPart(p.base.run, packageOf(c.file.Path, c.file.Package)); err == nil {
			c.part.pairs = map[report.MethodRef]report.MethodRef{}
			for _, pair := range compare.Pairs(part.model, c.part.model) {
				c.part.pairs[pair[1]] = pair[0]
			}
		}
	}
	old, ok := c.part.pairs[report.MethodRef{File: c.file, Index: m.index}]
	switch {
	case c.part.pairs == nil:
		return ""
	case !ok:
		return fmt.Sprintf(" (not in %s)", p.base.run.ID)
	}
	before := old.Method().Invocations
	if before > m.count {
		return fmt.Sprintf(" (-%s to %s)", words.Thousands(before-m.count), p.base.run.ID)
	}
	return fmt.Sprintf(" (+%s to %s)", words.Thousands(m.count-before), p.base.run.ID)
}
