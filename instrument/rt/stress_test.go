package rt

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// TestStress counts with very many threads, of all kinds, and holds the sums against what is known. JPROF_STRESS=1 has
// it run in full size (make stress).
func TestStress(t *testing.T) {
	ids := []probe.ID{{6}, {7}}
	sets := []*probe.Set{{Packages: []*probe.Package{{ID: ids[0], Files: []*probe.File{{Counters: 2}}},
		{ID: ids[1], Files: []*probe.File{{Counters: 1e6}}}}}}
	full := os.Getenv("JPROF_STRESS") != ""
	tests := []struct {
		what        string
		small, full int
		from        int // of Java
		each        uint64
		rows        bool // each has a row
		heap        string
		large       uint64 // count of the class with a million counters
	}{
		{what: "shared", small: 20000, full: 5e6, each: 640, rows: true, heap: "64m"},
		{what: "short", small: 5000, full: 100000, each: 10, rows: true, heap: "64m"},
		{what: "forkjoin", small: 1e5, full: 2e7, each: 10, rows: true, heap: "64m"},
		{what: "parallel", small: 1e5, full: 1e8, each: 10, rows: true, heap: "64m"},
		{what: "virtual", small: 20000, full: 1e6, from: 21, each: 10, heap: "4g"},
		{what: "ids", small: 200, full: 2000, each: 1000, heap: "128m"},
		{what: "memory", small: 8, full: 8, each: 10, rows: true, heap: "256m", large: 8},
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			uses := Uses{Rows: true, Tests: true, Sums: true}
			for _, c := range []Class{
				{"s", "__Counter00000006", ids[0], dir, []FileCounters{{"Stress", 0, 2, uses}}},
				{"s", "__Counter00000007", ids[1], dir, []FileCounters{{"Large", 0, 1e6, uses}}},
			} {
				write(t, filepath.Join(dir, "s", c.Name+".java"), Source(c))
			}
			javac(t, jdk, "-nowarn", "-sourcepath", dir, "-d", dir, "testdata/stress/s/Stress.java")
			for _, tt := range tests {
				t.Run(tt.what, func(t *testing.T) {
					if jdk.Version < tt.from {
						t.Skipf("Java %d has no virtual threads", jdk.Version)
					}
					n := tt.small
					if full {
						n = tt.full
					}
					countsDir := filepath.Join(dir, "counts", tt.what)
					cmd := command(jdk, dir, countsDir, "", "-XX:TieredStopAtLevel=4", "-XX:-UseSerialGC",
						"-Xmx"+tt.heap)
					cmd.Args = append(cmd.Args[:len(cmd.Args)-2], "s.Stress", tt.what, fmt.Sprint(n))
					start := time.Now()
					if got, want := run(t, cmd), (result{}); got != want {
						t.Fatalf("%+v, want %+v", got, want)
					}
					totals, err := counts.Collect(countsDir, sets, start)
					if err != nil || len(totals.Problems()) > 0 {
						t.Fatalf("%v, %q", err, totals.Problems())
					}
					got := totals.Counters(ids[0])
					if want := uint64(n) * tt.each; got[0] != want {
						t.Errorf("counted %d, want %d", got[0], want)
					}
					if by := uint64(n) * tt.each / 10; tt.what == "ids" {
						if got[1] == 0 || got[1] >= by {
							t.Errorf("%d of %d by rows: all threads have the same four places", got[1], by)
						}
					} else if want := map[bool]uint64{true: by}[tt.rows]; got[1] != want {
						t.Errorf("%d by rows, want %d", got[1], want)
					}
					if tt.large > 0 && totals.Counters(ids[1])[1e6-1] != tt.large {
						t.Errorf("the last of a million counters is %d, want %d", totals.Counters(ids[1])[1e6-1],
							tt.large)
					}
				})
			}
		})
	}
}
