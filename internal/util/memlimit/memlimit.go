// Package memlimit limits the garbage that the process keeps.
//
// A fixed limit of the Go runtime (GOMEMLIMIT) makes it collect garbage without end where what is in use comes near the
// limit: the report of 3.9 million contexts took 57.6 s of processor time, 24 s of them for 155 collections. So this
// limit grows with what is in use: there is always room for a quarter more.
package memlimit

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is the number of bytes that can always be allocated between two collections.
const room = 96 << 20

// Set limits the memory of the process to the given number of bytes, or to what is in use and a quarter more, if that
// is larger. It may be called once.
func Set(bytes int64) {
	debug.SetMemoryLimit(bytes)
	watch(bytes)
}

// collected is garbage, until a collection finds it and calls its finalizer.
type collected struct {
	limit int64
	_     [16]byte // smaller objects share memory with others, so that they may never be collected
}

// watch sets the limit again after each collection.
func watch(limit int64) {
	runtime.SetFinalizer(&collected{limit: limit}, func(c *collected) {
		debug.SetMemoryLimit(max(c.limit, limitFor(live())))
		watch(c.limit)
	})
}

// limitFor returns the limit where so many bytes of objects are in use.
func limitFor(live int64) int64 { return live + max(live/4, room) }

// live returns the bytes of objects that the last collection found in use.
func live() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
