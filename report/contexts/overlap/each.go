package overlap

import (
	"iter"

	"jprof/report/contexts/cct"
)

// Pair is a context of either tree, or of both.
type Pair struct {
	Nodes  [2]int32 // in each tree, -1 where it is not there
	Values [2]cct.Sums
	Root   bool    // of a thread, with no numbers of its own
	Lost   float64 // loss of overlap, in percent; 0 where the numbers of the metric are the same
	Part   Part    // place on its path at which the trees part; where there is a loss
}

// Pairs are all contexts and roots of both trees, compared by a metric.
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
