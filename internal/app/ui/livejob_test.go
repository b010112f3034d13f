package ui

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"jprof/internal/app/manual"
	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/live"
)

// TestJobOf reads the step and the last lines from the output of the job that makes a measurement.
func TestJobOf(t *testing.T) {
	text := `printf '\033[1m[INFO] --- maven-surefire-plugin:3.5.2:test (default-test) @ a ---\033[m\r\n'
for i in $(seq 20); do echo "line $i"; done
printf 'half\rwhole'
` + jtest.Forever()
	s := start(t, func(o *Options) {
		withTools(o)
		withJobs(t, text)(o)
		o.Commands = append(o.Commands, Command{Page: manual.Page{Name: "mvn", Options: []manual.Option{}}})
	})
	job := s.startJob(s.openProject(t.TempDir()), nil, "mvn", "test")
	state := live.State{PID: s.jobs.all()[0].process.PID()}
	var got *LiveJob
	if !jtest.Await(func() bool {
		got = s.jobOf(state)
		return got != nil && slices.Contains(got.Output, "whole")
	}) {
		t.Fatalf("got %+v", got)
	}
	if got.Step != "surefire:test" || len(got.Output) != mostLines || got.Output[0] != "line 10" ||
		"api/jobs/"+got.ID != job || got.Cancelling {
		t.Errorf("got %+v", got)
	}
	if other := s.jobOf(live.State{PID: state.PID + 1}); other != nil {
		t.Errorf("of another process: %+v", other)
	}
	s.post(job+"/cancel", struct{}{}, nil)
	if !jtest.Await(func() bool { return s.jobOf(state) == nil }) {
		t.Error("a job that was cancelled makes the measurement")
	}
}

// TestFindings asks for what was found in a run.
func TestFindings(t *testing.T) {
	s := start(t, withTools)
	store := runs.Store{Project: t.TempDir()}
	began := time.Now()
	r := runs.Run{ID: "20260105-000000-00000e", Command: []string{"mvn"}, ExitCode: 1, Started: began, Ended: began,
		ByTest:        &runs.ByTest{Tests: 12, Carried: 5, From: "r0"},
		Selected:      &runs.Selected{Text: "1 of 12", Why: []runs.Why{{Test: "ATest#a", Reason: "new"}}},
		CompileErrors: []runs.CompileError{{Path: "A.java", Line: 3, Column: 7, Message: "cannot find symbol"}}}
	if err := store.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	p := s.openProject(store.Project)
	var got struct {
		findings.Findings
		Carried  string
		Selected *runs.Selected
	}
	s.get(p+"/runs/"+r.ID+"/findings", &got)
	if !slices.Equal(got.Errors, r.CompileErrors) || got.Failed == nil || len(got.Failed) > 0 || got.Change != nil ||
		got.Carried != "5 of 12 tests carried over from run r0" || !reflect.DeepEqual(got.Selected, r.Selected) {
		t.Errorf("got %+v", got)
	}
	s.fails("GET", p+"/runs/other/findings", nil, 404, "")
	s.fails("GET", p+"/live/methods?run=other", nil, 404, "this run is not being measured now")
}
