package html

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"jprof/internal/words"
	"jprof/report"
	"jprof/report/cct"
	"jprof/report/contextview"
	"jprof/report/efficiency"
)

// maxEfficiencyRows is how many methods of each list are in its table.
const maxEfficiencyRows = 100

// maxEffects is how many methods are drawn: those that cost most.
const maxEffects = 400

// efficiencyPage is efficiency.html: what the work of methods was good for.
type efficiencyPage struct {
	Frame    frame
	Run      runLine
	Notes    []contextNote
	Overview []efficiency.Line
	Columns  []efficiency.Line
	Plot     *effectPlot
	Lists    []effectList
	Graph    bool // the flame graph has captured writes
}

// effectList is a list of methods, with what to do about them.
type effectList struct {
	efficiency.Explained
	ID, Title, Size string
	Captures        bool // ordered by captured writes, else by cost
	Rows            []effectRow
	More            int
}

type effectRow struct {
	Name, Kind, Href                                   string
	Source                                             string // address of its source, "" for none
	Cost, Share, Value, Efficiency, Captured, Contexts methodCell
}

// effectPlot places methods by cost to the right, and by value upwards, both on a logarithmic scale. What costs much
// and is of no use is at the bottom right. Numbers are those of the view box, about pixels.
type effectPlot struct {
	Dots                     []scatterDot
	Ticks                    []scatterTick // of cost
	Levels                   []effectTick  // of value
	Width, Height            int
	Left, Right, Top, Bottom int
	MiddleX                  int
}

type effectTick struct {
	Text string
	Y    int
}

func (f *folder) efficiencyPage(c *Contexts, fr frame, sources sourceLinks) efficiencyPage {
	r := c.Efficiency
	p := efficiencyPage{Frame: fr, Run: makeRunLine(c.Run), Overview: r.Overview(), Columns: r.Columns(),
		Plot: makeEffectPlot(r), Graph: c.Tree().HasEffects()}
	for _, n := range r.Notes() {
		p.Notes = append(p.Notes, contextNote{words.Capital(report.Printable(n.Text)), n.Kind == cct.Lost})
	}
	for _, l := range []efficiency.List{efficiency.NoEffect, efficiency.Capturing, efficiency.LowEfficiency,
		efficiency.NoSideEffect} {
		methods := r.In(l)
		list := effectList{Explained: r.Explain(l), ID: l.String(), Size: r.Size(l),
			Captures: l == efficiency.Capturing, More: len(methods) - maxEfficiencyRows}
		list.Title = words.Capital(list.Name)
		for _, m := range methods[:min(maxEfficiencyRows, len(methods))] {
			list.Rows = append(list.Rows, effectRowOf(r, m, l, sources))
		}
		p.Lists = append(p.Lists, list)
	}
	return p
}

func effectRowOf(r *efficiency.Result, m *efficiency.Method, l efficiency.List, sources sourceLinks) effectRow {
	number := func(n uint64) methodCell { return methodCell{report.Thousands(n), ""} }
	plain := func(n uint64) string { return strconv.FormatUint(n, 10) }
	row := effectRow{Name: report.Printable(m.Title()), Kind: kindName(m.Kind), Href: contextHref("", &m.Method),
		Cost: number(m.Cost), Share: methodCell{contextview.Percent(m.Cost, r.Total.Cost), plain(m.Cost)},
		Value: number(m.Value), Captured: number(m.Captured), Contexts: methodCell{m.Places(l), plain(m.Contexts)}}
	row.Efficiency = methodCell{Text: efficiency.Percent(m.Value, m.Cost), Value: "0"}
	if m.Cost > 0 {
		row.Efficiency.Value = strconv.FormatFloat(float64(m.Value)/float64(m.Cost)*1e9, 'f', 0, 64)
	}
	if sources != nil {
		if page := sources(&m.Method); page != "" {
			row.Source = "source/" + page
		}
	}
	return row
}

// makeEffectPlot returns nil where there is nothing to draw.
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
	drawn = drawn[:min(maxEffects, len(drawn))]
	p := &effectPlot{Width: 640, Height: 250, Left: 64, Right: 632, Top: 8, Bottom: 214}
	p.MiddleX = (p.Left + p.Right) / 2
	least := float64(max(1, drawn[len(drawn)-1].Cost))
	least = math.Pow(10, math.Floor(math.Log10(least)))
	wide := math.Log(math.Max(10*least, float64(drawn[0].Cost)) / least)
	high := math.Log(math.Max(10, float64(most)) + 1)
	x := func(cost float64) int {
		return p.Left + int(math.Round(math.Log(cost/least)/wide*float64(p.Right-p.Left)))
	}
	y := func(value float64) int {
		return p.Bottom - int(math.Round(math.Log(value+1)/high*float64(p.Bottom-p.Top)))
	}
	for _, m := range drawn {
		cover, why := 4, ""
		switch {
		case m.In(efficiency.NoEffect):
			cover, why = 0, ", no effect"
		case m.In(efficiency.LowEfficiency):
			cover, why = 2, ", low efficiency"
		}
		p.Dots = append(p.Dots, scatterDot{contextHref("", &m.Method), report.Printable(m.Title()) + ": cost " +
			report.Thousands(m.Cost) + ", value " + report.Thousands(m.Value) + why, cover, x(float64(m.Cost)),
			y(float64(m.Value))})
	}
	slices.Reverse(p.Dots) // those that cost most on top
	for n := least; x(n) <= p.Right; n *= 10 {
		p.Ticks = append(p.Ticks, scatterTick{short(n), x(n)})
	}
	p.Levels = append(p.Levels, effectTick{"0", p.Bottom})
	for n := 10.0; y(n) >= p.Top; n *= 10 {
		p.Levels = append(p.Levels, effectTick{short(n), y(n)})
	}
	for len(p.Levels) > 8 { // every other one
		for i := 1; i < len(p.Levels); i++ {
			p.Levels = slices.Delete(p.Levels, i, i+1)
		}
	}
	return p
}

// short is a power of ten.
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
