package html_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
	"jprof/report/reporttest"
)

// axe fails where axe-core finds something serious on the page that is shown.
func (b *browser) axe(what string) {
	b.t.Helper()
	script, err := os.ReadFile(jtest.Consumer(b.t, "axe.min.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](string(script) + "\n;0"))
	await := true
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`axe.run().then((r) => {
		if (r.passes.length === 0) return ["nothing was checked"];
		return r.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
			.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 150) + " " + n.failureSummary));
	})`, func(p *runtime.EvaluateParams) { p.AwaitPromise = &await }))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, f := range found {
		b.t.Errorf("%s: %s", what, f)
	}
}

func TestSourcesAreAccessible(t *testing.T) {
	b := open(t)
	page := b.pages(sourceModel(t))
	diff := b.diffPages(reporttest.Change(t))
	for _, theme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int64{1300, 400} {
			b.do(chromedp.EmulateViewport(width, 900))
			what := theme + " of " + strconv.FormatInt(width, 10) + " pixels"
			b.visit(page("class/A.html", ""))
			b.axe("class, " + what)
			b.visit(page("source/A.java.html", ""))
			b.press("oon")
			b.axe("source, " + what)
			b.press("c")
			b.axe("heat, " + what)
			b.press("c?")
			b.axe("keys, " + what)
			b.visit(diff("source/org.example.Loop.java.html", ""))
			b.press("n")
			b.axe("differences, " + what)
		}
	}
}
