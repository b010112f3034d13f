package efficiency_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	dir := t.TempDir()
	classes := filepath.Join(dir, "classes")
	if out, err := jdk.Run("javac", append(options, "-d", classes, source)...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return recordedOf(t, jdk, classes, main, settings)
}

// recordedOf is the folder that the agent has written to, of classes in a folder.
func recordedOf(t *testing.T, jdk jtest.JDK, classes, main, settings string) string {
	t.Helper()
	jar, err := plugins.ContextAgent()
	if err != nil {
		t.Skipf("%v", err)
	}
	dir := t.TempDir()
	agent, file, out := filepath.Join(dir, "agent.jar"), filepath.Join(dir, "settings"), filepath.Join(dir, "out")
	text := "out=" + filepath.ToSlash(out) + "\ncoverage=app\n" + settings
	for path, content := range map[string][]byte{agent: jar, file: []byte(text)} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	arguments := append(slices.Clone(jtest.QuickStart), "-javaagent:"+agent+"="+file, "-cp", classes, main)
	if text, err := exec.Command(jdk.Java(), arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.600s", err, text)
	}
	return out
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
