package chromium

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Schemes lists the colour schemes that systems may be set to.
var Schemes = []string{"light", "dark"}

// Prefer makes pages look as they do on a system that is set to light or dark colours.
func Prefer(ctx context.Context, scheme string) error {
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	return err
}

// Violations returns the faults that axe-core finds in the page as it is shown, in light and in dark colours. axe is
// the source of axe-core. Rules that are not about colours are checked once.
func Violations(ctx context.Context, axe string) (found []string, err error) {
	if ready, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`"axe" in window`)); err != nil {
		return nil, err
	} else if !ready {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](axe+"; undefined")); err != nil {
			return nil, err
		}
	}
	rules := ""
	for _, scheme := range Schemes {
		if err := Prefer(ctx, scheme); err != nil {
			return nil, err
		}
		faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`axe.run(document, { preload: false`+rules+` })
			.then((r) => (r.passes.length ? [] : ["nothing was checked"]).concat(r.violations
				.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
					v.impact + " " + v.id + ": " + v.help + ": " + n.html + " " + n.failureSummary))))`,
			chromedp.EvalAwaitPromise))
		if err != nil {
			return nil, err
		}
		for _, fault := range faults {
			found = append(found, scheme+": "+fault)
		}
		rules = `, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }`
	}
	return found, Prefer(ctx, Schemes[0])
}
