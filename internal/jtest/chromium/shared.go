package chromium

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// closeShared ends the browser of Shared. It does nothing if the browser was not started.
var closeShared = func() {}

// Run runs the tests of a package, ends the browser that they share, and returns the exit code. TestMain calls it.
func Run(m *testing.M) int {
	defer func() { closeShared() }() // Shared may have replaced it
	return m.Run()
}

// Shared returns the browser that all tests of a package share; the first call starts it. TestMain has to call Run,
// which ends it. The error is ErrNone if no browser is installed.
var Shared = sync.OnceValues(func() (context.Context, error) {
	dir, err := os.MkdirTemp("", "jprof-browser-")
	if err != nil {
		return nil, err
	}
	closeShared = func() { os.RemoveAll(dir) }
	ctx, end, err := Open(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	closeShared = func() { end(); os.RemoveAll(dir) }
	return ctx, chromedp.Do(ctx)
})
