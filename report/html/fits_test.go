package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest/chromium"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/reporttest"
)

// wideModel is a project with wide pages: modules, tests of several origins, long names, large counts.
func wideModel(t *testing.T) *report.Model { return wideModelOf(t, 123456789012) }

// wideModelOf is so with that count.
func wideModelOf(t *testing.T, count uint64) *report.Model {
	t.Helper()
	p, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	p.Steps = []assemble.Step{{ID: "unit", Module: "org.example:app"},
		{ID: "it", Module: "com.example.of.a.company:integration-tests", Integration: true}}
	long := "VeryLongNameOf" + strings.Repeat("AClassThatSomebodyWrote", 3)
	err = p.Add(reporttest.File{Module: "com.example.of.a.company:integration-tests",
		Package: "com.example.of.a.company.with.many.departments.internal",
		Path: "integration-tests/src/main/java/com/example/of/a/company/with/many/departments/internal/" + long +
			".java", Counters: []uint64{count, 7},
		ByStep: map[string][]uint64{"unit": {7, 0}, "it": {123456000000, 7}},
		Text: "‹t class " + long + "|class " + long + " {\n  ‹m find" + strings.Repeat("Something", 9) +
			"(Map<String, List<" + long + ">> in) 0|void ¤f() ‹b body 0|{\n" +
			"    ‹r 0|·if (‹c condition 1 0-1|a›) b(" + strings.Repeat("field.", 20) +
			strings.Repeat("argument, ", 30) + "c);›\n    ‹u " + strings.Repeat("no way ", 20) + "|d›\n  }››\n}›"},
		reporttest.File{Module: "org.example:app", Package: "org.example", Path: "app/Loop.java",
			Counters: []uint64{43300815},
			Text:     "‹t class Loop|class Loop { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }›› }›"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Build("A project with a long title, as titles of projects are")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// allPages are the addresses of a page of each kind, of a report and of a comparison.
func (b *browser) allPages() []string {
	b.t.Helper()
	page := b.pages(wideModel(b.t))
	diff := b.diffPages(reporttest.Change(b.t))
	wide := b.diffPages(wideModel(b.t), wideModelOf(b.t, 987654321098))
	var list []string
	for _, name := range []string{"index.html", "classes.html", "hot.html", "not-measured.html",
		"package/app.org.example.html", "class/org.example.Shapes.html", "class/org.example.Loop.html",
		"source/org.example.Shapes.java.html"} {
		list = append(list, page(name))
	}
	list = append(list, b.linksOn(page("classes.html"), `a[href*="VeryLong"]`)...)
	return append(list, wide("index.html"), diff("index.html"), diff("source/org.example.Loop.java.html"))
}

// linksOn are the addresses of links of a page, each once.
func (b *browser) linksOn(page, selector string) []string {
	b.t.Helper()
	b.visit(page)
	links := eval[[]string](b, fmt.Sprintf(
		`Array.from(new Set(Array.from(document.querySelectorAll(%q), (a) => a.href.replace(/#.*/, ""))))`, selector))
	if len(links) == 0 {
		b.t.Fatalf("%s has no %s", page, selector)
	}
	return links
}

// cutOff lists what does not fit into the page, or into its own box: it would be cut off, or lie across what is beside
// it.
const cutOff = `(() => {
	const wide = [document.documentElement, ...document.querySelectorAll("main *:not(.sr)")].filter((e) =>
		!e.closest(".code, .outline, svg, select, input") && e.clientWidth && e.scrollWidth > ` +
	`e.clientWidth + 1 && getComputedStyle(e).overflowX !== "auto");
	return wide.map((e) => e.tagName.toLowerCase() + "." + e.className + " " + e.textContent.trim().slice(0, ` +
	`20) + " needs " + e.scrollWidth + " of " + e.clientWidth).slice(0, 3).join("; ");
})()`

// TestPagesFit checks that pages need no scrolling sideways on a phone or laptop, and that nothing overlaps.
func TestPagesFit(t *testing.T) {
	b := open(t)
	pages := b.allPages()
	for _, size := range [][2]int64{{390, 844}, {801, 900}, {900, 900}, {1024, 768}, {1160, 900}, {1280, 900},
		{1366, 768}, {1440, 900}, {1920, 1080}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, page := range pages {
			b.visit(page)
			for _, scheme := range chromium.Schemes {
				b.prefer(scheme)
				b.check(fmt.Sprintf("%s at %d, %s", page, size[0], scheme), cutOff, "")
				b.check("labels of "+page+" that may break before they start",
					`String(Array.from(document.querySelectorAll(".lb")).filter((e) => `+
						`e.firstChild.nodeName === "WBR").length)`, "0")
				b.check(fmt.Sprintf("numbers of %s in two lines at %d", page, size[0]),
					`Array.from(document.querySelectorAll(".tile b"), (e) => {
					const r = document.createRange();
					r.selectNodeContents(e);
					return new Set(Array.from(r.getClientRects(), (c) => c.top)).size > `+
						`1 ? e.textContent : "" }).filter(Boolean).join(" ")`, "")
			}
		}
	}
	b.checkQuiet()
}

// TestTablesFit checks that tables of usual names and numbers need no scrolling sideways, also not in their own box.
func TestTablesFit(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	for _, width := range []int64{801, 900, 1024, 1160, 1280} {
		b.do(chromedp.EmulateViewport(width, 900))
		for _, name := range []string{"index.html", "classes.html", "hot.html", "class/org.example.Shapes.html"} {
			b.visit(page(name))
			b.check(fmt.Sprintf("%s at %d", name, width),
				`Array.from(document.querySelectorAll("html, .scroll"), (e) => e.scrollWidth > e.clientWidth + 1 ? `+
					`e.tagName + e.scrollWidth : "").join("")`, "")
		}
	}
}

// TestHeadFits checks that the name of the project and all links of the head are seen.
func TestHeadFits(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.visit(page("index.html"))
	eval[string](b, `document.querySelector(".bar nav").append(...["Tests", "Contexts", "Efficiency"].map(`+
		`(text) => element("a", {}, text))) ?? ""`)
	for _, width := range []int64{390, 640, 801, 900, 1024, 1280} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.check(fmt.Sprint("cut off at ", width), `Array.from(document.querySelectorAll(".brand, .bar nav, .search"), `+
			`(e) => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth ? `+
			`e.className || e.tagName : "").join("")`, "")
	}
	b.checkQuiet()
}

// TestPagesOnPaper checks that printed pages are black on white, as wide as the paper, and without what only a screen
// can use.
func TestPagesOnPaper(t *testing.T) {
	b := open(t)
	pages := b.allPages()
	const a4 = 718 // pixels: 210 mm without the margins
	b.do(chromedp.EmulateViewport(a4, 1000))
	for _, page := range pages {
		b.visit(page)
		for _, scheme := range chromium.Schemes {
			params := emulation.SetEmulatedMediaParams{Media: "print",
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, params); err != nil {
				t.Fatal(err)
			}
			what := page + ", " + scheme
			b.check(what+": left out",
				`["nav", ".search", ".tools", ".skip", ".fold", ".arrow", "fieldset", ".scripted", ".code-tools", `+
					`".outline", ".tip"].filter((s) => document.querySelector(s)?.checkVisibility()).join(" ")`, "")
			b.check(what+": shown",
				`["h1", "main", "footer"].filter((s) => !document.querySelector(s).checkVisibility()).join(" ")`, "")
			b.check(what+": cut off", cutOff, "")
			b.check(what+": nothing can be scrolled",
				`Array.from(document.querySelectorAll("main *"), (e) => e.checkVisibility() && `+
					`getComputedStyle(e).overflowX === "auto" ? e.className : "").filter(Boolean).join(" ")`, "")
			b.check(what+": paper", `getComputedStyle(document.body).backgroundColor + " " + `+
				`getComputedStyle(document.documentElement).colorScheme`, "rgb(255, 255, 255) light")
			// Heads of tables stand on each page of paper, but browsers leave buttons out there.
			b.check(what+": heads", `Array.from(new Set(Array.from(document.querySelectorAll("thead button"), (e) => `+
				`getComputedStyle(e).display))).join(" ").replace("contents", "")`, "")
		}
	}
	b.checkQuiet()
}

// TestCountsFitNarrowScreens: a large count is one line, left of the number of the line, and all tools can be reached.
func TestCountsFitNarrowScreens(t *testing.T) {
	b := open(t)
	page := b.pages(wideModel(t))
	for _, width := range []int64{390, 1280} {
		b.do(chromedp.EmulateViewport(width, 800))
		for _, name := range []string{"source/org.example.Loop.java.html", "source/org.example.Shapes.java.html"} {
			b.visit(page(name))
			b.check(fmt.Sprintf("counts of %s at %d", name, width), `Array.from(document.querySelectorAll(".code em")).
				flatMap((em) => (em.children.length ? Array.from(em.children) : [em])).filter((e) => {
				const r = document.createRange();
				r.selectNodeContents(e);
				return r.getClientRects().length > 1 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0;
			}).map((e) => e.textContent).join(" ")`, "")
			b.check(fmt.Sprintf("tools of %s at %d", name, width),
				`(() => { const t = document.querySelector(".code-tools");
				return String(t.scrollWidth <= t.clientWidth && t.offsetHeight <= parseFloat(`+
					`getComputedStyle(document.documentElement).getPropertyValue("--toolsheight"))) })()`, "true")
		}
	}
	b.checkQuiet()
}
