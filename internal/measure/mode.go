package measure

import (
	"context"

	"jprof/buildtools"
	"jprof/internal/format/jfr"
	"jprof/internal/measure/agent"
	"jprof/internal/runs/selection"
	"jprof/internal/util/atomicfile"
	"jprof/runner"
)

// A Mode selects the numbers that a run records: Counts or Contexts.
type Mode interface {
	// counts reports whether the code gets counters.
	counts() bool
	// build builds a project, and keeps and reports the run. It returns its ID.
	build(ctx context.Context, b *building) (string, error)
	// program runs a program that was compiled for the mode, and keeps and reports the run. It returns its ID.
	program(ctx context.Context, m *measurement, p *programRun) (string, error)
	// keepNothing keeps the run of a program that does not compile.
	keepNothing(m *measurement, p *programRun) error
}

// Counts gives the code counters.
type Counts struct {
	// ByTest gives each test its own counts. ByTestRequired means that the command line asks for it.
	ByTest, ByTestRequired bool
	// Time has the flight recorder of JVMs take samples. With CounterCost it then does so without counters, too.
	Time, CounterCost bool
	// Affected selects the tests that run; nil for all. It requires ByTest.
	Affected *Affected
}

func (Counts) counts() bool { return true }

// Contexts has JVMs record contexts, of code without counters.
type Contexts struct{ agent.Settings }

func (Contexts) counts() bool { return false }

// ModeOf returns the mode with these settings for contexts; where they are nil, the code gets counters.
func ModeOf(contexts *agent.Settings, counts Counts) Mode {
	if contexts != nil {
		return Contexts{*contexts}
	}
	return counts
}

// recording describes one build by the numbers that the JVMs of its tests record.
type recording struct {
	counters bool         // of the code; without them, the agent or the recorder starts by the file contexts
	times    bool         // the flight recorder of JVMs with counters takes samples
	tests    byTest       // of JVMs with counters
	contexts contextsFile // for JVMs without counters
}

// byTest gives tests their own counts.
type byTest struct {
	recorder string           // the jar for JVMs of tests; "" for counts that are not by test
	around   selection.Around // the inputs of the build beside its sources
	carrying *carrying        // the tests that need not run; nil where all run
}

// prepare prepares the JVMs of a round: those with counters find the settings of their recorder beside the counts.
func (r recording) prepare(ws *runner.Workspace) error {
	if !r.times {
		return nil
	}
	return jfr.Enable(ws.Counts)
}

// writeFiles writes the files for the hook with what JVMs are to record.
func (r recording) writeFiles(ws *runner.Workspace, hook *buildtools.HookFile) error {
	if !r.counters {
		hook.Contexts = contextsPath(ws.Hook)
		if err := atomicfile.WriteJSON(hook.Contexts, r.contexts); err != nil {
			return err
		}
	}
	if err := buildtools.WriteTestsFile(ws.Hook, r.tests.recorder); err != nil {
		return err
	}
	return buildtools.WriteOmitted(ws.Hook, r.tests.carrying.omitted())
}
