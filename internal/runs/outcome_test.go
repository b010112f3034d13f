package runs_test

import (
	"testing"
	"time"

	"jprof/internal/runs"
)

// TestNoCounts covers the messages on runs without counts: builds, programs, and runs that are merged from them.
func TestNoCounts(t *testing.T) {
	build := runs.Run{Command: []string{"mvn", "verify"}, ExitCode: 1}
	program := runs.Run{Command: []string{"Main.java"}, ExitCode: 1}
	merged := runs.Run{Command: []string{"jprof", "merge"}, ExitCode: 1, Parts: []runs.Run{program}}
	for _, x := range []struct {
		run     runs.Run
		isBuild bool
		want    string
	}{
		{build, true, "no JVM wrote counts: the build failed first"},
		{program, false, "no JVM wrote counts: the program failed first"},
		{merged, false, "no JVM wrote counts: all runs that are merged in it failed first"},
		{runs.Run{}, false, "no JVM wrote counts: no instrumented code was executed"},
		{runs.Run{Incomplete: []string{"a.counts: ended"}}, false, "no counts can be used: a.counts: ended"},
		{runs.Run{Contexts: &runs.Contexts{}, ExitCode: 1}, false,
			"it was run with --contexts, and no JVM recorded contexts: the program failed first"},
		{runs.Run{Contexts: &runs.Contexts{JVMs: 1}}, false,
			"it was run with --contexts: jprof contexts shows what it has"},
	} {
		if got := x.run.NoCounts(); got != x.want || x.run.IsBuild() != x.isBuild {
			t.Errorf("%v: %q, build %v", x.run.Command, got, x.run.IsBuild())
		}
	}
}

// TestHowEnded covers builds and programs that failed, with tests and without.
func TestHowEnded(t *testing.T) {
	failed := &runs.Results{Tests: 3, Failed: 1}
	missing := []runs.NotBuilt{{Module: "g:a", Name: "main"}, {Module: "g:a", Name: "test"}}
	for _, x := range []struct {
		run  runs.Run
		want string
	}{
		{runs.Run{Command: []string{"mvn"}}, "passed"},
		{runs.Run{Command: []string{"mvn"}, ExitCode: 1}, "build failed"},
		{runs.Run{Command: []string{"mvn"}, Results: failed}, "1 test failed"},
		{runs.Run{Command: []string{"mvn"}, Results: failed, ExitCode: 1, NotBuilt: missing},
			"build failed, 1 test failed, 1 module not built"},
		{runs.Run{Command: []string{"mvn"}, Results: failed, FailedModules: []string{"g:a"}},
			"build failed, 1 test failed"},
		{runs.Run{Command: []string{"mvn"}, NotBuilt: missing}, "1 module not built"},
		{runs.Run{Command: []string{"Main.java"}, ExitCode: 3}, "exit code 3"},
		{runs.Run{Command: []string{"mvn"}, Results: failed, ExitCode: 130, Interrupted: true}, "cancelled"},
	} {
		if got := x.run.HowEnded(); got != x.want {
			t.Errorf("%+v: %q, want %q", x.run, got, x.want)
		}
	}
}

// TestTook covers runs that are not finished: it is not known how long one took that was killed.
func TestTook(t *testing.T) {
	start := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, x := range []struct {
		run         runs.Run
		ended, took string
	}{
		{runs.Run{Started: start, Ended: start.Add(time.Second)}, "passed", "1.0 s"},
		{runs.Run{Started: start, Ended: start, NotFinished: true}, "not finished", "–"},
		{runs.Run{Started: start, Ended: start.Add(time.Second), NotFinished: true, Incomplete: []string{"full"}},
			"not finished", "1.0 s"},
		{runs.Run{Started: start, Ended: start, NotFinished: true, Refused: true, Incomplete: []string{"busy"}},
			"refused", "–"},
	} {
		if ended, took := x.run.HowEnded(), x.run.Took(); ended != x.ended || took != x.took {
			t.Errorf("%+v: %q, took %q, want %q, took %q", x.run, ended, took, x.ended, x.took)
		}
	}
}
