package ui

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/live"
	"jprof/internal/util/lazyregexp"
)

// LiveJob describes the job of this server that makes a measurement.
type LiveJob struct {
	ID         string   `json:"id"`
	Cancelling bool     `json:"-"`
	Step       string   `json:"-"`      // the goal or task that has begun last, "" where it is not known
	Output     []string `json:"output"` // its last lines
}

// LiveTest is a test that runs.
type LiveTest struct {
	Name  string    `json:"name"`
	Began time.Time `json:"began"`
}

// LiveFailure is a test that has failed.
type LiveFailure struct {
	Name   string `json:"name"`
	Reason string `json:"reason"` // the first line of the exception, "" where it is not known
}

// The parts of the output of a job that a live update is made of.
const (
	mostRead     = 64 << 10 // bytes
	mostLines    = 12
	mostLiveTest = 10 // tests that run at once and are listed
)

// colours matches the sequences by which build tools colour their output.
var colours = lazyregexp.New(`\x1b\[[0-9;]*m`)

// jobOf returns the job that makes a measurement, nil if this server has not started it.
func (s *Server) jobOf(m live.State) *LiveJob {
	for _, j := range s.jobs.all() {
		if j.process.PID() != m.PID || !j.isRunning() {
			continue
		}
		about, _ := j.state()
		found := &LiveJob{ID: about.ID, Cancelling: about.Cancelling, Output: []string{}}
		step := func(string) string { return "" }
		for _, t := range s.Tools {
			if t.Info().Command == about.Command {
				step = t.Info().StepOf
			}
		}
		lines := strings.Split(strings.TrimRight(j.out.end(mostRead), "\r\n"), "\n")
		for _, line := range slices.Backward(lines) {
			line = strings.TrimRight(line, "\r")
			line = line[strings.LastIndexByte(line, '\r')+1:] // progress that is written over
			if len(found.Output) < mostLines {
				found.Output = append(found.Output, line)
			}
			if found.Step = step(colours().ReplaceAllString(line, "")); found.Step != "" {
				break
			}
		}
		slices.Reverse(found.Output)
		return found
	}
	return nil
}

// cancelLive ends a measurement that a terminal has started, as Ctrl-C there does. It answers before that has ended.
func (s *Server) cancelLive(_ *http.Request, project string, in struct{ Run string }) (any, error) {
	for _, m := range live.Find(storeOf(project)) {
		switch {
		case m.ID != in.Run:
		case !m.Cancels:
			return nil, failf(http.StatusConflict, "press Ctrl-C there",
				"only the terminal that has started the run can end it")
		default:
			return struct{}{}, live.Cancel(m)
		}
	}
	return nil, failf(http.StatusNotFound, "", "this run is not being measured now")
}

// liveTests converts the tests that run.
func liveTests(running []testcounts.Underway) []LiveTest {
	list := []LiveTest{}
	for _, t := range running[:min(len(running), mostLiveTest)] {
		list = append(list, LiveTest(t))
	}
	return list
}

// liveFailures converts the tests that have failed.
func liveFailures(failed []testcounts.FailedTest) []LiveFailure {
	list := []LiveFailure{}
	for _, t := range failed {
		list = append(list, LiveFailure(t))
	}
	return list
}

// liveMethods answers with the methods with most executions, or with the highest rate, whose path or name has all words
// of a filter.
func (s *Server) liveMethods(r *http.Request, project string) (any, error) {
	q := r.URL.Query()
	return s.followed(r, project, func(_ *watch, run *live.Run) (any, error) {
		list := run.Methods(live.Query{N: mostMethods, ByRate: q.Get("by") == "rate",
			Match: live.Words(q.Get("filter"))})
		return map[string]any{"methods": methodsOf(list)}, nil
	})
}

// mostMethods limits the methods that are listed with a filter.
const mostMethods = 100

// foundIn answers with what was found in a run: compiler errors, failed tests, lines of the change that did not run.
func (s *Server) foundIn(r *http.Request, project string) (any, error) {
	o, err := run(project, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	f := findings.Of(o, "HEAD", s.Env)
	if f.Errors == nil {
		f.Errors = []runs.CompileError{}
	}
	if f.Failed == nil {
		f.Failed = []findings.Failure{}
	}
	if f.Saved == nil {
		f.Saved = []string{}
	}
	if f.Missed == nil {
		f.Missed = []findings.Missed{}
	}
	more := 0
	if f.Change != nil {
		more = len(f.Change.Missed) - len(f.Missed)
	}
	return struct {
		findings.Findings
		MissedMore int `json:"missedMore"` // number of places that Missed does not list
		// Carried is the number of tests that were carried over, and from which run; "" for none.
		Carried  string         `json:"carried"`
		Selected *runs.Selected `json:"selected"` // null but with --affected
	}{f, more, o.CarriedNote(), o.Selected}, nil
}
