package cctbuild

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/overlap"
)

// BenchmarkLarge merges the files of three JVMs, writes the merged file, and makes the tree of it. JPROF_CONTEXTS is
// the number of contexts of all. It prints the peak of memory of the process where the system has it.
func BenchmarkLarge(b *testing.B) {
	nodes := 100_000
	if s := os.Getenv("JPROF_CONTEXTS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		nodes = n
	}
	dir := b.TempDir()
	if err := writeLarge(dir, 3, nodes/2, 5); err != nil { // a half of each is the same: 2 of 4 parts
		b.Fatal(err)
	}
	trees, classes := filepath.Join(dir, "contexts"), filepath.Join(dir, "classes")
	for b.Loop() {
		start := time.Now()
		step := func(what string) {
			b.Logf("%-8s %6.2f s, peak %d MB", what, time.Since(start).Seconds(), peak())
			start = time.Now()
		}
		c, err := contexts.Collect(dir, time.Time{})
		if err != nil || len(c.Lacks()) > 0 {
			b.Fatal(err, c.Lacks())
		}
		step("merged")
		if err := c.WriteFiles(trees, classes); err != nil {
			b.Fatal(err)
		}
		step("written")
		c = nil
		runtime.GC() // a report is another process
		f, err := contexts.Open(trees)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		pack, err := contexts.OpenPack(classes)
		if err != nil {
			b.Fatal(err)
		}
		tree, err := Tree(f, pack, Options{})
		if err != nil {
			b.Fatal(err)
		}
		step("read")
		if tree.About.Negative > 0 || len(tree.About.Missing) > 0 || tree.Sum(cct.Elements) == 0 {
			b.Fatalf("%+v", tree.About)
		}
		tree.ByMethod()
		step("summed")
		info, err := os.Stat(trees)
		if err != nil {
			b.Fatal(err)
		}
		b.Logf("%d contexts in %d MB", tree.Contexts(), info.Size()>>20)
		if os.Getenv("JPROF_OVERLAP") != "" {
			if got := overlap.Compare(tree, tree).Overlap(cct.Bytecodes); got != 100 {
				b.Fatal(got)
			}
			step("compared")
		}
	}
}

// peak is the most memory that the process has had, in MB; 0 where that is not known.
func peak() int {
	status, _ := os.ReadFile("/proc/self/status")
	_, after, found := strings.Cut(string(status), "VmHWM:")
	if !found {
		return 0
	}
	kb, _ := strconv.Atoi(strings.Fields(after)[0])
	return kb >> 10
}
