package report

import (
	"cmp"
	"slices"
	"strings"
)

// HotMethod is one row of a list of methods.
type HotMethod struct {
	File   *File
	Index  int // in File.Methods
	Method *Method
}

// HotRegion is one row of a list of regions.
type HotRegion struct {
	File   *File
	Region *Region
}

// Order says by which of its counts a method or class is hot.
type Order int

// The orders.
const (
	ByInvocations Order = iota
	ByExecutions        // of the statements in it: a method that is invoked once may have a loop
)

// String is the name of the order: "invocations" or "executions".
func (o Order) String() string {
	if o == ByExecutions {
		return "executions"
	}
	return "invocations"
}

func (o Order) of(invocations, executions uint64) uint64 {
	if o == ByExecutions {
		return executions
	}
	return invocations
}

// HottestMethods returns the n methods whose statements were executed most often, none without an execution. Equal ones
// are in the order of path and place.
func (m *Model) HottestMethods(n int) []HotMethod {
	all := m.MethodsBy(ByExecutions, nil)
	return all[:max(0, min(n, len(all)))]
}

// MethodsBy returns the methods for which in says so (nil: all) that have a count, the highest first, and as
// HottestMethods.
func (m *Model) MethodsBy(o Order, in func(MethodRef) bool) []HotMethod {
	var all []HotMethod
	for _, f := range m.Files {
		for i := range f.Methods {
			x := &f.Methods[i]
			if o.of(x.Invocations, x.Executed) > 0 && x.Measured && (in == nil || in(MethodRef{f, i})) {
				all = append(all, HotMethod{f, i, x})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b HotMethod) int {
		return cmp.Or(cmp.Compare(o.of(b.Method.Invocations, b.Method.Executed), o.of(a.Method.Invocations, a.Method.Executed)),
			strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Method.Name.Offset, b.Method.Name.Offset))
	})
	return all
}

// ClassesBy returns the top-level classes for which in says so (nil: all) that have a count, the highest first. Equal
// ones stand in the order of path and place.
func (m *Model) ClassesBy(o Order, in func(*Class) bool) []*Class {
	var all []*Class
	for _, c := range m.Classes {
		if o.of(c.Totals.Invocations, c.Totals.Executed) > 0 && (in == nil || in(c)) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *Class) int {
		return cmp.Or(cmp.Compare(o.of(b.Totals.Invocations, b.Totals.Executed), o.of(a.Totals.Invocations, a.Totals.Executed)),
			strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Line, b.Line))
	})
	return all
}

// HottestRegions returns the n regions executed most often, none that was not executed. Equal ones
// stand in the order of path and place.
func (m *Model) HottestRegions(n int) []HotRegion {
	all := m.RegionsIn(nil)
	return all[:max(0, min(n, len(all)))]
}

// RegionsIn is HottestRegions for the regions of methods that in accepts; nil: for all regions, also those in no
// method.
func (m *Model) RegionsIn(in func(MethodRef) bool) []HotRegion {
	var all []HotRegion
	for _, f := range m.Files {
		for i := range f.Regions {
			r := &f.Regions[i]
			if r.Count == 0 || !r.Measured {
				continue
			}
			if method := f.MethodOf(r.Block); in == nil || method >= 0 && in(MethodRef{f, method}) {
				all = append(all, HotRegion{f, r})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b HotRegion) int {
		return cmp.Or(cmp.Compare(b.Region.Count, a.Region.Count), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Region.Span.Start.Offset, b.Region.Span.Start.Offset))
	})
	return all
}

// UncoveredMethod is one row of a list of methods that were not invoked.
type UncoveredMethod struct {
	HotMethod
	Statements int // without those of methods of classes within it
}

// LargestUncovered returns those n methods that were not invoked and have the most statements, at least one: see
// Uncovered.
func (m *Model) LargestUncovered(n int) []UncoveredMethod {
	all := m.Uncovered()
	if i := slices.IndexFunc(all, func(u UncoveredMethod) bool { return u.Statements == 0 }); i >= 0 {
		all = all[:i]
	}
	return all[:max(0, min(n, len(all)))]
}

// Uncovered lists the methods that were not invoked, those with the most statements first. Equal ones stand in the
// order of path and place.
func (m *Model) Uncovered() []UncoveredMethod {
	var all []UncoveredMethod
	for _, f := range m.Files {
		statements := make([]int, len(f.Methods))
		for _, r := range f.Regions {
			if i := f.MethodOf(r.Block); i >= 0 && r.Measured {
				statements[i] += len(r.Statements)
			}
		}
		for i := range f.Methods {
			if f.Methods[i].Invocations == 0 && f.Methods[i].Measured {
				all = append(all, UncoveredMethod{HotMethod{f, i, &f.Methods[i]}, statements[i]})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b UncoveredMethod) int {
		return cmp.Or(cmp.Compare(b.Statements, a.Statements), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Method.Name.Offset, b.Method.Name.Offset))
	})
	return all
}
