package contexts

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"jprof/report"
	"jprof/report/contexts/efficiency"
	"jprof/report/html/charts"
)

// maxEffects limits the methods that are drawn: those with the highest cost.
const maxEffects = 400

// effectPlot places methods by cost (horizontal) and value (vertical), on logarithmic scales. Costly methods of little
// value are at the bottom right. Numbers are in units of the view box.
type effectPlot struct {
	Dots                     []charts.ScatterDot  // their Cover is a mark, such as lowMark
	Ticks                    []charts.ScatterTick // of cost
	Levels                   []effectTick         // of value
	Width, Height            int
	Left, Right, Top, Bottom int
	Zero                     int // methods with value are above it, those without below
	MiddleX, MiddleY         int
	Drawn, Of                int // numbers of methods
}

type effectTick struct {
	Text string
	Y    int
}

// Marks of dots. style.css has their colours.
const (
	otherMark = iota
	lowMark
	capturingMark
	noEffectMark
)

// Methods without value are in several rows below the axis, so that fewer dots hide others. The middle row has the
// height of the tick.
const (
	zeroRows = 7
	zeroTick = zeroRows/2 + 1 // rows from the axis to the middle row
	dotSize  = 8
)

// makeEffectPlot returns nil if no method has a cost.
func makeEffectPlot(r *efficiency.Result) *effectPlot {
	var drawn []*efficiency.Method
	most := uint64(0)
	for _, m := range r.Methods {
		if m.Cost > 0 {
			drawn = append(drawn, m)
			most = max(most, m.Value)
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	slices.SortStableFunc(drawn, func(a, b *efficiency.Method) int { return cmp.Compare(b.Cost, a.Cost) })
	p := &effectPlot{Width: 720, Height: 380, Left: 88, Right: 700, Top: 10, Bottom: 326, Of: len(drawn)}
	drawn = drawn[:min(maxEffects, len(drawn))]
	p.Drawn, p.Zero = len(drawn), p.Bottom-zeroRows*dotSize-dotSize/2
	p.MiddleX, p.MiddleY = (p.Left+p.Right)/2, (p.Top+p.Bottom)/2
	least := float64(max(1, drawn[len(drawn)-1].Cost))
	least = math.Pow(10, math.Floor(math.Log10(least)))
	wide := math.Log(math.Max(10*least, float64(drawn[0].Cost)) / least)
	high := math.Log(math.Max(10, float64(most)))
	x := func(cost float64) int {
		return p.Left + int(math.Round(math.Log(cost/least)/wide*float64(p.Right-p.Left)))
	}
	y := func(value float64) int {
		return p.Zero - dotSize - int(math.Round(math.Log(value)/high*float64(p.Zero-dotSize-p.Top)))
	}
	var rows [zeroRows][]int // x of the dots in each row
	for _, m := range drawn {
		mark, why := markOf(m)
		dot := charts.ScatterDot{Href: Href("", &m.Method), Cover: mark, X: x(float64(m.Cost)),
			Title: report.Printable(m.Title()) + ": cost " + report.Thousands(m.Cost) + ", value " +
				report.Thousands(m.Value) + why}
		if m.Value > 0 {
			dot.Y = y(float64(m.Value))
		} else {
			row := freeRow(&rows, dot.X)
			rows[row] = append(rows[row], dot.X)
			dot.Y = p.Zero + dotSize*(zeroTick+fromMiddle(row))
		}
		p.Dots = append(p.Dots, dot)
	}
	slices.Reverse(p.Dots) // methods with the highest cost are drawn last, on top
	slices.SortStableFunc(p.Dots, func(a, b charts.ScatterDot) int { return cmp.Compare(a.Cover, b.Cover) })
	for n := least; x(n) <= p.Right; n *= 10 {
		p.Ticks = append(p.Ticks, charts.ScatterTick{Text: short(n), X: x(n)})
	}
	p.Levels = append(p.Levels, effectTick{"0", p.Zero + dotSize*zeroTick})
	for n := 1.0; y(n) >= p.Top; n *= 10 {
		p.Levels = append(p.Levels, effectTick{short(n), y(n)})
	}
	for len(p.Levels) > 8 { // remove every other level above 0
		for i := 2; i < len(p.Levels); i++ {
			p.Levels = slices.Delete(p.Levels, i, i+1)
		}
	}
	return p
}

// markOf returns the mark of a method, and its list in words.
func markOf(m *efficiency.Method) (mark int, why string) {
	switch {
	case m.Numbers.In(efficiency.NoEffect):
		return noEffectMark, ", no effect"
	case m.Numbers.In(efficiency.Capturing):
		return capturingMark, ", " + report.Thousands(m.Captured) + " discarded"
	case m.Numbers.In(efficiency.LowEfficiency):
		return lowMark, ", low efficiency"
	}
	return otherMark, ""
}

// fromMiddle returns the distance of a row from the middle one: 0, -1, 1, -2, 2 and so on.
func fromMiddle(row int) int {
	if row%2 == 1 {
		return -(row + 1) / 2
	}
	return row / 2
}

// freeRow returns the first row that has no dot near x. If there is no such row, it returns the row with the fewest
// dots near x.
func freeRow(rows *[zeroRows][]int, x int) int {
	best, fewest := 0, math.MaxInt
	for i, row := range rows {
		near := 0
		for _, other := range row {
			if max(x-other, other-x) < dotSize {
				near++
			}
		}
		if near < fewest {
			best, fewest = i, near
		}
	}
	return best
}

// short returns a power of ten as short text.
func short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if n >= unit.size {
			return strconv.FormatFloat(n/unit.size, 'f', 0, 64) + unit.name
		}
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}
