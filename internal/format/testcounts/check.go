package testcounts

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/util/words"
)

// Check compares the sum of all owners with the totals of the run, which must be equal for each test step and counter.
// For each step with a difference, it returns a line for users, with the place of the first counter that differs.
func (c *Counts) Check(totals *counts.Totals, maps []*probe.Set) []string {
	sums := map[string][][]uint64{} // by step and table
	for i := range c.tests {
		step := c.tests[i].Step
		if sums[step] == nil {
			sums[step] = make([][]uint64, len(c.tables))
		}
		c.addTo(sums[step], i)
	}
	steps := append(totals.Steps(), "")
	for step := range sums {
		steps = append(steps, step)
	}
	slices.Sort(steps)
	var problems []string
	for _, step := range slices.Compact(steps) {
		var differ violations
		for number, t := range c.tables {
			var sum []uint64
			if all := sums[step]; all != nil {
				sum = all[number]
			}
			differ.compare(t.id, totals.CountersOf(step, t.id), sum)
		}
		if text := differ.text(maps); text != "" {
			if step != "" {
				text = step + ": " + text
			}
			problems = append(problems, text)
		}
	}
	return problems
}

// addTo adds the counters of an owner to sums by table.
func (c *Counts) addTo(sums [][]uint64, i int) {
	for number, s := range c.numbered(i) {
		if sums[number] == nil {
			sums[number] = make([]uint64, c.tables[number].counters)
		}
		for j, k := range s.Index {
			sums[number][k] = min(sums[number][k]+s.Count[j], counts.MaxCount)
		}
	}
}

// violations are the counters whose count differs from the sum of its owners.
type violations struct {
	n              int
	id             probe.ID // of the first counter
	counter        uint32
	counted, tests uint64
}

// compare compares counters with the sums of their owners. Either list may be nil.
func (v *violations) compare(id probe.ID, counted, tests []uint64) {
	at := func(list []uint64, k int) uint64 {
		if k < len(list) {
			return list[k]
		}
		return 0
	}
	for k := range max(len(counted), len(tests)) {
		if a, b := at(counted, k), at(tests, k); a != b {
			v.add(id, uint32(k), a, b)
		}
	}
}

// add records a counter whose count differs.
func (v *violations) add(id probe.ID, counter uint32, counted, tests uint64) {
	if v.n++; v.n == 1 || cmp.Or(bytes.Compare(id[:], v.id[:]), cmp.Compare(counter, v.counter)) < 0 {
		v.id, v.counter, v.counted, v.tests = id, counter, counted, tests
	}
}

// text returns a line for users, "" if there are no violations.
func (v *violations) text(maps []*probe.Set) string {
	if v.n == 0 {
		return ""
	}
	return fmt.Sprintf("counts by test do not add up: %s: this is a fault of jprof, please report it", v.example(maps))
}

// example returns a text for users with the first violation and the number of all.
func (v *violations) example(maps []*probe.Set) string {
	more := ""
	if v.n > 1 {
		more = fmt.Sprintf(" (%s in all)", words.Plural(v.n, "counter"))
	}
	return fmt.Sprintf("%s was counted %s, and its tests have %d of them%s", placeOf(maps, v.id, v.counter),
		words.Plural(int(v.counted), "time"), v.tests, more)
}

// placeOf returns the place of a counter for users: the first line whose count depends on it.
func placeOf(maps []*probe.Set, id probe.ID, counter uint32) string {
	for _, set := range maps {
		for _, p := range set.Packages {
			if p.ID != id {
				continue
			}
			for _, f := range p.Files {
				if f.Base <= counter && counter < f.Base+f.Counters {
					return placeIn(f, counter-f.Base)
				}
			}
		}
	}
	return fmt.Sprintf("counter %d of the package %x", counter, id[:4])
}

func placeIn(f *probe.File, counter uint32) string {
	line := uint32(0)
	note := func(formula probe.Formula, at probe.Span) {
		if slices.ContainsFunc(formula, func(t probe.Term) bool { return t.Counter == counter }) &&
			(line == 0 || at.Start.Line < line) {
			line = at.Start.Line
		}
	}
	for _, m := range f.Methods {
		note(m.Count, m.Span)
	}
	for _, b := range f.Blocks {
		note(b.Count, b.Span)
	}
	for _, r := range f.Regions {
		note(r.Count, r.Span)
	}
	for _, e := range f.Expressions {
		note(e.Count, e.Span)
	}
	for _, b := range f.Branches {
		note(b.True, b.Span)
		note(b.False, b.Span)
	}
	for _, p := range f.Points {
		if p.Counter == counter {
			return fmt.Sprintf("%s:%d", f.Path, p.Span.Start.Line)
		}
	}
	if line == 0 {
		return fmt.Sprintf("counter %d of %s", counter, f.Path)
	}
	return fmt.Sprintf("%s:%d", f.Path, line)
}
