package cctbuild

import (
	"math"
	"slices"

	"jprof/report/contexts/cct"
)

// AddEffects sets the effects of the nodes of a tree, given in the order in which the trees of the run are read, roots
// included: see Options.Effects. It uses their memory. The tree must have all steps and threads, and no folds.
func AddEffects(t *cct.Tree, effects [cct.NumEffects][]uint64) {
	object := objectMethod(t)
	read := t.Len()
	for _, method := range t.Method {
		if method == object {
			read--
		}
	}
	for e, all := range effects {
		known := len(all)
		column := slices.Grow(all, max(0, t.Len()-known))[:t.Len()]
		at := read
		for i := t.Len() - 1; i >= 0; i-- { // from the end, as numbers move towards it
			if t.Method[i] == object {
				column[i] = 0
				continue
			}
			if at--; at < known {
				column[i] = column[at]
			} else {
				column[i] = 0
			}
		}
		t.Effects[e] = column
	}
}

// objectMethod returns the number of the constructor of Object in a tree, whose nodes are in no file; if the tree does
// not have it, a number that no node has.
func objectMethod(t *cct.Tree) int32 {
	if i := slices.Index(t.Methods, objectInit); i >= 0 {
		return int32(i)
	}
	return math.MinInt32
}
