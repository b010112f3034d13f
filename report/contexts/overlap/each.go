package overlap

import (
	"iter"

	"jprof/report/contexts/cct"
)

// Pair is a context of either tree, or of both.
type Pair struct {
	Nodes  [2]int32 // in each tree, -1 where it is not there
	Values [2]cct.Sums
	Root   bool // of a thread, with no numbers of its own
}

// Pairs are all contexts and roots of both trees.
func (c *Comparison) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for n := range int32(c.Len()) {
			p := Pair{Nodes: c.at(n), Root: c.Nodes.Parent[n] < 0}
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
