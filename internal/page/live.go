package page

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"jprof/internal/live"
	"jprof/internal/runs"
	"jprof/internal/words"
	"jprof/report/html"
)

// The times of following measurements.
const (
	lookAgain  = time.Second      // until a measurement is looked for again, where there is none
	keepFollow = 10 * time.Second // how long a measurement is followed without a window that shows it
)

// LiveUpdate is the data of the event live. Its numbers are those of main sources, and never final.
type LiveUpdate struct {
	Run        string       `json:"run"`
	Label      string       `json:"label"`
	Command    string       `json:"command"`
	Started    time.Time    `json:"started"`
	Phase      live.Phase   `json:"phase"`
	Round      int          `json:"round"`
	Contexts   bool         `json:"contexts"` // it records contexts: there are no counts to follow
	Final      bool         `json:"final"`    // false
	Elapsed    float64      `json:"elapsed"`  // seconds since it began
	Wait       float64      `json:"wait"`     // seconds until the next update
	JVMs       LiveJVMs     `json:"jvms"`
	Tests      *LiveTests   `json:"tests"` // null where that is not known
	Executions uint64       `json:"executions"`
	Rate       float64      `json:"rate"` // executions a second
	Covered    int          `json:"covered"`
	Regions    int          `json:"regions"`
	Methods    []LiveMethod `json:"methods"` // those with most executions
	Reset      bool         `json:"reset"`   // Files are all files
	Files      []LiveFile   `json:"files"`   // those that have changed
	Problems   []string     `json:"problems"`
}

// LiveJVMs is how many JVMs have written counts.
type LiveJVMs struct {
	Alive int `json:"alive"`
	Ended int `json:"ended"`
}

// LiveTests is how many tests have ended so far.
type LiveTests struct {
	Ended   int `json:"ended"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// LiveMethod is the executions in a method.
type LiveMethod struct {
	Name       string  `json:"name"`
	File       string  `json:"file"` // the name of the file
	Path       string  `json:"path"`
	Line       int     `json:"line"`
	Executions uint64  `json:"executions"`
	Rate       float64 `json:"rate"`
}

// LiveFile is the sums of a file. In JSON it is [path, executions, covered, regions, 1 for a test source].
type LiveFile [5]any

// LiveEnded is the data of the event ended.
type LiveEnded struct {
	Run      string `json:"run"`
	ExitCode *int   `json:"exitCode"` // of the build or program; null if there is no run
}

// watch follows the newest measurement of a project for all windows that show it.
type watch struct {
	project string
	end     context.CancelFunc
	mu      sync.Mutex
	users   int
	idle    *time.Timer
	number  int           // of updates so far
	changed chan struct{} // closed at the next one
	run     *live.Run     // nil where nothing is measured
	last    live.Update
	files   map[string]live.File // all
	ended   *LiveEnded           // of the measurement before
}

// watches are those of a server, by project.
type watches struct {
	mu   sync.Mutex
	list map[string]*watch
	done sync.WaitGroup
}

// use returns the watch of a project, until release is called.
func (ws *watches) use(project string) (w *watch, release func()) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if w = ws.list[project]; w == nil {
		ctx, end := context.WithCancel(context.Background())
		w = &watch{project: project, end: end, changed: make(chan struct{})}
		if ws.list == nil {
			ws.list = map[string]*watch{}
		}
		ws.list[project] = w
		ws.done.Go(func() { w.follow(ctx) })
	}
	w.users++
	if w.idle != nil {
		w.idle.Stop()
	}
	return w, func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		if w.users--; w.users == 0 {
			w.idle = time.AfterFunc(keepFollow, func() { ws.drop(w) })
		}
	}
}

// drop ends a watch that nobody uses.
func (ws *watches) drop(w *watch) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if w.users == 0 && ws.list[w.project] == w {
		delete(ws.list, w.project)
		w.end()
	}
}

// end ends all watches.
func (ws *watches) end() {
	ws.mu.Lock()
	for _, w := range ws.list {
		w.end()
	}
	ws.mu.Unlock()
	ws.done.Wait()
}

// follow follows measurements, one after the other.
func (w *watch) follow(ctx context.Context) {
	for {
		if states := live.Find(storeOf(w.project)); len(states) > 0 {
			w.followOne(ctx, states[0])
		} else {
			w.change(func() { w.run = nil })
		}
		if !sleep(ctx, lookAgain) {
			return
		}
	}
}

// sleep waits, and reports whether ctx goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// followOne follows a measurement to its end.
func (w *watch) followOne(ctx context.Context, state live.State) {
	run, err := live.Open(state)
	if err != nil {
		return // it has just ended
	}
	for first := true; ; first = false {
		u, err := run.Poll()
		if err != nil {
			u.State, u.Problems, u.Wait = state, append(u.Problems, err.Error()), lookAgain
		}
		if u.Ended {
			w.change(func() { w.ended = endOf(w.project, u.State.ID); w.run = nil })
			return
		}
		w.change(func() {
			if first || u.Reset {
				u.Reset, w.files = true, map[string]live.File{}
			}
			for _, f := range u.Files {
				w.files[f.Path] = f
			}
			w.run, w.last, w.ended = run, u, nil
		})
		if !sleep(ctx, u.Wait) {
			return
		}
	}
}

// endOf is how a measurement has ended.
func endOf(project, id string) *LiveEnded {
	ended := &LiveEnded{Run: id}
	if o, err := runs.Open(storeOf(project).RunDir(id)); err == nil {
		ended.ExitCode = &o.ExitCode
	}
	return ended
}

func (w *watch) change(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	w.number++
	close(w.changed)
	w.changed = make(chan struct{})
}

// liveEvents follows what is measured in a project.
func (s *Server) liveEvents(_ *http.Request, project string) (any, error) {
	return s.stream(func(*events) error { return nil }, func(ctx context.Context, e *events) error {
		w, release := s.watches.use(project)
		defer release()
		v := view{}
		for {
			name, data, changed := v.next(w)
			if name != "" {
				if err := e.send(name, "", data); err != nil {
					return err
				}
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-changed:
			}
		}
	}), nil
}

// view is what a window has seen of a watch.
type view struct {
	number int // of the last update
	run    *live.Run
	none   bool // it was shown that nothing is measured
}

// next is the event for what is new: the name is "" if nothing is.
func (v *view) next(w *watch) (name string, data any, changed <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	changed = w.changed
	was := *v
	v.number, v.run, v.none = w.number, w.run, w.run == nil
	switch {
	case w.number == 0: // it has not looked yet
		v.none = false
	case w.run != nil && (was.run != w.run || was.number != w.number):
		u := w.last
		if was.run != w.run || was.number != w.number-1 { // it has missed some
			u.Files, u.Reset = nil, true
			for _, f := range w.files {
				u.Files = append(u.Files, f)
			}
			slices.SortFunc(u.Files, func(a, b live.File) int { return strings.Compare(a.Path, b.Path) })
		}
		return "live", liveUpdate(u), changed
	case w.run == nil && was.run != nil && w.ended != nil:
		return "ended", w.ended, changed
	case w.run == nil && !was.none:
		return "none", struct{}{}, changed
	}
	return "", nil, changed
}

// liveUpdate is an update for the page.
func liveUpdate(u live.Update) LiveUpdate {
	out := LiveUpdate{Run: u.State.ID, Label: u.State.Label, Command: words.Command(u.State.Command),
		Started: u.State.Started, Phase: u.State.Phase, Round: u.State.Round, Contexts: u.State.Contexts,
		Elapsed: time.Since(u.State.Started).Seconds(), Wait: u.Wait.Seconds(),
		JVMs: LiveJVMs{u.JVMs.Alive, u.JVMs.Ended}, Executions: u.Main.Executions, Rate: u.Main.Rate,
		Covered: u.Main.Covered, Regions: u.Main.Regions, Methods: []LiveMethod{}, Reset: u.Reset, Files: []LiveFile{},
		Problems: append([]string{}, u.Problems...)}
	if u.Tests != nil {
		out.Tests = &LiveTests{u.Tests.Ended, u.Tests.Failed, u.Tests.Skipped}
	}
	for _, m := range u.Methods {
		out.Methods = append(out.Methods, LiveMethod{m.Name, m.Path[strings.LastIndexByte(m.Path, '/')+1:], m.Path,
			m.Line, m.Executions, m.Rate})
	}
	for _, f := range u.Files {
		test := 0
		if f.Test {
			test = 1
		}
		out.Files = append(out.Files, LiveFile{f.Path, f.Executions, f.Covered, f.Regions, test})
	}
	return out
}

// followed calls use with the measurement that a request names, which must be the one that is followed.
func (s *Server) followed(r *http.Request, project string, use func(w *watch, run *live.Run) (any, error)) (any,
	error) {
	w, release := s.watches.use(project)
	defer release()
	for {
		w.mu.Lock()
		number, run, id, changed := w.number, w.run, w.last.State.ID, w.changed
		w.mu.Unlock()
		switch {
		case run != nil && id == r.URL.Query().Get("run"):
			return use(w, run)
		case number > 0:
			return nil, failf(http.StatusNotFound, "", "this run is not being measured now")
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}

// liveMap is where the map of the code has the main sources of a measurement.
func (s *Server) liveMap(r *http.Request, project string) (any, error) {
	return s.followed(r, project, func(w *watch, _ *live.Run) (any, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		var files []html.MapFile
		for _, path := range slices.Sorted(maps.Keys(w.files)) {
			if f := w.files[path]; !f.Test {
				files = append(files, html.MapFile{Path: f.Path, Regions: f.Regions})
			}
		}
		return html.NewCodeMap(files), nil
	})
}

// LiveSource is the answer to /api/projects/ID/live/source.
type LiveSource struct {
	Path  string     `json:"path"`
	Lines []LiveLine `json:"lines"`
	At    time.Time  `json:"at"`
	Note  string     `json:"note"` // how the text was read if that matters
}

// LiveLine is a line of a source.
type LiveLine struct {
	N     int     `json:"n"`
	Text  string  `json:"text"`
	Count *uint64 `json:"count"` // null for a line without one
}

// liveSource shows a source with the counts of this moment.
func (s *Server) liveSource(r *http.Request, project string) (any, error) {
	return s.followed(r, project, func(_ *watch, run *live.Run) (any, error) {
		source, err := run.Source(r.URL.Query().Get("path"))
		if errors.Is(err, live.ErrNoSource) {
			return nil, failf(http.StatusNotFound, "", "%w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("the source with counts: %w", err)
		}
		out := LiveSource{Path: source.Path, Lines: []LiveLine{}, At: s.Env.Now(), Note: source.Note}
		for _, l := range source.Lines {
			line := LiveLine{N: l.Number, Text: l.Text}
			if n, ok := l.Count(); ok {
				line.Count = &n
			}
			out.Lines = append(out.Lines, line)
		}
		return out, nil
	})
}
