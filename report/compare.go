package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Comparison is the differences between the counts of two runs of one project, mostly of different states of it.
type Comparison struct {
	Before, After *Model
	Methods       []MethodChange // that differ in a count, the largest differences first
	Classes       []ClassChange  // likewise: top-level classes
	Equal         int            // methods that differ in no count
	Varying       int            // methods that vary between equal runs
	// OnlyBefore and OnlyAfter are the modules that only one of the two has, as it may not have built them: their methods are not compared.
	OnlyBefore, OnlyAfter []string
	// Executed and Invocations are the totals of the main sources of the modules that both have.
	Executed, Invocations Change

	equal []MethodChange // the methods that differ in no count
}

// Differs reports whether a method differs in a count, or only one of the two has a module.
func (c *Comparison) Differs() bool { return len(c.Methods)+len(c.OnlyBefore)+len(c.OnlyAfter) > 0 }

// Change is a count before and after.
type Change struct {
	Before, After uint64
}

// Difference is how far apart the counts are.
func (c Change) Difference() uint64 { return max(c.Before, c.After) - min(c.Before, c.After) }

// Ratio is how many times as much the count after is, and whether there is a count to compare it with.
func (c Change) Ratio() (float64, bool) {
	return float64(c.After) / float64(c.Before), c.Before > 0
}

// Factor writes the ratio to three digits, in whole numbers, or as a part, 1/1,234; "" where there is none.
func (c Change) Factor() string {
	f, ok := c.Ratio()
	switch {
	case !ok:
		return ""
	case f > 0 && f < 0.001:
		return "1/" + Thousands(uint64(math.Round(1/f)))
	case f < 1000:
		return fmt.Sprintf("%.3g", f)
	}
	return Thousands(uint64(math.Round(f)))
}

func (c *Change) add(o Change) {
	c.Before, c.After = add(c.Before, o.Before), add(c.After, o.After)
}

// MethodChange is a method with different counts.
type MethodChange struct {
	Old, New    *MethodRef // nil where there is no such method: it is new, or removed
	Edited      bool       // its code has changed
	Invocations Change
	Executed    Change         // executions of statements
	Regions     []RegionChange // those with a difference; none where the code has changed, or is unmeasured in one
}

// Name is the label of the method, that after the change where there is one.
func (c *MethodChange) Name() string { return c.ref().Method().Label }

// File is the file of the method, that after the change where there is one.
func (c *MethodChange) File() *File { return c.ref().File }

// Line is where it is declared.
func (c *MethodChange) Line() int { return int(c.ref().Method().Name.Line) }

func (c *MethodChange) ref() *MethodRef {
	if c.New != nil {
		return c.New
	}
	return c.Old
}

// Moved reports whether the method has another name, or is in another file.
func (c *MethodChange) Moved() bool {
	return c.Old != nil && c.New != nil && (c.Old.File.Path != c.New.File.Path || c.Old.Method().Label != c.New.Method().Label)
}

// RegionChange is a region that has another count. It is the region after the change; both have the same code.
type RegionChange struct {
	Region *Region
	Change
}

// Compare compares two models. It ignores methods that vary between equal runs according to one of the models.
func Compare(before, after *Model) *Comparison {
	c := &Comparison{Before: before, After: after, OnlyBefore: notIn(before, after), OnlyAfter: notIn(after, before)}
	left := func(r MethodRef) bool { return !r.Method().Measured || r.Method().Varies }
	partsOf := map[*File]map[int]*parts{}
	for _, f := range slices.Concat(before.Files, after.Files) {
		partsOf[f] = f.partsByMethod()
	}
	regions := func(r MethodRef) []int { return partsOf[r.File][r.Index].regions }
	olds, news := map[MethodRef]bool{}, map[MethodRef]bool{}
	for _, p := range pairMethods(before.Files, after.Files) {
		olds[p.Old], news[p.New] = true, true
		if left(p.Old) || left(p.New) {
			if p.Old.Method().Varies || p.New.Method().Varies {
				c.Varying++
			}
			continue
		}
		m := MethodChange{Old: &p.Old, New: &p.New, Edited: !p.Same,
			Invocations: Change{p.Old.Method().Invocations, p.New.Method().Invocations},
			Executed:    Change{p.Old.Method().Executed, p.New.Method().Executed},
		}
		if p.Same {
			m.Regions = regionChanges(p.Old.File.statements(regions(p.Old)), p.New.File.statements(regions(p.New)))
		}
		c.add(m)
	}
	for _, r := range methodsOf(before.Files) {
		if !olds[r] && !left(r) && !r.File.onlyOf(c.OnlyBefore) {
			c.add(MethodChange{Old: &r, Invocations: Change{Before: r.Method().Invocations}, Executed: Change{Before: r.Method().Executed}})
		}
	}
	for _, r := range methodsOf(after.Files) {
		if !news[r] && !left(r) && !r.File.onlyOf(c.OnlyAfter) {
			c.add(MethodChange{New: &r, Invocations: Change{After: r.Method().Invocations}, Executed: Change{After: r.Method().Executed}})
		}
	}
	slices.SortStableFunc(c.Methods, func(a, b MethodChange) int {
		return cmp.Or(cmp.Compare(b.Executed.Difference(), a.Executed.Difference()), cmp.Compare(b.Invocations.Difference(), a.Invocations.Difference()),
			strings.Compare(a.File().Path, b.File().Path), cmp.Compare(a.Line(), b.Line()))
	})
	c.sumUpClasses()
	old, _ := before.without(c.OnlyBefore)
	new, _ := after.without(c.OnlyAfter)
	c.Executed, c.Invocations = Change{old.Executed, new.Executed}, Change{old.Invocations, new.Invocations}
	return c
}

// without returns Totals and TestTotals of the files that other modules than these compile.
func (m *Model) without(modules []string) (main, tests Totals) {
	return mainAndTests(m.Files, func(f *File) bool { return !f.onlyOf(modules) })
}

// notIn lists the modules of a model that another one has not, none if they have no module in common: these were renamed.
func notIn(m, other *Model) []string {
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

// onlyOf reports whether all modules that compile the file are among these.
func (f *File) onlyOf(modules []string) bool {
	return !slices.ContainsFunc(f.Sets, func(s SetName) bool { return !slices.Contains(modules, s.Module) })
}

// add adds a method with a difference.
func (c *Comparison) add(m MethodChange) {
	if m.Invocations.Difference() == 0 && m.Executed.Difference() == 0 && len(m.Regions) == 0 {
		c.Equal++
		c.equal = append(c.equal, m)
		return
	}
	c.Methods = append(c.Methods, m)
}

// counted is a statement of a method.
type counted struct {
	offset uint32
	region *Region
}

// statements lists the measured statements in these regions, in the order of the source.
func (f *File) statements(regions []int) []counted {
	var list []counted
	for _, i := range regions {
		for _, s := range f.Regions[i].Statements {
			if f.Regions[i].Measured {
				list = append(list, counted{s.Start.Offset, &f.Regions[i]})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b counted) int { return cmp.Compare(a.offset, b.offset) })
	return list
}

// regionChanges lists the regions with different counts of a method whose code has not changed, by its statements
// before and after. One region may have been several before, as regions are cut where exceptions left them: its first
// statement with a difference decides.
func regionChanges(olds, news []counted) []RegionChange {
	if len(olds) != len(news) {
		return nil // measured in another way
	}
	var changes []RegionChange
	seen := map[*Region]bool{}
	for i, n := range news {
		if before := olds[i].region.Count; before != n.region.Count && !seen[n.region] {
			seen[n.region] = true
			changes = append(changes, RegionChange{n.region, Change{before, n.region.Count}})
		}
	}
	return changes
}
