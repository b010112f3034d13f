package html_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// hostileName is a name that would be markup, if it were not kept as text.
const hostileName = `A<img/src=x>&"'` + "`"

// TestHostileNamesInBrowser checks in a browser that names of a project are text everywhere, also where scripts insert
// them.
func TestHostileNamesInBrowser(t *testing.T) {
	b := open(t)
	dir := filepath.Join(t.TempDir(), "report")
	m := reporttest.SampleModel(t, reporttest.Hostile()...)
	write := func(out layout.Output) error { return jhtml.Write(jhtml.Data{Model: m}, out) }
	if err := layout.WriteDir(dir, write); err != nil {
		t.Fatal(err)
	}
	source, pages := "", 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".html") {
			return err
		}
		pages++
		b.visit("file://" + name)
		page, err := filepath.Rel(dir, name)
		b.check(page+": elements of the project", `Array.from(document.querySelectorAll("img, iframe, object, embed, `+
			`form, base, style, main script:not([src='../source.js'])"), (e) => e.outerHTML).join(" ")`, "")
		if strings.HasPrefix(page, "source") &&
			eval[bool](b, fmt.Sprintf(`document.querySelector(".crumbs").textContent.includes(%q)`, hostileName)) {
			source = "file://" + name
		}
		return err
	})
	if err != nil || pages < 20 || source == "" {
		t.Fatalf("%d pages, source %q: %v", pages, source, err)
	}

	b.visit("file://" + filepath.Join(dir, "index.html"))
	b.check("map", `Array.from(document.querySelectorAll(".tm title"), (e) => e.textContent).filter((s) => `+
		`s.includes("<")).join("|").replace(/: .*?(\||$)/g, "$1")`,
		"module <b>m&\"'␊|`]]>|p.<i>&amp;|p.<i>&amp;."+hostileName)
	b.choose("[data-filter=p]", "p.<i>&amp;")
	b.check("filtered", shownRows, "<b>m&\"'␊|`]]> p.<i>&amp; "+hostileName)
	b.check("fold", `Array.from(document.querySelectorAll(".fold"), (e) => e.getAttribute("aria-label")).filter((s) `+
		`=> s.includes("<")).join(" ")`, "Rows of <b>m&\"'␊|`]]> Rows of p.<i>&amp;")
	b.search("<img/src")
	b.check("search", `Array.from(document.querySelectorAll("#found .name, #found .in"), (e) => `+
		`e.textContent).slice(0, 2).join(" in ")`, hostileName+" in p.<i>&amp;")

	b.visit(source)
	b.check("outline", `document.querySelector(".outline li a").textContent.replace(/^\d* /, "")`,
		hostileName+"::f(@X(\"]]><!--\") Map<K, V> m, String[](http://example.org) s)")
	b.hover(`.code u`)
	b.check("box", `document.getElementById("tip").innerText.split("\n")[0]`, "condition true 1, false 2")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".code u").dataset.o = "× <img src=x>"`))
	b.hover(`h1`)
	b.hover(`.code u`)
	b.check("box with markup", `document.getElementById("tip").innerText.split("\n")[0]`, "case chosen <img src=x>")
	b.press("j")
	b.check("where one is", `document.querySelector(".code-tools output").textContent`, "method 1 of 1, line 2")
	b.checkQuiet()
}
