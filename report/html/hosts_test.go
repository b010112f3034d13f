package html_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jprof/report"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// follow clicks a link and waits until its page is there.
func (b *browser) follow(selector, arrives string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
	b.wait(fmt.Sprintf(`location.href.endsWith(%q) && document.readyState === "complete"`, arrives))
}

// serve writes a report and serves it in a folder of a host, with a content security policy of the host.
func (b *browser) serve(m *report.Model, policy string) {
	b.t.Helper()
	dir := filepath.Join(b.t.TempDir(), "report")
	write := func(out layout.Output) error { return jhtml.Write(jhtml.Data{Model: m}, out) }
	if err := layout.WriteDir(dir, write); err != nil {
		b.t.Fatal(err)
	}
	files := http.StripPrefix("/job/7/report", http.FileServer(http.Dir(dir)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		files.ServeHTTP(w, r)
	}))
	b.t.Cleanup(server.Close)
	b.server = server.URL + "/job/7/report/"
}

// TestReportOnServer opens a report on a server with a content security policy that is stricter than the one of the
// report.
func TestReportOnServer(t *testing.T) {
	b := open(t)
	b.serve(reporttest.SampleModel(t), "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:")
	b.visit(b.server)
	b.choose("[data-filter=x]", "none")
	b.check("tree", shownRows, "app org.example Never")
	b.check("style", `getComputedStyle(document.querySelector(".bar")).position`, "sticky")
	b.search("shape.area")
	b.do(chromedp.KeyEvent("\r"))
	b.wait(`location.href.endsWith("/source/org.example.Shapes.java.html#L17") && document.readyState === "complete"`)
	b.hover(`#L17 > b:not(.bc)`)
	b.check("box", `document.getElementById("tip").innerText.split("\n")[0]`, "region executed 12,000 times")
	b.press("n?")
	b.check("keys", `String(document.querySelector("dialog").open)`, "true")
	b.visit(b.server + "classes.html")
	b.do(chromedp.Click(chromedp.CSS(`thead th:nth-child(1) button`)))
	b.check("sorted", firstColumn, "Fibonacci Named Never Shapes UtilTest")
	b.follow(`a[href="class/org.example.Shapes.html"]`, "/class/org.example.Shapes.html")
	b.checkQuiet()
}

// foldedModel is the sample with so many classes that the tree of the home page is folded at first, where there are
// scripts.
func foldedModel(t *testing.T) *report.Model {
	t.Helper()
	var more []reporttest.File
	for i := range 20 {
		more = append(more, reporttest.File{Package: "many", Path: fmt.Sprintf("many/C%d.java", i),
			Text: fmt.Sprintf("‹t class C%d|class C { }›", i)})
	}
	return reporttest.SampleModel(t, more...)
}

// readable checks that pages have what they say and lead on, and that they show nothing that only a script could
// answer.
func (b *browser) readable(page func(page string) string) {
	b.t.Helper()
	const controls = `Array.from(document.querySelectorAll("#search, .tools, .fold, .arrow, .code-tools, .scripted, ` +
		`dialog, .tip"), (e) => e.checkVisibility() ? e.className || e.id : "").concat(
		Array.from(document.querySelectorAll("button"), (e) => ` +
		`getComputedStyle(e).display === "contents" ? "" : "button")).filter(Boolean).join(" ")`
	for name, content := range map[string]string{
		"index.html": "Where to test next", "classes.html": "UtilTest", "hot.html": "if (n <= 1) return n;",
		"not-measured.html":            "code too large",
		"package/app.org.example.html": "Fibonacci", "class/org.example.Shapes.html": "area",
		"source/org.example.Shapes.java.html": "return a;",
	} {
		b.visit(page(name))
		b.check(name+" shows controls", controls, "")
		if !strings.Contains(eval[string](b, `document.querySelector("main").innerText`), content) {
			b.t.Errorf("%s does not show %q", name, content)
		}
	}
	b.visit(page("index.html"))
	b.check("tree",
		`document.querySelector("[data-tree]").className + Array.from(document.querySelectorAll("[data-tree] tbody `+
			`tr"), (r) => r.checkVisibility() ? "" : " hidden").join("")`, "list tree fold1")
	b.follow(`.tree a[href="package/app.org.example.html"]`, "/package/app.org.example.html")
	b.follow(`.tree a[href="../class/org.example.Shapes.html"]`, "/class/org.example.Shapes.html")
	b.follow(`#m3 th a`, "/source/org.example.Shapes.java.html#L17")
	b.check("line", `document.querySelector(":target").innerText.includes("int area()") + ""`, "true")
	b.follow(`.crumbs a:nth-of-type(2)`, "/package/app.org.example.html")
}

func TestPagesWithoutScripts(t *testing.T) {
	b := open(t)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.readable(b.pages(foldedModel(t)))
	diff := b.diffPages(reporttest.Change(t))
	b.visit(diff("index.html"))
	b.follow(`tbody a[href*="Loop.java"]`, "/source/org.example.Loop.java.html#L4")
	b.check("hints for a mouse that does nothing", `String(document.querySelector(".scripted").checkVisibility())`,
		"false")
	b.check("folded lines", `String(document.getElementById("L20").checkVisibility({ contentVisibilityAuto: true }))`,
		"false")
	b.do(chromedp.Click(chromedp.CSS("summary")))
	b.check("unfolded lines", `String(document.getElementById("L20").checkVisibility({ contentVisibilityAuto: true }))`,
		"true")
	b.checkQuiet()
}

// TestReportInSandbox opens a report without scripts, as on hosts that forbid them. Jenkins does so by default.
func TestReportInSandbox(t *testing.T) {
	b := open(t)
	b.serve(foldedModel(t), "sandbox; default-src 'none'; img-src 'self'; style-src 'self';")
	b.readable(func(page string) string { return b.server + page })
}
