package efficiency_test

import (
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/plugins"
	"jprof/report/contexts/efficiency"
)

// recorded compiles a source and runs its main class with the agent.
func recorded(t *testing.T, jdk jtest.JDK, source, main string, options ...string) *contexts.Collected {
	t.Helper()
	c, err := contexts.Collect(recordedIn(t, jdk, source, main, "", options...), time.Time{})
	if err != nil || len(c.Lacks()) > 0 {
		t.Fatalf("%v, %q", err, c.Problems)
	}
	return c
}

// recordedIn is the folder that the agent has written to. settings are lines of its file of settings.
func recordedIn(t *testing.T, jdk jtest.JDK, source, main, settings string, options ...string) string {
	t.Helper()
	return recording(t, jtest.Recording{JDK: jdk, Source: source, Javac: options, Main: main, Settings: settings})
}

// recordedOf is the folder that the agent has written to, of classes in a folder.
func recordedOf(t *testing.T, jdk jtest.JDK, classes, main, settings string) string {
	t.Helper()
	return recording(t, jtest.Recording{JDK: jdk, Classes: classes, Main: main, Settings: settings})
}

func recording(t *testing.T, r jtest.Recording) string {
	t.Helper()
	var err error
	if r.Agent, err = plugins.ContextAgent(); err != nil {
		t.Skipf("%v", err)
	}
	dir, _ := r.In(t)
	return dir
}

func analyzed(t *testing.T, c *contexts.Collected, o efficiency.Options) *efficiency.Result {
	t.Helper()
	r, err := efficiency.Analyze(c.Profile.Source(), c.Pack, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Missing)+len(r.Damaged) > 0 || r.Contrary > 0 {
		t.Errorf("missing %q, damaged %q, %d contradictions", r.Missing, r.Damaged, r.Contrary)
	}
	return r
}
