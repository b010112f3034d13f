package trial

import (
	"fmt"
	"math"
	"slices"
)

// Median returns the median of at least one number.
func Median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Mean returns the arithmetic mean, 0 for no numbers.
func Mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(max(1, len(list)))
}

// Percent returns a share as text: "12.5 %".
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// GeometricMean returns the geometric mean of at least one number. All must be positive.
func GeometricMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}

// Spread returns a text for a table, with the median, the least and the greatest of at least one number.
func Spread(list []float64) string {
	return fmt.Sprintf("%.2f (%.2f..%.2f)", Median(list), slices.Min(list), slices.Max(list))
}

// Ratios returns, for each round, the number in the list of divided by the number in the list to.
func Ratios(of, to []float64) []float64 {
	out := make([]float64, len(of))
	for i := range of {
		out[i] = of[i] / to[i]
	}
	return out
}
