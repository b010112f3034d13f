package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
)

// queries are typed into the search box: single letters and words that many names have, names, parts of names, and one
// without a match.
var queries = []string{"e", "get", "string", "hashmap", "hashmap.put", "java/util/concurrent/",
	"abstractqueuedsynchronizer.acquire", "no such thing"}

// browse opens the pages of a report that are large in a browser, and prints how long they take.
func browse(report string) error { return inBrowser(report, tab.browse) }

// inBrowser opens a browser for a report.
func inBrowser(report string, do func(tab) error) error {
	dir, err := os.MkdirTemp("", "jprof-scale-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	ctx, end, err := chromium.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer end()
	return do(tab{ctx, report})
}

// browse opens the pages that all reports have.
func (t tab) browse() error {
	for _, page := range []string{"classes.html", "index.html"} {
		if err := t.open(page); err != nil {
			return err
		}
	}
	if err := t.search(); err != nil {
		return err
	}
	pages, err := t.largest("source", 2)
	if err != nil {
		return err
	}
	for _, page := range pages {
		if err := t.open(page); err != nil {
			return err
		}
		if err := t.scroll(); err != nil {
			return err
		}
	}
	return nil
}

// tab is a tab of a browser that shows a report.
type tab struct {
	ctx    context.Context
	report string
}

// open opens a page, and prints after how long its scripts had run and it was laid out and painted.
func (t tab) open(page string) error {
	at := &url.URL{Scheme: "file", Path: filepath.Join(t.report, page)}
	if err := chromedp.Do(t.ctx, chromedp.Navigate(at.String())); err != nil {
		return err
	}
	times, err := chromedp.Run(t.ctx, chromedp.Evaluate[[]float64](`new Promise((done) => {
		const wait = () => {
			const of = performance.getEntriesByType("navigation")[0], `+
		`paint = performance.getEntriesByName("first-contentful-paint")[0];
			if (of.loadEventEnd > 0 && paint) done([of.domContentLoadedEventEnd, paint.startTime]);
			else setTimeout(wait, 10);
		};
		wait();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	row(page, "interactive after %.0f ms, painted after %.0f ms", times[0], times[1])
	return nil
}

// search uses the search box as a user does, and prints how long answers take.
func (t tab) search() error {
	start := time.Now()
	if _, err := chromedp.Call(t.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Code: "Slash", Text: "/"}); err != nil {
		return err
	}
	for {
		ready, err := chromedp.Run(t.ctx, chromedp.Evaluate[bool](`"jprofIndex" in window`))
		if err != nil {
			return err
		}
		if ready {
			break
		}
		if time.Since(start) > time.Minute {
			return errors.New("the search is not ready after a minute")
		}
		time.Sleep(10 * time.Millisecond)
	}
	row("search ready", "within %d ms", time.Since(start).Milliseconds())
	for _, words := range queries {
		took, err := chromedp.Run(t.ctx, chromedp.Evaluate[float64](fmt.Sprintf(`(() => {
			const e = document.getElementById("search"); e.value = %q;
			const start = performance.now();
			e.dispatchEvent(new Event("input"));
			document.body.offsetHeight; // has it laid out
			return performance.now() - start })()`, words)))
		if err != nil {
			return err
		}
		row("search for "+words, "%.0f ms", took)
	}
	return nil
}

// browseTests opens the pages of tests.
func (t tab) browseTests() error {
	pages, err := t.largest("tests", 1)
	if err != nil {
		return err
	}
	for _, page := range append([]string{"tests.html"}, pages...) {
		if err := t.open(page); err != nil {
			return err
		}
		took, err := chromedp.Run(t.ctx, chromedp.Evaluate[float64](`new Promise((done) => {
			const wait = () => {
				if (document.querySelector("#alltests tbody tr, .uses tbody tr")) done(performance.now());
				else setTimeout(wait, 10);
			};
			wait();
		})`, chromedp.EvalAwaitPromise))
		if err != nil {
			return err
		}
		row("  with its tests", "after %.0f ms", took)
	}
	if err := t.open("index.html"); err != nil {
		return err
	}
	return t.search()
}

// largest lists the largest pages of a folder.
func (t tab) largest(folder string, n int) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(t.report, folder))
	if err != nil {
		return nil, err
	}
	var pages []string
	sizes := map[string]int64{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		page := folder + "/" + e.Name()
		if path.Ext(page) != ".html" {
			continue
		}
		sizes[page] = info.Size()
		pages = append(pages, page)
	}
	slices.SortFunc(pages, func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	return pages[:min(n, len(pages))], nil
}

// scroll goes through a page screen by screen, and prints how long each takes to be shown.
func (t tab) scroll() error {
	times, err := chromedp.Run(t.ctx, chromedp.Evaluate[[]float64](`(async () => {
		const frame = () => new Promise(requestAnimationFrame);
		const times = [];
		for (let before = -1; scrollY > before; ) {
			before = scrollY;
			await frame();
			const start = performance.now();
			scrollBy(0, innerHeight);
			await frame(); // all that belongs to the frame before is done by now
			times.push(performance.now() - start);
		}
		times.sort((a, b) => a - b);
		return [times.length, times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.99)], `+
		`times[times.length - 1]];
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	row("  scrolled", "%.0f screens, %.0f ms each, 99 %% of them below %.0f ms, the slowest %.0f ms", times[0],
		times[1], times[2], times[3])
	return nil
}
