package cctbuild

import "jprof/report/contexts/cct"

// AddEffects sets the effects of the nodes of a tree, given in the order in which the trees of the run are read, roots
// included: see Options.Effects. The tree must have all steps and threads, and no folds.
func AddEffects(t *cct.Tree, effects [cct.NumEffects][]uint64) {
	for e, all := range effects {
		column := make([]uint64, t.Len())
		at := 0
		for i, method := range t.Method {
			if method >= 0 && t.Methods[method] == objectInit {
				continue // it is in no file
			}
			if at < len(all) {
				column[i] = all[at]
			}
			at++
		}
		t.Effects[e] = column
	}
}
