package layout

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Parallel calls functions, one per processor at a time, until one fails, and returns the first error. When it returns,
// all functions that it called have ended.
func Parallel(functions []func() error) error {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range functions {
		if ctx.Err() != nil {
			break
		}
		group.Go(f)
	}
	return group.Wait()
}
