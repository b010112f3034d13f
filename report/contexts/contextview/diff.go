package contextview

import (
	"cmp"
	"math"
	"slices"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/overlap"
)

// Diff lists the differences between the contexts of two runs.
type Diff struct {
	Runs  [2]report.RunInfo // before and after
	Trees [2]*cct.Tree
	// Otherwise lists the differences between the recordings of both runs: see cct.RecordedOtherwise.
	Otherwise []string
	By        cct.Metric
	Overlap   [cct.NumMetrics]float64
	Both      int // number of contexts that both runs have
	Gone      int // number of contexts that only the first run has
	New       int // number of contexts that only the second run has
	Changed   int // number of contexts of both with a different number of any metric
	Losing    int // number of contexts that reduce the overlap of By
	Causes    []Cause
	Contexts  []ContextChange // with the largest differences of By
	Methods   []MethodChange  // with the largest differences of By, exclusive
	// OfMethods is the number of methods that differ.
	OfMethods int
}

// Cause is a place at which one tree continues in another way than the other.
type Cause struct {
	Where    string  `json:"where"`
	Lost     float64 `json:"lost"`     // loss of overlap by all contexts below it, in percent
	Contexts int     `json:"contexts"` // number of these contexts
}

// ContextChange is a context whose numbers differ.
type ContextChange struct {
	Path      []string // names from the thread on, as in Row
	Titles    []string // Path for people
	New, Gone bool
	Lost      float64 // loss of overlap by it, in percent
	Where     string  // place on its path at which the trees part; "" if its shares are the same
	Values    [2]cct.Sums
}

// MethodChange is a method whose numbers differ, in all of its contexts together.
type MethodChange struct {
	Of        *cct.Method // of the second run if it is there, else of the first
	New, Gone bool
	Values    [2]cct.Sums // exclusive
}

// Differs reports whether any number differs.
func (d *Diff) Differs() bool { return d.New+d.Gone+d.Changed > 0 }

// rest returns the loss of overlap, in percent, by contexts that a list lacks, and the number of these contexts. lost
// has the losses in the list, and contexts is the number of contexts in it. All losses and the overlap add up to 100
// when rounded to two digits.
func (d *Diff) rest(contexts int, lost []float64) (float64, int) {
	hundredths := func(x float64) int64 { return int64(math.Round(100 * x)) }
	sum := 100*100 - hundredths(d.Overlap[d.By])
	for _, x := range lost {
		sum -= hundredths(x)
	}
	others := d.Losing - contexts
	if others <= 0 {
		return 0, 0
	}
	return float64(max(0, sum)) / 100, others
}

// RestOfCauses returns the loss of overlap by contexts that are below no place of Causes, in percent, and their number.
func (d *Diff) RestOfCauses() (float64, int) {
	var lost []float64
	contexts := 0
	for _, c := range d.Causes {
		lost, contexts = append(lost, c.Lost), contexts+c.Contexts
	}
	return d.rest(contexts, lost)
}

// RestOfContexts returns the loss of overlap by contexts that are not in Contexts, in percent, and their number.
func (d *Diff) RestOfContexts() (float64, int) {
	var lost []float64
	for _, c := range d.Contexts {
		if c.Lost > 0 {
			lost = append(lost, c.Lost)
		}
	}
	return d.rest(len(lost), lost)
}

// Compare compares the contexts of two runs by a metric. If by is nil, it chooses the most useful metric. Its lists
// have at most the given number of entries.
func Compare(trees [2]*cct.Tree, infos [2]report.RunInfo, by *cct.Metric, entries int) *Diff {
	c := overlap.Compare(trees[0], trees[1])
	d := &Diff{Runs: infos, Trees: trees, By: c.Metric(),
		Otherwise: cct.RecordedOtherwise(&trees[0].About, &trees[1].About)}
	if by != nil {
		d.By = *by
	}
	for m := range cct.NumMetrics {
		d.Overlap[m] = c.Overlap(m)
	}
	d.Losing = c.Losing(d.By)
	for _, x := range c.Causes(d.By, entries) {
		d.Causes = append(d.Causes, Cause{c.Where(x.Part), x.Lost, x.Contexts})
	}
	changed := d.count(c)
	slices.SortStableFunc(changed, func(a, b overlap.Pair) int {
		return cmp.Compare(difference(b.Values, d.By), difference(a.Values, d.By))
	})
	for _, p := range changed[:min(entries, len(changed))] {
		x := ContextChange{Gone: p.Nodes[1] < 0, New: p.Nodes[0] < 0,
			Values: p.Values, Lost: p.Lost}
		x.Path, x.Titles = d.path(p.Nodes)
		if p.Lost > 0 {
			x.Where = c.Where(p.Part)
		}
		d.Contexts = append(d.Contexts, x)
	}
	d.methods(c, entries)
	return d
}

// count sets the numbers of contexts, and returns those that differ.
func (d *Diff) count(c *overlap.Comparison) []overlap.Pair {
	var changed []overlap.Pair
	for p := range c.Pairs(d.By) {
		switch {
		case p.Root:
			continue
		case p.Nodes[0] < 0:
			d.New++
		case p.Nodes[1] < 0:
			d.Gone++
		default:
			d.Both++
			if p.Values[0] == p.Values[1] {
				continue
			}
			d.Changed++
		}
		changed = append(changed, p)
	}
	return changed
}

// path returns the names and titles on the path to a context, from its thread on.
func (d *Diff) path(nodes [2]int32) (path, titles []string) {
	t, node := d.Trees[1], nodes[1]
	if node < 0 {
		t, node = d.Trees[0], nodes[0]
	}
	for ; node >= 0; node = t.Parent[node] {
		name, title := names(t, int(node))
		path, titles = append(path, name), append(titles, title)
	}
	slices.Reverse(path)
	slices.Reverse(titles)
	return path, titles
}

func difference(v [2]cct.Sums, m cct.Metric) uint64 {
	return max(v[0][m], v[1][m]) - min(v[0][m], v[1][m])
}

// methods sets Methods: the methods whose sums differ.
func (d *Diff) methods(c *overlap.Comparison, entries int) {
	byNumber := map[int32]*MethodChange{}
	for side, t := range d.Trees {
		for _, s := range t.ByMethod() {
			number := c.Methods[side][s.Method]
			x := byNumber[number]
			if x == nil {
				x = &MethodChange{New: side == 1, Gone: side == 0}
				byNumber[number] = x
			}
			x.Gone = x.Gone && side == 0
			x.Of = &t.Methods[s.Method]
			x.Values[side] = x.Values[side].Plus(s.Self)
		}
	}
	for _, x := range byNumber {
		if x.Values[0] != x.Values[1] {
			d.Methods = append(d.Methods, *x)
		}
	}
	d.OfMethods = len(d.Methods)
	slices.SortFunc(d.Methods, func(a, b MethodChange) int {
		return cmp.Or(cmp.Compare(difference(b.Values, d.By), difference(a.Values, d.By)),
			cmp.Compare(a.Of.Key(), b.Of.Key()))
	})
	d.Methods = d.Methods[:min(entries, len(d.Methods))]
}
