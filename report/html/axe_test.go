package html_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"jprof/internal/jtest"
)

// schemes are the colours that systems may be set to.
var schemes = []string{"light", "dark"}

// prefer makes pages look as on a system set to light or dark colours.
func (b *browser) prefer(scheme string) {
	b.t.Helper()
	params := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, params); err != nil {
		b.t.Fatal(err)
	}
}

// checkAccessible fails where axe-core finds something serious or critical in the page as it is shown, in light or in
// dark colours.
func (b *browser) checkAccessible(what string) {
	b.t.Helper()
	axe := axeSource(b.t)
	for _, scheme := range schemes {
		b.prefer(scheme)
		b.do(chromedp.Evaluate[chromedp.Void](axe))
		found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`axe.run(document, { `+
			`preload: false }).then((r) => (r.passes.length ? [] : ["nothing was checked"]).concat(r.violations
			.filter((v) => v.impact === "serious" || v.impact === "critical")
			.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.impact + " " + v.id + ": " + v.help + ": " + n.html + " `+
			`" + n.failureSummary))))`, chromedp.EvalAwaitPromise))
		if err != nil {
			b.t.Fatal(err)
		}
		for _, f := range found {
			b.t.Errorf("%s, %s: %s", what, scheme, f)
		}
	}
	b.prefer("light")
}

func axeSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(jtest.Consumer(t, "axe.js"))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s; undefined", source)
}
