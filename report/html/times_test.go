package html_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// TestTimes looks for times on the pages of hot spots, of a class and of a source, and that pages without have none.
func TestTimes(t *testing.T) {
	m, _ := reporttest.Times(t)
	with, without := &memory{}, &memory{}
	if err := jhtml.Write(jhtml.Data{Model: m.Report, Times: m}, with); err != nil {
		t.Fatal(err)
	}
	if err := jhtml.Write(jhtml.Data{Model: m.Report}, without); err != nil {
		t.Fatal(err)
	}
	for page, texts := range map[string][]string{
		"hot.html": {"Time is CPU time, by 20 samples; 0.0 % of the samples are in counters",
			"<td class=num>40.0 %<td class=h10>",
			`<td class=num data-v="`, `<h2 id=time>Lines by time`},
		"class/org.example.Fibonacci.html": {"Per call",
			`<td title="14 of 20 samples; with all that it called 70.0 %">70.0 %`},
		"source/org.example.Fibonacci.java.html": {`data-samples="8 samples"`, `<s class=t10 data-o="40.0 % · `,
			"; 8 samples; with all that it called 50.0 %"},
	} {
		got, old := string(with.Bytes(page)), string(without.Bytes(page))
		for _, text := range texts {
			if !strings.Contains(got, text) {
				t.Errorf("%s lacks %s", page, text)
			}
			if strings.Contains(old, text) {
				t.Errorf("%s of a run without times has %s", page, text)
			}
		}
	}
}

// TestTimesInBrowser colours a source by time, by key and by button, beside the colours by counts.
func TestTimesInBrowser(t *testing.T) {
	b := open(t)
	m, _ := reporttest.Times(t)
	page := b.folder(func(out layout.Output) error {
		return jhtml.Write(jhtml.Data{Model: m.Report, Times: m}, out)
	})
	b.visit(page("source/org.example.Fibonacci.java.html"))
	// The line with most time, one with less, one without a sample.
	const colours = `[8, 7, 13].map((l) => getComputedStyle(document.querySelector(".code li:nth-child(" + l + ") b` +
		`:not(.bc, .bu)")).backgroundColor).join(" ")`
	const legends = `Array.from(document.querySelectorAll(".legend:not([hidden])"), (l) => l.ariaLabel).join("|")`
	executed := eval[string](b, colours)
	const time = "rgb(134, 29, 22) rgb(180, 58, 28) rgb(255, 247, 227)"
	b.press("s")
	b.check("by time", colours, time)
	b.check("legend by time", legends, "Legend of time")
	b.press("c")
	b.check("legend by counts", legends, "Legend of heat")
	if heat := eval[string](b, colours); heat == time || heat == executed {
		t.Errorf("the colours by counts are %s", heat)
	}
	b.visit(page("hot.html"))
	b.check("lines", `document.querySelector("#time ~ .scroll tbody tr .where").textContent`, "Fibonacci.java:8")
	b.checkAccessible("lines by time")
	b.visit(page("source/org.example.Fibonacci.java.html"))
	b.do(chromedp.Click(chromedp.CSS(`[data-key=s]`)))
	b.check("by time, on the next page", colours, time)
	b.checkAccessible("source by time")
	b.prefer("dark")
	b.checkAccessible("source by time, dark")
	b.press("s")
	b.check("executed or not", legends, "Legend")
	b.checkQuiet()
}
