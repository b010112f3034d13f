package cli

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/contextview"
	"jprof/report/export/formats"
)

// BenchmarkContextOutputs writes a tree in each format for contexts, and makes the views of it. JPROF_CONTEXTS is the
// number of contexts. It prints what the process has of memory, the tree included.
func BenchmarkContextOutputs(b *testing.B) {
	nodes := 100_000
	if s := os.Getenv("JPROF_CONTEXTS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		nodes = n
	}
	tree := ccttest.Large(nodes, 1)
	runtime.GC()
	step := func(what string, f func() error) {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.Logf("%-18s %6.2f s, %d MB", what, time.Since(start).Seconds(), m.Sys>>20)
	}
	o := contextview.Options{By: cct.Bytecodes, Makers: 3, Limits: contextview.Limits{Rows: 20, Share: 0.01}}
	for b.Loop() {
		step("overview", func() error { contextview.Overview(tree, o); return nil })
		step("of methods", func() error {
			contextview.OfMethods(tree, o, func(m *cct.Method) bool { return m.Kind == cct.App })
			return nil
		})
		for _, f := range formats.Of(formats.OfContexts) {
			step(f.Name, func() error { return f.Write(io.Discard, &formats.Input{Tree: tree}) })
		}
	}
}
