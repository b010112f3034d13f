package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/pair"
)

// Comparison holds the differences between the counts of two runs of one project, mostly of different states of it.
type Comparison struct {
	Before, After *report.Model
	Methods       []MethodChange // methods that differ in a count, the largest differences first
	Classes       []ClassChange  // top-level classes that differ in a count, the largest differences first
	Equal         int            // number of methods that differ in no count
	Varying       int            // number of methods that vary between equal runs
	// OnlyBefore and OnlyAfter are the modules that only one of the two runs has, for example because the other has not
	// built them. Their methods are not compared.
	OnlyBefore, OnlyAfter []string
	// Executed and Invocations are the totals of the main sources of the modules that both runs have, and Totals all
	// of their totals, before and after.
	Executed, Invocations Change
	Totals                [2]report.Totals
	// Changed has the lines of main sources that differ between the runs.
	Changed     *ChangedLines
	NewlyMissed NewlyMissed
	Tests       TestChanges
	// Part says that one of the runs has only a part of the tests, and which, "" if both have the same. Then nothing is
	// newly missed, and totals cannot be compared: the other tests are not there.
	Part string

	equal []MethodChange // the methods that differ in no count
	parts map[*report.File][]parts
}

// Differs reports whether a method differs in a count, or a module is only in one of the two runs.
func (c *Comparison) Differs() bool { return len(c.Methods)+len(c.OnlyBefore)+len(c.OnlyAfter) > 0 }

// Change is a count before and after.
type Change struct {
	Before, After uint64
}

// Difference returns the distance between the two counts.
func (c Change) Difference() uint64 { return max(c.Before, c.After) - min(c.Before, c.After) }

// Ratio returns the count after divided by the count before, and whether there is a count to compare with.
func (c Change) Ratio() (float64, bool) {
	return float64(c.After) / float64(c.Before), c.Before > 0
}

// Factor returns the ratio as text: with three digits, in whole numbers, or as a fraction such as 1/1,234; "" if there
// is no ratio.
func (c Change) Factor() string {
	f, ok := c.Ratio()
	switch {
	case !ok:
		return ""
	case f > 0 && f < 0.001:
		return "1/" + report.Thousands(uint64(math.Round(1/f)))
	case f < 1000:
		return fmt.Sprintf("%.3g", f)
	}
	return report.Thousands(uint64(math.Round(f)))
}

// RatioText returns the ratio after the text times: x2, from 0, new or gone. old and is report whether there was
// something to count before and after.
func (c Change) RatioText(times string, old, is bool) string {
	factor := c.Factor()
	switch {
	case !old:
		return "new"
	case !is:
		return "gone"
	case c.Before == c.After:
		return times + "1"
	case factor == "":
		return "from 0"
	}
	return times + factor
}

func (c *Change) add(o Change) {
	c.Before, c.After = report.Add(c.Before, o.Before), report.Add(c.After, o.After)
}

// MethodChange is a method with different counts.
type MethodChange struct {
	Old, New    *report.MethodRef // nil if there is no such method: it is new, or removed
	Edited      bool              // its code has changed
	Invocations Change
	Executed    Change         // executions of statements
	Regions     []RegionChange // regions with a difference; none if the code has changed, or is unmeasured in one run
}

// Name returns the title of the method: after the change, unless it was removed.
func (c *MethodChange) Name() string { return c.ref().Title() }

// File returns the file of the method: after the change, unless it was removed.
func (c *MethodChange) File() *report.File { return c.ref().File }

// Line returns the line of its declaration.
func (c *MethodChange) Line() int { return int(c.ref().Method().Name.Line) }

// Small reports whether the code is as before, and neither count of the method has changed by more than 1 %, from 0, or
// to 0. Counts that depend on time or threads often differ so little.
func (c *MethodChange) Small() bool {
	return !c.Edited && c.Old != nil && c.New != nil && c.Invocations.small() && c.Executed.small()
}

// small reports whether the difference is at most 1 % of the higher count, and neither count is 0 if they differ.
func (c Change) small() bool {
	return c.Before == c.After || min(c.Before, c.After) > 0 && c.Difference() <= max(c.Before, c.After)/100
}

func (c *MethodChange) ref() *report.MethodRef {
	if c.New != nil {
		return c.New
	}
	return c.Old
}

// Moved reports whether the method has another name, or is in another file.
func (c *MethodChange) Moved() bool {
	return c.Old != nil && c.New != nil &&
		(c.Old.File.Path != c.New.File.Path || c.Old.Method().Label != c.New.Method().Label)
}

// RegionChange is a region with a changed count. Region is the region after the change; its code has not changed.
type RegionChange struct {
	Region *report.Region
	Change
}

// Models compares two models. It ignores methods that vary between equal runs in one of them.
func Models(before, after *report.Model) *Comparison {
	c, pairs := counts(before, after)
	c.findEdit(pairs)
	c.Tests = Tests(before, after)
	if c.Part = part(before.Run.Part, after.Run.Part); c.Part != "" {
		c.NewlyMissed = NewlyMissed{}
	}
	return c
}

// part returns the text of Comparison.Part for the filters of two runs.
func part(before, after string) string {
	switch {
	case before == after:
		return ""
	case after != "":
		return "only a part of the tests ran: " + report.Printable(after)
	}
	return "only a part of the tests ran before: " + report.Printable(before)
}

// counts compares the counts of two models, and returns their pairs of methods.
func counts(before, after *report.Model) (*Comparison, []methodPair) {
	c := &Comparison{Before: before, After: after, OnlyBefore: notIn(before, after), OnlyAfter: notIn(after, before),
		parts: map[*report.File][]parts{}}
	omitted := func(r report.MethodRef) bool { return !r.Method().Measured || r.Method().Varies }
	for _, f := range slices.Concat(before.Files, after.Files) {
		c.parts[f] = partsOf(f)
	}
	olds, news := map[report.MethodRef]bool{}, map[report.MethodRef]bool{}
	pairs := pairs(before.Files, after.Files)
	for _, p := range pairs {
		olds[p.old], news[p.new] = true, true
		if omitted(p.old) || omitted(p.new) {
			if p.old.Method().Varies || p.new.Method().Varies {
				c.Varying++
			}
			continue
		}
		m := MethodChange{Old: &p.old, New: &p.new, Edited: !p.same,
			Invocations: Change{p.old.Method().Invocations, p.new.Method().Invocations},
			Executed:    Change{p.old.Method().Executed, p.new.Method().Executed},
		}
		if p.same {
			m.Regions = regionChanges(c.parts[p.old.File][p.old.Index].statements,
				c.parts[p.new.File][p.new.Index].statements)
		}
		c.add(m)
	}
	for _, r := range before.AllMethods() {
		if !olds[r] && !omitted(r) && !onlyOf(r.File, c.OnlyBefore) {
			c.add(MethodChange{Old: &r, Invocations: Change{Before: r.Method().Invocations},
				Executed: Change{Before: r.Method().Executed}})
		}
	}
	for _, r := range after.AllMethods() {
		if !news[r] && !omitted(r) && !onlyOf(r.File, c.OnlyAfter) {
			c.add(MethodChange{New: &r, Invocations: Change{After: r.Method().Invocations},
				Executed: Change{After: r.Method().Executed}})
		}
	}
	slices.SortStableFunc(c.Methods, func(a, b MethodChange) int {
		return cmp.Or(cmp.Compare(b.Executed.Difference(), a.Executed.Difference()),
			cmp.Compare(b.Invocations.Difference(), a.Invocations.Difference()),
			strings.Compare(a.File().Path, b.File().Path), cmp.Compare(a.Line(), b.Line()))
	})
	c.sumUpClasses()
	old, new := totals(before, c.OnlyBefore), totals(after, c.OnlyAfter)
	c.Executed, c.Invocations = Change{old.Executed, new.Executed}, Change{old.Invocations, new.Invocations}
	c.Totals = [2]report.Totals{old, new}
	return c, pairs
}

// totals returns the totals of main sources, or of test sources if there are no others. It ignores files that only the
// modules without compile.
func totals(m *report.Model, without []string) report.Totals {
	files := slices.DeleteFunc(slices.Clone(m.Files), func(f *report.File) bool { return onlyOf(f, without) })
	main, _ := report.MainAndTests(files)
	return main
}

// notIn lists the modules of m that other lacks. If the two have no module in common, it returns none, because modules
// were renamed then.
func notIn(m, other *report.Model) []string {
	has := map[string]bool{}
	for _, g := range other.Modules() {
		has[g.Name] = true
	}
	all := m.Modules()
	var list []string
	for _, g := range all {
		if !has[g.Name] {
			list = append(list, g.Name)
		}
	}
	if len(list) == len(all) {
		return nil
	}
	return list
}

// onlyOf reports whether only the given modules compile the file.
func onlyOf(f *report.File, modules []string) bool {
	return !slices.ContainsFunc(f.Sets, func(s report.SetName) bool { return !slices.Contains(modules, s.Module) })
}

// add adds a method to those with a difference, or to the equal ones.
func (c *Comparison) add(m MethodChange) {
	if m.Invocations.Difference() == 0 && m.Executed.Difference() == 0 && len(m.Regions) == 0 {
		c.Equal++
		c.equal = append(c.equal, m)
		return
	}
	c.Methods = append(c.Methods, m)
}

// counted is a statement of a method, with its region.
type counted struct {
	start  report.Pos
	region *report.Region
}

// parts has the measured statements and branches of a method, in the order of the source. Those of methods of nested
// classes belong to these methods only.
type parts struct {
	statements []counted
	branches   []*report.Branch
}

// partsOf returns the parts of each method.
func partsOf(f *report.File) []parts {
	lists := make([]parts, len(f.Methods))
	for i := range f.Regions {
		r := &f.Regions[i]
		m := f.MethodOf(r.Block)
		if m < 0 || !r.Measured {
			continue
		}
		for _, s := range r.Statements {
			lists[m].statements = append(lists[m].statements, counted{s.Start, r})
		}
	}
	for i := range f.Branches {
		if m := f.MethodOf(f.Branches[i].Block); m >= 0 && f.Branches[i].Measured {
			lists[m].branches = append(lists[m].branches, &f.Branches[i])
		}
	}
	for _, list := range lists {
		slices.SortStableFunc(list.statements, func(a, b counted) int {
			return cmp.Compare(a.start.Offset, b.start.Offset)
		})
		slices.SortStableFunc(list.branches, func(a, b *report.Branch) int {
			return cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset)
		})
	}
	return lists
}

// regionChanges lists the regions with different counts of a method whose code has not changed. olds and news are its
// statements before and after. A region may have been several regions before, as regions are cut where exceptions left
// them. Its first statement with a difference decides.
func regionChanges(olds, news []counted) []RegionChange {
	if len(olds) != len(news) {
		return nil // one of the two has other unmeasured parts
	}
	var changes []RegionChange
	seen := map[*report.Region]bool{}
	for i, n := range news {
		if before := olds[i].region.Count; before != n.region.Count && !seen[n.region] {
			seen[n.region] = true
			changes = append(changes, RegionChange{n.region, Change{before, n.region.Count}})
		}
	}
	return changes
}

// methodPair is a method before and after a change.
type methodPair struct {
	old, new report.MethodRef
	same     bool
}

// pairs finds the methods of the two models that correspond to each other.
func pairs(before, after []*report.File) []methodPair {
	ref := func(files []*report.File, r pair.Ref) report.MethodRef {
		return report.MethodRef{File: files[r.File], Index: r.Method}
	}
	var list []methodPair
	for _, p := range pair.Methods(pairFiles(before), pairFiles(after)) {
		list = append(list, methodPair{ref(before, p.Old), ref(after, p.New), p.Same})
	}
	return list
}

// Pairs returns the methods that are in both models, each before and after the change.
func Pairs(before, after *report.Model) [][2]report.MethodRef {
	var list [][2]report.MethodRef
	for _, p := range pairs(before.Files, after.Files) {
		list = append(list, [2]report.MethodRef{p.old, p.new})
	}
	return list
}

func pairFiles(files []*report.File) []pair.File {
	list := make([]pair.File, len(files))
	for i, f := range files {
		sizes := f.MethodSizes()
		methods := make([]pair.Method, len(f.Methods))
		for k, m := range f.Methods {
			methods[k] = pair.Method{Label: m.Label, Hash: m.Hash, Type: m.Type, Span: m.Span, Size: sizes[k]}
		}
		list[i] = pair.File{Path: f.Path, Package: f.Package, Types: f.Types, Methods: methods}
	}
	return list
}
