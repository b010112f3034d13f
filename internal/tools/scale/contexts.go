package main

import (
	"path/filepath"
	"runtime"
	"time"

	"jprof/report"
	"jprof/report/contexts/ccttest"
	"jprof/report/html"
)

// measureContexts writes the pages of a made-up tree of n contexts, and prints time, memory and size.
func measureContexts(n int, work string) error {
	tree := ccttest.Large(n, 1)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	dir := filepath.Join(work, "contexts")
	start := time.Now()
	c := &html.Contexts{Title: "scale", Run: report.RunInfo{Tool: "scale"},
		Steps: []html.StepContexts{{Name: "all", Tree: tree}}}
	if err := html.WriteDir(dir, func(out html.Output) error { return html.WriteContexts(c, out) }); err != nil {
		return err
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	row("contexts", "%d, %d methods", tree.Contexts(), len(tree.Methods))
	row("written in", "%.1f s", took.Seconds())
	row("memory of the tree", "%d MB", before.HeapAlloc>>20)
	row("allocated for the pages", "%d MB, in all %d MB from the system", (after.TotalAlloc-before.TotalAlloc)>>20,
		after.Sys>>20)
	parts, err := sizes(dir, part)
	if err != nil {
		return err
	}
	var all size
	for _, s := range parts {
		all.add(s)
	}
	row("report", "%d files, %.1f MB", all.files, mb(all.bytes))
	row("  contexts/", "%d files, %.1f MB", parts["contexts/"].files, mb(parts["contexts/"].bytes))
	return nil
}
