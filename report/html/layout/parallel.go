package layout

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Parallel calls functions until one of them fails, and returns the first error. Each processor runs one function at a
// time. When Parallel returns, all functions that it called have ended.
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
