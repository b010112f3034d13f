package runs_test

import (
	"testing"

	"jprof/internal/runs"
)

// TestNoCounts covers what is said of runs without counts: builds, programs, and runs that are merged from them.
func TestNoCounts(t *testing.T) {
	build := runs.Run{Command: []string{"mvn", "verify"}, ExitCode: 1}
	program := runs.Run{Command: []string{"Main.java"}, ExitCode: 1}
	merged := runs.Run{Command: []string{"jprof", "merge"}, ExitCode: 1, Parts: []runs.Run{program}}
	for _, x := range []struct {
		run     runs.Run
		isBuild bool
		want    string
	}{
		{build, true, "no JVM wrote counts: the build failed before"},
		{program, false, "no JVM wrote counts: the program failed before"},
		{merged, false, "no JVM wrote counts: all runs that are merged in it failed before"},
		{runs.Run{}, false, "no JVM wrote counts: no instrumented code was executed"},
		{runs.Run{Contexts: &runs.Contexts{}, ExitCode: 1}, false,
			"it was run with --contexts, and no JVM recorded contexts: the program failed before"},
		{runs.Run{Contexts: &runs.Contexts{JVMs: 1}}, false,
			"it was run with --contexts: jprof contexts shows what it has"},
	} {
		if got := x.run.NoCounts(); got != x.want || x.run.IsBuild() != x.isBuild {
			t.Errorf("%v: %q, build %v", x.run.Command, got, x.run.IsBuild())
		}
	}
}
