package ui

import (
	"io"
	"net/http"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/lineends"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// CodeCounts is the answer to /api/projects/ID/counts: the lines that the run of runs.List.Shown has executed.
type CodeCounts struct {
	Run     string    `json:"run"` // its ID, "" if there is none
	Label   string    `json:"label"`
	Started time.Time `json:"started"`
	// Files lists each source with counted lines.
	Files []FileCounts `json:"files"`
}

// FileCounts has the numbers of executed and of counted lines of a source.
type FileCounts struct {
	Path    string `json:"path"` // in the project, with /
	Covered int    `json:"covered"`
	Total   int    `json:"total"`
}

// SourceCounts is the answer to /api/projects/ID/counts/source.
type SourceCounts struct {
	// Counts has the executions of each line, null for a line without a count. It is null if no line has a count.
	Counts []*uint64 `json:"counts"`
	// Branches has the outcomes of the branches, by the line on which they start. It is null if Counts is.
	Branches []LineBranches `json:"branches"`
	// Stale means that the source differs from that of the run, so that its counts belong to other lines.
	Stale bool     `json:"stale"`
	hash  [32]byte // see report.File.Hash
}

// LineBranches has the outcomes of the branches of a line.
type LineBranches struct {
	Line    int      `json:"line"`
	Covered int      `json:"covered"` // number of outcomes that happened
	Total   int      `json:"total"`
	Texts   []string `json:"texts"` // of each branch, as report.Branch.Short
}

// models makes the models of runs, one at a time. It keeps none of them, because they may be large.
type models struct {
	mu    sync.Mutex
	lines map[string]*codeLines // of the newest run, by project
}

// codeLines has the counts of lines in a run.
type codeLines struct {
	run     string
	files   []FileCounts
	counts  map[string]SourceCounts // by the path of the source in the project
	classes []FoundClass            // nested classes
}

// modelOf returns the model of a run. The caller must hold ms.mu until it has read the model.
func (ms *models) modelOf(o *runs.Opened) (*report.Model, error) {
	// The server collects its garbage early, which would take most of the time here.
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	conf, err := settings.Read(o.Store.Project)
	if err != nil {
		return nil, err
	}
	d, err := runmodel.Open(o)
	if err != nil {
		return nil, err
	}
	return d.Model(term.New(io.Discard, func(string) string { return "" }), conf)
}

// linesOf returns the counts of the lines of a project in a run.
func (ms *models) linesOf(o *runs.Opened, project string) (*codeLines, error) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if last := ms.lines[project]; last != nil && last.run == o.ID {
		return last, nil
	}
	model, err := ms.modelOf(o)
	if err != nil {
		return nil, err
	}
	of := &codeLines{run: o.ID, files: []FileCounts{}, counts: map[string]SourceCounts{}}
	var annotate []func() error
	var beside []*SourceCounts // for each of of.files
	for _, f := range model.Files {
		path, err := filepath.Rel(project, filepath.Join(o.Store.Abs(o.Sources), filepath.FromSlash(f.Path)))
		if lines := f.Lines(); len(lines) > 0 && err == nil && filepath.IsLocal(path) {
			of.add(filepath.ToSlash(path), f, lines)
			beside = append(beside, nil)
			i := len(beside) - 1
			annotate = append(annotate, func() error { beside[i] = countsBeside(model, f); return nil })
		}
	}
	_ = layout.Parallel(annotate) // none fails
	for i, counts := range beside {
		if counts != nil {
			of.counts[of.files[i].Path] = *counts
		}
	}
	if ms.lines == nil {
		ms.lines = map[string]*codeLines{}
	}
	ms.lines[project] = of
	return of, nil
}

// countsBeside returns for each line of a file the first count that the report shows beside it, and its branches. It
// returns nil if the source cannot be read.
func countsBeside(m *report.Model, f *report.File) *SourceCounts {
	src, err := source.Load(m, f)
	if err != nil {
		return nil
	}
	of := &SourceCounts{Counts: make([]*uint64, min(src.Lines(), maxSource)), Branches: []LineBranches{}, hash: f.Hash}
	notes := source.Annotate(f, src)
	for i := range of.Counts {
		line := notes.Line(i + 1)
		if len(line.Counts) > 0 {
			of.Counts[i] = &line.Counts[0].Count
		}
		if line.Taken.Total == 0 {
			continue
		}
		found := LineBranches{Line: i + 1, Covered: line.Taken.Covered, Total: line.Taken.Total}
		for _, b := range notes.Branches(i + 1) {
			found.Texts = append(found.Texts, b.Short())
		}
		of.Branches = append(of.Branches, found)
	}
	return of
}

// add adds a file with the counts of its lines, as far as they are known without its source.
func (of *codeLines) add(path string, f *report.File, lines []report.LineCount) {
	file, counts := FileCounts{Path: path, Total: len(lines)}, of.counts[path].Counts
	for _, l := range lines {
		if l.Line > maxSource {
			break // no source that is shown has so many lines
		}
		for len(counts) < l.Line {
			counts = append(counts, nil)
		}
		count := l.Count
		counts[l.Line-1] = &count
		if count > 0 {
			file.Covered++
		}
	}
	of.files = append(of.files, file)
	of.counts[path] = SourceCounts{Counts: counts, Branches: []LineBranches{}, hash: f.Hash}
	for _, n := range f.Nested() {
		if n.Named {
			of.classes = append(of.classes, FoundClass{n.Title, path, n.Line})
		}
	}
}

// counts lists the sources of a project, with the lines that the run of runs.List.Shown has executed.
func (s *Server) counts(_ *http.Request, project string) (any, error) {
	o := shownCounts(project)
	if o == nil {
		return CodeCounts{Files: []FileCounts{}}, nil
	}
	lines, err := s.models.linesOf(o, project)
	if err != nil {
		return nil, err
	}
	return CodeCounts{o.ID, o.Label, o.Started, lines.files}, nil
}

// shownCounts returns the run of a project whose counts its sources show, nil if there is none.
func shownCounts(project string) *runs.Opened {
	list, _ := storeOf(project).List() // damaged runs are none
	shown, _ := list.Shown()
	return shown
}

// sourceCounts returns the counts of the lines of a source, from the run of runs.List.Shown.
func (s *Server) sourceCounts(r *http.Request, project string) (any, error) {
	in, name, err := s.readerAt(r, project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := in.read(name)
	if err != nil {
		return nil, err
	}
	o := shownCounts(project)
	if o == nil {
		return SourceCounts{}, nil
	}
	lines, err := s.models.linesOf(o, project)
	if err != nil {
		return nil, err
	}
	counts := lines.counts[name]
	if counts.Counts != nil && lineends.Find(text, counts.hash) == nil {
		return SourceCounts{Stale: true}, nil
	}
	return counts, nil
}
