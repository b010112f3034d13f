package html_test

import (
	"os"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
)

// prefer makes pages look as on a system set to light or dark colours.
func (b *browser) prefer(scheme string) {
	b.t.Helper()
	if err := chromium.Prefer(b.ctx, scheme); err != nil {
		b.t.Fatal(err)
	}
}

// checkAccessible fails where axe-core finds something wrong in the page as it is shown, in light or in dark colours.
// The page is in light ones then.
func (b *browser) checkAccessible(what string) {
	b.t.Helper()
	axe, err := os.ReadFile(jtest.Consumer(b.t, "axe.js"))
	if err != nil {
		b.t.Fatal(err)
	}
	found, err := chromium.Violations(b.ctx, string(axe))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, f := range found {
		b.t.Errorf("%s, %s", what, f)
	}
}
