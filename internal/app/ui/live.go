package ui

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"jprof/internal/runs/live"
)

// LiveUpdate is the data of the event live. Its numbers are those of main sources, and never final.
type LiveUpdate struct {
	Run        string         `json:"run"`
	Label      string         `json:"label"`
	Command    string         `json:"command"`
	Started    time.Time      `json:"started"`
	Phase      live.Phase     `json:"phase"`
	Round      int            `json:"round"`
	Step       string         `json:"step"`   // the goal or task that runs, "" where it is not known
	Cancel     bool           `json:"cancel"` // live/cancel or, of a job, its cancel ends it
	Cancelling bool           `json:"cancelling"`
	Contexts   bool           `json:"contexts"` // it records contexts: there are no counts to follow
	Final      bool           `json:"final"`    // false
	Elapsed    float64        `json:"elapsed"`  // seconds since it began
	Wait       float64        `json:"wait"`     // seconds until the next update
	JVMs       LiveJVMs       `json:"jvms"`
	Tests      *LiveTests     `json:"tests"`    // null where that is not known
	Selected   *live.Selected `json:"selected"` // the tests that run for a change; null if all run
	Running    []LiveTest     `json:"running"`  // tests, the oldest first
	Failures   []LiveFailure  `json:"failures"` // tests that have failed so far
	Job        *LiveJob       `json:"job"`      // null where a terminal has started it
	Executions uint64         `json:"executions"`
	Rate       float64        `json:"rate"` // executions a second
	Covered    int            `json:"covered"`
	Regions    int            `json:"regions"`
	Methods    []LiveMethod   `json:"methods"` // those with most executions
	Reset      bool           `json:"reset"`   // Files are all files
	Files      LiveFiles      `json:"files"`   // those that have changed
	Problems   []string       `json:"problems"`
}

// LiveJVMs counts the JVMs that have written counts.
type LiveJVMs struct {
	Alive int `json:"alive"`
	Ended int `json:"ended"`
}

// LiveTests counts the tests that have ended so far.
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

// LiveFiles lists the sums of files. In JSON each is [path, executions, covered, regions, 1 for a test source].
type LiveFiles []live.File

// MarshalJSON returns the files as arrays.
func (l LiveFiles) MarshalJSON() ([]byte, error) {
	rows := make([][5]any, len(l))
	for i, f := range l {
		rows[i] = [5]any{f.Path, f.Executions, f.Covered, f.Regions, boolInt(f.Test)}
	}
	return json.Marshal(rows)
}

// LiveEnded is the data of the event ended.
type LiveEnded struct {
	Run      string `json:"run"`
	ExitCode *int   `json:"exitCode"` // of the build or program; null if there is no run
	Result   string `json:"result"`   // of the run, for people; "" if there is none
	// Seconds is the duration of the run; null if there is none.
	Seconds *float64 `json:"seconds"`
	// HasReport means that the run can be reported.
	HasReport bool `json:"hasReport"`
}

// liveUpdate converts an update to one for the page. line is the command line of the measurement, job its job.
func liveUpdate(u live.Update, line string, job *LiveJob) LiveUpdate {
	step, cancelling := u.Step, u.State.Cancelling
	if job != nil {
		step, cancelling = cmp.Or(step, job.Step), job.Cancelling
	}
	return LiveUpdate{Step: step, Cancel: job != nil || u.State.Cancels, Cancelling: cancelling,
		Run: u.State.ID, Label: u.State.Label, Command: line,
		Started: u.State.Started, Phase: u.State.Phase, Round: u.State.Round, Contexts: u.State.Contexts,
		Elapsed: time.Since(u.State.Started).Seconds(), Wait: u.Wait.Seconds(),
		JVMs: LiveJVMs(u.JVMs), Tests: (*LiveTests)(u.Tests), Executions: u.Main.Executions, Rate: u.Main.Rate,
		Covered: u.Main.Covered, Regions: u.Main.Regions, Methods: methodsOf(u.Methods), Reset: u.Reset, Files: u.Files,
		Selected: u.State.Selected, Running: liveTests(u.Running), Failures: liveFailures(u.Failures), Job: job,
		Problems: append([]string{}, u.Problems...)}
}

// methodsOf converts methods.
func methodsOf(methods []live.Method) []LiveMethod {
	list := []LiveMethod{}
	for _, m := range methods {
		list = append(list, LiveMethod{m.Name, m.Path[strings.LastIndexByte(m.Path, '/')+1:], m.Path, m.Line,
			m.Executions, m.Rate})
	}
	return list
}

// liveMap answers with the layout of the map of the code, for the main sources of a measurement.
func (s *Server) liveMap(r *http.Request, project string) (any, error) {
	return s.followed(r, project, func(w *watch, _ *live.Run) (any, error) { return w.codeMap(), nil })
}

// LiveSource is the answer to /api/projects/ID/live/source.
type LiveSource struct {
	Path  string     `json:"path"`
	Lines []LiveLine `json:"lines"`
	At    time.Time  `json:"at"`
	Note  string     `json:"note"` // on the encoding of the text if that matters
}

// LiveLine is a line of a source.
type LiveLine struct {
	N     int     `json:"n"`
	Text  string  `json:"text"`
	Count *uint64 `json:"count"` // null for a line without one
}

// liveSource answers with a source and its counts at this moment.
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
