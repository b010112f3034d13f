package measure

import (
	"context"

	"jprof/buildtools"
	"jprof/internal/format/jfr"
	"jprof/internal/format/testcounts"
	"jprof/internal/measure/agent"
	"jprof/internal/runs/selection"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// A Mode selects the numbers that a run records. It is Counts or Contexts.
type Mode interface {
	// counts reports whether the code gets counters.
	counts() bool
	// build builds a project, saves the run and writes the report. It returns the ID of the run.
	build(ctx context.Context, b *building) (string, error)
	// program runs a program that was compiled for the mode, saves the run and writes the report. It returns the ID of
	// the run.
	program(ctx context.Context, m *measurement, p *programRun) (string, error)
	// keepNothing saves the run of a program that does not compile.
	keepNothing(m *measurement, p *programRun) error
}

// Counts is the mode in which the code gets counters.
type Counts struct {
	// ByTest gives each test its own counts. ByTestRequired means that the command line asks for it.
	ByTest, ByTestRequired bool
	// Time lets the flight recorder of the JVMs take samples. CounterCost repeats the work without counters, with
	// samples, for a comparison.
	Time, CounterCost bool
	// Affected selects the tests that run; nil for all. It requires ByTest.
	Affected *Affected
	// Ship is the absolute path of the folder for the artifacts of the build, with counters for services; "" for none.
	Ship string
}

func (Counts) counts() bool { return true }

// Contexts is the mode in which JVMs record contexts. The code has no counters.
type Contexts struct{ agent.Settings }

func (Contexts) counts() bool { return false }

// ModeOf returns Contexts with these settings. If contexts is nil, it returns counts.
func ModeOf(contexts *agent.Settings, counts Counts) Mode {
	if contexts != nil {
		return Contexts{*contexts}
	}
	return counts
}

// recording lists the numbers that the JVMs of tests record in one build.
type recording struct {
	counters bool         // the code has counters; if not, JVMs run the agent or the recorder, by the file contexts
	shipped  bool         // the counters are those of a shipped program
	times    bool         // the flight recorder of JVMs with counters takes samples
	tests    byTest       // of JVMs with counters
	contexts contextsFile // for JVMs without counters
}

// byTest has the data for counts by test.
type byTest struct {
	recorder string           // the path of the jar for JVMs of tests; "" if there are no counts by test
	files    bool             // the files that tests open are recorded, too
	around   selection.Around // the inputs of the build beside its sources
	carrying *carrying        // the tests that need not run; nil without --affected
	none     bool             // no test runs
}

// prepare writes what JVMs with counters are to record beside the counts, where they find it.
func (r recording) prepare(ws *runner.Workspace) error {
	if r.tests.recorder != "" && r.tests.files {
		home := ws.HomeMirror()
		if err := testcounts.RecordFiles(ws.Counts, home, paths.Real(home)); err != nil {
			return err
		}
	}
	if !r.times {
		return nil
	}
	return jfr.Enable(ws.Counts)
}

// writeFiles writes the files by which the hook knows what JVMs are to record.
func (r recording) writeFiles(ws *runner.Workspace, hook *buildtools.HookFile) error {
	if r.shipped {
		hook.Shipped = "true"
	}
	if !r.counters {
		hook.Contexts = contextsPath(ws.Hook)
		if err := atomicfile.WriteJSON(hook.Contexts, r.contexts); err != nil {
			return err
		}
	}
	if err := buildtools.WriteTestsFile(ws.Hook, r.tests.recorder, r.tests.files); err != nil {
		return err
	}
	omitted := r.tests.carrying.omitted()
	if r.tests.none {
		omitted = buildtools.OmitAll
	}
	return buildtools.WriteOmitted(ws.Hook, omitted)
}
