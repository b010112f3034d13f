package overlap

import (
	"iter"

	"jprof/report/contexts/cct"
)

// Pair is a context or root that one or both trees have.
type Pair struct {
	Nodes  [2]int32 // in each tree, -1 in a tree without it
	Values [2]cct.Sums
	Root   bool    // it is the root of a thread, with no numbers of its own
	Lost   float64 // loss of overlap, in percent; 0 if the numbers of the metric are the same
	Part   Part    // place on its path at which the trees part; set if there is a loss
}

// Pairs returns all contexts and roots of both trees, compared by a metric.
func (c *Comparison) Pairs(by cct.Metric) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		s := c.shares(by)
		part := c.partings(s)
		for n := range int32(c.Len()) {
			p := Pair{Nodes: c.at(n), Root: c.Nodes.Parent[n] < 0}
			if l := s.lost(n); l > 0 && s.differs(n) {
				p.Lost, p.Part = l, Part{c.at(part[n]), part[n]}
			}
			for side := range p.Values {
				for m := range cct.NumMetrics {
					p.Values[side][m] = c.Sums[side][m][n]
				}
			}
			if !yield(p) {
				return
			}
		}
	}
}
