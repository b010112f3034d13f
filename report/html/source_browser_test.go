package html_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/reporttest"
)

// sourceModel is a class with code in all states, far apart, so that pages have to scroll.
func sourceModel(t *testing.T) *report.Model {
	t.Helper()
	gap := strings.Repeat("\n", 60)
	return reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{20, 3, 0, 5000, 1}, Text: `‹t class A|class A {
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
func (b *browser) pages(m *report.Model) func(name, fragment string) string {
	b.t.Helper()
	return b.folder(func(out report.Output) error { return jhtml.Write(m, out) })
}

// diffPages does so with a comparison.
func (b *browser) diffPages(before, after *report.Model) func(name, fragment string) string {
	b.t.Helper()
	return b.folder(func(out report.Output) error { return jhtml.WriteDiff(report.Compare(before, after), out) })
}

func (b *browser) folder(write func(report.Output) error) func(name, fragment string) string {
	b.t.Helper()
	dir := filepath.Join(b.t.TempDir(), "report")
	if err := report.WriteDir(dir, write); err != nil {
		b.t.Fatal(err)
	}
	return func(name, fragment string) string {
		return (&url.URL{Scheme: "file", Path: filepath.Join(dir, name), Fragment: fragment}).String()
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
	marked = `Array.from(document.querySelectorAll("tr.at"), (r) => r.id).join(" ")`
	said   = `document.querySelector(".code-tools output").textContent`
	hash   = `location.hash`
)

func TestKeysOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html", ""))
	b.check("places", `document.querySelector(".code-tools").innerText.replace(/\s+/g, " ").includes("2 uncovered") + ""`, "true")
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
		b.check(step.keys+" focuses", `document.activeElement.hash`, "#"+step.at)
		b.check(step.keys+" shows", `(() => { const r = document.querySelector("tr.at").getBoundingClientRect();
			return String(r.top >= document.querySelector(".code thead th").getBoundingClientRect().bottom && r.bottom <= innerHeight) })()`, "true")
	}
	b.check("outline", `document.querySelector(".outline [aria-current]").innerText.replace(/\s+/g, " ")`, "0 A::never()")
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

func TestColoursOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html", ""))
	const colours = `["L133", "L136", "L70"].map((l) => getComputedStyle(document.querySelector("#" + l + " td:last-child [data-r]")).backgroundColor).join(" ")`
	const legends = `Array.from(document.querySelectorAll(".legend:not([hidden])"), (l) => l.innerText.split("\n")[0].slice(0, 14)).join("|")`
	const executed = "rgb(195, 232, 203) rgb(195, 232, 203) rgb(248, 205, 201)"
	const heat = "rgb(134, 29, 22) rgb(255, 247, 227) rgb(223, 227, 233)"
	b.check("executed or not", colours, executed)
	b.press("c")
	b.check("heat", colours, heat)
	b.check("legend of heat", legends, "never executed")
	b.check("button", `document.querySelector("[data-key=c]").getAttribute("aria-pressed")`, "true")
	b.visit(page("index.html", ""))
	b.visit(page("source/A.java.html", ""))
	b.check("heat on the next page", colours, heat)
	b.do(chromedp.Click(chromedp.CSS(`[data-key=c]`)))
	b.check("executed or not, again", colours, executed)
	b.check("legend", legends, "block executed")
	b.checkQuiet()
}

func TestOutcomesInSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html", ""))
	const shown = `Array.from(document.querySelectorAll("#L3 u, #L4 u, #L5 u"), (u) => { const s = getComputedStyle(u, "::after");
		return s.content === "none" || s.display === "none" ? "-" : s.content }).join(" ")`
	b.check("missing ones", shown, `- - "T 0 / F 20"`)
	b.press("o")
	b.check("all", shown, `"T 3 / F 17" - "T 0 / F 20"`)
	b.press("o")
	b.check("none", shown, `- - -`)
	b.visit(page("source/A.java.html", ""))
	b.check("none on the next page", shown, `- - -`)
	b.press("oo")
	b.check("copied", `(() => { getSelection().selectAllChildren(document.querySelector("#L3 td:last-child")); const s = getSelection().toString(); getSelection().empty(); return s })()`,
		"    if (a) x(); // both")
	b.check("reasons", `getComputedStyle(document.querySelector("#L6 td:last-child"), "::after").content`, `"not measured: no way; excluded by jprof:off: why"`)
	b.checkQuiet()
}

func TestLinksToLines(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html", "L69-L71"))
	b.check("range", marked, "L69 L70 L71")
	below := func(id string) {
		t.Helper()
		b.check(id+" is not behind the head", fmt.Sprintf(`(() => { const y = document.getElementById(%q).getBoundingClientRect().top - document.querySelector(".code thead th").getBoundingClientRect().bottom;
			return String(y >= 0 && y < 200) })()`, id), "true")
	}
	below("L69")
	b.visit(page("source/A.java.html", "L68"))
	b.check("line", marked, "L68")
	below("L68")
	b.do(chromedp.Click(chromedp.CSS(`#L70 a[href="#L70"]`)), chromedp.Sleep(50*time.Millisecond))
	b.check("a click links", hash+`+" "+`+marked, "#L70 L70")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#L72 a[href="#L72"]').dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }))`))
	b.check("with Shift several", hash+`+" "+`+marked, "#L70-L72 L70 L71 L72")
	for _, bad := range []string{"L9999", "L3-L9999", "L0", "L5-", "nothing"} {
		b.visit(page("source/A.java.html", bad))
	}
	b.checkQuiet()
}

func TestSourceWithoutScript(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.visit(page("source/A.java.html", "L69"))
	b.check("no tools", `String(document.querySelector(".code-tools"))`, "null")
	b.check("outline", `String(document.querySelector(".outline li a").checkVisibility())`, "true")
	b.check("target", `getComputedStyle(document.querySelector("#L69 td")).backgroundColor`, "rgb(255, 243, 168)")
	b.check("missing outcomes", `getComputedStyle(document.querySelector("#L5 u"), "::after").content`, `"T 0 / F 20"`)
	b.check("reason", `getComputedStyle(document.querySelector("#L6 td:last-child"), "::after").content`, `"not measured: no way; excluded by jprof:off: why"`)
	b.checkQuiet()
}

func TestWidthsOfSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	for width, want := range map[int64]string{1300: "open beside", 900: "closed above", 400: "closed above"} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.visit(page("source/A.java.html", ""))
		b.check(fmt.Sprint("outline at ", width), `(() => { const d = document.querySelector(".outline"), o = d.getBoundingClientRect(), s = document.querySelector(".sheet").getBoundingClientRect();
			return (d.open ? "open" : "closed") + (o.left >= s.right ? " beside" : o.bottom <= s.top ? " above" : " across") })()`, want)
		for _, name := range []string{"source/A.java.html", "class/A.html"} {
			b.visit(page(name, ""))
			if !eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`) {
				t.Errorf("%s is too wide for %d", name, width)
			}
		}
		b.check(fmt.Sprint("head and first row at ", width), `(() => { const t = document.querySelector(".methods");
			return String(t.querySelector("th").getBoundingClientRect().bottom <= t.tBodies[0].rows[0].getBoundingClientRect().top) })()`, "true")
	}
	b.checkQuiet()
}

func TestPrintedSource(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	b.visit(page("source/A.java.html", ""))
	const seen = `[".code-tools", ".outline", ".bar", ".code"].filter((s) => getComputedStyle(document.querySelector(s)).display !== "none").join(" ")`
	b.check("on the screen", seen, ".code-tools .outline .bar .code")
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	b.check("on paper", seen, ".bar .code")
	b.check("outcomes on paper", `getComputedStyle(document.querySelector("#L5 u"), "::after").content`, `"T 0 / F 20"`)
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
	page := b.pages(reporttest.Model(t, reporttest.File{Path: "Big.java", Text: text.String(), Counters: []uint64{1234567, 0}}))
	b.visit(page("source/Big.java.html", "L2001"))
	const at = `(() => { const e = document.elementFromPoint(600, document.querySelector("tr.at").getBoundingClientRect().top + 5); return e.closest("tr").id })()`
	b.check("link", at, "L2001")
	b.check("far lines are not laid out", `String(document.querySelector("#L20 td a").checkVisibility({ contentVisibilityAuto: true }))`, "false")
	b.check("columns", `[1, 2, 3, 4].map((i) => document.querySelector("#L2001").cells[i].getBoundingClientRect().left - document.querySelector(".code thead tr").cells[i].getBoundingClientRect().left).join(" ")`, "0 0 0 0")
	b.check("counts fit", `(() => { const c = document.querySelector("#L2001").cells[1]; return String(c.scrollWidth <= c.clientWidth && c.innerText) })()`, "1,234,567")
	b.press("n")
	b.check("next", at, "L3002")
	b.check("head", `String(document.elementFromPoint(600, document.querySelector(".code thead th").getBoundingClientRect().top + 5).closest("thead") !== null)`, "true")
	b.checkQuiet()
}
