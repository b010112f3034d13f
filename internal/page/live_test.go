package page

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/live"
	"jprof/internal/runs"
	"jprof/internal/testcounts"
	"jprof/report/html"
)

// updateWith is for until: an event live that has the text.
func updateWith(text string) func(name, data string) bool {
	return func(name, data string) bool { return name == "live" && strings.Contains(data, text) }
}

func named(want string) func(name, data string) bool {
	return func(name, _ string) bool { return name == want }
}

// TestLive follows a measurement from before its start to after its end, in two windows.
func TestLive(t *testing.T) {
	s := start(t, nil)
	store := runs.Store{Project: t.TempDir()}
	p := s.openProject(store.Project)
	first := s.follow(p+"/live", "")
	first.until(named("none"))
	const id = "20260105-000000-00000e"
	publisher, err := live.Publish(store, live.State{ID: id, Label: "x", Command: []string{"mvn", "a b"},
		Phase: live.Copying, Maps: t.TempDir(), Counts: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer publisher.End()
	_, data := first.until(updateWith(`"phase":"copying"`))
	var u LiveUpdate
	if err := json.Unmarshal([]byte(data), &u); err != nil {
		t.Fatal(err)
	}
	if u.Run != id || u.Label != "x" || u.Command != `mvn "a b"` || u.Final || !u.Reset || u.Tests != nil ||
		u.Elapsed <= 0 || u.Wait < 0.5 || u.Files == nil || u.Methods == nil || u.Problems == nil {
		t.Errorf("%s", data)
	}
	if err := publisher.Phase(live.Building); err != nil {
		t.Fatal(err)
	}
	if _, data := first.until(updateWith(`"phase":"building"`)); !strings.Contains(data, `"reset":false`) {
		t.Errorf("%s", data)
	}
	second := s.follow(p+"/live", "")
	if _, data := second.until(named("live")); !strings.Contains(data, `"reset":true`) {
		t.Errorf("another window begins with %s", data)
	}
	s.fails("GET", p+"/live/source?path=A.java&run="+id, nil, 404, "no map of this run has this file")
	s.fails("GET", p+"/live/map?run=other", nil, 404, "this run is not being measured now")
	var code html.CodeMap
	if s.get(p+"/live/map?run="+id, &code); code.Width == 0 || len(code.Cells) != 0 {
		t.Errorf("the map without files: %+v", code)
	}
	s.fails("GET", p+"/live/source?path=A.java&run=x", nil, 404, "not being measured now")
	s.fails("GET", s.openProject(t.TempDir())+"/live/source?path=A.java&run="+id, nil, 404, "not being measured now")

	r := runs.Run{ID: id, Command: []string{"mvn"}, ExitCode: 3, Started: time.Now(), Ended: time.Now()}
	if err := store.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	publisher.End()
	for _, f := range []*follower{first, second} {
		if _, data := f.until(named("ended")); data != `{"run":"`+id+`","exitCode":3}` {
			t.Errorf("%s", data)
		}
		f.stop()
	}
	if !jtest.Await(func() bool { s.watches.mu.Lock(); defer s.watches.mu.Unlock(); return users(&s.watches) == 0 }) {
		t.Error("windows that were closed are counted")
	}
}

// users is how many windows and requests use watches.
func users(ws *watches) (n int) {
	for _, w := range ws.list {
		n += w.users
	}
	return n
}

// TestView shows updates to windows that have seen the one before, and to others.
func TestView(t *testing.T) {
	w := &watch{changed: make(chan struct{}), files: map[string]live.File{}}
	var v view
	if name, _, _ := v.next(w); name != "" {
		t.Errorf("before the first look: %s", name)
	}
	run := &live.Run{}
	update := func(files ...live.File) {
		w.change(func() {
			for _, f := range files {
				w.files[f.Path] = f
			}
			w.run, w.last = run, live.Update{Files: files, Tests: &testcounts.Progress{Ended: 4, Failed: 2, Skipped: 1}}
		})
	}
	want := func(v *view, reset bool, files ...LiveFile) {
		t.Helper()
		name, data, _ := v.next(w)
		u, ok := data.(LiveUpdate)
		if name != "live" || !ok || u.Reset != reset || !reflect.DeepEqual(u.Files, append([]LiveFile{}, files...)) ||
			*u.Tests != (LiveTests{4, 2, 1}) {
			t.Errorf("%s %+v, want %v", name, data, files)
		}
	}
	a, b := LiveFile{"a", uint64(1), 1, 2, 0}, LiveFile{"b", uint64(5), 0, 2, 1}
	update(live.File{Path: "b", Executions: 5, Regions: 2, Test: true})
	want(&v, true, b)
	if name, _, _ := v.next(w); name != "" {
		t.Errorf("without news: %s", name)
	}
	update(live.File{Path: "a", Executions: 1, Covered: 1, Regions: 2})
	want(&v, false, a)
	want(new(view), true, a, b)
	update()
	update()
	want(&v, true, a, b) // it has missed one
	w.change(func() { w.run, w.ended = nil, &LiveEnded{Run: "x"} })
	if name, data, _ := v.next(w); name != "ended" || data.(*LiveEnded).Run != "x" {
		t.Errorf("%s %v", name, data)
	}
	w.change(func() {})
	if name, _, _ := v.next(w); name != "" {
		t.Errorf("after the end: %s", name)
	}
	if name, _, _ := new(view).next(w); name != "none" {
		t.Errorf("a new window: %s", name)
	}
}

// TestBusy asks for command lines while something runs in a project: a job, and a measurement of a terminal.
func TestBusy(t *testing.T) {
	s := start(t, func(o *Options) {
		withJobs(t, standIn)(o)
		withTools(o)
		o.Check = func(string, []string) error { return nil }
		contexts := Option{Name: "--contexts", Names: []string{"--contexts"}, Value: "MODE", OptionalValue: true}
		o.Commands = append(o.Commands, Command{Name: "mvn", Options: []Option{contexts}}, Command{Name: "run"},
			Command{Name: "report"})
		o.Executable = jtest.FakeTool(t, t.TempDir(), "jprof", "trap 'exit 130' INT; while :; do sleep 0.05; done")
	})
	store := runs.Store{Project: t.TempDir()}
	p := s.openProject(store.Project)
	check := func(want string, call Call) Problem {
		t.Helper()
		var got CommandLine
		s.post(p+"/command", call, &got)
		if text := fmt.Sprint(got.Problems); len(got.Problems) > 1 || !strings.Contains(text, want) {
			t.Errorf("%s: %+v, want %q", got.Line, got.Problems, want)
		}
		if len(got.Problems) == 0 {
			return Problem{}
		}
		return got.Problems[0]
	}
	build, program := Call{Command: "mvn", Args: Args{"test"}}, Call{Command: "run", Args: Args{"A.java"}}
	contexts := Call{Command: "mvn", Options: []Given{{Name: "--contexts"}}}
	check("[]", build)

	job := strings.TrimPrefix(s.startJob(p, nil, "mvn", "test"), "api/jobs/")
	if got := check("jprof mvn test is running in this project", build); got.Job != job || got.Live {
		t.Errorf("%+v", got)
	}
	for _, other := range []Call{program, contexts, {Command: "report"}} {
		check("[]", other)
	}
	elsewhere := s.openProject(t.TempDir())
	var got CommandLine
	if s.post(elsewhere+"/command", build, &got); len(got.Problems) > 0 {
		t.Errorf("in another project: %+v", got)
	}
	s.post("api/jobs/"+job+"/cancel", struct{}{}, nil)
	s.follow("api/jobs/"+job+"/events", "").toEnd()
	check("[]", build)

	publisher, err := live.Publish(store, live.State{ID: "20260105-000000-00000e", Command: []string{"A.java", "7"},
		Phase: live.Running, Maps: t.TempDir(), Counts: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer publisher.End()
	if got := check("jprof run A.java 7 is running in this project", program); got.Job != "" || !got.Live {
		t.Errorf("%+v", got)
	}
	check("[]", build)
}
