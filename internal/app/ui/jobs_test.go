package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tmaxmax/go-sse"

	"jprof/internal/app/manual"
	"jprof/internal/jtest"
	"jprof/internal/runs"
)

// standIn is a program in place of jprof. Its first argument chooses an action.
var standIn = `
case "$1" in
lines) for i in $(seq "$2"); do echo "line $i"; done; echo oops >&2; exit 3;;
echo) while read line; do echo "got $line"; done; echo end;;
wait) trap 'echo interrupted; exit 130' INT; echo ready; ` + jtest.Forever() + `;;
stubborn) trap '' INT TERM; echo ready; ` + jtest.Forever() + `;;
esac`

// withJobs is for start: a stand-in for jprof, with its commands.
func withJobs(t *testing.T, text string) func(*Options) {
	return func(o *Options) {
		o.Executable = jtest.FakeTool(t, t.TempDir(), "jprof", text)
		for _, name := range []string{"lines", "echo", "wait", "stubborn", "make"} {
			o.Commands = append(o.Commands, Command{Page: manual.Page{Name: name, Options: []manual.Option{}}})
		}
	}
}

// startJob starts a command, and returns the path of its requests.
func (s *served) startJob(project string, input *string, command string, args ...string) string {
	s.t.Helper()
	var answer struct{ Job string }
	s.post(project+"/jobs", Call{Command: command, Args: args, Input: input}, &answer)
	return "api/jobs/" + answer.Job
}

// follower reads the events of a stream.
type follower struct {
	t    *testing.T
	next func() (sse.Event, error, bool)
	stop func()
	last string // the ID of the last event
}

// follow opens a stream, from the event with the ID last on.
func (s *served) follow(path, last string) *follower {
	s.t.Helper()
	r := request(s.t, "GET", s.base+path, "")
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || kind != "text/event-stream" {
		s.t.Fatalf("%s: %s, %s", path, answer.Status, kind)
	}
	f := &follower{t: s.t}
	next, stop := iter.Pull2(sse.Read(answer.Body, &sse.ReadConfig{MaxEventSize: 4 * maxEvent}))
	f.next, f.stop = next, func() { answer.Body.Close(); stop() }
	s.t.Cleanup(stop)
	return f
}

// until reads events until one satisfies is, and returns all output in them and that event.
func (f *follower) until(is func(name, data string) bool) (output, data string) {
	f.t.Helper()
	for {
		e, err, ok := f.next()
		if !ok || err != nil {
			f.t.Fatalf("the stream ended: %v, after %q", err, output)
		}
		if e.LastEventID != "" {
			f.last = e.LastEventID
		}
		if e.Type == "output" {
			var o Output
			if err := json.Unmarshal([]byte(e.Data), &o); err != nil {
				f.t.Fatal(err)
			}
			output += o.Text
		}
		if is(e.Type, e.Data) {
			return output, e.Data
		}
	}
}

// outputWith is for until: an event with output that has the text.
func outputWith(text string) func(name, data string) bool {
	return func(name, data string) bool { return name == "output" && strings.Contains(data, text) }
}

// ended is for until: the event that a job has ended with.
func ended(name, data string) bool {
	return name == "state" && !strings.Contains(data, `"state":"running"`)
}

// toEnd follows a job to its end.
func (f *follower) toEnd() (output string, end Job) {
	f.t.Helper()
	output, data := f.until(ended)
	if err := json.Unmarshal([]byte(data), &end); err != nil {
		f.t.Fatal(err)
	}
	return output, end
}

func TestJob(t *testing.T) {
	s := start(t, withJobs(t, standIn))
	dir := t.TempDir()
	p := s.openProject(dir)
	job := s.startJob(p, nil, "lines", "3")
	output, end := s.follow(job+"/events", "").toEnd()
	if output != "line 1\nline 2\nline 3\noops\n" {
		t.Errorf("output %q", output)
	}
	if end.State != stateEnded || end.Result != "failed, exit code 3" || end.ExitCode == nil || *end.ExitCode != 3 ||
		end.Ended == nil || end.Line != "jprof lines 3" || end.Project != idOf(dir) || end.Cancelling ||
		end.Run != "" || end.HasReport || end.Call != nil {
		t.Errorf("%+v", end)
	}
	var again Job
	s.get(job, &again)
	var project ProjectState
	s.get(p, &project)
	if c := again.Call; c == nil || c.Command != "lines" || !slices.Equal(c.Args, Args{"3"}) || c.Input != nil {
		t.Errorf("started by %+v", c)
	}
	if again.State != stateEnded || len(project.Jobs) != 1 || project.Jobs[0].ID != again.ID {
		t.Errorf("%+v, %+v", again, project.Jobs)
	}
	s.fails("GET", "api/jobs/none", nil, 404, "no such job")
	s.fails("GET", "api/jobs/none/events", nil, 404, "no such job")
	s.fails("POST", p+"/jobs", Call{Command: "sh", Args: Args{"-c", "id"}}, 400, "no command")
	s.fails("POST", job+"/input", map[string]any{"text": "x"}, 409, "the input has ended")
}

// TestJobResumes loses the connection, and gets each character of the output once.
func TestJobResumes(t *testing.T) {
	s := start(t, withJobs(t, standIn))
	p := s.openProject(t.TempDir())
	job := s.startJob(p, nil, "echo")
	send := func(text string, end bool) { s.post(job+"/input", map[string]any{"text": text, "end": end}, nil) }
	send("one\n", false)
	first := s.follow(job+"/events", "")
	output, _ := first.until(outputWith("one"))
	first.stop()
	send("zwölf €\n", false)
	second := s.follow(job+"/events", first.last)
	more, _ := second.until(outputWith("€"))
	output += more
	second.stop()
	send("three\n", true)
	third := s.follow(job+"/events", second.last)
	more, end := third.toEnd()
	if want := "got one\ngot zwölf €\ngot three\nend\n"; output+more != want || *end.ExitCode != 0 {
		t.Errorf("output %q, want %q; %+v", output+more, want, end)
	}
	r := request(t, "GET", s.base+job+"/events", "")
	r.Header.Set("Last-Event-ID", third.last)
	if answer, _ := s.send(s.client, r); answer.StatusCode != http.StatusNoContent {
		t.Errorf("after the end: %s", answer.Status)
	}
	r.Header.Set("Last-Event-ID", "x")
	if answer, _ := s.send(s.client, r); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a bad ID: %s", answer.Status)
	}
	if all, _ := s.follow(job+"/events", "").toEnd(); all != output+more {
		t.Errorf("in another window: %q", all)
	}
}

func TestJobInput(t *testing.T) {
	s := start(t, withJobs(t, standIn))
	p := s.openProject(t.TempDir())
	text := strings.Repeat("x", 99) + "\n"
	large := strings.Repeat(text, 5000) // more than a pipe holds
	job := s.startJob(p, &large, "echo")
	s.post(job+"/input", map[string]any{"text": "", "end": true}, nil)
	if output, _ := s.follow(job+"/events", "").toEnd(); strings.Count(output, "got "+text) != 5000 {
		t.Errorf("%d bytes of output", len(output))
	}
	job = s.startJob(p, nil, "wait") // does not read
	s.post(job+"/input", map[string]string{"text": large}, nil)
	s.post(job+"/input", map[string]string{"text": large}, nil)
	s.fails("POST", job+"/input", map[string]string{"text": large + large}, 409, "does not read its input")
	s.post(job+"/cancel", struct{}{}, nil)
	s.follow(job+"/events", "").toEnd()
}

func TestJobCancel(t *testing.T) {
	s := start(t, withJobs(t, standIn))
	p := s.openProject(t.TempDir())
	job := s.startJob(p, nil, "wait")
	f := s.follow(job+"/events", "")
	f.until(outputWith("ready"))
	if answer, _ := s.send(s.client, request(t, "GET", s.base+job+"/cancel", "")); answer.StatusCode != 405 {
		t.Errorf("cancelled by GET: %s", answer.Status)
	}
	s.post(job+"/cancel", struct{}{}, nil)
	output, end := f.toEnd()
	if output != "interrupted\n" || end.State != stateCancelled || end.Result != "cancelled" ||
		*end.ExitCode != 130 || end.Cancelling {
		t.Errorf("%q %+v", output, end)
	}
	s.post(job+"/cancel", struct{}{}, nil) // does nothing
}

// TestJobKilled has a job that cannot be asked.
func TestJobKilled(t *testing.T) {
	defer func(was time.Duration) { jobGrace.Ask, jobGrace.Kill = was, was }(jobGrace.Ask)
	jobGrace.Ask, jobGrace.Kill = 100*time.Millisecond, 100*time.Millisecond
	s := start(t, withJobs(t, standIn))
	job := s.startJob(s.openProject(t.TempDir()), nil, "stubborn")
	f := s.follow(job+"/events", "")
	f.until(outputWith("ready"))
	s.post(job+"/cancel", struct{}{}, nil)
	if _, data := f.until(func(name, _ string) bool { return name == "state" }); !strings.Contains(data,
		`"cancelling":true`) {
		t.Errorf("%s", data)
	}
	if _, end := f.toEnd(); end.State != stateCancelled || *end.ExitCode != 128+int(syscall.SIGKILL) {
		t.Errorf("%+v", end)
	}
}

// TestEndEndsJobs ends the server while jobs run.
func TestEndEndsJobs(t *testing.T) {
	marks := t.TempDir()
	s := start(t, withJobs(t, `trap 'echo asked >"`+marks+`/$2"; exit 130' INT; echo ready
`+jtest.Forever()))
	p := s.openProject(t.TempDir())
	var followers []*follower
	for _, name := range []string{"a", "b"} {
		f := s.follow(s.startJob(p, nil, "wait", name)+"/events", "")
		f.until(outputWith("ready"))
		followers = append(followers, f)
	}
	s.waits = "waiting until 2 jobs end"
	s.end()
	for _, f := range followers {
		if _, end := f.toEnd(); end.State != stateCancelled {
			t.Errorf("%+v", end)
		}
	}
	err := <-s.ended
	s.ended <- err // for start
	for _, name := range []string{"a", "b"} {
		if _, err := os.Stat(filepath.Join(marks, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestJobBounds starts more jobs, and opens more streams, than there may be.
func TestJobBounds(t *testing.T) {
	s := start(t, withJobs(t, standIn))
	p := s.openProject(t.TempDir())
	var list []string
	for range maxJobs {
		list = append(list, s.startJob(p, nil, "wait"))
	}
	s.fails("POST", p+"/jobs", Call{Command: "wait"}, 429, "8 jobs are running")
	var followers []*follower
	for range maxStreams {
		followers = append(followers, s.follow(list[0]+"/events", ""))
	}
	s.fails("GET", list[0]+"/events", nil, 503, "32 streams are open")
	followers[0].stop()
	if !jtest.Await(func() bool {
		answer, err := s.client.Do(request(t, "GET", s.base+list[0]+"/events", ""))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	}) {
		t.Error("a stream that was closed counts")
	}
	for _, job := range list {
		s.post(job+"/cancel", struct{}{}, nil)
	}
	for _, f := range followers[1:] {
		f.toEnd()
	}
	for range maxEnded {
		s.follow(s.startJob(p, nil, "lines", "1")+"/events", "").toEnd()
	}
	if n := len(s.jobs.all()); n > maxEnded+1 {
		t.Errorf("%d jobs are remembered", n)
	}
}

// TestJobRun finds the run that a job has made.
func TestJobRun(t *testing.T) {
	dir := t.TempDir()
	store := runs.Store{Project: dir}
	save := func(id, command string) {
		t.Helper()
		r := runs.Run{ID: id, Command: []string{command, "verify"}, Started: time.Now(), Ended: time.Now(), JVMs: 1}
		if err := store.Save(&r, func(string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	save("20260101-000000-00000001", "make")
	made := filepath.Join(t.TempDir(), "run.json")
	save("20260101-000000-00000002", "make")
	if err := os.Rename(store.RunDir("20260101-000000-00000002"), made); err != nil {
		t.Fatal(err)
	}
	s := start(t, withJobs(t, `mv "`+made+`" .jprof/runs/20260101-000000-00000002`))
	_, end := s.follow(s.startJob(s.openProject(dir), nil, "make", "verify")+"/events", "").toEnd()
	if end.Run != "20260101-000000-00000002" || !end.HasReport {
		t.Errorf("%+v", end)
	}
}

func TestRing(t *testing.T) {
	r := newRing(1000)
	var all bytes.Buffer
	for i := range 1000 {
		line := fmt.Sprintf("zeile %d €\n", i)
		all.WriteString(line)
		if n, err := r.Write([]byte(line)); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
		if len(r.data) > 1250+len(line) {
			t.Fatalf("%d bytes are kept", len(r.data))
		}
	}
	r.close()
	total := int64(all.Len())
	var got []byte
	lost, from := int64(0), int64(0)
	for {
		p := r.read(from, 10)
		if p.lost > 0 {
			if before := bytes.Count(all.Bytes()[:from+p.lost], []byte("\n")); p.lines != before {
				t.Errorf("%d lines before the output that is kept, want %d", p.lines, before)
			}
		}
		lost += p.lost
		got = append(got, p.text...)
		if from = p.next; p.last {
			break
		}
		if len(p.text) == 0 || strings.ContainsRune(string(p.text), '\ufffd') {
			t.Fatalf("part %q", p.text)
		}
	}
	if lost+int64(len(got)) != total || !bytes.HasSuffix(all.Bytes(), got) || len(got) < 1000 {
		t.Errorf("%d lost, %d read, of %d", lost, len(got), total)
	}
	if p := r.read(total+100, 10); p.next != total || !p.last || len(p.text) > 0 {
		t.Errorf("beyond the end: %+v", p)
	}
	r = newRing(100)
	r.Write([]byte("a\xe2\x82"))
	if p := r.read(0, 100); string(p.text) != "a" || p.next != 1 {
		t.Errorf("half a character: %+v", p)
	}
	r.close()
	if p := r.read(1, 100); string(p.text) != "\xe2\x82" || !p.last {
		t.Errorf("half a character at the end: %+v", p)
	}
	for text, want := range map[string]int{"": 0, "a": 0, "€": 0, "\xe2\x82": 2, "\xe2": 1, "\xff": 0, "\x82\x82": 0,
		"x\xf0\x9f\x98": 3} {
		if got := incomplete([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", strconv.Quote(text), got, want)
		}
	}
}
