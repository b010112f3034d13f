package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/util/atomicfile"
)

// BenchmarkMerge merges as many runs as JPROF_MERGE says, of 100,000 counters each, and reads the result:
//
//	JPROF_MERGE=1000 go test ./internal/runs -run '^$' -bench Merge
func BenchmarkMerge(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("JPROF_MERGE"))
	if err != nil {
		b.Skip("JPROF_MERGE says how many runs")
	}
	const counters = 100_000
	dir := b.TempDir()
	var in []*Opened
	for i := range n {
		in = append(in, benchRun(b, filepath.Join(dir, fmt.Sprintf("r%06d", i)), counters))
	}
	out := filepath.Join(dir, "merged")
	for b.Loop() {
		if _, _, err := Merge(in, out, "", Derive{}); err != nil {
			b.Fatal(err)
		}
		o, err := Store{}.Open(out)
		if err != nil {
			b.Fatal(err)
		}
		c, err := o.Read()
		if err != nil {
			b.Fatal(err)
		}
		if got := c.Totals.Counters(c.Maps[0].Packages[0].ID)[counters-1]; got != uint64(n) {
			b.Fatalf("%d, want %d", got, n)
		}
	}
	b.ReportMetric(float64(jtest.OwnPeak())/(1<<20), "MB-RSS")
}

// benchRun makes a run with one file, in which each counter is 1.
func benchRun(b *testing.B, dir string, counters int) *Opened {
	b.Helper()
	ones := make([]uint64, counters)
	for i := range ones {
		ones[i] = 1
	}
	r := Run{ID: filepath.Base(dir), Started: start, JVMs: 1,
		Sets: []Set{{Module: "g:a", Name: "main", Map: "main.map"}}}
	makeRun(b, dir, r, 0, ones)
	o, err := Store{}.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// makeRun writes a run to a folder: see layout.
func makeRun(t testing.TB, dir string, r Run, version int, counters []uint64) {
	t.Helper()
	text, id := layout(t, version, len(counters))
	if err := os.MkdirAll(filepath.Join(dir, "maps"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"maps/main.map": text, "counts": countsOf(t, r, id, counters)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.WriteJSON(filepath.Join(dir, "run.json"), r); err != nil {
		t.Fatal(err)
	}
}
