package trial

import (
	"fmt"
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

// Spread returns the median of at least one number, with the least and the greatest, for a table.
func Spread(list []float64) string {
	return fmt.Sprintf("%.2f (%.2f..%.2f)", Median(list), slices.Min(list), slices.Max(list))
}

// Ratios divides the numbers of rounds by those of the same rounds of another list.
func Ratios(of, to []float64) []float64 {
	out := make([]float64, len(of))
	for i := range of {
		out[i] = of[i] / to[i]
	}
	return out
}
