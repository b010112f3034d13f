package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"jprof/internal/runs"
)

// workspaceParams names a folder of the workspace; "" means the first one.
type workspaceParams struct {
	Workspace string `json:"workspace"`
	Limit     int    `json:"limit"`
}

// workspace returns the project of a folder of the workspace.
func (s *Server) workspace(arg json.RawMessage) (*project, error) {
	var p workspaceParams
	if err := json.Unmarshal(arg, &p); err != nil {
		return nil, err
	}
	return s.projectIn(p.Workspace), nil
}

// projectIn returns the project of a folder of the workspace.
func (s *Server) projectIn(uri string) *project {
	dir := pathOf(uri)
	s.mu.Lock()
	if dir == "" && len(s.folders) > 0 {
		dir = s.folders[0]
	}
	s.mu.Unlock()
	return s.projectOf(cmp.Or(dir, s.env.Dir))
}

// changedParams are those of the notification jprof/changed.
type changedParams struct {
	Workspace string `json:"workspace"`
	Run       string `json:"run"`
	Live      bool   `json:"live"`
}

// RunName describes a run.
type RunName struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Command string `json:"command"`
	Started string `json:"started"`
	Result  string `json:"result"`
	ByTest  bool   `json:"byTest"`
	Lines   [2]int `json:"lines"` // executed ones, and all
	Time    bool   `json:"time"`
}

// Status is the answer to jprof/status.
type Status struct {
	Run     *RunName `json:"run"` // null for none
	Live    bool     `json:"live"`
	Message string   `json:"message"` // why there are no counts
}

func (s Status) runID() string {
	if s.Run == nil {
		return ""
	}
	return s.Run.ID
}

// nameOf describes a run.
func nameOf(o *runs.Opened) *RunName {
	n := &RunName{ID: o.ID, Label: o.Label, Command: o.Again("", false), Started: o.Started.UTC().Format(time.RFC3339),
		Result: o.HowEnded(), ByTest: o.HasTests(), Time: o.HasTimes()}
	if t := o.Totals; t != nil {
		n.Lines = [2]int{t.Lines.Covered, t.Lines.Total}
	}
	return n
}

// status returns the state of a project.
func (p *project) status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Status{Live: p.live != nil}
	if p.shown != nil {
		s.Run = nameOf(p.shown)
	} else {
		s.Message = errNoRun.Error()
	}
	return s
}

// shownRun returns the run whose counts are shown, nil for none.
func (p *project) shownRun() *runs.Opened {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown
}

func (s *Server) statusOf(_ context.Context, w *workspaceParams) (Status, error) {
	return s.projectIn(w.Workspace).status(), nil
}

// runsOf lists the runs with counts, the newest first.
func (s *Server) runsOf(_ context.Context, w *workspaceParams) ([]*RunName, error) {
	names := []*RunName{}
	list, _ := s.projectIn(w.Workspace).store.List()
	for _, o := range slices.Backward(list) {
		if o.HasCounts() {
			names = append(names, nameOf(o))
		}
	}
	return names, nil
}

// fileResult is the answer to jprof/file.
type fileResult struct {
	Run     string         `json:"run"`
	Live    bool           `json:"live"`
	Note    string         `json:"note"`
	Lines   []lineResult   `json:"lines"`
	Methods []methodResult `json:"methods"`
}

type lineResult struct {
	Line     int      `json:"line"`
	Count    uint64   `json:"count"`
	State    state    `json:"state"`
	Outcomes []string `json:"outcomes,omitempty"`
}

type methodResult struct {
	Name  string      `json:"name"`
	Line  int         `json:"line"`
	Range Range       `json:"range"`
	Count uint64      `json:"count"`
	Tests *int        `json:"tests,omitempty"`
	State methodState `json:"state"`
}

// fileCounts returns the counts of an open document.
func (s *Server) fileCounts(ctx context.Context, p *documentParams) (*fileResult, error) {
	d := s.document(p.Document.URI)
	if d == nil || d.path == "" {
		return nil, nil
	}
	_, units := s.settings()
	t, v := d.settled(ctx)
	r := &fileResult{Note: v.note, Lines: []lineResult{}, Methods: []methodResult{}}
	if v.counted == nil {
		return r, nil
	}
	r.Live = v.counted.live
	if v.counted.run != nil {
		r.Run = v.counted.run.ID
	}
	for n, l := range v.lines {
		if l.counted {
			r.Lines = append(r.Lines, lineResult{n, l.count, l.state, l.texts()})
		}
	}
	tests := s.testsOf(v)
	for _, m := range v.methods {
		first := t.position(t.starts[max(0, min(m.first, t.lines()-1))], units)
		x := methodResult{m.title, m.line, Range{first, t.end(max(0, m.last), units)}, m.count, nil, m.state}
		if n, ok := tests[m.index]; ok && m.state == countedMethod {
			x.Tests = &n
		}
		r.Methods = append(r.Methods, x)
	}
	return r, nil
}

// coverageResult is the answer to jprof/coverage.
type coverageResult struct {
	Run   string        `json:"run"`
	Files []fileSummary `json:"files"`
	Tests []testName    `json:"tests"`
}

func (s *Server) coverage(_ context.Context, w *workspaceParams) (*coverageResult, error) {
	sum, err := s.projectIn(w.Workspace).summary()
	if err != nil {
		return nil, err
	}
	return &coverageResult{sum.run, sum.files, append([]testName{}, sum.tests...)}, nil
}

func (s *Server) hot(_ context.Context, w *workspaceParams) ([]HotMethod, error) {
	sum, err := s.projectIn(w.Workspace).summary()
	if err != nil {
		return nil, err
	}
	n := len(sum.hot)
	if w.Limit > 0 {
		n = min(n, w.Limit)
	}
	return append([]HotMethod{}, sum.hot[:n]...), nil
}

// uncoveredFile is a file with methods that were not executed.
type uncoveredFile struct {
	URI     string         `json:"uri"`
	Path    string         `json:"path"`
	Methods []missedMethod `json:"methods"`
}

func (s *Server) uncovered(_ context.Context, w *workspaceParams) ([]uncoveredFile, error) {
	sum, err := s.projectIn(w.Workspace).summary()
	if err != nil {
		return nil, err
	}
	list := []uncoveredFile{}
	for _, f := range sum.files {
		if len(f.uncovered) > 0 {
			list = append(list, uncoveredFile{f.URI, f.Path, f.uncovered})
		}
	}
	return list, nil
}

// toUncovered returns the place of the next code that was not executed: below the line, or in the next file, and last
// above the line.
func (s *Server) toUncovered(_ context.Context, h here) (any, error) {
	at := h.place.Position.Line
	for h.view.at(at).state == notExecuted { // the rest of what is shown now
		at++
	}
	_, units := s.settings()
	place := func(n int) *Location {
		at := h.text.start(n, units)
		return &Location{h.uri, Range{at, at}}
	}
	for n := at; n < len(h.view.lines); n++ {
		if h.view.at(n).state == notExecuted {
			return place(n), nil
		}
	}
	sum, err := h.view.counted.project.summary()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(sum.files, func(f fileSummary) bool { return f.Path == h.view.counted.file.Path })
	for k := 1; k < len(sum.files); k++ {
		f := sum.files[(i+k)%len(sum.files)]
		if len(f.missed) > 0 {
			p := Position{Line: f.missed[0]}
			return &Location{f.URI, Range{p, p}}, nil
		}
	}
	for n := 0; n < h.place.Position.Line; n++ {
		if h.view.at(n).state == notExecuted {
			return place(n), nil
		}
	}
	return (*Location)(nil), nil
}

// toHot returns the place of the hot method that follows the one around a place, or of the hottest one.
func (s *Server) toHot(_ context.Context, h here) (any, error) {
	sum, err := h.view.counted.project.summary()
	if err != nil || len(sum.hot) == 0 {
		return (*Location)(nil), err
	}
	next := 0
	if m := h.view.methodAt(h.place.Position.Line); m != nil {
		i := slices.IndexFunc(sum.hot, func(x HotMethod) bool {
			return pathOf(x.URI) == h.path && strings.HasSuffix(x.Title, m.title)
		})
		next = (i + 1) % len(sum.hot)
	}
	p := Position{Line: sum.hot[next].Line}
	return &Location{sum.hot[next].URI, Range{p, p}}, nil
}
