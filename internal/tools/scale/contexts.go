package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/html"
)

// measureContexts writes the pages of a made-up tree of n contexts, and prints time, memory and size, and how long
// pages take to answer in a browser.
func measureContexts(n int, work string, browser bool) error {
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
	if !browser {
		return nil
	}
	return inBrowser(dir, func(t tab) error { return t.browseContexts(tree) })
}

// actions are those of a reader on the flame graph, as scripts that end when the page has answered.
var actions = []struct{ what, script string }{
	{"another metric", `choose("metric", "0")`},
	{"one thread", `choose("thread", "3")`},
	{"all threads", `choose("thread", "0")`},
	{"zoom into a cell", `(() => { const c = flame.state().cells.find((c) => c.depth === 6); c.box.click(); })()`},
	{"zoom out", `document.querySelector("#path button").click()`},
	{"callers, all chunks loaded", `choose("way", "up")`},
	{"callees again", `choose("way", "down")`},
	{"callers again", `choose("way", "up")`},
	{"callers of a method", `flame.focus(flame.state().tree.title(3), "up")`},
	{"callees of a method", `flame.focus(flame.state().tree.title(3), "down")`},
	{"highlight", `(() => { const e = document.getElementById("highlight"); e.value = "class00";
		e.dispatchEvent(new Event("input")); performance.mark("drawn"); })()`},
}

// browseContexts opens contexts.html, and does the actions.
func (t tab) browseContexts(tree *cct.Tree) error {
	ctx := t.ctx
	for range 3 {
		if err := t.open("contexts.html"); err != nil {
			return err
		}
		// Each action ends when the graph is drawn again, and the browser has painted it.
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`
			window.choose = (id, value) => { const e = document.getElementById(id); e.value = value;
				e.dispatchEvent(new Event("change")); };
			window.timed = async (act) => {
				performance.clearMarks("drawn");
				const start = performance.now();
				act();
				while (!performance.getEntriesByName("drawn").length) await new Promise((r) => setTimeout(r, 1));
				await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
				return performance.now() - start;
			}; undefined`)); err != nil {
			return err
		}
		first, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](
			`[performance.getEntriesByName("drawn")[0].startTime, flame.state().cells.length]`))
		if err != nil {
			return err
		}
		row("flame graph drawn", "after %.0f ms, %.0f cells", first[0], first[1])
	}
	for _, a := range actions {
		took, err := chromedp.Run(ctx,
			chromedp.Evaluate[float64](`timed(() => `+a.script+`)`, chromedp.EvalAwaitPromise))
		if err != nil {
			return fmt.Errorf("%s: %w", a.what, err)
		}
		cells, err := chromedp.Run(ctx, chromedp.Evaluate[int](`flame.state().cells.length`))
		if err != nil {
			return err
		}
		row("  "+a.what, "%.0f ms, %d cells", took, cells)
	}
	sum, err := chromedp.Run(ctx, chromedp.Evaluate[string](`flame.state().tree.total[1][0] + ""`))
	if err != nil {
		return err
	}
	if want := fmt.Sprint(tree.Sum(cct.Bytecodes)); sum != want {
		return fmt.Errorf("the page has %s bytecodes, the tree %s", sum, want)
	}
	heap, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`performance.memory.usedJSHeapSize`))
	if err != nil {
		return err
	}
	row("memory of scripts", "%.0f MB", heap/1e6)
	return nil
}
