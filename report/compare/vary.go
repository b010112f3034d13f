package compare

import (
	"cmp"
	"slices"
	"strings"

	"jprof/report"
)

// Variation is a method whose counts differ between equal runs.
type Variation struct {
	Method                report.MethodRef // in the first model
	Invocations, Executed Extent
	Regions               []*report.Region // regions with counts that differ, from the first model
}

// Extent has the lowest and the highest of several counts.
type Extent struct{ Min, Max uint64 }

func (e *Extent) take(n uint64) { e.Min, e.Max = min(e.Min, n), max(e.Max, n) }

// Vary compares equal runs of the same sources, and lists the methods with different counts. Those that vary most come
// first.
func Vary(models []*report.Model) []Variation {
	at := map[report.MethodRef]*Variation{}
	var order []report.MethodRef
	for _, m := range models[1:] {
		differing, _ := counts(m, models[0]) // the first is the newer: its regions are listed
		for _, c := range differing.Methods {
			if c.New == nil {
				continue // only this run has the source
			}
			v := at[*c.New]
			if v == nil {
				is := c.New.Method()
				v = &Variation{Method: *c.New, Invocations: Extent{is.Invocations, is.Invocations},
					Executed: Extent{is.Executed, is.Executed}}
				at[*c.New] = v
				order = append(order, *c.New)
			}
			if c.Old != nil {
				v.Invocations.take(c.Invocations.Before)
				v.Executed.take(c.Executed.Before)
			}
			for _, r := range c.Regions {
				if !slices.Contains(v.Regions, r.Region) {
					v.Regions = append(v.Regions, r.Region)
				}
			}
		}
	}
	list := make([]Variation, 0, len(order))
	for _, r := range order {
		list = append(list, *at[r])
	}
	slices.SortStableFunc(list, func(a, b Variation) int {
		return cmp.Or(cmp.Compare(b.Executed.Max-b.Executed.Min, a.Executed.Max-a.Executed.Min),
			cmp.Compare(b.Invocations.Max-b.Invocations.Min, a.Invocations.Max-a.Invocations.Min),
			strings.Compare(a.Method.File.Path, b.Method.File.Path), cmp.Compare(a.Method.Index, b.Method.Index))
	})
	return list
}
