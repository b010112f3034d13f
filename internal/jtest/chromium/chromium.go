// Package chromium starts a browser without a window, for tests and for pictures of the report.
package chromium

import (
	"context"
	"errors"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// ErrMissing is returned where no browser is installed.
var ErrMissing = errors.New("neither chromium, chromium-browser nor google-chrome is on PATH")

// Start starts a browser that keeps its files in the folder profile, and returns a context for its tab.
func Start(ctx context.Context, profile string) (context.Context, context.CancelFunc, error) {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, nil, ErrMissing
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WindowSize(1300, 900)}
	for _, flag := range []string{"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
		"disable-component-update", "disable-sync", "no-default-browser-check", "disable-extensions"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, closeTab := chromedp.NewContext(ctx)
	return ctx, func() { closeTab(); stop() }, nil
}
