package testcounts

import (
	"jprof/internal/counts"
	"jprof/internal/probe"
)

// Merge adds up the counts of several runs. The same attempt of a test in two of them is one: its counts and times are
// added, and the worse status is kept. The order of runs does not matter.
func Merge(list ...*Counts) *Counts {
	b := newBuilder(nil)
	return b.Counts()
}

// Only are the counts of some owners. Names and attempts stay.
func (c *Counts) Only(keep func(i int) bool) *Counts { return c }

// OutsideOf are the counts of a run that was not run by test: all are outside.
func OutsideOf(totals *counts.Totals, maps []*probe.Set) (*Counts, error) {
	b := NewBuilder(maps)
	for _, step := range append(totals.Steps(), "") {
		for _, t := range b.tables {
			s := Section{ID: t.id}
			for k, n := range totals.CountersOf(step, t.id) {
				if n > 0 {
					s.Index, s.Count = append(s.Index, uint32(k)), append(s.Count, n)
				}
			}
			if err := b.Add(b.Owner(Test{Kind: Outside, Step: step}), s); err != nil {
				return nil, err
			}
		}
	}
	return b.Counts(), nil
}
