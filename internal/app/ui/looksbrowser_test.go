package ui

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
)

// views are those of the page, with an expression that is true once they show made data.
var views = []struct{ name, route, shown string }{
	{"projects", "/", `document.querySelectorAll(".folders li").length > 1`},
	{"overview", "/p/p1", `document.querySelector(".findings")`},
	{"run", "/p/p1/run", `document.querySelector("#line").textContent`},
	{"run a program", "/p/p1/run?command=run", `document.querySelectorAll("datalist option").length`},
	{"output", "/p/p1/job/j1", `document.querySelectorAll(".terminal .block > div").length > 7`},
	{"live", "/p/p1/live?path=src/main/java/demo/Main.java", `document.querySelector(".code li em") && ` +
		`document.querySelector(".tm rect")`},
	{"runs", "/p/p1/runs", `document.querySelector(".trends circle")`},
	{"a run", "/p/p1/runs/20261123-150000-aaaaaa", `document.querySelector("table")`},
	{"a run without gates", "/p/p1/runs/20261122-150000-aaaaaa", `document.querySelector(".lead a")`},
	{"code", "/p/p1/code?path=src/main/java/demo/Main.java&line=3", `document.querySelector(".code [aria-current]")`},
	{"settings", "/p/p1/settings", `document.querySelector("details")`},
	{"no page", "/nothing", `document.querySelector("h1")`},
}

// TestViewsLook checks that all views can be used by all, and fit into windows of all sizes, in both colours.
func TestViewsLook(t *testing.T) {
	axe, err := os.ReadFile(jtest.Consumer(t, "axe.js"))
	if err != nil {
		t.Fatal(err)
	}
	f := fake(t, madeRuns(made()))
	madeOutput(f)
	f.emit(p1+"/live", "live", f.answers["update"])
	w := see(t, f, "/")
	for _, v := range views {
		w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url(v.route)))
		await(w, fmt.Sprintf("Boolean(document.querySelector('h1') && %s)", v.shown), true)
		for _, width := range []int64{390, 900, 1160, 1280, 1440, 1600, 1920} {
			w.do(chromedp.EmulateViewport(width, 900))
			found, err := chromium.Violations(w.ctx, string(axe))
			if err != nil {
				t.Fatal(err)
			}
			for _, violation := range found {
				t.Errorf("%s at %d, %s", v.name, width, violation)
			}
			if got := eval[string](w, tooWide); got != "" {
				t.Errorf("%s at %d: %s", v.name, width, got)
			}
		}
	}
}

// tooWide names elements that do not fit into the window, or into their own box.
const tooWide = `[document.documentElement, ...document.querySelectorAll("main *:not(.sr)")].filter((e) =>
	!e.closest("svg, select, input, textarea, .code") && e.clientWidth && e.scrollWidth > e.clientWidth + 1 &&
	getComputedStyle(e).overflowX !== "auto").map((e) => e.tagName + "." + e.className + " needs " + e.scrollWidth +
		" of " +
	e.clientWidth).slice(0, 3).join("; ")`

// TestHostileTexts has all texts of the server be HTML: the page shows them, and makes no element of them.
func TestHostileTexts(t *testing.T) {
	const evil = `<img src=x onerror="document.title = 'evil'">`
	var spoil func(v any) any
	spoil = func(v any) any {
		switch v := v.(type) {
		case doc:
			spoilt := doc{}
			for name, value := range v {
				switch name {
				case "id", "started", "ended", "state", "path", "kind", "run", "command", "url", "project",
					"here", "home":
					spoilt[name] = value
				default:
					spoilt[name] = spoil(value)
				}
			}
			return spoilt
		case list:
			spoilt := list{}
			for _, value := range v {
				spoilt = append(spoilt, spoil(value))
			}
			return spoilt
		case string:
			return v + evil
		}
		return v
	}
	answers := madeRuns(made())
	for path, answer := range answers {
		answers[path] = spoil(answer)
	}
	f := fake(t, answers)
	f.emit("jobs/j1/events", "output", doc{"text": "at a.B.c(B.java:1)" + evil + "\n"})
	f.emit(p1+"/live", "live", f.answers["update"])
	w := see(t, f, "/")
	for _, v := range views {
		w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(f.url(v.route)))
		if v.name == "output" {
			v.shown = `document.querySelector(".terminal a")`
		}
		await(w, fmt.Sprintf("Boolean(document.querySelector('h1') && %s)", v.shown), true)
		if n := eval[int](w, `document.querySelectorAll("img").length`); n > 0 {
			t.Errorf("%s: %d elements were made of text", v.name, n)
		}
		if v.name != "no page" && !eval[bool](w, `document.body.innerText.includes("<img src=x onerror")`) {
			t.Errorf("%s does not show the text", v.name)
		}
	}
}
