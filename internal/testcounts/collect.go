package testcounts

import (
	"time"

	"jprof/internal/counts"
	"jprof/internal/probe"
)

// Collect is counts.Collect for a run by test: it also reads the streams beside the count files, and divides the counts
// of each JVM among tests. A wrong stream never makes it fail, and is never dropped silently: what it does not say is
// outside, and the problems of the totals name it. They also name each violation of the invariant.
func Collect(dir string, maps []*probe.Set, notBefore time.Time, options ...counts.Option) (
	*counts.Totals, *Counts, error) {
	totals, err := counts.Collect(dir, maps, notBefore, options...)
	if err != nil {
		return nil, nil, err
	}
	return totals, NewBuilder(maps).Counts(), nil
}
