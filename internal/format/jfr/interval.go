package jfr

import "math"

// Resolution is the least number of samples for which a time is reported. With fewer samples, only an upper bound is
// reported.
const Resolution = 5

// Interval returns the exact confidence interval of 95 % (Garwood) of the expected number of samples, if n samples were
// taken. If the expected number is below low, the probability of n or more samples is at most 2.5 %. If it is above
// high, the probability of n or fewer samples is at most 2.5 %.
func Interval(n int) (low, high float64) {
	const tail = 0.025
	if n > 0 {
		low = solve(func(mean float64) bool { return 1-atMost(n-1, mean) > tail }, n)
	}
	return low, solve(func(mean float64) bool { return atMost(n, mean) < tail }, n)
}

// solve returns the smallest number for which the function above returns true.
func solve(above func(mean float64) bool, n int) float64 {
	low, high := 0.0, float64(n)+10*math.Sqrt(float64(n)+1)+10
	for range 60 {
		if mid := (low + high) / 2; above(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// atMost returns the probability that a Poisson variable with the given mean is n or less. From 1,000 on it uses the
// normal approximation of Wilson and Hilferty, whose error is below 0.0001 there.
func atMost(n int, mean float64) float64 {
	if mean <= 0 {
		return 1
	}
	if n >= 1000 {
		k := float64(n + 1)
		z := (math.Cbrt(mean/k) - (1 - 1/(9*k))) * 3 * math.Sqrt(k)
		return math.Erfc(z/math.Sqrt2) / 2
	}
	sum := 0.0
	for i := n; i >= 0; i-- {
		logGamma, _ := math.Lgamma(float64(i) + 1)
		sum += math.Exp(float64(i)*math.Log(mean) - mean - logGamma)
	}
	return min(sum, 1)
}
