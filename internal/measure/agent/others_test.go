package agent

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/util/term"
)

// meddler compiles another agent with its jars, and the program that it works in. It returns the option for the agent,
// and the folder of the program.
func meddler(t *testing.T, j jtest.JDK) (option, classes string) {
	t.Helper()
	dir := t.TempDir()
	manifest := filepath.Join(dir, "manifest")
	if err := os.WriteFile(manifest, []byte("Premain-Class: Meddler\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for jar, source := range map[string]string{"agent.jar": "Meddler", "appended.jar": "Appended",
		"loaded.jar": "Loaded"} {
		if out, err := j.Run("jar", "cfm", filepath.Join(dir, jar), manifest, "-C",
			compile(t, j, "testdata/others/"+source+".java"), "."); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return "-javaagent:" + filepath.Join(dir, "agent.jar") + "=" + dir, compile(t, j, "testdata/others/Meddled.java")
}

// TestOtherAgents runs a program with another agent: the work of that is not recorded, and outputs name its jars; the
// work of the program below the agent's calls is recorded.
func TestOtherAgents(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		option, classes := meddler(t, j)
		asked, err := Prepare(t.Context(), term.New(os.Stderr, os.Getenv), t.TempDir(), j.Java(),
			Settings{Coverage: App, Out: t.TempDir(), Include: []string{"Meddle*", "Loaded"}})
		if err != nil {
			t.Fatal(err)
		}
		flip, transformed := "java.util.BitSet.flip(I)V", "Meddler$1.transform("
		for name, tt := range map[string]struct {
			a     *Agent
			calls map[string]int64 // of methods
			named []string
		}{
			"app": {application(t, j), map[string]int64{"Meddled$First.work()V": 2, "Meddled$Broken.work()V": 1,
				"Meddler": 0, "Appended": 0, "Loaded": 0}, []string{"agent.jar", "appended.jar"}},
			"asked": {asked, map[string]int64{"Meddled$First.work()V": 2, "Meddler.seen()I": 1, "Loaded": 1,
				transformed: 1}, nil},
			"all": {nil, map[string]int64{"Meddled$First.work()V": 2, "Meddler": 0, "Appended": 0, "Loaded": 0,
				flip: 1}, []string{"agent.jar", "appended.jar"}}, // the one that the program asks for
		} {
			t.Run(j.String()+"/"+name, func(t *testing.T) {
				t.Parallel()
				a := tt.a
				if a == nil {
					a = full(t, j)
				}
				counts := t.TempDir()
				args := append(a.Options(), option, "-Xverify:all", "-cp", classes, "Meddled")
				out, problems, err := java(t, j, []string{"JPROF_COUNTS=" + counts}, args...)
				if err != nil || out != "" || problems != "" {
					t.Fatalf("%v\n%s%s", err, out, problems)
				}
				got := map[string]int64{}
				for _, n := range tally(t, counts) {
					for method := range tt.calls {
						if strings.HasPrefix(n.method, method) {
							got[method] += n.calls
						}
					}
				}
				for method, want := range tt.calls {
					if n := got[method]; n != want && (method != transformed || n == 0) {
						t.Errorf("%s has %d calls, want %d", method, n, want)
					}
				}
				if got := otherAgents(t, counts); !slices.Equal(got, tt.named) {
					t.Errorf("agents %q are named, want %q", got, tt.named)
				}
			})
		}
	}
}

// otherAgents are the jars of other agents that were not recorded.
func otherAgents(t *testing.T, counts string) []string {
	t.Helper()
	c, err := contexts.Collect(counts, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var jars []string
	for _, l := range c.Profile.Source().Head().Losses {
		if jar, ok := strings.CutPrefix(l.Method, "the agent "); ok && l.Class == "" {
			jars = append(jars, jar)
		}
	}
	return jars
}
