package html

import (
	"iter"
	"runtime"
	"sync"
)

// parallel calls functions, one per processor at a time, until one fails, and returns the first error. All that were begun have ended then.
func parallel(functions iter.Seq[func() error]) error {
	var (
		workers sync.WaitGroup
		once    sync.Once
		first   error
	)
	todo, failed := make(chan func() error), make(chan struct{})
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for f := range todo {
				if err := f(); err != nil {
					once.Do(func() {
						first = err
						close(failed)
					})
				}
			}
		})
	}
	for f := range functions {
		select {
		case todo <- f:
			continue
		case <-failed:
		}
		break
	}
	close(todo)
	workers.Wait()
	return first
}
