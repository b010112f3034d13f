package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"jprof/report"
)

// scatterClasses limits the classes that are drawn: the most complex ones.
const scatterClasses = 400

// Scatter places classes by complexity, on a logarithmic horizontal scale, and by the percentage of their lines that
// were executed, on the vertical one. Complex classes that were hardly executed are at the bottom right. Numbers are in
// units of the view box, about pixels.
type Scatter struct {
	Dots                     []ScatterDot
	Ticks                    []ScatterTick // of complexity
	Width, Height            int
	Left, Right, Top, Bottom int // of the axes
	MiddleX, MiddleY         int
}

// ScatterDot is the dot of a class.
type ScatterDot struct {
	Href, Title string
	Cover       int // colour, as on the map
	X, Y        int
}

// ScatterTick is a mark on the horizontal axis.
type ScatterTick struct {
	Text string
	X    int
}

// NewScatter returns nil if no class has lines and complexity.
func NewScatter(classes []*report.Class, href func(*report.Class) string) *Scatter {
	var drawn []*report.Class
	for _, c := range classes {
		if c.Totals.Lines.Total > 0 && c.Totals.Complexity > 0 {
			drawn = append(drawn, c)
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	slices.SortStableFunc(drawn, func(a, b *report.Class) int {
		return cmp.Compare(b.Totals.Complexity, a.Totals.Complexity)
	})
	drawn = drawn[:min(scatterClasses, len(drawn))]
	s := &Scatter{Width: 480, Height: 124, Left: 40, Right: 472, Top: 8, Bottom: 96}
	s.MiddleX, s.MiddleY = (s.Left+s.Right)/2, (s.Top+s.Bottom)/2
	most := math.Log(float64(max(10, drawn[0].Totals.Complexity)))
	x := func(complexity int) int {
		return s.Left + int(math.Round(math.Log(float64(complexity))/most*float64(s.Right-s.Left)))
	}
	for _, c := range drawn {
		lines := c.Totals.Lines
		s.Dots = append(s.Dots, ScatterDot{href(c),
			report.Printable(fmt.Sprintf("%s: complexity %s, %s of the lines executed", c.Name,
				report.Thousands(uint64(c.Totals.Complexity)), lines.Percent())),
			coverLevel(lines), x(c.Totals.Complexity), s.Bottom - lines.Covered*(s.Bottom-s.Top)/lines.Total})
	}
	for n := 1; x(n) <= s.Right; n *= 10 {
		s.Ticks = append(s.Ticks, ScatterTick{report.Thousands(uint64(n)), x(n)})
	}
	return s
}
