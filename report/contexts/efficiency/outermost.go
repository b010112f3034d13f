package efficiency

import "jprof/report/contexts/cct"

// outermost is a finished context in a list, as long as no context around it is known to be in the list, too.
type outermost struct {
	method int32
	cost   uint64
}

// mergeAfter is the number of contexts, beside one for each method, after which those of a method are merged.
const mergeAfter = 4096

// outer notes a finished context for the sums of the outermost contexts of each list: a context in the list replaces
// those inside of it. When a tree has ended, what is left adds up to Numbers.Covered.
func (a *analysis) outer(f *frame, n *Numbers) {
	for l := range kinds {
		list := a.outermost[l]
		switch inside := list[f.outermost[l]:]; {
		case n.Listed[l]:
			list = append(list[:f.outermost[l]], outermost{f.method, n.Cost})
		case len(inside) > mergeAfter+2*len(a.methods):
			list = list[:f.outermost[l]+a.merge(inside)]
		}
		if f.top {
			for _, o := range list {
				with := &a.methods[o.method].sums.With[l]
				with.Adds = cct.Add(with.Adds, o.cost)
			}
			list = list[:0]
		}
		a.outermost[l] = list
	}
}

// merge makes one of all contexts of a method, and returns how many are left at the start of the list.
func (a *analysis) merge(list []outermost) int {
	at, n := map[int32]int{}, 0
	for _, o := range list {
		i, known := at[o.method]
		if !known {
			at[o.method], list[n] = n, o
			n++
			continue
		}
		list[i].cost = cct.Add(list[i].cost, o.cost)
	}
	return n
}
