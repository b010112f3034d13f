package probe

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFormulaArithmetic(t *testing.T) {
	c := Counter
	tests := []struct {
		name      string
		got, want Formula
	}{
		{"one counter", c(3), Formula{{3, 1}}},
		{"sum in order", c(5).Plus(c(2)), Formula{{2, 1}, {5, 1}}},
		{"same counter", c(2).Plus(c(2)), Formula{{2, 2}}},
		{"difference", c(2).Minus(c(7)), Formula{{2, 1}, {7, -1}}},
		{"cancels", c(2).Minus(c(2)), nil},
		{"cancels in the middle", c(1).Plus(c(2)).Plus(c(3)).Minus(c(2)), Formula{{1, 1}, {3, 1}}},
		{"three times", c(1).PlusTimes(3, c(2).Minus(c(1))), Formula{{1, -2}, {2, 3}}},
		{"zero minus", Formula(nil).Minus(c(1)), Formula{{1, -1}}},
		{"plus zero", c(1).Plus(nil), Formula{{1, 1}}},
	}
	for _, tt := range tests {
		if !tt.got.Equal(tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if c(1).Equal(c(2)) || c(1).Equal(nil) {
		t.Error("different formulas are equal")
	}
	if !(Formula{}).Equal(nil) {
		t.Error("the empty and the nil formula differ")
	}
}

func TestFormulaArithmeticDoesNotTouchItsOperands(t *testing.T) {
	f := make(Formula, 0, 16) // room that a careless append would write into
	f = append(f, Term{1, 1}, Term{4, 1})
	g := Counter(2)
	before := slices.Clone(f[:cap(f)])
	sum := f.Plus(g)
	sum[0].Coef = 99
	_ = f.Minus(g)
	if !slices.Equal(f[:cap(f)], before) || !g.Equal(Counter(2)) {
		t.Errorf("operands changed: %v, %v", f, g)
	}
}

func TestFormulaValue(t *testing.T) {
	const most = math.MaxInt64
	tests := []struct {
		name     string
		f        Formula
		counters []uint64
		want     int64
	}{
		{"empty", nil, []uint64{1, 2}, 0},
		{"one", Formula{{1, 1}}, []uint64{1, 2}, 2},
		{"difference", Formula{{0, 1}, {1, -1}}, []uint64{10, 3}, 7},
		{"negative", Formula{{0, 1}, {1, -1}}, []uint64{3, 10}, -7},
		{"coefficients", Formula{{0, 3}, {1, -2}}, []uint64{5, 7}, 1},
		{"beyond the counters", Formula{{0, 1}, {9, 1}}, []uint64{5}, 5},
		{"no counters", Formula{{0, 1}}, nil, 0},
		{"saturates above", Formula{{0, 1}, {1, 1}}, []uint64{most, most}, most},
		{"saturates below", Formula{{0, -1}, {1, -1}}, []uint64{most, most}, math.MinInt64},
		{"least that fits", Formula{{0, -1}}, []uint64{most}, -most},
		{"exact through the middle", Formula{{0, 1}, {1, 1}, {2, -1}}, []uint64{most, most, most}, most},
		{"all bits", Formula{{0, math.MaxInt32}, {1, -math.MaxInt32}}, []uint64{math.MaxUint64, math.MaxUint64 - 1},
			math.MaxInt32},
		{"least coefficient", Formula{{0, math.MinInt32}}, []uint64{2}, 2 * math.MinInt32},
	}
	for _, tt := range tests {
		if got := tt.f.Value(tt.counters); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestFormulaIsLinear compares sums of formulas with sums of their values, and checks the invariants of the type.
func TestFormulaIsLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() Formula {
		var f Formula
		for range r.IntN(6) {
			if r.IntN(2) == 0 {
				f = f.Plus(Counter(r.Uint32N(8)))
			} else {
				f = f.Minus(Counter(r.Uint32N(8)))
			}
		}
		return f
	}
	for range 2000 {
		counters := make([]uint64, 8)
		for k := range counters {
			counters[k] = r.Uint64N(1000)
		}
		f, g := random(), random()
		sum, diff := f.Plus(g), f.Minus(g)
		if got, want := sum.Value(counters), f.Value(counters)+g.Value(counters); got != want {
			t.Fatalf("%v + %v = %v: value %d, want %d", f, g, sum, got, want)
		}
		if got, want := diff.Value(counters), f.Value(counters)-g.Value(counters); got != want {
			t.Fatalf("%v - %v = %v: value %d, want %d", f, g, diff, got, want)
		}
		if !diff.Plus(g).Equal(f) {
			t.Fatalf("(%v - %v) + %v is not the first", f, g, g)
		}
		for i, term := range sum {
			if term.Coef == 0 || i > 0 && sum[i-1].Counter >= term.Counter {
				t.Fatalf("%v is not in normal form", sum)
			}
		}
	}
}

func TestFormulaCoefficientsClamp(t *testing.T) {
	f := Formula{{0, math.MaxInt32}}
	if got := f.Plus(Counter(0)); !got.Equal(f) {
		t.Errorf("got %v", got)
	}
	g := Formula{{0, math.MinInt32}}
	if got := g.Minus(Counter(0)); !got.Equal(g) {
		t.Errorf("got %v", got)
	}
}
