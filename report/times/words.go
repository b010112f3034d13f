package times

import (
	"fmt"
	"math"
)

// Percent is a share of the time, 0 to 1, for people.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// PerText is the time per execution of an amount of a cost, with its interval; – for none.
func (c Cost) PerText(a Amount) string {
	per, ok := c.PerExecution(a)
	if !ok || per.Below {
		return c.PerShort(a)
	}
	return fmt.Sprintf("%s (%s to %s)", Nanos(per.Nanos), Nanos(per.Low), Nanos(per.High))
}

// PerShort is the same without the interval.
func (c Cost) PerShort(a Amount) string {
	per, ok := c.PerExecution(a)
	switch {
	case !ok:
		return "–"
	case per.Below:
		return "< " + Nanos(per.High)
	}
	return Nanos(per.Nanos)
}

// Nanos is a time of nanoseconds for people, with three digits.
func Nanos(n float64) string {
	for _, unit := range []string{"ns", "µs", "ms"} {
		if n < 999.5 {
			return threeDigits(n) + " " + unit
		}
		n /= 1000
	}
	return threeDigits(n) + " s"
}

func threeDigits(n float64) string {
	digits := 2
	if n >= 1 {
		digits = max(0, 2-int(math.Floor(math.Log10(n))))
	}
	return fmt.Sprintf("%.*f", digits, n)
}
