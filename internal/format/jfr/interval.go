package jfr

import "math"

// Resolution is the number of samples from which on a time is named. With fewer of them, only its upper bound is.
const Resolution = 5

// Interval is the exact confidence interval of 95 % of the expected number of samples where n were taken (Garwood):
// with less than low, n or more come in 2.5 % of all cases at most, and with more than high n or fewer.
func Interval(n int) (low, high float64) {
	const tail = 0.025
	if n > 0 {
		low = solve(func(mean float64) bool { return 1-atMost(n-1, mean) > tail }, n)
	}
	return low, solve(func(mean float64) bool { return atMost(n, mean) < tail }, n)
}

// solve returns where above becomes true.
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

// atMost returns the probability of n events or fewer, of a Poisson variable with a mean. From 1,000 on the normal
// approximation of Wilson and Hilferty is used, whose error is below 0.0001 there.
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
