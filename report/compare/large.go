package compare

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/util/words"
	"jprof/report"
)

// ByJVMs reports whether the method is a static initialiser that each JVM executed as before, and only the number of
// JVMs differs. Tests that are carried over ran in other JVMs than those that run again.
func (c *MethodChange) ByJVMs() bool {
	asOften := func(x Change) bool { // x.Before/calls.Before == x.After/calls.After
		high, low := bits.Mul64(x.Before, c.Invocations.After)
		high2, low2 := bits.Mul64(x.After, c.Invocations.Before)
		return high == high2 && low == low2
	}
	return !c.Edited && c.Old != nil && c.New != nil && c.New.Method().Kind == probe.StaticInit &&
		min(c.Invocations.Before, c.Invocations.After) > 0 && asOften(c.Executed) &&
		!slices.ContainsFunc(c.Regions, func(r RegionChange) bool { return !asOften(r.Change) })
}

// JVMsNote says that a run has tests that were carried over, and what follows for counts; "" if none has, or if no
// method with the same code differs.
func (c *Comparison) JVMsNote() string {
	carried := cmp.Or(c.After.Run.Carried, c.Before.Run.Carried)
	same := func(m MethodChange) bool { return !m.Edited && m.Old != nil }
	if carried == "" || !slices.ContainsFunc(c.Methods, same) {
		return ""
	}
	return report.Printable(carried) +
		". The other tests ran again in a new JVM. This JVM also ran static initialisers again: their counts and " +
		"those of the code that they call are higher"
}

// large lists the changes that are neither small nor by the number of JVMs. It returns a note about the others: "4 that
// differ by at most 1 %, 2 static initialisers of a new JVM"; "" for none.
func large[T any](all []T, byJVMsAre func(n int) string, isSmall, isByJVMs func(*T) bool) (list []*T, note string) {
	small, byJVMs := 0, 0
	for i := range all {
		switch x := &all[i]; {
		case isSmall(x):
			small++
		case isByJVMs(x):
			byJVMs++
		default:
			list = append(list, x)
		}
	}
	var notes []string
	if small > 0 {
		notes = append(notes, report.Thousands(uint64(small))+" that differ by at most 1 %")
	}
	if byJVMs > 0 {
		notes = append(notes, byJVMsAre(byJVMs))
	}
	return list, strings.Join(notes, ", ")
}

// LargeClasses lists the classes that differ by more than 1 % and not only by the number of JVMs: edited ones first,
// then main sources, then those with the largest differences. The text says how many others there are.
func (c *Comparison) LargeClasses() ([]*ClassChange, string) {
	list, note := large(c.Classes, func(n int) string {
		return report.Thousands(uint64(n)) + " only in static initialisers, which a new JVM runs again"
	}, (*ClassChange).Small, func(x *ClassChange) bool { return x.byJVMs && !x.Edited })
	editedFirst(list, func(x *ClassChange) (bool, *report.File) { return x.Edited, x.File() })
	return list, note
}

// LargeMethods lists the methods as LargeClasses lists classes. New and removed ones count as edited.
func (c *Comparison) LargeMethods() ([]*MethodChange, string) {
	list, note := large(c.Methods, func(n int) string {
		return words.Plural(n, "static initialiser") + " of a new JVM"
	}, (*MethodChange).Small, (*MethodChange).ByJVMs)
	editedFirst(list, func(x *MethodChange) (bool, *report.File) {
		return x.Edited || x.Old == nil || x.New == nil, x.File()
	})
	return list, note
}

// editedFirst sorts what was edited to the front, and in both parts main sources.
func editedFirst[T any](list []T, of func(T) (edited bool, file *report.File)) {
	rank := func(x T) (n int) {
		edited, file := of(x)
		if !edited {
			n = 2
		}
		if file.IsTest() {
			n++
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(rank(a), rank(b)) })
}

// LargeRegions lists the regions that differ by more than 1 % and not only by the number of JVMs, the largest
// differences first.
func (c *Comparison) LargeRegions() []MethodRegion {
	return slices.DeleteFunc(c.Regions(), func(r MethodRegion) bool {
		return r.small() || c.Methods[r.Method].ByJVMs()
	})
}
