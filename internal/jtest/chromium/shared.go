package chromium

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// closeShared ends the browser of Shared, if it was started.
var closeShared = func() {}

// Run runs the tests of a package, ends the browser that they share, and returns the exit code: TestMain calls it.
func Run(m *testing.M) int {
	defer func() { closeShared() }() // the one that there is then
	return m.Run()
}

// Shared starts one browser for all tests of a package, which Run runs. The error is ErrNone where none is installed.
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
