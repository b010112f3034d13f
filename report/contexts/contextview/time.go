package contextview

import (
	"fmt"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/times"
)

// AmountOf returns a time of a tree with the number of its samples.
func AmountOf(t *cct.Tree, nanos uint64) times.Amount {
	return times.Amount{Samples: t.Times.Samples(nanos), Nanos: nanos}
}

// Interval describes a time in data for programs.
type Interval struct {
	Samples  int     `json:"samples"`
	Low      float64 `json:"low"`      // nanoseconds: the confidence interval of 95 %
	High     float64 `json:"high"`     // an upper bound of the time if Bound is true
	Resolved bool    `json:"resolved"` // there are enough samples for a time
	Bound    bool    `json:"bound"`    // there are too few, and High is an upper bound
}

// IntervalOf returns the interval of a time of a tree, nil for another metric.
func IntervalOf(t *cct.Tree, by cct.Metric, nanos uint64) *Interval {
	if by != cct.Time {
		return nil
	}
	a := AmountOf(t, nanos)
	per, ok := times.Estimate(a, 1, t.Times.Misses)
	return &Interval{a.Samples, per.Low, per.High, ok && !per.Below, ok && per.Below}
}

// TimeText returns a time of a tree with its confidence interval, – for no sample.
func TimeText(t *cct.Tree, nanos uint64) string {
	return times.Text(AmountOf(t, nanos), t.Times.Misses)
}

// Number returns an exclusive number of a tree as text.
func Number(t *cct.Tree, by cct.Metric, n uint64) string {
	if by == cct.Time {
		return TimeText(t, n)
	}
	return report.Thousands(n)
}

// Inclusive returns an inclusive number of a tree as text, with a mark if it is a lower bound.
func Inclusive(t *cct.Tree, by cct.Metric, n uint64) string {
	if t.IsPartial() {
		return "≥" + Number(t, by, n)
	}
	return Number(t, by, n)
}

// timeSummary returns the time of a tree for its summary.
func timeSummary(t *cct.Tree) string {
	nanos := t.Sum(cct.Time)
	return fmt.Sprintf("%s of %s in %s", times.Nanos(float64(nanos)), t.Times.Clock.Name(),
		words.Plural(t.Times.Samples(nanos), "sample"))
}
