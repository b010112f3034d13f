package testcounts

import (
	"slices"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
)

// Merge adds up the counts of several runs. The same attempt of a test in two runs becomes one: its counts and times
// are added, and the worse status is kept. The order of the runs does not matter.
func Merge(list ...*Counts) *Counts {
	if len(list) == 1 {
		return list[0]
	}
	sizes := map[table]bool{}
	var tables []table
	for _, c := range list {
		for _, t := range c.tables {
			if !sizes[t] {
				sizes[t] = true
				tables = append(tables, t)
			}
		}
	}
	return newBuilder(tables).with(list, func(int) bool { return true })
}

// Only returns the counts of the owners for which keep, called with the index in Tests, returns true. Attempts keep
// their numbers.
func (c *Counts) Only(keep func(i int) bool) *Counts {
	return newBuilder(slices.Clone(c.tables)).with([]*Counts{c}, keep)
}

// In returns the counts for other maps: those of packages that the maps have.
func (c *Counts) In(maps []*probe.Set) *Counts {
	return NewBuilder(maps).with([]*Counts{c}, func(int) bool { return true })
}

// with adds those owners of other counts that keep selects, and returns the counts of all.
func (b *Builder) with(list []*Counts, keep func(i int) bool) *Counts {
	for _, c := range list {
		b.AddJVMs(c.JVMs())
		b.addAll(c, keep)
	}
	all := b.Counts()
	all.files = mergeFiles(list)
	return all
}

// mergeFiles returns the files of all runs, nil if those of a run are not known.
func mergeFiles(list []*Counts) *Files {
	b := NewFilesBuilder()
	for _, c := range list {
		if c.files == nil {
			return nil
		}
		b.AddOf(c.files, func(Key) bool { return true })
	}
	return b.Files()
}

func (b *Builder) addAll(c *Counts, keep func(i int) bool) {
	for i := range c.tests {
		if !keep(i) {
			continue
		}
		b.scratch = b.scratch[:0]
		for s := range c.Of(i) {
			number, known := b.numbers[s.ID]
			if !known {
				continue
			}
			for j, k := range s.Index {
				b.scratch = append(b.scratch, entry{number, k, s.Count[j]})
			}
		}
		b.addScratch(b.Owner(c.tests[i]))
	}
}

// OutsideOf returns the counts of a run that was not run by test. All belong to outside.
func OutsideOf(totals *counts.Totals, maps []*probe.Set) (*Counts, error) {
	b := NewBuilder(maps)
	for _, step := range append(totals.Steps(), "") {
		for _, t := range b.tables {
			s := sparse(t.id, totals.CountersOf(step, t.id))
			if err := b.Add(b.Owner(Test{Kind: Outside, Step: step}), s); err != nil {
				return nil, err
			}
		}
	}
	return b.Counts(), nil
}
