package efficiency

import (
	"cmp"
	"slices"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/overlap"
)

// Diff lists the differences between the efficiency of two runs, before and after.
type Diff struct {
	Results   [2]*Result
	Otherwise []string // differences between the recordings of the runs, a sentence each
	Methods   []Change // methods that differ, in order of the difference in exclusive cost
}

// Change is a method that differs. Methods of both runs are paired by package overlap, which also finds renamed ones.
type Change struct {
	Of      *Method    // of the second run if it ran there, else of the first
	Numbers [2]Numbers // before and after; zero if it did not run
	New     bool       // it ran in the second run only
	Gone    bool       // it ran in the first run only
	Entered []List     // lists that have it in the second run only
	Left    []List     // lists that have it in the first run only
}

// Compare compares two runs.
func Compare(before, after *Result) *Diff {
	d := &Diff{Results: [2]*Result{before, after},
		Otherwise: cct.RecordedOtherwise(&before.About, &after.About)}
	numbers := overlap.Methods(withoutNumbers(before.Methods), withoutNumbers(after.Methods))
	old := map[int32]*Method{}
	for i, m := range before.Methods {
		old[numbers[0][i]] = m
	}
	for i, m := range after.Methods {
		n := numbers[1][i]
		d.add(old[n], m)
		delete(old, n)
	}
	for i, m := range before.Methods {
		if old[numbers[0][i]] != nil {
			d.add(m, nil)
		}
	}
	slices.SortStableFunc(d.Methods, func(x, y Change) int {
		a, b := &x.Numbers, &y.Numbers
		return cmp.Or(cmp.Compare(distance(b[0].Exclusive, b[1].Exclusive), distance(a[0].Exclusive, a[1].Exclusive)),
			cmp.Compare(distance(b[0].Cost, b[1].Cost), distance(a[0].Cost, a[1].Cost)))
	})
	return d
}

// withoutNumbers returns the methods without their numbers.
func withoutNumbers(methods []*Method) []cct.Method {
	list := make([]cct.Method, len(methods))
	for i, m := range methods {
		list[i] = m.Method
	}
	return list
}

// distance returns the difference of two numbers.
func distance(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// add appends the change of a method to d.Methods, if there is one. before or after may be nil.
func (d *Diff) add(before, after *Method) {
	c := Change{Of: cmp.Or(after, before), New: before == nil, Gone: after == nil}
	for side, m := range []*Method{before, after} {
		if m != nil {
			c.Numbers[side] = m.Numbers
		}
	}
	for _, l := range Lists {
		switch was, is := before != nil && before.Numbers.In(l), after != nil && after.Numbers.In(l); {
		case is && !was:
			c.Entered = append(c.Entered, l)
		case was && !is:
			c.Left = append(c.Left, l)
		}
	}
	if c.New || c.Gone || c.Entered != nil || c.Left != nil || c.Numbers[0].differs(&c.Numbers[1]) {
		d.Methods = append(d.Methods, c)
	}
}

// differs reports whether any of the numbers that are compared differs.
func (n *Numbers) differs(o *Numbers) bool {
	return n.Invocations != o.Invocations || n.Cost != o.Cost || n.Exclusive != o.Exclusive || n.Value != o.Value ||
		n.Writes != o.Writes || n.Captured != o.Captured || n.Output != o.Output
}

// Moved returns the methods that have entered or left a list, those with the highest cost first.
func (d *Diff) Moved() []*Change {
	var list []*Change
	for i := range d.Methods {
		if c := &d.Methods[i]; c.Entered != nil || c.Left != nil {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(x, y *Change) int {
		return cmp.Compare(max(y.Numbers[0].Cost, y.Numbers[1].Cost), max(x.Numbers[0].Cost, x.Numbers[1].Cost))
	})
	return list
}
