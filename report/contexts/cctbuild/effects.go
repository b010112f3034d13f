package cctbuild

import (
	"slices"

	"jprof/report/contexts/cct"
)

// AddEffects sets the effects of the nodes of a tree, given in the order in which the trees of the run are read, roots
// included: see Options.Effects. It uses their memory. The tree must have all steps and threads, and no folds.
func AddEffects(t *cct.Tree, effects [cct.NumEffects][]uint64) {
	object := int32(slices.Index(t.Methods, objectInit)) // its nodes are in no file
	read := t.Len()
	for _, method := range t.Method {
		if method == object && object >= 0 {
			read--
		}
	}
	for e, all := range effects {
		known := len(all)
		column := slices.Grow(all, max(0, t.Len()-known))[:t.Len()]
		at := read
		for i := t.Len() - 1; i >= 0; i-- { // from the end, as numbers move towards it
			if t.Method[i] == object && object >= 0 {
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
