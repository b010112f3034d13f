package testview

import (
	"bytes"
	"cmp"
	"slices"

	"jprof/internal/format/testcounts"
	"jprof/report/tests/greedy"
)

// Planned is a test in an order that executes most of the code as early as possible.
type Planned struct {
	Test    int32   // index in Model.Tests; if a test has several attempts, that of the last
	New     int     // number of regions that no test before it executed
	Total   int     // number of regions that it and those before it executed
	Seconds float64 // total time of it and those before it
}

// Order orders tests. The next test is the one that executes, per second, the most regions of main sources that none
// before it did. Tests that add nothing come last, the fastest first. Executions in the set-up of a class belong to its
// first test. Skipped tests are not included.
func (m *Model) Order() []Planned {
	var out []Planned
	total, seconds := 0, 0.0
	for _, c := range m.greedy(m.sets(false, true)) {
		total += c.fresh
		seconds += c.seconds
		out = append(out, Planned{c.test, c.fresh, total, seconds})
	}
	return out
}

// choice is a test that greedy chose.
type choice struct {
	test    int32
	group   int32
	fresh   int // number of parts that no test before it executed
	seconds float64
}

// greedy orders all candidates by the number of parts that they add per second to those of the tests before them.
func (m *Model) greedy(s *sets) (out []choice) {
	byGroup := m.secondsOf()
	tests := m.candidates()
	seconds := make([]float64, len(tests))
	for i, t := range tests {
		seconds[i] = byGroup[m.groups[t]]
	}
	all := newBits(s.size)
	greedy.Order(seconds, func(i int) int { return all.fresh(s.tests[m.groups[tests[i]]]) }, func(i, fresh int) {
		c := choice{test: tests[i], group: m.groups[tests[i]], fresh: fresh, seconds: seconds[i]}
		for n := range numbers(s.tests[c.group]) {
			all.add(n)
		}
		out = append(out, c)
	})
	return out
}

// Waste lists tests that can be removed: without them, each region of the main sources and each outcome of their
// branches would still be executed by a test.
type Waste struct {
	Tests      []int32 // indices in Model.Tests, by name; if a test has several attempts, that of the last
	Of         int     // number of tests that were executed
	Seconds    float64 // time of Tests
	AllSeconds float64 // time of all tests
	Uncertain  int     // number of regions and outcomes that were executed only outside of tests or in several at once
}

// Redundant finds tests that can be removed, all of them together. The others are chosen as in Order, with outcomes of
// branches as well. Then each chosen test that the others make unnecessary is removed, the slowest first. Executions in
// the set-up of a class belong to each of its tests, because the set-up runs as long as one of them is left.
func (m *Model) Redundant() Waste {
	s := m.sets(true, true)
	var w Waste
	covers := make([]int32, s.size) // number of the kept tests that execute each part
	var kept []choice
	for _, c := range m.greedy(s) {
		w.Of++
		w.AllSeconds += c.seconds
		if c.fresh == 0 {
			w.Tests = append(w.Tests, c.test)
			w.Seconds += c.seconds
			continue
		}
		kept = append(kept, c)
		for n := range numbers(s.tests[c.group]) {
			covers[n]++
		}
	}
	slices.SortFunc(kept, func(a, b choice) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.test, b.test))
	})
	for _, c := range kept {
		needed := false
		for n := range numbers(s.tests[c.group]) {
			needed = needed || covers[n] == 1
		}
		if needed {
			continue
		}
		for n := range numbers(s.tests[c.group]) {
			covers[n]--
		}
		w.Tests = append(w.Tests, c.test)
		w.Seconds += c.seconds
	}
	m.SortByName(w.Tests)
	w.Uncertain = m.uncertain(covers)
	return w
}

// uncertain returns the number of parts that only code outside of tests, or several tests at once, executed.
func (m *Model) uncertain(covers []int32) int {
	base := make(map[*fileParts]int, len(m.files))
	size := 0
	for i := range m.files {
		base[&m.files[i]] = size
		size += m.files[i].end
	}
	found := map[int]bool{}
	for i, t := range m.Tests {
		if t.Kind != testcounts.Outside && t.Kind != testcounts.Shared {
			continue
		}
		for _, n := range m.executed(&evaluator{}, i, base, true) {
			if covers[n] == 0 {
				found[n] = true
			}
		}
	}
	return len(found)
}

// Idle returns the tests that were executed but executed nothing of the main sources, by name. unclear lists tests for
// which this is not known: they have no counts, but several tests at once have executed main sources in their test
// step.
func (m *Model) Idle() (idle, unclear []int32) {
	regions := map[int32]int{}
	several := map[string]bool{}
	for i, t := range m.Tests {
		regions[m.groups[i]] += t.Regions
		if t.Kind == testcounts.Shared && t.Regions > 0 {
			several[t.Step] = true
		}
	}
	for _, i := range m.candidates() {
		switch {
		case regions[m.groups[i]] > 0:
		case several[m.Tests[i].Step]:
			unclear = append(unclear, i)
		default:
			idle = append(idle, i)
		}
	}
	m.SortByName(idle)
	m.SortByName(unclear)
	return idle, unclear
}

// Alike is a group of tests that executed the same regions.
type Alike struct {
	Tests   []int32 // indices in Model.Tests, by name; if a test has several attempts, that of the last
	Regions int     // number of regions of main sources that each of them executed
}

// Alike returns the groups of tests that executed the same regions of main sources, however often, the largest group
// first. Tests that executed none are in no group.
func (m *Model) Alike() []Alike {
	s := m.sets(false, false)
	list := slices.DeleteFunc(m.candidates(), func(i int32) bool { return len(s.tests[m.groups[i]]) == 0 })
	set := func(i int32) []byte { return s.tests[m.groups[i]] }
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(bytes.Compare(set(a), set(b)), cmp.Compare(m.ranks[a], m.ranks[b]))
	})
	var out []Alike
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && bytes.Equal(set(list[to]), set(list[from])) {
			to++
		}
		if to-from > 1 {
			regions := 0
			for range numbers(set(list[from])) {
				regions++
			}
			out = append(out, Alike{list[from:to:to], regions})
		}
		from = to
	}
	slices.SortFunc(out, func(a, b Alike) int {
		return cmp.Or(len(b.Tests)-len(a.Tests), cmp.Compare(a.Tests[0], b.Tests[0]))
	})
	return out
}
