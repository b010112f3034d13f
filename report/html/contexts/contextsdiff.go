package contexts

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/flame"
	"jprof/report/contexts/overlap"
	"jprof/report/html/layout"
)

// Diff has the calling contexts of two runs.
type Diff struct {
	Title string
	Runs  [2]report.RunInfo // before and after
	Trees [2]*cct.Tree
	// Overlap is the overlap of the trees, in percent, by metric.
	Overlap [cct.NumMetrics]float64
	Shifts  []Shift // the contexts with the largest losses of overlap
	// OtherShifts is the number of other contexts with a loss, and OtherLost their loss, in percent.
	OtherShifts int
	OtherLost   float64
}

// Shift is a context whose shares in the two runs differ.
type Shift struct {
	Path          string
	Metric        cct.Metric
	Before, After uint64
	Lost          float64 // loss of overlap, in percent
	Where         string  // the place at which the trees begin to differ
}

// maxDiffRows limits the table of methods that differ.
const maxDiffRows = 200

type contextsDiffPage struct {
	Frame    layout.Frame
	Runs     [2]contextRun
	Overlaps []overlapTile
	Metrics  []string
	Metric   string
	Steps    []string // always empty; the template "flame" needs it
	Size     string
	Effects  bool // always false; the template "flame" needs it
	Compares bool
	// Otherwise lists differences in how the runs were recorded.
	Otherwise []string
	Notes     [2][]contextNote
	Outside   []string // code that the second run does not cover
	Shifts    []shiftRow
	// OtherShifts is the number of contexts that Shifts lacks, and OtherLost their loss of overlap.
	OtherShifts int
	OtherLost   string
	// Bytecodes is true if both runs have bytecodes. If not, Methods have calls only.
	Bytecodes bool
	Methods   []methodChange
	firstRows      // of Methods
	Folds     bool // there are frameworks, which the flame graph folds
	Differ    int  // number of methods that differ, with those that Methods lacks
}

type overlapTile struct {
	Metric, Percent string
	Before, After   uint64
}

type contextRun struct {
	Name string
	Run  layout.RunLine
}

type shiftRow struct {
	Path, Where, Lost, Metric string
	Before, After             uint64
}

// methodChange is a method in all of its contexts, in two runs.
type methodChange struct {
	Name, Kind string
	// Before and After are bytecodes, CallsBefore and CallsAfter calls.
	Before, After, CallsBefore, CallsAfter uint64
	Sign                                   string // of the difference of bytecodes
	Difference                             uint64
}

// WriteDiff writes index.html, which compares the contexts of two runs with a differential flame graph, and its
// scripts.
func WriteDiff(d *Diff, out layout.Output) error {
	f, err := layout.NewFolder(out, Scripts...)
	if err != nil {
		return err
	}
	pair := flame.NewPair(overlap.Compare(d.Trees[0], d.Trees[1]))
	p := contextsDiffPage{
		Frame: layout.Frame{PageTitle: "Differences of contexts", Title: report.Printable(d.Title),
			Tool: d.Runs[1].Tool, Nav: []layout.NavLink{{Href: "index.html", Text: "Differences", Here: true}}},
		Metrics: metricNames(d.Trees[:]...), Metric: pair.Metrics[0].String(), Compares: true,
	}
	if p.Bytecodes = slices.Contains(pair.Metrics, cct.Bytecodes); p.Bytecodes {
		p.Metric = cct.Bytecodes.String()
	}
	if len(pair.Parent) > flame.MaxNodes {
		p.Size = fmt.Sprintf("This page has the %s contexts with the largest shares, of %s. The others are in sums.",
			report.Thousands(flame.MaxNodes), report.Thousands(uint64(len(pair.Parent))))
	}
	for _, text := range cct.RecordedOtherwise(&d.Trees[0].About, &d.Trees[1].About) {
		p.Otherwise = append(p.Otherwise, words.Capital(text))
	}
	for i, name := range [2]string{"Before", "After"} {
		p.Runs[i] = contextRun{name, layout.NewRunLine(d.Runs[i])}
		p.Notes[i], p.Outside = contextNotes(d.Trees[i])
	}
	for _, m := range pair.Metrics {
		p.Overlaps = append(p.Overlaps, overlapTile{m.String(), fmt.Sprintf("%.2f %%", d.Overlap[m]), d.Trees[0].Sum(m),
			d.Trees[1].Sum(m)})
	}
	for _, s := range d.Shifts {
		p.Shifts = append(p.Shifts, shiftRow{report.Printable(s.Path), report.Printable(s.Where),
			fmt.Sprintf("%.2f %%", s.Lost), s.Metric.String(), s.Before, s.After})
	}
	p.OtherShifts, p.OtherLost = d.OtherShifts, fmt.Sprintf("%.2f %%", d.OtherLost)
	p.Methods, p.Differ = methodChanges(pair)
	p.firstRows = rowsAtFirst(p.Methods, func(m *methodChange) string { return m.Kind }, false)
	p.Folds = hasFrameworks(pair.Methods)
	if err := f.Page("index.html", "contexts-diff", p); err != nil {
		return err
	}
	return chunks(&f, 0, flame.Cut(pair.Source), flameHead{Metrics: metricNames(d.Trees[:]...), Columns: len(pair.Self),
		Contexts: len(pair.Parent) - len(pair.Threads), Threads: layout.Printables(pair.Threads), Types: []string{},
		Names: flameNames(pair.Methods, nil)})
}

// methodChanges returns the methods whose exclusive bytecodes or calls differ, and their number. The list has the
// largest differences of bytecodes first, and at most maxDiffRows methods.
func methodChanges(p *flame.Pair) ([]methodChange, int) {
	sums := make([]methodChange, len(p.Methods))
	// A metric that one of the trees lacks stays 0.
	add := func(to *uint64, m cct.Metric, side, node int) {
		if i := slices.Index(p.Metrics, m); i >= 0 {
			*to = cct.Add(*to, p.Self[i+side*len(p.Metrics)][node])
		}
	}
	for i, m := range p.Method {
		if m < 0 {
			continue
		}
		add(&sums[m].Before, cct.Bytecodes, 0, i)
		add(&sums[m].After, cct.Bytecodes, 1, i)
		add(&sums[m].CallsBefore, cct.Calls, 0, i)
		add(&sums[m].CallsAfter, cct.Calls, 1, i)
	}
	var out []methodChange
	for m, s := range sums {
		if s.Before == s.After && s.CallsBefore == s.CallsAfter {
			continue
		}
		s.Name, s.Kind = report.Printable(p.Methods[m].Title()), kindName(p.Methods[m].Kind)
		switch {
		case s.After > s.Before:
			s.Sign, s.Difference = "+", s.After-s.Before
		case s.After < s.Before:
			s.Sign, s.Difference = "−", s.Before-s.After
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b methodChange) int { return cmp.Compare(b.Difference, a.Difference) })
	return out[:min(len(out), maxDiffRows)], len(out)
}
