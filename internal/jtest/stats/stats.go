// Package stats has the means that benchmarks quote.
package stats

import (
	"math"
	"slices"
)

// Median is the middle one of at least one number, or the mean of the middle two.
func Median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// GeometricMean is the geometric mean of at least one number; all are positive.
func GeometricMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}
