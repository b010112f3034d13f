package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/report/html/charts"
)

// The times of following measurements.
const (
	lookAgain  = time.Second      // until the next search for a measurement, if none was found
	keepFollow = 10 * time.Second // the time to follow a measurement that no window shows
)

// watch follows a measurement to its end, for all windows that show it.
type watch struct {
	project string
	id      string // of the run
	line    func(live.State) string
	job     func(live.State) *LiveJob
	step    string // of its job, that has begun last
	end     context.CancelFunc
	users   int // guarded by the mutex of watches, as idle
	idle    *time.Timer

	mu      sync.Mutex
	number  int           // of updates so far
	changed chan struct{} // closed at the next one
	run     *live.Run     // nil before the first update, and at the end
	files   func() []live.File
	last    live.Update
	code    *charts.Treemap // nil where it was not asked for since a file came or went
	mapped  int             // the number of files at that time
	changes string          // the event live with the changes, "" where no window has asked for it
	whole   string          // the same with all files
	ended   *LiveEnded      // nil while it runs
}

// watches holds the watches of a server, by project and run.
type watches struct {
	line func(live.State) string   // returns the command line of a measurement
	job  func(live.State) *LiveJob // returns its job, nil for none
	mu   sync.Mutex
	list map[[2]string]*watch
	done sync.WaitGroup
}

// use returns the watch of a measurement. The caller uses it until it calls release.
func (ws *watches) use(project, id string) (w *watch, release func()) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	key := [2]string{project, id}
	if w = ws.list[key]; w == nil {
		ctx, end := context.WithCancel(context.Background())
		w = &watch{project: project, id: id, line: ws.line, job: ws.job, end: end, changed: make(chan struct{})}
		if ws.list == nil {
			ws.list = map[[2]string]*watch{}
		}
		ws.list[key] = w
		ws.done.Go(func() { w.follow(ctx) })
	}
	w.users++
	if w.idle != nil {
		w.idle.Stop()
	}
	return w, func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		if w.users--; w.users == 0 && w.isOver() {
			ws.drop(w)
		} else if w.users == 0 {
			w.idle = time.AfterFunc(keepFollow, func() { ws.mu.Lock(); defer ws.mu.Unlock(); ws.drop(w) })
		}
	}
}

// drop ends a watch that nobody uses, and removes it from the list.
func (ws *watches) drop(w *watch) {
	if key := [2]string{w.project, w.id}; w.users == 0 && ws.list[key] == w {
		delete(ws.list, key)
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

// follow polls the measurement until it ends.
func (w *watch) follow(ctx context.Context) {
	var run *live.Run
	for _, state := range live.Find(storeOf(w.project)) {
		if state.ID == w.id {
			run, _ = live.Open(state) // it may have just ended
		}
	}
	for run != nil {
		u, err := run.Poll()
		if err != nil {
			u.State.ID, u.Problems, u.At, u.Wait = w.id, append(u.Problems, err.Error()), time.Now(), lookAgain
		}
		if u.Ended {
			break
		}
		w.change(func() {
			u.Reset = u.Reset || w.run == nil
			w.run, w.files, w.last = run, run.Files, u
		})
		run.Await(ctx, u)
		if ctx.Err() != nil {
			return
		}
	}
	w.change(func() { w.run, w.ended = nil, endOf(w.project, w.id) })
}

func (w *watch) isOver() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended != nil
}

// endOf returns the event about the end of a measurement. If its run was saved, the event has its exit code, result
// and duration.
func endOf(project, id string) *LiveEnded {
	ended := &LiveEnded{Run: id}
	if !runs.ValidName(id) {
		return ended
	}
	store := storeOf(project)
	if o, err := store.Open(store.RunDir(id)); err == nil && !o.NotFinished {
		seconds := o.Duration().Seconds()
		ended.ExitCode, ended.Result = &o.ExitCode, o.HowEnded()
		ended.Seconds, ended.HasReport = &seconds, nothingIn(o.Run) == ""
	}
	return ended
}

func (w *watch) change(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	w.number++
	w.changes, w.whole = "", ""
	close(w.changed)
	w.changed = make(chan struct{})
}

// update returns the data of the event live. If seen, they are the changes for a window that has received the update
// before; else they are the whole state. They are made once for all windows.
func (w *watch) update(seen bool) (_ string, err error) {
	made, u := &w.changes, w.last
	if !seen {
		made = &w.whole
		u.Files, u.Reset = w.files(), true
	}
	if *made == "" {
		job := w.job(u.State)
		if job != nil {
			w.step = cmp.Or(job.Step, w.step) // the output that was read may have only what the step has printed
			job.Step = w.step
		}
		*made, err = jsonOf(liveUpdate(u, w.line(u.State), job))
	}
	return *made, err
}

// jsonOf returns a document as JSON.
func jsonOf(document any) (string, error) {
	out, err := json.Marshal(document)
	return string(out), err
}

// codeMap returns the layout of the main sources in the map of the code.
func (w *watch) codeMap() *charts.Treemap {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.files()
	if w.code != nil && w.mapped == len(all) && !w.last.Reset {
		return w.code
	}
	var files []charts.MapFile
	for _, f := range all {
		if !f.Test {
			files = append(files, charts.MapFile{Path: f.Path, Regions: f.Regions})
		}
	}
	code := charts.NewCodeMap(files)
	w.code, w.mapped = &code, len(all)
	return w.code
}

// view is the state of a watch that a window has received.
type view struct {
	number int // of the last update
	over   bool
}

// next returns the event with data that the window has not received yet. The name is "" if there are none.
func (v *view) next(w *watch) (name, data string, changed <-chan struct{}, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	was := *v
	v.number, v.over = w.number, w.ended != nil
	switch {
	case v.over && !was.over:
		name = "ended"
		data, err = jsonOf(w.ended)
	case w.run != nil && was.number != w.number:
		name = "live"
		data, err = w.update(was.number > 0 && was.number == w.number-1)
	}
	return name, data, w.changed, err
}

// liveEvents answers with the events of the measurement that a request names, or, if it names none, of one measurement
// after the other.
func (s *Server) liveEvents(r *http.Request, project string) (any, error) {
	chosen := r.URL.Query().Get("run")
	return s.stream(func(*events) error { return nil }, func(ctx context.Context, e *events) error {
		if chosen != "" {
			if err := s.sendLive(ctx, e, project, chosen); err != nil {
				return err
			}
			<-ctx.Done() // so that the browser does not ask again
			return ctx.Err()
		}
		for none := false; ; {
			if found := live.Find(storeOf(project)); len(found) > 0 {
				if err := s.sendLive(ctx, e, project, found[0].ID); err != nil {
					return err
				}
				none = false
			} else if !none {
				if err := e.send("none", "", struct{}{}); err != nil {
					return err
				}
				none = true
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(lookAgain):
			}
		}
	}), nil
}

// sendLive sends the events of a measurement until it ends.
func (s *Server) sendLive(ctx context.Context, e *events, project, id string) error {
	w, release := s.watches.use(project, id)
	defer release()
	v := view{}
	for {
		name, data, changed, err := v.next(w)
		if err == nil && name != "" {
			err = e.sendText(name, "", data)
		}
		if err != nil || v.over {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// followed calls use with the measurement that a request names. The measurement must be running.
func (s *Server) followed(r *http.Request, project string, use func(w *watch, run *live.Run) (any, error)) (any,
	error) {
	id := r.URL.Query().Get("run")
	gone := failf(http.StatusNotFound, "", "this run is not being measured now")
	if !slices.ContainsFunc(live.Find(storeOf(project)), func(f live.State) bool { return f.ID == id }) {
		return nil, gone
	}
	w, release := s.watches.use(project, id)
	defer release()
	for {
		w.mu.Lock()
		run, over, changed := w.run, w.ended != nil, w.changed
		w.mu.Unlock()
		switch {
		case over:
			return nil, gone
		case run != nil:
			return use(w, run)
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}
