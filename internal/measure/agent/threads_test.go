package agent

import (
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// Threads of any kind have their contexts with full coverage, too: 100,000 virtual ones that change their carriers, and
// workers of a pool whose tasks end by exceptions. So many virtual threads at a time have more contexts than the limit.
func TestThreads(t *testing.T) {
	sources, err := filepath.Glob("../../../plugins/agent/testdata/programs/p/*.java")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	programs := []struct {
		name, thread string
		from         int    // the first release of Java
		below        string // the caller of the methods
		calls        map[string]int64
	}{
		{"virtual", "(virtual)", 21, "p.Main.slowly()V", map[string]int64{"work()V": 100_000, "leaf(I)I": 100_000}},
		{"pool", "pool-N-thread-N", 9, "p.Main.lambda$pool",
			map[string]int64{"make()V": 5, "leaf(I)I": 5, "work()V": 5}},
	}
	for _, j := range jtest.JDKs(t) {
		classes := t.TempDir()
		if out, err := j.Run("javac", append([]string{"-d", classes}, sources...)...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, p := range programs {
			t.Run(j.String()+"/"+p.name, func(t *testing.T) {
				t.Parallel()
				if j.Version < p.from {
					t.Skipf("it is for Java %d and later", p.from)
				}
				got := map[string]int64{}
				for _, n := range measure(t, j, append(full(t, j).Options(), "-cp", classes, "p.Main", p.name)...) {
					thread, path, _ := strings.Cut(n.path, ";")
					if name, ok := strings.CutPrefix(n.method, "p.Main."); ok &&
						(thread == "" || thread == p.thread && strings.Contains(path, p.below)) {
						got[name] += n.calls
					}
				}
				for name, want := range p.calls {
					if got[name] != want {
						t.Errorf("%s: %d calls, want %d", name, got[name], want)
					}
				}
			})
		}
	}
}
