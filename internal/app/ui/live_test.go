package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/app/manual"
	"jprof/internal/format/testcounts"
	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/report/html/charts"
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
	s := start(t, withTools)
	store := runs.Store{Project: t.TempDir()}
	p := s.openProject(store.Project)
	first := s.follow(p+"/live", "")
	first.until(named("none"))
	const id = "20260105-000000-00000e"
	now := filepath.Join(t.TempDir(), "now")
	publisher, err := live.Publish(store, live.State{ID: id, Label: "x", Command: []string{"mvn", "a b"},
		Args: []string{"mvn", "--by-test", "a b"}, Now: now,
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
	if u.Run != id || u.Label != "x" || u.Command != `jprof mvn --by-test "a b"` || u.Final || !u.Reset ||
		u.Tests != nil ||
		u.Elapsed <= 0 || u.Wait < 0.5 || u.Files == nil || u.Methods == nil || u.Problems == nil {
		t.Errorf("%s", data)
	}
	if err := publisher.Phase(live.Building); err != nil {
		t.Fatal(err)
	}
	if _, data := first.until(updateWith(`"phase":"building"`)); !strings.Contains(data, `"reset":false`) {
		t.Errorf("%s", data)
	}

	// Updates have the goal that runs. The page can end the build as soon as that listens.
	if err := os.WriteFile(now, []byte("compiler:compile of core"), 0o666); err != nil {
		t.Fatal(err)
	}
	first.until(updateWith(`"step":"compiler:compile of core","cancel":false,"cancelling":false`))
	s.fails("POST", p+"/live/cancel", map[string]string{"run": "other"}, 404, "this run is not being measured now")
	s.fails("POST", p+"/live/cancel", map[string]string{"run": id}, 409, "only the terminal that has started the run")
	asked := make(chan bool, 1)
	if err := publisher.Interrupt(func() { asked <- true }); err != nil {
		t.Fatal(err)
	}
	first.until(updateWith(`"cancel":true,"cancelling":false`))
	s.post(p+"/live/cancel", map[string]string{"run": id}, nil)
	<-asked
	first.until(updateWith(`"cancel":true,"cancelling":true`))
	second := s.follow(p+"/live", "")
	if _, data := second.until(named("live")); !strings.Contains(data, `"reset":true`) {
		t.Errorf("another window begins with %s", data)
	}
	s.fails("GET", p+"/live/source?path=A.java&run="+id, nil, 404, "no map of this run has this file")
	s.fails("GET", p+"/live/map?run=other", nil, 404, "this run is not being measured now")
	var code charts.Treemap
	if s.get(p+"/live/map?run="+id, &code); code.Width == 0 || len(code.Cells) != 0 {
		t.Errorf("the map without files: %+v", code)
	}
	s.fails("GET", p+"/live/source?path=A.java&run=x", nil, 404, "not being measured now")
	s.fails("GET", s.openProject(t.TempDir())+"/live/source?path=A.java&run="+id, nil, 404, "not being measured now")

	began := time.Now()
	r := runs.Run{ID: id, Command: []string{"mvn"}, ExitCode: 3, Started: began, Ended: began.Add(2 * time.Second)}
	if err := store.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	publisher.End()
	for _, f := range []*follower{first, second} {
		if _, data := f.until(named("ended")); data != `{"run":"`+id+`","exitCode":3,"result":"build failed",`+
			`"seconds":2,"hasReport":false}` {
			t.Errorf("%s", data)
		}
		f.stop()
	}
	if !jtest.Await(func() bool { s.watches.mu.Lock(); defer s.watches.mu.Unlock(); return users(&s.watches) == 0 }) {
		t.Error("windows that were closed are counted")
	}
}

// users returns the number of windows and requests that use watches.
func users(ws *watches) (n int) {
	for _, w := range ws.list {
		n += w.users
	}
	return n
}

// TestMeasurements lists measurements of two projects, follows the chosen one, and reports their ends.
func TestMeasurements(t *testing.T) {
	s := start(t, withTools)
	one, two := runs.Store{Project: t.TempDir()}, runs.Store{Project: t.TempDir()}
	p1, p2 := s.openProject(one.Project), s.openProject(two.Project)
	var list Measurements
	if s.get("api/live", &list); list.Measurements == nil || len(list.Measurements) > 0 {
		t.Errorf("where nothing runs: %+v", list)
	}
	publish := func(store runs.Store, id string) *live.Publisher {
		t.Helper()
		p, err := live.Publish(store, live.State{ID: id, Label: "of " + id, Command: []string{"mvn", id},
			Phase: live.Building, Maps: t.TempDir(), Counts: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.End)
		return p
	}
	first, second, third := publish(one, "r1"), publish(one, "r2"), publish(two, "r3")
	want := func(want ...string) {
		t.Helper()
		s.get("api/live", &list)
		var got []string
		for _, m := range list.Measurements {
			end := "runs"
			if m.Ended != nil && m.ExitCode != nil {
				end = fmt.Sprint(m.Result, " ", *m.ExitCode)
			} else if m.Ended != nil {
				end = "no run"
			}
			if m.Label != "of "+m.Run || m.Started.IsZero() || m.Phase != live.Building {
				t.Errorf("got %+v", m)
			}
			got = append(got, fmt.Sprint(m.Name, " ", m.Project == idOf(m.Path), " ", m.Command, " ", end))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	name1, name2 := filepath.Base(one.Project), filepath.Base(two.Project)
	want(name2+" true jprof mvn r3 runs", name1+" true jprof mvn r2 runs", name1+" true jprof mvn r1 runs")

	newest, chosen := s.follow(p1+"/live", ""), s.follow(p1+"/live?run=r1", "")
	newest.until(updateWith(`"run":"r2"`))
	chosen.until(updateWith(`"run":"r1"`))
	s.fails("GET", p1+"/live/map?run=r3", nil, 404, "not being measured now") // it belongs to the other project
	other := s.follow(p2+"/live?run=r3", "")
	other.until(updateWith(`"run":"r3"`))
	began := time.Now()
	r := runs.Run{ID: "r1", Command: []string{"mvn"}, ExitCode: 1, Started: began, Ended: began.Add(90 * time.Second)}
	if err := one.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	first.End()
	const end = `{"run":"r1","exitCode":1,"result":"build failed","seconds":90,"hasReport":false}`
	if _, data := chosen.until(named("ended")); data != end {
		t.Errorf("%s", data)
	}
	again := s.follow(p1+"/live?run=r1", "")
	_, data := again.until(func(string, string) bool { return true })
	if data != end {
		t.Errorf("a window that comes later gets %s", data)
	}
	third.End()
	other.until(named("ended"))
	want(name1+" true jprof mvn r2 runs", name2+" true jprof mvn r3 no run", name1+" true jprof mvn r1 build failed 1")
	second.End()
	newest.until(named("ended"))
	publish(one, "r4")
	newest.until(updateWith(`"run":"r4"`)) // without a choice, the next one follows
	for _, f := range []*follower{newest, chosen, other, again} {
		f.stop()
	}
}

// TestMeasurementsOfSameName says that another opened project has the name of one that is measured.
func TestMeasurementsOfSameName(t *testing.T) {
	s := start(t, withTools)
	folder := func(names ...string) string {
		t.Helper()
		dir := filepath.Join(append([]string{t.TempDir()}, names...)...)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		s.openProject(dir)
		return dir
	}
	p, err := live.Publish(runs.Store{Project: folder("calc")}, live.State{ID: "r1", Phase: live.Building,
		Maps: t.TempDir(), Counts: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	want := func(same bool) {
		t.Helper()
		var list Measurements
		s.get("api/live", &list)
		if len(list.Measurements) != 1 || list.Measurements[0].SameName != same {
			t.Errorf("got %+v, want same name: %t", list.Measurements, same)
		}
	}
	folder("other")
	want(false)
	folder("copy", "calc")
	want(true)
}

// TestEndedMeasurements checks the time for which measurements that have ended are listed.
func TestEndedMeasurements(t *testing.T) {
	var m measurements
	now := time.Now()
	var all []Measurement
	for i := range mostEnded + 3 {
		all = append(all, Measurement{Live: Live{Run: fmt.Sprint(i), Started: now.Add(time.Duration(i))},
			Path: t.TempDir()})
	}
	if got := m.update(slices.Clone(all), now); len(got) != len(all) || got[0].Run != fmt.Sprint(len(all)-1) {
		t.Errorf("got %+v", got)
	}
	got := m.update(all[:1], now.Add(time.Second))
	if len(got) != 1+mostEnded || got[0].Run != "0" || got[0].Ended != nil ||
		got[1].Run != fmt.Sprint(len(all)-1) || got[1].Ended == nil {
		t.Errorf("got %+v", got)
	}
	got = m.update(nil, now.Add(keepEnded+2*time.Second))
	if len(got) != 1 || got[0].Run != "0" || got[0].Ended == nil {
		t.Errorf("got %+v", got)
	}
}

// TestView shows updates to windows that have seen the one before, and to others.
func TestView(t *testing.T) {
	all := map[string]live.File{}
	w := &watch{id: "x", line: func(live.State) string { return "jprof mvn" },
		job: func(live.State) *LiveJob { return nil }, changed: make(chan struct{})}
	files := func() []live.File {
		return slices.SortedFunc(maps.Values(all), func(a, b live.File) int { return strings.Compare(a.Path, b.Path) })
	}
	next := func(v *view) (name, data string) {
		t.Helper()
		name, data, _, err := v.next(w)
		if err != nil {
			t.Error(err)
		}
		return name, data
	}
	var v view
	if name, _ := next(&v); name != "" {
		t.Errorf("before the first look: %s", name)
	}
	run := &live.Run{}
	update := func(changed ...live.File) {
		w.change(func() {
			for _, f := range changed {
				all[f.Path] = f
			}
			w.run, w.files = run, files
			w.last = live.Update{Files: changed, Tests: &testcounts.Progress{Ended: 4, Failed: 2, Skipped: 1}}
		})
	}
	want := func(v *view, reset bool, files ...string) {
		t.Helper()
		name, data := next(v)
		if name != "live" || !strings.Contains(data, `"tests":{"ended":4,"failed":2,"skipped":1}`) ||
			!strings.Contains(data, fmt.Sprintf(`"reset":%t,"files":[%s]`, reset, strings.Join(files, ","))) {
			t.Errorf("%s %s, want %v", name, data, files)
		}
	}
	const a, b = `["a",1,1,2,0]`, `["b",5,0,2,1]`
	update(live.File{Path: "b", Executions: 5, Regions: 2, Test: true})
	want(&v, true, b)
	if name, _ := next(&v); name != "" {
		t.Errorf("without news: %s", name)
	}
	update(live.File{Path: "a", Executions: 1, Covered: 1, Regions: 2})
	want(&v, false, a)
	want(new(view), true, a, b)
	update()
	update()
	want(&v, true, a, b) // it has missed one
	w.change(func() { w.run, w.ended = nil, &LiveEnded{Run: "x"} })
	for _, v := range []*view{&v, new(view)} {
		const want = `{"run":"x","exitCode":null,"result":"","seconds":null,"hasReport":false}`
		if name, data := next(v); name != "ended" || data != want {
			t.Errorf("%s %s", name, data)
		}
		if name, _ := next(v); name != "" {
			t.Errorf("after the end: %s", name)
		}
	}
}

// TestBusy asks for command lines while something runs in a project: a job, and a measurement of a terminal.
func TestBusy(t *testing.T) {
	s := start(t, func(o *Options) {
		withJobs(t, standIn)(o)
		withTools(o)
		o.Check = func(string, []string) error { return nil }
		contexts := manual.Option{Name: "--contexts", Names: []string{"--contexts"}, Value: "MODE", OptionalValue: true}
		o.Commands = append(o.Commands, Command{Page: manual.Page{Name: "mvn",
			Options: []manual.Option{contexts}}}, Command{Page: manual.Page{Name: "run"}},
			Command{Page: manual.Page{Name: "report"}})
		o.Executable = jtest.FakeTool(t, t.TempDir(), "jprof", "trap 'exit 130' INT; "+jtest.Forever())
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
