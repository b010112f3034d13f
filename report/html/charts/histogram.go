package charts

import (
	"fmt"

	"jprof/internal/util/words"
	"jprof/report"
)

// Histogram counts classes by the percentage of their lines that were executed. It has the same levels as the map.
// Numbers are in units of the view box, about pixels.
type Histogram struct {
	Bars          []histogramBar
	Width, Height int
	Step          int // from bar to bar
	BarWidth      int
	Below         int // base line of labels
}

// histogramBar is the bar of a level in coverLabels.
type histogramBar struct {
	Classes            int
	Href, Title, Label string
	Cover              int // colour, as on the map
	X, Y, H            int
	Middle, Above      int // places of its number
}

// NewHistogram returns nil if no class has lines. The function href returns a link to the classes with a state, or to
// all classes if the state is "".
func NewHistogram(classes []*report.Class, href func(state string) string) *Histogram {
	var counts [len(coverLabels)]int
	most := 0
	for _, c := range classes {
		if r := c.Totals.Lines; r.Total > 0 {
			bar := coverLevel(r)
			counts[bar]++
			most = max(most, counts[bar])
		}
	}
	if most == 0 {
		return nil
	}
	const highest, baseline, step = 80, 96, 80
	h := &Histogram{Width: len(counts) * step, Height: 114, Step: step, BarWidth: step - 8, Below: 110}
	for i, n := range counts {
		x := i * h.Step
		b := histogramBar{Classes: n, X: x, Middle: x + h.BarWidth/2, H: n * highest / most, Cover: i,
			Label: coverLabels[i], Href: href("some")}
		switch i {
		case 0:
			b.Href = href("none")
		case len(counts) - 1:
			b.Href = href("")
		}
		if n > 0 {
			b.H = max(1, b.H) // keeps a few classes visible beside very many
		}
		b.Y, b.Above = baseline-b.H, baseline-b.H-4
		b.Title = fmt.Sprintf("%s %s: %s of the lines executed", report.Thousands(uint64(n)),
			words.Form(n, "class", "classes"), coverTitles[i])
		h.Bars = append(h.Bars, b)
	}
	return h
}
