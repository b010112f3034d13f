package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report/reporttest"
)

// TestListsLeadToCode follows the links of each list of the home page, and of each kind of result of the search.
func TestListsLeadToCode(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	for _, tt := range []struct{ list, arrives string }{
		{".tops section:nth-child(1) tbody th a", "/class/org.example.Fibonacci.html#m0"},
		{".tops section:nth-child(1) tbody .at", "/source/org.example.Fibonacci.java.html#L6"},
		{".tops section:nth-child(1) .more a", "/hot.html"},
		{".tops section:nth-child(2) tbody .at", "/source/org.example.Fibonacci.java.html#L7"},
		{".tops section:nth-child(2) .more a", "/hot.html#regions"},
		{".next tr:nth-child(3) th a", "/class/org.example.Fibonacci.html#m2"},
		{".next tr:nth-child(3) .at", "/source/org.example.Fibonacci.java.html#L25"},
	} {
		b.visit(page("index.html"))
		b.follow(tt.list, tt.arrives)
		b.check(tt.list, `String(location.hash === "" || document.querySelector(location.hash).checkVisibility())`,
			"true")
	}
	b.visit(page("index.html"))
	b.follow(`.tile small a`, "/not-measured.html")
	b.follow(`tbody th a`, "/source/org.example.Broken.java.html#L1")
	b.search("broken.java")
	b.do(chromedp.KeyEvent("\r"))
	b.wait(`location.href.endsWith("/source/org.example.Broken.java.html")`)
	b.checkQuiet()
}

// TestFiltersByTests filters classes by the origin of the tests that execute them. The choice is still there after a
// way to a page and back.
func TestFiltersByTests(t *testing.T) {
	b := open(t)
	m := reporttest.ReactorModel(t)
	page := b.pages(m)
	const tests = "label:nth-of-type(5) [data-filter=x]"
	b.visit(page("index.html"))
	for _, tt := range []struct{ value, tree, classes string }{
		{"", "a (unnamed package) A b (unnamed package) B (unnamed package) BTest", "A B BTest"},
		{"by0", "a (unnamed package) A b (unnamed package) B (unnamed package) BTest", "A B BTest"},
		{"by1", "a (unnamed package) A", "A"},
		{"not1", "b (unnamed package) B (unnamed package) BTest", "B BTest"},
		{"by3", "a (unnamed package) A b (unnamed package) B", "A B"},
		{"not2", "b (unnamed package) B", "B"},
	} {
		b.visit(page("index.html"))
		b.choose(tests, tt.value)
		b.check("tree by "+tt.value, shownRows, tt.tree)
		b.visit(page("classes.html"))
		b.choose(tests, tt.value)
		b.check("classes by "+tt.value, firstColumn, tt.classes)
	}
	b.choose(".tools input", "b")
	b.check("and a word", firstColumn, "B")
	b.follow(`a[href="class/B.html"]`, "/class/B.html")
	b.do(chromedp.NavigateBack())
	b.wait(`location.href.endsWith("/classes.html#f0=b&f4=not2") && document.readyState === "complete"`)
	b.check("back", firstColumn, "B")
	b.visit(page("classes.html"))
	b.do(chromedp.SendKeys(chromedp.CSS(`.tools input`), "a"))
	b.wait(`location.href.endsWith("/classes.html#f0=a")`)
	b.checkQuiet()
}

// TestHotSpotsInBrowser checks that both lists of hot spots are filtered together and sorted separately.
func TestHotSpotsInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.visit(page("hot.html"))
	const shown = `Array.from(document.querySelectorAll(".list tbody tr:not([hidden])"), (r) => ` +
		`r.cells[0].textContent).join(" ")`
	const tests = `String(document.querySelectorAll(".list tbody tr[data-t=test]:not([hidden])").length)`
	if got := eval[string](b, shown); !strings.HasPrefix(got, "3,328,158 24,500 1,200 ") {
		t.Errorf("rows %q", got)
	}
	b.check("of tests at first", tests, "0")
	b.choose("[data-filter=t]", "")
	b.check("of tests among all", tests, "4")
	b.check("address of all", `location.hash`, "#f1=")
	b.check("kinds, in their order", `Array.from(document.querySelectorAll(".list tbody tr"), (r) => `+
		`r.dataset.t).join(" ").replace(/(\w+)( \1)+/g, "$1")`, "main test main test")
	b.choose("[data-filter=t]", "test")
	b.check("of tests", shown, "2 2 2 2")
	b.choose("[data-filter=t]", "main")
	b.choose(".tools input", "shapes.java area")
	b.check("of a method", shown, "24,500 42 2")
	b.choose(".tools input", "return fib")
	b.check("of code", shown, "1,664,079 832,040 832,039")
	b.choose(".tools input", "")
	executions := chromedp.CSS("#regions ~ .scroll thead button")
	b.do(chromedp.Click(executions), chromedp.Click(executions))
	if got := strings.Fields(eval[string](b, shown)); got[0] != "3,328,158" || got[len(got)-1] != "1,664,079" {
		t.Errorf("regions in ascending order: %q", got)
	}
	b.checkQuiet()
}

func TestClassPageInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.visit(page("class/org.example.Shapes.html"))
	const methods = `Array.from(document.querySelectorAll(".methods tbody tr:not([hidden])"), (r) => ` +
		`r.querySelector("th a").textContent.split("::").pop()).join(" ")`
	const bars = `Array.from(document.querySelectorAll(".methods tbody tr"), (r) => ` +
		`getComputedStyle(r.cells[2]).getPropertyValue("--h") + (getComputedStyle(r.cells[2], ` +
		`"::before").backgroundImage.startsWith("linear-gradient") ? "" : "?")).join(" ")`
	b.check("most executions first", methods, "area() Shape(int size) Shape() compare(Shape x, Shape y) static {...} "+
		"register() compare(Shape a) register(int times)")
	b.check("bars, logarithmic", bars, "7 5 4 3 1 1 1 0")
	for _, tt := range []struct{ column, want string }{
		{"first", "compare(Shape a) compare(Shape x, Shape y) register() register(int times) area() Shape() " +
			"Shape(int size) static {...}"},
		{"last", "register(int times) register() compare(Shape x, Shape y) compare(Shape a) area() Shape() Shape(int " +
			"size) static {...}"},
	} {
		b.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(".methods thead th:%s-child button", tt.column))))
		b.check("by the "+tt.column+" column", methods, tt.want)
	}
	b.choose(".tools input", "shape::")
	b.check("filtered", methods, "area() Shape() Shape(int size)")
	b.check("how many", `document.querySelector(".tools output").textContent`, "3 of 8 rows")
	b.follow(".crumbs a:nth-of-type(2)", "/package/app.org.example.html")
	b.checkQuiet()
}

// TestLinksOfDiff goes from a row of a comparison to the method, from its count to the row above the sources, and to
// its line.
func TestLinksOfDiff(t *testing.T) {
	b := open(t)
	page := b.diffPages(reporttest.Change(t))
	b.visit(page("index.html"))
	b.do(chromedp.Click("#methods"))
	b.follow(`#methods ~ .scroll tbody tr:nth-child(2) th a`, "/source/org.example.Loop.java.html#L28")
	b.follow(`.beside a[href="#m0"]`, "/source/org.example.Loop.java.html#m0")
	b.follow(`#m0 th a`, "/source/org.example.Loop.java.html#L5")
	b.follow(`.crumbs a`, "/index.html")
	b.do(chromedp.Click("#regions"))
	b.follow(`#regions ~ .scroll tbody .where a`, "/source/org.example.Loop.java.html#L8")
	b.checkQuiet()
}

// TestTabKey goes by the keyboard alone past the head of a page, to the search, and into the tree.
func TestTabKey(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.visit(page("index.html"))
	b.do(chromedp.KeyEvent(kb.Tab))
	b.check("first", `document.activeElement.textContent + (document.activeElement.getBoundingClientRect().left >= 0 `+
		`? "" : " is not seen")`, "Skip to the content")
	b.do(chromedp.KeyEvent("\r"), chromedp.KeyEvent(kb.Tab))
	b.check("behind it", `String(document.getElementById("main").contains(document.activeElement))`, "true")
	seen := eval[int](b, `(() => {
		const e = Array.from(document.querySelectorAll("a, button, input, select")).filter((e) => `+
		`e.tabIndex >= 0 && e.checkVisibility());
		return e.filter((e) => { e.focus(); return document.activeElement === e && getComputedStyle(e).outlineStyle `+
		`=== "none" && !e.matches(".tm *") }).length })()`)
	if seen != 0 {
		t.Errorf("of %d elements nobody sees that they have the focus", seen)
	}
	b.checkQuiet()
}
