package mcp

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/runs/judge"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/tests/testview"
)

// Chosen chooses a run.
type Chosen struct {
	Run string `json:"run,omitempty" jsonschema:"ID, label or store URL of the run, by default the newest that fits"`
}

// counted is a run with its model.
type counted struct {
	id     string // "" for counts of jprof instrument, which are not kept
	conf   settings.Settings
	data   *runmodel.Data // without maps and counts
	model  *report.Model
	tests  *testview.Model // nil without counts by test
	notes  []string        // messages of making the model
	reader *reading.Reader // its files are read later
}

// models keeps the models that were used last, the last one at the end.
type models struct{ list []*counted }

// mostModels limits the models that are kept: a comparison needs two.
const mostModels = 2

func (ms *models) close() {
	for _, m := range ms.list {
		m.reader.Close()
	}
	ms.list = nil
}

// countsOf returns the run that ref names with its model, "" for the one that want selects.
func (s *server) countsOf(c *call, ref string, want runs.Want) (*counted, error) {
	o, read, err := c.Shown(ref, want)
	if err != nil {
		return nil, err
	}
	return s.modelOf(c, o, read)
}

// openedModel returns an opened run with its model.
func (s *server) openedModel(c *call, o *runs.Opened) (*counted, error) {
	return s.modelOf(c, o, func() (*runmodel.Data, error) { return runmodel.Open(o) })
}

// modelOf returns the model of a run, whose counts read returns: one that was kept if neither the run nor the settings
// of the project are others. o may be nil, for counts that are no run.
func (s *server) modelOf(c *call, o *runs.Opened, read func() (*runmodel.Data, error)) (*counted, error) {
	conf, err := c.Settings()
	if err != nil {
		return nil, err
	}
	for i, m := range s.models.list {
		if o != nil && m.id == o.ID && m.data.Dir == o.Dir && reflect.DeepEqual(m.conf, conf) {
			s.models.list = append(append(s.models.list[:i:i], s.models.list[i+1:]...), m)
			m.data.Run = o.Run // its label may be new
			c.said(m.notes)
			return m, nil
		}
	}
	m := &counted{conf: conf, reader: c.Reader}
	if m.data, err = read(); err != nil {
		return nil, err
	}
	before := c.notes()
	if m.model, m.tests, err = m.data.Models(c.ui, conf); err != nil {
		return nil, err
	}
	m.data.Forget()
	m.notes = c.notes()
	c.said(before)
	c.said(m.notes)
	m.id = m.data.Run.ID
	c.kept = true
	if o == nil {
		m.id = ""
	}
	if s.models.list = append(s.models.list, m); len(s.models.list) > mostModels {
		old := s.models.list[0]
		s.models.list = s.models.list[1:]
		if !slices.ContainsFunc(s.models.list, func(m *counted) bool { return m.reader == old.reader }) {
			old.reader.Close()
		}
	}
	return m, nil
}

// said adds notes to those of the call.
func (c *call) said(notes []string) {
	for _, n := range notes {
		c.messages.WriteString(n + "\n")
	}
}

// testedOf returns a run with counts by test.
func (s *server) testedOf(c *call, ref string) (*counted, error) {
	if err := c.HasRuns(ref); err != nil {
		return nil, err
	}
	o, err := c.Tested(ref)
	if err != nil {
		return nil, err
	}
	return s.openedModel(c, o)
}

// code is a run in which an agent names code, and which names places to it.
type code struct {
	lookup.Run
	lines   bool // the agent has named lines
	present map[*report.File]func(int) int
}

// code returns the run for the code in one of its models. named says that the agent has named it.
func (m *counted) code(s *server, c *call, model *report.Model, named bool) *code {
	in := lookup.Run{Model: model, Root: m.data.Store.Abs(m.data.Run.Sources), Env: s.Env, UI: c.ui, Named: named}
	return &code{in, false, map[*report.File]func(int) int{}}
}

// at returns a place as file:line of the present file.
func (in *code) at(f *report.File, line int) string {
	if in.present[f] == nil {
		in.present[f] = in.Present(f)
	}
	path := report.Printable(f.Path)
	if now := in.present[f](line); now > 0 {
		return fmt.Sprintf("%s:%d", path, now)
	}
	return fmt.Sprintf("%s:%d (of the run; changed since)", path, line)
}

// Code names a part of the sources.
type Code struct {
	In    string `json:"in,omitempty" jsonschema:"a file, class, Class:method, File.java:12-40, package or folder"`
	Tests bool   `json:"tests,omitempty" jsonschema:"true to include test sources"`
}

// scope finds the code that an agent names. If it has main sources, test sources are omitted, unless the agent asks
// for them.
func (m *counted) scope(s *server, c *call, of Code, named bool) (*code, func(*report.File, text.Lines) bool, error) {
	what := lookup.Place{}
	if of.In != "" {
		var err error
		what, err = lookup.Parse(of.In, "in: Foo.java, Foo:method, Foo.java:12-40, org.example.app, src/main/java/org")
		if err != nil {
			return nil, nil, err
		}
	}
	in := m.code(s, c, m.model, named)
	in.lines = what.Lines.First > 0
	holds, err := in.Scope(what)
	if err != nil {
		return nil, nil, err
	}
	all := text.Lines{First: 1, Last: math.MaxInt}
	main := m.model.MainSources()
	if !of.Tests && slices.ContainsFunc(main.Files, func(f *report.File) bool { return holds(f, all) }) {
		in.Model = main
	}
	return in, holds, nil
}

// judged returns the run in the form that package judge requires.
func (m *counted) judged(s *server, c *call) judge.Run {
	return judge.Run{Data: m.data, Settings: m.conf, Env: s.Env, UI: c.ui, Model: m.model}
}
