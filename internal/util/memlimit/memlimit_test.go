package memlimit

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestSet checks that the limit is above what is in use, and comes down again.
func TestSet(t *testing.T) {
	defer debug.SetMemoryLimit(math.MaxInt64)
	const limit, large = 16 << 20, 256 << 20
	Set(limit)
	until := func(what string, good func(int64) bool) {
		for range 1000 {
			runtime.GC()
			if good(debug.SetMemoryLimit(-1)) {
				return
			}
			runtime.Gosched()
		}
		t.Errorf("%s: the limit is %d", what, debug.SetMemoryLimit(-1))
	}
	used := make([]byte, large)
	until("in use", func(n int64) bool { return n >= large+room })
	runtime.KeepAlive(used)
	until("not in use", func(n int64) bool { return n < large })
	if got := limitFor(1000, 10); got != 1010+room {
		t.Errorf("for 1000 bytes: %d", got)
	}
	if got := limitFor(24*room, 10); got != 28*room+10 {
		t.Errorf("for much: %d", got)
	}
}
