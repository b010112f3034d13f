package html_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"jprof/report"
	"jprof/report/compare"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// sourceModel is a class with code in all states, far apart, so that pages have to scroll.
func sourceModel(t *testing.T) *report.Model {
	t.Helper()
	gap := strings.Repeat("\n", 60)
	return reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{20, 3, 0, 5000, 1},
		Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|a›) x(); // both
    ·if (‹c condition 2 0-2|b
      .c()›) y();
    ·g(‹u no way|v -> w›); ‹off why|/* off */› ·z(); ‹on|/* on */›
    ·h();›
  }››` + gap + `
  ‹m never() 2|void ¤never() ‹b body 2|{
    ‹r 2|·n();›
  }››` + gap + `
  ‹m hot() 3|void ¤hot() ‹b body 3|{
    ‹r 3|·i();›
  }››
  ‹m once() 4|void ¤once() ‹b body 4|{
    ‹r 4|·j();›
  }››` + gap + `
}›
`})
}

// pages writes a report, and returns the addresses of its pages.
func (b *browser) pages(m *report.Model) func(page string) string {
	b.t.Helper()
	return b.folder(func(out layout.Output) error { return jhtml.Write(jhtml.Data{Model: m}, out) })
}

// diffPages does so with a comparison.
func (b *browser) diffPages(before, after *report.Model) func(page string) string {
	b.t.Helper()
	return b.folder(func(out layout.Output) error { return jhtml.WriteDiff(compare.Models(before, after), out) })
}

func (b *browser) folder(write func(layout.Output) error) func(page string) string {
	b.t.Helper()
	dir := filepath.Join(b.t.TempDir(), "a report", "ß")
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		b.t.Fatal(err)
	}
	if err := layout.WriteDir(dir, write); err != nil {
		b.t.Fatal(err)
	}
	return func(page string) string {
		page, fragment, _ := strings.Cut(page, "#")
		return (&url.URL{Scheme: "file", Path: filepath.Join(dir, page), Fragment: fragment}).String()
	}
}

// visit loads a page, also where only the fragment is another one.
func (b *browser) visit(page string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page))
}

func (b *browser) press(keys string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(string(k)))
	}
}

// check compares the value of an expression.
func (b *browser) check(what, expression, want string) {
	b.t.Helper()
	if got := eval[string](b, expression); got != want {
		b.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

const (
	marked = `Array.from(document.querySelectorAll("li[aria-current]"), (l) => ` +
		`"L" + (Array.from(document.querySelectorAll(".code li")).indexOf(l) + 1)).join(" ")`
	said = `document.querySelector(".code-tools output").textContent`
	hash = `location.hash`
)

func TestKeysOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html"))
	b.check("places",
		`document.querySelector(".code-tools").innerText.replace(/\s+/g, " ").includes("2 missed") + ""`, "true")
	for _, step := range []struct{ keys, at, says string }{
		{"n", "L4", "1 of 2, line 4"},
		{"n", "L69", "2 of 2, line 69"},
		{"n", "L4", "1 of 2, line 4"},
		{"p", "L69", "2 of 2, line 69"},
		{"p", "L4", "1 of 2, line 4"},
		{"h", "L133", "hot 1 of 4, line 133: 5,000 times"},
		{"h", "L3", "hot 2 of 4, line 3: 20 times"},
		{"H", "L133", "hot 1 of 4, line 133: 5,000 times"},
		{"j", "L135", "method 4 of 4, line 135"},
		{"kk", "L69", "method 2 of 4, line 69"},
	} {
		b.press(step.keys)
		b.check(step.keys+" goes to", marked, step.at)
		b.check(step.keys+" says", said, step.says)
		b.check(step.keys+" links", hash, "#"+step.at)
		b.check(step.keys+" focuses", `String(document.activeElement === document.querySelector("li[aria-current]"))`,
			"true")
		b.check(step.keys+" shows",
			`(() => { const r = document.querySelector("li[aria-current]").getBoundingClientRect();
			return String(r.top >= document.querySelector(".code .head").getBoundingClientRect().bottom && r.bottom `+
				`<= innerHeight) })()`, "true")
	}
	b.check("outline", `document.querySelector(".outline [aria-current]").innerText.replace(/\s+/g, " ")`, "0 never()")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".code-tools button[data-key=n]").click()`))
	b.check("button", marked, "L4")

	b.press("?")
	b.check("help", `String(document.querySelector("dialog").open)`, "true")
	b.press("n")
	b.check("no key goes on behind the help", marked, "L4")
	b.press("\u001b")
	b.check("help after Escape", `String(document.querySelector("dialog").open)`, "false")
	b.checkQuiet()
}

// TestPiecesOfSource goes from one piece of code to the next: keys show what a pointer does.
func TestPiecesOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html#L3"))
	const shown = `[...document.querySelectorAll(".in-region")].map((e) => ` +
		`e.textContent.trim()).join("|") + " / " + [...document.querySelectorAll("b.in-block")].length + " / " +
		(document.getElementById("tip").hidden ? "hidden" : document.getElementById("tip").innerText.replace(/\n/g, ` +
		`", "))`
	const region = "if (a) x(); // both|if (b|.c()) y();|g(|); / 7 / "
	const counts = "region executed 20 times, body block entered 20 times"
	step := func(key, at, shows, says string) {
		t.Helper()
		b.do(chromedp.KeyEvent(key))
		b.check(key+" goes to", marked, at)
		b.check(key+" shows", shown, shows)
		b.check(key+" says", said, says)
	}
	step(kb.ArrowRight, "L3", region+"condition true 3, false 17, "+counts,
		"line 3: condition true 3, false 17, "+counts)
	step(kb.ArrowRight, "L4", region+counts, "line 4: "+counts)
	step(kb.ArrowRight, "L5", region+"condition true 0, false 20, "+counts,
		"line 5: condition true 0, false 20, "+counts)
	step(kb.ArrowLeft, "L4", region+counts, "line 4: "+counts)
	step(kb.ArrowLeft, "L3", region+"condition true 3, false 17, "+counts,
		"line 3: condition true 3, false 17, "+counts)
	step(kb.ArrowLeft, "L2", " / 7 / body block entered 20 times", "line 2: body block entered 20 times")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.check("after Escape", shown, " / 0 / hidden")

	// Counts show the same.
	b.hover(`#L3 em`)
	b.check("a count", shown, region+counts)
	b.hover(`li:nth-child(5) u`)
	b.check("the end of a condition", shown, region+"condition true 0, false 20, "+counts)
	b.hover(`li:nth-child(4) u`)
	b.check("its start", shown, region+"condition true 0, false 20, "+counts)
	b.hover(`#L70 u, #L70 > b`)
	b.check("what was never executed", shown, "n(); / 2 / region executed 0 times, body block entered 0 times")
	b.checkQuiet()
}

func TestColoursOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html"))
	const colours = `["L133", "L136", "L70"].map((l) => getComputedStyle(document.querySelector("#" + l + " > ` +
		`b")).backgroundColor).join(" ")`
	const legends = `Array.from(document.querySelectorAll(".legend:not([hidden])"), (l) => ` +
		`l.innerText.split("\n")[0].slice(0, 14)).join("|")`
	const executed = "rgb(195, 232, 203) rgb(195, 232, 203) rgb(248, 205, 201)"
	const heat = "rgb(134, 29, 22) rgb(255, 247, 227) rgb(223, 227, 233)"
	b.check("executed or not", colours, executed)
	b.press("c")
	b.check("heat", colours, heat)
	b.check("legend of heat", legends, "never executed")
	b.check("button", `document.querySelector("[data-key=c]").getAttribute("aria-pressed")`, "true")
	b.visit(page("index.html"))
	b.visit(page("source/A.java.html"))
	b.check("heat on the next page", colours, heat)
	b.do(chromedp.Click(chromedp.CSS(`[data-key=c]`)))
	b.check("executed or not, again", colours, executed)
	b.check("legend", legends, "block executed")
	b.checkQuiet()
}

// TestHeatOfMixedLines checks that heat colours code on lines that were executed in part only, and text in it.
func TestHeatOfMixedLines(t *testing.T) {
	b := open(t)
	page := b.pages(reporttest.Model(t,
		reporttest.File{Path: "A.java", Counters: []uint64{5, 0}, Text: `‹t class A|class A {
  ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x(1, "s");› if (a) ‹b then 1|{ ‹r 1|·y(2, "t");› }› }››
}›`}))
	b.visit(page("source/A.java.html"))
	const colours = `Array.from(document.querySelectorAll(".code li:nth-child(2) > b:not(.bc, .bu)"), (e) => ` +
		`getComputedStyle(e).backgroundColor).join(" ")`
	b.check("executed or not", colours, "rgb(195, 232, 203) rgb(248, 205, 201)")
	b.press("c")
	b.check("heat", colours, "rgb(134, 29, 22) rgb(223, 227, 233)")
	b.check("literals have the colour of the code around", `Array.from(document.querySelectorAll(".code q"), (e) => `+
		`String(getComputedStyle(e).color === getComputedStyle(e.parentElement).color)).join(" ")`,
		"true true true true")
	b.checkAccessible("heat")
	b.checkQuiet()
}

// TestCopiedCode checks that code of several lines is copied without a change, with the empty ones.
func TestCopiedCode(t *testing.T) {
	b := open(t)
	text := "class A {\n\n\tint a;\n    \n\n  // b\n  void f() { g(); }\n}"
	page := b.pages(reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{5}, Text: "‹t class A|" +
		strings.Replace(text, "void f() { g(); }", "‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·g();› }››", 1) + "›"}))
	b.visit(page("source/A.java.html"))
	b.check("copied", `(() => { getSelection().selectAllChildren(document.querySelector(".code ol")); `+
		`return getSelection().toString() })()`, text)
	b.check("heights of lines",
		`String(new Set(Array.from(document.querySelectorAll(".code li"), (l) => l.offsetHeight)).size)`, "1")
	b.checkQuiet()
}

func TestOutcomesInSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html"))
	const shown = `Array.from(document.querySelectorAll("li u"), (u) => { const s = getComputedStyle(u, "::after");
		return s.content === "none" || s.display === "none" ? "-" : s.content }).join(" ")`
	b.check("missing ones", shown, `- - "T 0 / F 20"`)
	b.press("o")
	b.check("all", shown, `"T 3 / F 17" - "T 0 / F 20"`)
	b.press("o")
	b.check("none", shown, `- - -`)
	b.visit(page("source/A.java.html"))
	b.check("none on the next page", shown, `- - -`)
	b.press("oo")
	b.check("copied", `(() => { getSelection().selectAllChildren(document.querySelector("#L3")); `+
		`const s = getSelection().toString(); getSelection().empty(); return s })()`,
		"    if (a) x(); // both")
	b.check("reasons",
		`Array.from(document.querySelectorAll("#L6 .first"), (e) => getComputedStyle(e, "::after").content).join(" ")`,
		`"unmeasured: no way" "excluded by jprof:off: why"`)
	b.checkQuiet()
}

func TestLinksToLines(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html#L69-L71"))
	b.check("range", marked, "L69 L70 L71")
	below := func(what string) {
		t.Helper()
		b.check(what+" is not behind the head",
			`(() => { const y = document.querySelector("li[aria-current]").getBoundingClientRect().top - `+
				`document.querySelector(".code .head").getBoundingClientRect().bottom;
			return String(y >= 0 && y < 200) })()`, "true")
	}
	below("L69")
	b.visit(page("source/A.java.html#L68"))
	b.check("line", marked, "L68")
	below("L68")
	click := func(line int, shift bool) {
		b.do(chromedp.Evaluate[chromedp.Void](
			fmt.Sprintf(`(() => { const l = document.querySelectorAll(".code li")[%d], r = l.getBoundingClientRect();
			l.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: r.left + 40, clientY: r.top + 5, `+
				`shiftKey: %v })) })()`, line-1, shift)))
	}
	click(70, false)
	b.check("a click links", hash+`+" "+`+marked, "#L70 L70")
	click(72, true)
	b.check("with Shift several", hash+`+" "+`+marked, "#L70-L72 L70 L71 L72")
	for _, bad := range []string{"L9999", "L3-L9999", "L0", "L5-", "nothing"} {
		b.visit(page("source/A.java.html#" + bad))
	}
	b.checkQuiet()
}

func TestSourceWithoutScript(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.visit(page("source/A.java.html#L69"))
	b.check("no tools", `String(document.querySelector(".code-tools"))`, "null")
	b.check("outline", `String(document.querySelector(".outline li a").checkVisibility())`, "true")
	b.check("target", `getComputedStyle(document.querySelector("#L69")).backgroundColor`, "rgb(255, 243, 168)")
	b.check("missing outcomes",
		`getComputedStyle(document.querySelectorAll(".code li")[4].querySelector("u"), "::after").content`,
		`"T 0 / F 20"`)
	b.check("reason",
		`Array.from(document.querySelectorAll("#L6 .first"), (e) => getComputedStyle(e, "::after").content).join(" ")`,
		`"unmeasured: no way" "excluded by jprof:off: why"`)
	b.checkQuiet()
}

func TestWidthsOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	for width, want := range map[int64]string{1300: "open beside", 900: "closed above", 400: "closed above"} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(page("source/A.java.html"))
		b.check(fmt.Sprint("outline at ", width), `(() => { const d = document.querySelector(".outline"), `+
			`o = d.getBoundingClientRect(), s = document.querySelector(".sheet").getBoundingClientRect();
			return (d.open ? "open" : "closed") + (o.left >= s.right ? " beside" : o.bottom <= s.top ? " above" : " `+
			`across") })()`, want)
		for _, name := range []string{"source/A.java.html", "class/A.html"} {
			b.visit(page(name))
			if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
				t.Errorf("%s is too wide for %d", name, width)
			}
		}
		b.check(fmt.Sprint("head and first row at ", width), `(() => { const t = document.querySelector(".methods");
			return String(t.querySelector("th").getBoundingClientRect().bottom <= `+
			`t.tBodies[0].rows[0].getBoundingClientRect().top) })()`, "true")
	}
	b.checkQuiet()
}

func TestPrintedSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html"))
	const seen = `[".code-tools", ".outline", ".bar", ".code"].filter((s) => ` +
		`getComputedStyle(document.querySelector(s)).display !== "none").join(" ")`
	b.check("on the screen", seen, ".code-tools .outline .bar .code")
	b.medium("print")
	b.check("on paper", seen, ".bar .code")
	b.check("outcomes on paper",
		`getComputedStyle(document.querySelectorAll(".code li")[4].querySelector("u"), "::after").content`,
		`"T 0 / F 20"`)
	b.checkQuiet()
}

func TestBigSource(t *testing.T) {
	b := open(t)
	var text strings.Builder
	text.WriteString("‹t class Big|class Big {\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  ‹m f%d() 0|void ¤f%d() ‹b body 0|{\n    ‹r 0|·x();›\n  }››\n", i, i)
	}
	text.WriteString("  ‹m last() 1|void ¤last() ‹b body 1|{\n    ‹r 1|·y();›\n  }››\n}›\n")
	page := b.pages(reporttest.Model(t,
		reporttest.File{Path: "Big.java", Text: text.String(), Counters: []uint64{1234567, 0}}))
	b.visit(page("source/Big.java.html#L2001"))
	const at = `(() => { const e = document.elementFromPoint(600, ` +
		`document.querySelector("li[aria-current]").getBoundingClientRect().top + 5); ` +
		`return "L" + (Array.from(document.querySelectorAll(".code li")).indexOf(e.closest("li")) + 1) })()`
	b.check("link", at, "L2001")
	// far lines are not laid out
	b.wait(`!document.querySelector("#L21 b").checkVisibility({ contentVisibilityAuto: true })`)
	b.check("number", `document.querySelectorAll(".code ol")[8].start + " " + `+
		`getComputedStyle(document.querySelector("li[aria-current]"), "::before").content`, "2001 counter(list-item)")
	b.check("counts fit", `(() => { const c = document.querySelector("#L2001 em"); `+
		`return String(c.scrollWidth <= c.clientWidth && c.innerText) })()`, "1,234,567")
	b.press("n")
	b.check("next", at, "L3002")
	b.check("head", `String(document.elementFromPoint(600, `+
		`document.querySelector(".code .head").getBoundingClientRect().top + 5).closest(".head") !== null)`, "true")
	b.checkQuiet()
}
