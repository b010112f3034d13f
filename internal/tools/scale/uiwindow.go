package main

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
)

// measureWindows measures the server with one window that shows live counts, and with two.
func (s *uiServer) measureWindows(dir, project string, each time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute+4*each)
	defer cancel()
	ctx, end, err := chromium.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer end()
	first := uiWindow{ctx}
	if err := first.enter(s.address, project); err != nil {
		return err
	}
	row("maps read, memory at most", "%.0f MB", mb(s.resident("VmHWM")))
	failed := s.watchWindows("server, one window", each, first)
	other, endOther := chromedp.NewContext(ctx, chromedp.WithNewWindow(true))
	defer endOther()
	second := uiWindow{other}
	if err := second.enter(s.address, project); err != nil {
		return err
	}
	if err := s.watchWindows("server, two windows", each, first, second); failed == nil {
		failed = err
	}
	if err := first.openSource(); err != nil {
		return err
	}
	if err := s.watchWindows("server, and an open source", each, first, second); failed == nil {
		failed = err
	}
	return failed
}

// watchWindows watches the server and what happens in windows.
func (s *uiServer) watchWindows(what string, during time.Duration, windows ...uiWindow) error {
	for _, w := range windows {
		if err := w.begin(); err != nil {
			return err
		}
	}
	start := time.Now()
	failed := s.watch(what, during)
	for _, w := range windows {
		if err := w.print(time.Since(start)); err != nil {
			return err
		}
	}
	return failed
}

// uiWindow is a window of the page.
type uiWindow struct{ ctx context.Context }

// evaluate returns the value of an expression, or what it promises.
func evaluate[T any](w uiWindow, expression string) (T, error) {
	v, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		err = fmt.Errorf("%s: %w", expression, err)
	}
	return v, err
}

// enter opens the live page of a project, and prints after how long it could be used.
func (w uiWindow) enter(address, project string) error {
	if err := chromedp.Do(w.ctx, chromedp.Navigate(address)); err != nil {
		return err
	}
	if _, err := chromedp.Call(w.ctx, performance.Enable, performance.EnableParams{}); err != nil {
		return err
	}
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) { // the page of the address goes on by itself
		at, err := evaluate[string](w, `document.querySelector("h1")?.textContent ?? ""`)
		if err == nil && at == "Projects" {
			break
		}
		if time.Since(start) > time.Minute {
			return fmt.Errorf("the page does not come: %q, %w", at, err)
		}
	}
	took, err := evaluate[float64](w, fmt.Sprintf(uiHelpers+`(async () => {
		const answer = await fetch("api/projects", { method: "POST", headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ path: %q }) });
		const { id } = await answer.json();
		const start = performance.now();
		location.hash = "#/p/" + id + "/live";
		await until(() => document.querySelector(".tm rect") && document.querySelector(".live-files tbody tr"));
		await frame();
		return performance.now() - start;
	})()`, project))
	if err != nil {
		return err
	}
	row("map and list in a window", "after %.1f s", took/1000)
	return nil
}

// uiHelpers are functions for the scripts of this file.
const uiHelpers = `
	window.frame = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
	window.until = async (is) => { while (!is()) await new Promise((r) => setTimeout(r, 10)); return true; };
	`

// begin notes from now on the times in which the window does not answer, and those at which it shows other counts.
func (w uiWindow) begin() error {
	_, err := evaluate[bool](w, `(() => {
		window.watched?.end();
		const w = (window.watched = { tasks: [], frames: 0, slowest: 0, updates: [], on: true });
		const long = new PerformanceObserver((list) => w.tasks.push(...list.getEntries().map((e) => e.duration)));
		long.observe({ type: "longtask" });
		let last = performance.now();
		const step = (now) => {
			w.frames++;
			w.slowest = Math.max(w.slowest, now - last);
			last = now;
			if (w.on) requestAnimationFrame(step);
		};
		requestAnimationFrame((now) => { last = now; requestAnimationFrame(step); });
		const tile = document.querySelector(".tiles");
		const changes = new MutationObserver(() => w.updates.push(performance.now()));
		changes.observe(tile, { childList: true });
		w.end = () => { w.on = false; long.disconnect(); changes.disconnect(); };
		return true;
	})()`)
	return err
}

// watchedWindow has the notes of begin.
type watchedWindow struct {
	Tasks   []float64 `json:"tasks"` // in milliseconds, as all of it
	Frames  int       `json:"frames"`
	Slowest float64   `json:"slowest"`
	Updates []float64 `json:"updates"`
	Nodes   int       `json:"nodes"`
	Hidden  bool      `json:"hidden"`
}

// print prints it.
func (w uiWindow) print(during time.Duration) error {
	seen, err := evaluate[watchedWindow](w, `({ ...window.watched, end: undefined, hidden: document.hidden,
		nodes: document.querySelectorAll("*").length })`)
	if err != nil {
		return err
	}
	if seen.Hidden {
		return fmt.Errorf("a window is hidden: it follows nothing")
	}
	metrics, err := chromedp.Call(w.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return err
	}
	heap := 0.0
	for _, m := range metrics.Metrics {
		if m.Name == "JSHeapUsedSize" {
			heap = m.Value
		}
	}
	most, sum := 0.0, 0.0
	for _, t := range seen.Tasks {
		most, sum = max(most, t), sum+t
	}
	every := "never"
	if n := len(seen.Updates); n > 1 {
		every = fmt.Sprintf("every %.1f s", (seen.Updates[n-1]-seen.Updates[0])/float64(n-1)/1000)
	}
	row("  window", "counts renewed %s; %d long tasks, %.0f ms at most, %.1f %% of the time", every, len(seen.Tasks),
		most, 100*sum/float64(during.Milliseconds()))
	row("", "%.0f frames per second, %.0f ms between two at most; %.0f MB for scripts, %d elements",
		float64(seen.Frames)/during.Seconds(), seen.Slowest, heap/1e6, seen.Nodes)
	return nil
}

// openSource opens the source of the hottest method, and prints after how long it was there.
func (w uiWindow) openSource() error {
	took, err := evaluate[float64](w, uiHelpers+`(async () => {
		const start = performance.now();
		document.querySelector(".hot tbody a").click();
		await until(() => document.querySelector(".code li em"));
		await frame();
		return performance.now() - start;
	})()`)
	if err != nil {
		return err
	}
	row("source with counts", "after %.1f s", took/1000)
	return nil
}
