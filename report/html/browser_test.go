package html_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
	"jprof/report/reporttest"
)

// browser is a tab that collects what a report must not do.
type browser struct {
	ctx    context.Context
	t      *testing.T
	server string // from where pages may come besides the file system, if not ""

	mu   sync.Mutex
	sins []string
}

func TestMain(m *testing.M) { os.Exit(chromium.Run(m)) }

// open opens a window of a browser that knows nothing of the other tests, or skips the test where no browser is
// installed.
func open(t *testing.T) *browser {
	t.Helper()
	jtest.Slow(t)
	shared, err := chromium.Shared()
	if errors.Is(err, chromium.ErrNone) {
		t.Skipf("%v: the report is not tried in a browser", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	b := &browser{ctx: ctx, t: t}
	err = chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; (b.server == "" || !strings.HasPrefix(u, b.server)) &&
				!strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") && u != "about:blank" {
				b.sin("request of %s", u)
			}
		case *network.EventLoadingFailed:
			b.sin("loading failed: %s", e.ErrorText)
		case *log.EventEntryAdded:
			b.sin("log: %s: %s", e.Entry.Level, e.Entry.Text)
		case *runtime.EventExceptionThrown:
			b.sin("exception: %s", e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			b.sin("console: %s", e.Type)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) sin(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sins = append(b.sins, fmt.Sprintf(format, args...))
}

// checkQuiet fails when anything was requested from the network or complained.
func (b *browser) checkQuiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.sins {
		b.t.Error(s)
	}
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromium.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of an expression.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// hover moves the mouse to the middle of the first element that a selector finds.
func (b *browser) hover(selector string) {
	b.t.Helper()
	at := eval[[]float64](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "center" });
		const r = e.getClientRects()[0];
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
}

const firstColumn = `Array.from(document.querySelectorAll("table.list tbody tr:not([hidden])"), (r) => ` +
	`r.querySelector("th a").textContent).join(" ")`

func TestInBrowser(t *testing.T) {
	b := open(t)
	address := b.pages(reporttest.SampleModel(t))
	b.do(chromedp.Navigate(address("classes.html")))

	// Sorting, by mouse and by keyboard.
	checkOrder := func(what, want string) {
		t.Helper()
		if got := eval[string](b, firstColumn); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	checkOrder("at first", "Fibonacci Shapes UtilTest Named Never")

	// The name of a file stays in one line unless the page would be too wide for it.
	b.do(chromedp.EmulateViewport(1600, 900))
	const fileLines = `((name) => {
		const a = document.querySelector("td.file a"), before = a.textContent;
		a.textContent = name;
		const lines = a.getClientRects().length, ` +
		`fits = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
		a.textContent = before;
		return (lines > 1 ? "wrapped" : "one line") + (fits ? "" : ", too wide");
	})`
	for name, want := range map[string]string{"FormulaException.java": "one line",
		strings.Repeat("Long", 30) + ".java": "wrapped"} {
		if got := eval[string](b, fmt.Sprintf("%s(%q)", fileLines, name)); got != want {
			t.Errorf("file name %s: %s, want %s", name, got, want)
		}
	}

	const class, executions = `thead th:nth-child(1) button`, `thead th:nth-child(2) button`
	b.do(chromedp.Click(chromedp.CSS(class)))
	checkOrder("by class", "Fibonacci Named Never Shapes UtilTest")
	b.do(chromedp.Click(chromedp.CSS(executions)), chromedp.Click(chromedp.CSS(executions)))
	checkOrder("fewest executions first", "Named Never UtilTest Shapes Fibonacci")
	if got := eval[string](b, `document.querySelector("thead th:nth-child(2)").getAttribute("aria-sort")`); got !=
		"ascending" {
		t.Errorf("aria-sort %q", got)
	}
	b.do(chromedp.Focus(chromedp.CSS(class)), chromedp.KeyEvent("\r"))
	checkOrder("by the key Enter", "Fibonacci Named Never Shapes UtilTest")

	// Filters.
	b.do(chromedp.SendKeys(chromedp.CSS(`.tools input`), "example.N"))
	checkOrder("filter", "Named Never")
	if got := eval[string](b, `document.querySelector("output").textContent`); got != "2 of 5 rows" {
		t.Errorf("shown %q", got)
	}
	set := func(selector, value, event string) {
		t.Helper()
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(
			`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event(%q)) })()`,
			selector, value, event)))
	}
	set(`.tools input`, "", "input")
	set(`select[data-filter=s]`, "test", "change")
	checkOrder("test sources", "UtilTest")
	set(`select[data-filter=s]`, "", "change")
	set(`select[data-filter=m]`, "org.example:util", "change")
	checkOrder("one module", "UtilTest")

	// Class -> method -> line of the source -> back to the method.
	follow := func(selector, arrives string) {
		t.Helper()
		b.do(chromedp.Click(chromedp.CSS(selector)), chromedp.WaitReady(chromedp.CSS("footer")))
		chromium.Until(b.t, b.ctx, `location.href + (document.readyState === "complete" ? "" : " loading")`, arrives,
			func(at string) bool { return strings.HasSuffix(at, arrives) }) // a click returns before the page is there
	}
	set(`select[data-filter=m]`, "", "change")
	follow(`a[href="class/org.example.Shapes.html"]`, "/class/org.example.Shapes.html")
	// Numbers of its table are sorted by as they are written.
	const sorted = `((head) => {
		const button = Array.from(document.querySelectorAll(".methods thead button")).find((e) =>
			e.textContent === head);
		button.click();
		let at = 1; // heads may be above several columns
		for (let th = button.closest("th").previousElementSibling; th; th = th.previousElementSibling)
			at += th.colSpan;
		return Array.from(document.querySelectorAll(".methods tbody td:nth-child(" + at + ")"),
			(e) => e.textContent.trim()).join(" ");
	})`
	for _, tt := range []struct{ head, want string }{
		{"Executions", "0 1 2 2 42 700 1,200 24,500"}, {"Calls", "12,000 1,200 700 42 2 2 1 0"},
		{"Complex\u00adity", "2 2 1 1 1 1 1 1"}, {"Lines", "32–34 28–30 22–24 20–26 17 15 11–13 4–6"}} {
		if got := eval[string](b, fmt.Sprintf("%s(%q)", sorted, tt.head)); got != tt.want {
			t.Errorf("class page by %s: %s, want %s", tt.head, got, tt.want)
		}
	}
	follow(`#m3 th a`, "/source/org.example.Shapes.java.html#L17")
	if got := eval[string](b, `document.querySelector(":target").textContent.slice(-61, -50)`); got != "int area() " {
		t.Errorf("the method's line is %q", got)
	}

	// Highlight and count of a region and its block.
	const lit = `JSON.stringify([document.querySelectorAll(".in-region").length, ` +
		`Array.from(document.querySelectorAll(".in-region"), (e) => e.textContent).join("|"),
		Array.from(document.querySelectorAll("b.in-block"), (e) => e.textContent).join(""), ` +
		`document.getElementById("tip").hidden, document.getElementById("tip").innerText])`
	b.hover(`#L17 > b:not(.bc)`)
	want := `[2,"int a = size; if (a > 0) | return a;","{ int a = size; if (a > 0) { a *= a; } return a; ` +
		`}",false,"region executed 12,000 times\nbody block entered 12,000 times"]`
	if got := eval[string](b, lit); got != want {
		t.Errorf("highlight %s\nwant      %s", got, want)
	}
	colors := eval[[]string](b, `[".in-region", "b.in-block:not(.in-region)"].map((s) => `+
		`getComputedStyle(document.querySelector(s)).backgroundColor)`)
	if colors[0] != "rgb(255, 197, 107)" || colors[1] != "rgb(255, 243, 168)" {
		t.Errorf("region and block have colours %q, want orange and yellow", colors)
	}

	// A branch shows its outcomes in the same box, and not in a second one.
	b.hover(`#L17 u`)
	const tip = `document.getElementById("tip").innerText`
	if got, want := eval[string](b, tip),
		"condition true 500, false 11,500\nregion executed 12,000 times\nbody block entered 12,000 times"; got != want {
		t.Errorf("box %q, want %q", got, want)
	}
	if n := eval[int](b, `document.querySelectorAll("u[title]").length`); n != 0 {
		t.Errorf("%d branches have a tooltip besides the box", n)
	}
	b.hover(`h1`)
	if got := eval[string](b, lit); !strings.HasPrefix(got, `[0,"","",true`) {
		t.Errorf("after the mouse has left: %s", got)
	}
	follow(`#L17 em a`, "/class/org.example.Shapes.html#m3")

	for _, page := range []string{"hot.html", "not-measured.html", "source/org.example.Broken.java.html"} {
		b.do(chromedp.Navigate(address(page)))
		if got := eval[string](b, `getComputedStyle(document.querySelector(".bar")).position`); got != "sticky" {
			t.Errorf("%s: the style sheet is not in use", page)
		}
	}
	b.checkQuiet()
}

// TestStatesInBrowser checks that the states of code look different, and that none is known by its colour only.
func TestStatesInBrowser(t *testing.T) {
	b := open(t)
	m := reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5, 3, 0}, Text: `‹t class A|class A {
  boolean b = ‹c condition 1 2|x› ? y : z;
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|a›) x();
    ·if (‹c condition 0 2|c›) y();
    ‹off why|/* jprof:off */› ·z(); ‹on|/* jprof:on */›
    ·g(‹u no way|v -> w›);
    ·if (‹c condition 2 2|d›) y();›
  }››
  ‹m g() 2|void ¤g() ‹b body 2|{ ‹r 2|·if (‹c condition 2 2|e›) x();› }››
}›`})
	b.do(chromedp.Navigate(b.pages(m)("source/A.java.html")))
	seen := map[string]string{}
	for what, selector := range map[string]string{"all outcomes": "li:nth-child(4) u",
		"some outcomes": "li:nth-child(5) u", "no outcome": "li:nth-child(8) u", "excluded": "li:nth-child(6) .ex",
		"not measured": "li:nth-child(7) .um", "executed": "li:nth-child(4) > b",
		"not executed": "li:nth-child(10) > b"} {
		look := eval[string](b, fmt.Sprintf(`(() => { const s = getComputedStyle(document.querySelector(%q));
			return [s.backgroundColor, s.backgroundImage, s.textDecorationLine, s.textDecorationStyle, `+
			`s.textDecorationColor].join(" ") })()`, selector))
		if other, ok := seen[look]; ok {
			t.Errorf("%s looks as %s does: %s", what, other, look)
		}
		seen[look] = what
	}
	marks := eval[string](b,
		`Array.from(document.querySelectorAll(".code li"), (l) => getComputedStyle(l, "::after").content).join(",")`)
	if want := `none,"◐" / "some outcomes",none,none,"◐" / "some outcomes","⊘" / "excluded","?" / "unmeasured",` +
		`"◐" / "some outcomes",none,"✗" / "not executed",none`; marks != want {
		t.Errorf("marks %q, want %q", marks, want)
	}
	b.hover(`li:nth-child(2) u`) // outside of every block
	if got, want := eval[string](b, `document.getElementById("tip").innerText`),
		"condition true 3, false 0"; got != want {
		t.Errorf("box %q, want %q", got, want)
	}
	if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
		t.Error("the page is too wide")
	}
	b.checkQuiet()
}
