package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/internal/jtest/chromium"
	"jprof/report"
	"jprof/report/reporttest"
)

// wait waits until an expression is true.
func (b *browser) wait(expression string) {
	b.t.Helper()
	chromium.Until(b.t, b.ctx, expression, "true", func(is bool) bool { return is })
}

// slash presses the key that leads to the search, as a keyboard does: text comes of it only where no script stops it.
func (b *browser) slash() {
	b.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown,
		input.DispatchKeyEventTypeKeyUp} {
		event := input.DispatchKeyEventParams{Type: kind, Key: "/", Code: "Slash"}
		if kind == input.DispatchKeyEventTypeKeyDown {
			event.Text = "/"
		}
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, event); err != nil {
			b.t.Fatal(err)
		}
	}
}

// choose sets a field as a user does.
func (b *browser) choose(selector, value string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q;
		e.dispatchEvent(new Event("input", { bubbles: true })); e.dispatchEvent(new Event("change", { `+
		`bubbles: true })) })()`, selector, value)))
}

// medium shows the page on paper, "print", or on the screen, "".
func (b *browser) medium(name string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
	if err != nil {
		b.t.Fatal(err)
	}
}

const (
	shownRows = `Array.from(document.querySelectorAll("[data-tree] tbody tr"), (r) => ` +
		`r.checkVisibility() ? r.querySelector("th a, th b").textContent : "").filter(Boolean).join(" ")`
	found = `Array.from(document.querySelectorAll("#found li"), (e) => Array.from(e.children, (c) => ` +
		`c.textContent).join(" ")).join("\n")`
)

func TestTreeInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.do(chromedp.Navigate(page("index.html")))
	const all = "app org.example Broken.java Fibonacci Named Never Shapes util org.example.util UtilTest"
	b.check("at first", shownRows, all)

	sort := func(column int) {
		b.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(".tree thead th:nth-child(%d) button", column))))
	}
	sort(2)
	b.check("most executions first", shownRows,
		"app org.example Fibonacci Shapes Named Never Broken.java util org.example.util UtilTest")
	sort(2)
	b.check("fewest executions first", shownRows,
		"util org.example.util UtilTest app org.example Broken.java Named Never Shapes Fibonacci")
	b.check("the head says so", `document.querySelector(".tree thead th:nth-child(2)").getAttribute("aria-sort")`,
		"ascending")
	sort(1)
	b.check("by name", shownRows, all)

	fold := func(row int) { // by the keyboard
		b.do(chromedp.Focus(chromedp.CSS(fmt.Sprintf(".tree tbody tr:nth-child(%d) .fold", row))),
			chromedp.KeyEvent("\r"))
	}
	fold(2)
	b.check("a package folded", shownRows, "app org.example util org.example.util UtilTest")
	b.check("its button", `document.querySelector(".tree tbody tr:nth-child(2) .fold").getAttribute("aria-expanded")`,
		"false")
	fold(1)
	b.check("a module folded", shownRows, "app util org.example.util UtilTest")
	const printed = `Array.from(document.querySelectorAll(".tree .fold"), (e) => e.checkVisibility() ` +
		`? getComputedStyle(e, "::before").content : "").filter(Boolean).join()`
	b.medium("print")
	b.check("on paper", printed, `"6 folded"`)
	b.medium("")
	fold(1)
	b.check("a module unfolded", shownRows, "app org.example util org.example.util UtilTest")

	for _, tt := range []struct{ selector, value, want, shown string }{
		{".tools input", "never", "app org.example Never", "1 of 6 rows"},
		{".tools input", "app EXAMPLE fib", "app org.example Fibonacci", "1 of 6 rows"},
		{".tools input", "", all, "6 rows"},
		{"[data-filter=m]", "org.example:util", "util org.example.util UtilTest", "1 of 6 rows"},
		{"[data-filter=m]", "", all, "6 rows"},
		{"[data-filter=p]", "org.example.util", "util org.example.util UtilTest", "1 of 6 rows"},
		{"[data-filter=p]", "org.example", "app org.example Broken.java Fibonacci Named Never Shapes", "5 of 6 rows"},
		{"[data-filter=p]", "", all, "6 rows"},
		{"[data-filter=s]", "test", "util org.example.util UtilTest", "1 of 6 rows"},
		{"[data-filter=s]", "", all, "6 rows"},
		{"[data-filter=x]", "none", "app org.example Never", "1 of 6 rows"},
		{"[data-filter=x]", "hot", "app org.example Fibonacci", "1 of 6 rows"},
		{"[data-filter=x]", "all", "util org.example.util UtilTest", "1 of 6 rows"},
		{"[data-filter=x]", "left", "app org.example Broken.java Shapes", "2 of 6 rows"},
	} {
		b.choose(tt.selector, tt.value)
		b.check(tt.selector+" "+tt.value, shownRows, tt.want)
		b.check(tt.selector+" "+tt.value, `document.querySelector(".tools output").textContent`, tt.shown)
	}
	b.check("address", `location.hash`, "#f4=left&s0=0")
	b.do(chromedp.Click(chromedp.CSS(".tree thead th:nth-child(4) button")), chromedp.Reload())
	b.wait(`document.querySelector(".tree [aria-sort]") !== null`)
	b.check("filter and order after a reload", shownRows, "app org.example Shapes Broken.java")
	b.check("the head says it again", `document.querySelector(".tree [aria-sort]").textContent`, "Lines")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page("index.html#f0=org&f4=some")))
	b.check("filters of an address", shownRows, "app org.example Fibonacci Shapes")

	b.do(chromedp.Navigate(page("package/app.org.example.html")))
	b.check("page of a package", shownRows, "Broken.java Fibonacci Named Never Shapes")
	b.choose("[data-filter=x]", "some")
	b.check("filtered", shownRows, "Fibonacci Shapes")
	b.do(chromedp.Navigate(page("classes.html")))
	b.choose("[data-filter=x]", "hot")
	b.check("classes", firstColumn, "Fibonacci")
	b.choose("[data-filter=x]", "")
	b.choose("[data-filter=p]", "org.example.util")
	b.check("classes of a package", firstColumn, "UtilTest")
	b.check("address", `location.hash`, "#f3=org.example.util")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page("classes.html#s0=0")))
	b.check("order of an address", firstColumn, "Fibonacci Named Never Shapes UtilTest")
	b.visit(page("classes.html#f3=org.example"))
	b.check("package of an address", firstColumn, "Fibonacci Shapes Named Never")
	b.checkQuiet()
}

func TestMapInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	b.do(chromedp.Navigate(page("index.html")))
	const colour = `getComputedStyle(document.querySelector('.tm a[href="class/org.example.Fibonacci.html"] ` +
		`rect')).fill`
	coverage := eval[string](b, colour)
	b.do(chromedp.Focus(chromedp.CSS(".map input")), chromedp.KeyEvent(kb.ArrowRight))
	if heat := eval[string](b, colour); heat != "rgb(171, 35, 40)" || coverage != "rgb(207, 223, 239)" {
		t.Errorf("colours %s by coverage, %s by heat", coverage, heat)
	}
	b.check("key",
		`Array.from(document.querySelectorAll(".key"), (e) => e.checkVisibility() ? e.className : "").join("")`,
		"key key-heat")
	b.do(chromedp.Click(chromedp.CSS(`.tm a[href="class/org.example.Shapes.html"]`)))
	b.wait(`location.pathname.endsWith("/class/org.example.Shapes.html")`)
	b.checkQuiet()
}

func TestSearchInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t, reporttest.Hostile()...))
	b.do(chromedp.Navigate(page("hot.html")))
	if eval[bool](b, `"jprofIndex" in window`) {
		t.Error("the index is loaded before it is used")
	}
	b.slash()
	b.wait(`"jprofIndex" in window`)
	search := func(words string) {
		t.Helper()
		b.choose("#search", words)
		b.wait(`document.querySelector(".found p").textContent !== "Loading …"`)
	}
	const active = `document.querySelector("#" + ` +
		`document.getElementById("search").getAttribute("aria-activedescendant")).textContent`
	b.check("focus", `document.activeElement.id + document.activeElement.value`, "search")

	b.do(chromedp.KeyEvent("shapes"))
	b.wait(`document.querySelectorAll("#found li").length > 0`)
	if got := strings.Split(eval[string](b, found), "\n"); len(got) != 12 || got[0] !=
		"class Shapes org.example 13,947 ×" || got[1] != "file Shapes.java app/src/main/java/org/example/Shapes.java" {
		t.Errorf("results %q", got)
	}
	for _, tt := range []struct{ words, want string }{
		{"register int", "method register(int times) org.example.Shapes 0 ×"},
		{"shapes.shape.area", "method area() org.example.Shapes.Shape 12,000 ×"},
		{"Shapes$Shape::AREA(", "method area() org.example.Shapes.Shape 12,000 ×"},
		{"util/UtilTest.java", "file UtilTest.java util/src/test/java/org/example/util/UtilTest.java"},
		{"no such thing", ""},
		{"\U0001D4D0", "class \U0001D4D0  4,611,686,018,427,387,904 ×\n" +
			"method \U0001F600`[x](javascript:alert(1))() \U0001D4D0 4,611,686,018,427,387,904 ×"},
	} {
		search(tt.words)
		b.check(tt.words, found, tt.want)
	}
	search("img/src")
	b.check("markup is text", `document.querySelector("#found .name").textContent`, "A<img/src=x>&\"'`")
	b.check("status", `document.querySelector(".found p").textContent`, "2 results")

	search("fib")
	b.check("the best is chosen", active, "methodfib(int n)org.example.Fibonacci1,664,079 ×")
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.check("the next one", active, "classFibonacciorg.example1,664,080 ×")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.check("closed", `String(document.querySelector(".found").checkVisibility()) + `+
		`document.getElementById("search").getAttribute("aria-expanded")`, "falsefalse")
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.check("open again", active, "methodfib(int n)org.example.Fibonacci1,664,079 ×")
	b.do(chromedp.KeyEvent("\r"))
	b.wait(`location.href.endsWith("/source/org.example.Fibonacci.java.html#L6") && document.readyState === "complete"`)

	b.slash() // from a page in a folder
	b.wait(`"jprofIndex" in window`)
	search("never")
	b.do(chromedp.Click(chromedp.CSS("#found li")))
	b.wait(`location.href.endsWith("/class/org.example.Never.html")`)
	b.checkQuiet()
}

func TestHomeIsAccessible(t *testing.T) {
	b := open(t)
	p, err := reporttest.Reactor()
	if err != nil {
		t.Fatal(err)
	}
	sample, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for pkg, p := range map[string]*reporttest.Project{"package/a.unnamed-package.html": p,
		"package/app.org.example.html": sample} {
		m, err := p.Build("test")
		if err != nil {
			t.Fatal(err)
		}
		page := b.pages(m)
		for _, name := range []string{"index.html", "classes.html", "hot.html", "not-measured.html", pkg} {
			b.do(chromedp.Navigate(page(name)))
			b.checkAccessible(name + " of the report with " + pkg)
		}
		b.do(chromedp.Navigate(page("index.html")))
		b.slash()
		b.do(chromedp.KeyEvent("a"))
		b.wait(`document.querySelectorAll("#found li").length > 0`)
		b.checkAccessible("results of a search, with " + pkg)
	}
	b.checkQuiet()
}

// TestTreeIsIndented checks that each level of the tree is indented more, with and without columns for tests.
func TestTreeIsIndented(t *testing.T) {
	b := open(t)
	m := reporttest.ReactorModel(t)
	for _, m := range []*report.Model{m, reporttest.SampleModel(t)} {
		b.do(chromedp.Navigate(b.pages(m)("index.html")))
		for _, width := range []int64{1300, 400} {
			b.do(chromedp.EmulateViewport(width, 900))
			b.check(fmt.Sprint(width), `(() => {
				const left = (row) => parseFloat(getComputedStyle(document.querySelector(".tree tr." + row + " `+
				`th")).paddingLeft);
				return String(left("d0") < left("d1") && left("d1") < left("d2"));
			})()`, "true")
		}
	}
	b.checkQuiet()
}

func TestComplexityInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	const byComplexity = `Array.from(document.querySelectorAll("thead button")).find((e) => ` +
		`e.textContent === "Complex\u00adity").click() || ""`
	click := func() { b.check("click", byComplexity, "") }
	b.visit(page("package/app.org.example.html"))
	click()
	b.check("tree, highest first", shownRows, "Shapes Fibonacci Never Broken.java Named")
	b.visit(page("classes.html"))
	click()
	b.check("classes, highest first", firstColumn, "Shapes Fibonacci UtilTest Never Named")
	click()
	b.check("classes, lowest first", firstColumn, "Named Never UtilTest Fibonacci Shapes")
	b.visit(page("class/org.example.Fibonacci.html"))
	click()
	b.check("methods", firstColumn, "main(String[] args) fib(int n) helper(Map<String, List<Integer>> cache)")
	b.checkQuiet()
}

// TestNumbersOfRatios checks that the numbers of percentages are shown where there is room, which a table with a column
// of sets does not have, and that columns are sorted by them everywhere.
func TestNumbersOfRatios(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	without := b.pages(reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{2},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›"}))
	const shown = `Array.from(document.querySelectorAll("tbody small")).some((e) => e.checkVisibility()).toString()`
	for _, width := range []int64{1500, 1300} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(without("classes.html"))
		b.check(fmt.Sprint("shown at ", width), shown, fmt.Sprint(width > 1472))
		b.visit(page("classes.html"))
		b.check(fmt.Sprint("shown with sets at ", width), shown, "false")
		b.do(chromedp.Click(chromedp.CSS("thead th:nth-child(4) button")))
		b.check("by lines", firstColumn, "UtilTest Shapes Fibonacci Never Named")
	}
	b.checkQuiet()
}

func TestHistogramInBrowser(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.SampleModel(t))
	for bar, want := range map[int]string{1: "Never", 4: "Fibonacci Shapes",
		6: "Fibonacci Shapes UtilTest Named Never"} {
		b.visit(page("index.html"))
		b.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(".hist a:nth-child(%d)", bar))))
		b.wait(`location.pathname.endsWith("/classes.html") && document.readyState === "complete"`)
		b.check(fmt.Sprint("classes of bar ", bar), firstColumn, want)
	}
	b.checkQuiet()
}
