// Package memlimit limits the garbage that the process keeps.
//
// A fixed limit of the Go runtime (GOMEMLIMIT) makes it collect garbage without end where what is in use comes near the
// limit: the report of 3.9 million contexts took 57.6 s of processor time, 24 s of them for 155 collections. So this
// limit grows with what is in use: there is always room for more.
package memlimit

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is the least number of bytes that can be allocated between two collections.
const room = 32 << 20

// Set limits the memory of the process to the given number of bytes, or to what is in use and room for a sixth of it,
// if that is larger. It may be called once.
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
		debug.SetMemoryLimit(max(c.limit, limitFor(inUse())))
		watch(c.limit)
	})
}

// limitFor returns the limit where so many bytes are in use: for objects, and beside them.
func limitFor(objects, beside int64) int64 { return objects + beside + max(objects/6, room) }

// inUse returns the bytes of objects that the last collection found in use, and those of memory beside objects that Go
// counts for the limit: gaps between objects, stacks, and what describes them.
func inUse() (objects, beside int64) {
	var samples [5]metrics.Sample
	for i, name := range []string{"/gc/heap/live:bytes", "/memory/classes/total:bytes",
		"/memory/classes/heap/objects:bytes", "/memory/classes/heap/free:bytes",
		"/memory/classes/heap/released:bytes"} {
		samples[i].Name = name
	}
	metrics.Read(samples[:])
	number := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
	return number(0), number(1) - number(2) - number(3) - number(4)
}
