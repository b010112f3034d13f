package counts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// BenchmarkCollect adds up as many files of JVMs as JPROF_COLLECT says, of 100,000 counters in 50 packages each:
//
//	JPROF_COLLECT=1000 go test ./internal/format/counts -run '^$' -bench Collect
func BenchmarkCollect(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("JPROF_COLLECT"))
	if err != nil {
		b.Skip("JPROF_COLLECT says how many files")
	}
	const packages, counters = 50, 2000
	set := &probe.Set{Module: "g:a", Name: "main"}
	file := &File{JVMs: 1, PID: 1, Start: start}
	for i := range packages {
		id := probe.ID{byte(i + 1)}
		set.Packages = append(set.Packages, &probe.Package{ID: id, Files: []*probe.File{{Counters: counters}}})
		ones := make([]uint64, counters)
		for k := range ones {
			ones[k] = 1
		}
		file.Sections = append(file.Sections, Section{id, ones})
	}
	var text bytes.Buffer
	if err := Write(&text, file); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	const own = 1000 // files of their own; the others are links to them, as 100,000 would not fit on many disks
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("%06d.counts", i))
		if i < own {
			err = os.WriteFile(path, text.Bytes(), 0o666)
		} else {
			err = os.Link(filepath.Join(dir, fmt.Sprintf("%06d.counts", i%own)), path)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		t, err := Collect(dir, []*probe.Set{set}, time.Time{})
		if err != nil || len(t.Problems()) > 0 || t.JVMs() != n {
			b.Fatal(err, t)
		}
		if got := t.Counters(probe.ID{packages})[counters-1]; got != uint64(n) {
			b.Fatalf("%d, want %d", got, n)
		}
	}
	b.ReportMetric(float64(jtest.OwnPeak())/(1<<20), "MB-RSS")
}
