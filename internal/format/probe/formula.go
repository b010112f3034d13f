package probe

import (
	"math"
	"math/bits"
	"slices"
)

// Counter returns the formula whose value is that of counter k.
func Counter(k uint32) Formula {
	return Formula{{Counter: k, Coef: 1}}
}

// Plus returns f + g. The result is a new formula and shares no memory with f or g.
func (f Formula) Plus(g Formula) Formula {
	return combine(f, g, 1)
}

// Minus returns f - g. The result is a new formula and shares no memory with f or g.
func (f Formula) Minus(g Formula) Formula {
	return combine(f, g, -1)
}

// PlusTimes returns f + n*g. The result is a new formula and shares no memory with f or g.
func (f Formula) PlusTimes(n int32, g Formula) Formula {
	return combine(f, g, int64(n))
}

// Equal reports whether f and g are the same linear combination. The nil and the empty formula are equal.
func (f Formula) Equal(g Formula) bool {
	return slices.Equal(f, g)
}

// Value returns the value of f for the counters of the file. The sum is exact; only the result is clamped to the range
// of int64. It may be negative if execution left a region in a way that the formula does not know, or if a counter is
// saturated. A counter that is not in counters has the value 0; File.Check reports formulas with such a counter.
func (f Formula) Value(counters []uint64) int64 {
	// A product is below 2^95 and there are at most 2^32 terms, so neither sum leaves 128 bits.
	var pos, neg uint128
	for _, t := range f {
		if int64(t.Counter) >= int64(len(counters)) {
			continue
		}
		if t.Coef >= 0 {
			pos.addProduct(counters[t.Counter], uint64(t.Coef))
		} else {
			neg.addProduct(counters[t.Counter], uint64(-int64(t.Coef)))
		}
	}
	if pos.less(neg) {
		d := neg.minus(pos)
		if d.hi != 0 || d.lo > math.MaxInt64 {
			return math.MinInt64
		}
		return -int64(d.lo)
	}
	d := pos.minus(neg)
	if d.hi != 0 || d.lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(d.lo)
}

// combine returns f + factor*g. It merges the two sorted lists of terms.
func combine(f, g Formula, factor int64) Formula {
	sum := make(Formula, 0, len(f)+len(g))
	add := func(counter uint32, coef int64) {
		if coef != 0 {
			sum = append(sum, Term{Counter: counter, Coef: clampCoef(coef)})
		}
	}
	i, j := 0, 0
	for i < len(f) || j < len(g) {
		switch {
		case j == len(g) || i < len(f) && f[i].Counter < g[j].Counter:
			add(f[i].Counter, int64(f[i].Coef))
			i++
		case i == len(f) || g[j].Counter < f[i].Counter:
			add(g[j].Counter, factor*int64(g[j].Coef))
			j++
		default:
			add(f[i].Counter, int64(f[i].Coef)+factor*int64(g[j].Coef))
			i++
			j++
		}
	}
	return sum
}

// clampCoef limits a coefficient to the range of int32. Formulas of real sources have coefficients of a few units. The
// limit only prevents an overflow that would change the sign.
func clampCoef(c int64) int32 {
	return int32(max(math.MinInt32, min(c, math.MaxInt32)))
}

// uint128 is just enough arithmetic for exact sums of products.
type uint128 struct{ hi, lo uint64 }

func (u *uint128) addProduct(a, b uint64) {
	hi, lo := bits.Mul64(a, b)
	var carry uint64
	u.lo, carry = bits.Add64(u.lo, lo, 0)
	u.hi, _ = bits.Add64(u.hi, hi, carry)
}

func (u uint128) less(v uint128) bool {
	return u.hi < v.hi || u.hi == v.hi && u.lo < v.lo
}

func (u uint128) minus(v uint128) uint128 {
	lo, borrow := bits.Sub64(u.lo, v.lo, 0)
	hi, _ := bits.Sub64(u.hi, v.hi, borrow)
	return uint128{hi, lo}
}
