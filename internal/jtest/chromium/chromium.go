// Package chromium starts a browser without a window, for tests and for programs that measure pages.
package chromium

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// ErrNone says that no browser is installed.
var ErrNone = errors.New("neither chromium, chromium-browser nor google-chrome is on PATH")

// Open starts a browser that keeps its data in dir. The browser ends with the returned context.
func Open(ctx context.Context, dir string) (context.Context, context.CancelFunc, error) {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, nil, ErrNone
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserDataDir(dir),
		chromedp.WindowSize(1300, 900),
		chromedp.WSURLReadTimeout(10 * time.Minute)} // on a busy machine it takes long to start
	for _, flag := range []string{"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
		"disable-background-networking", "disable-component-update", "disable-sync", "no-default-browser-check",
		"disable-extensions"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, endAll := chromedp.NewExecAllocator(ctx, options...)
	ctx, end := chromedp.NewContext(ctx)
	return ctx, func() { end(); endAll() }, nil
}
