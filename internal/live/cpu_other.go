//go:build !unix

package live

import "time"

var started = time.Now()

// processorTime is how long this process has run: it is not known what it used of that.
func processorTime() time.Duration { return time.Since(started) }
