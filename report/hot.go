package report

import (
	"cmp"
	"slices"
	"strings"
)

// HotRegion is one row of a list of regions.
type HotRegion struct {
	File   *File
	Region *Region
}

// Order selects the count by which a method or class is hot.
type Order int

// The orders.
const (
	ByInvocations Order = iota
	ByExecutions        // executions of statements: a method that is invoked once may have a loop
)

// String returns the name of the order: "invocations" or "executions".
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

// HottestMethods returns the n methods with most executions of statements, without those that were not executed.
// Methods with equal numbers are in the order of path and place.
func (m *Model) HottestMethods(n int) []MethodRef { return first(n, m.MethodsBy(ByExecutions, nil)) }

func first[T any](n int, list []T) []T { return list[:max(0, min(n, len(list)))] }

// MethodsBy returns the methods that in accepts (nil: all) and whose number is not 0, the highest first. Methods with
// equal numbers are in the order of path and place.
func (m *Model) MethodsBy(o Order, in func(MethodRef) bool) []MethodRef {
	return m.methodsBy(in, func(x *Method) uint64 { return o.of(x.Invocations, x.Executed) }, func(x *Method) bool {
		return o.of(x.Invocations, x.Executed) > 0
	})
}

// methodsBy returns the measured methods that in (nil: all) and has accept, those with the highest number first.
// Methods with equal numbers are in the order of path and place.
func (m *Model) methodsBy(in func(MethodRef) bool, number func(*Method) uint64, has func(*Method) bool) []MethodRef {
	all := slices.DeleteFunc(m.AllMethods(), func(r MethodRef) bool {
		return !r.Method().Measured || !has(r.Method()) || in != nil && !in(r)
	})
	slices.SortStableFunc(all, func(a, b MethodRef) int {
		x, y := a.Method(), b.Method()
		return cmp.Or(cmp.Compare(number(y), number(x)), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(x.Name.Offset, y.Name.Offset))
	})
	return all
}

// ClassesBy returns the top-level classes that in accepts (nil: all) and whose number is not 0, the highest first.
// Classes with equal numbers are in the order of path and place.
func (m *Model) ClassesBy(o Order, in func(*Class) bool) []*Class {
	number := func(c *Class) uint64 { return o.of(c.Totals.Invocations, c.Totals.Executed) }
	all := slices.DeleteFunc(slices.Clone(m.Classes), func(c *Class) bool {
		return number(c) == 0 || in != nil && !in(c)
	})
	slices.SortStableFunc(all, func(a, b *Class) int {
		return cmp.Or(cmp.Compare(number(b), number(a)), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Line, b.Line))
	})
	return all
}

// HottestRegions returns the n regions that were executed most often, without those that were not executed. Regions
// with equal counts are in the order of path and place.
func (m *Model) HottestRegions(n int) []HotRegion { return first(n, m.RegionsIn(nil)) }

// RegionsIn returns the executed regions of methods that in accepts, in the order of HottestRegions. If in is nil, it
// returns all regions, including those in no method.
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

// Uncovered lists the methods that were not invoked, those with the most statements first. Methods with equal numbers
// are in the order of path and place.
func (m *Model) Uncovered() []MethodRef {
	return m.methodsBy(nil, func(x *Method) uint64 { return uint64(x.Statements.Total) }, func(x *Method) bool {
		return x.Invocations == 0
	})
}
