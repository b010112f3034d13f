package testview

import (
	"cmp"
	"slices"

	"jprof/report"
)

// evaluator evaluates formulas of sources on the counters of one test at a time.
type evaluator struct {
	counters []uint64 // all 0 between calls
	seen     []uint32 // the round in which each part was evaluated last
	round    uint32

	tests []sums // numbers of each test, for measure

	list []partUse // memory that the next table uses again
	table
}

// partUse is a use of a part.
type partUse struct {
	part int32
	Use
}

// values calls value for each part below end with a count above 0, in any order. A test may have several postings in
// different sources of a file. The caller adds up their values.
func (e *evaluator) values(s *source, p posting, end int, value func(part int32, count uint64)) {
	e.counters = grown(e.counters, int(s.counters))
	e.seen = grown(e.seen, len(s.first)-1)
	e.round++
	for i, k := range p.index {
		e.counters[k-p.base] = p.count[i]
	}
	for _, k := range p.index {
		c := k - p.base
		for _, part := range s.users[s.firstUser[c]:s.firstUser[c+1]] {
			if int(part) >= end {
				break
			}
			if e.seen[part] == e.round {
				continue
			}
			e.seen[part] = e.round
			if v := s.formula(int(part)).Value(e.counters); v > 0 {
				value(part, uint64(v))
			}
		}
	}
	for _, k := range p.index {
		e.counters[k-p.base] = 0
	}
}

func grown[T any](list []T, n int) []T {
	if n <= len(list) {
		return list
	}
	return append(list, make([]T, n-len(list))...)
}

// table has the uses of the parts of a file. The uses of a part ascend by test.
type table struct {
	first []uint32 // index in uses for each part, and the length of uses at the end
	uses  []Use
}

func (t *table) of(part int) []Use { return t.uses[t.first[part]:t.first[part+1]] }

// evaluate evaluates the formulas of the first end parts of a file for all tests. The table is valid until the
// evaluator makes the next one.
func (m *Model) evaluate(e *evaluator, f *fileParts, end int) table {
	list := e.list[:0]
	for _, n := range f.sources {
		s := &m.sources[n]
		for p := range s.postings() {
			e.values(s, p, end, func(part int32, count uint64) {
				list = append(list, partUse{part, Use{p.test, count}})
			})
		}
	}
	e.list = list
	if len(f.sources) > 1 {
		slices.SortFunc(list, func(a, b partUse) int {
			return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.Test, b.Test))
		})
		kept := list[:0]
		for _, u := range list {
			if last := len(kept) - 1; last >= 0 && kept[last].part == u.part && kept[last].Test == u.Test {
				kept[last].Count = report.Add(kept[last].Count, u.Count)
			} else {
				kept = append(kept, u)
			}
		}
		list = kept
	}
	t := &e.table
	t.first, t.uses = grown(t.first, end+1)[:end+1], grown(t.uses, len(list))[:len(list)]
	clear(t.first)
	for _, u := range list {
		t.first[u.part+1]++
	}
	for i := range end {
		t.first[i+1] += t.first[i]
	}
	next := slices.Clone(t.first)
	for _, u := range list {
		t.uses[next[u.part]] = u.Use
		next[u.part]++
	}
	return *t
}
