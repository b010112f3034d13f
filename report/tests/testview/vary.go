package testview

import (
	"cmp"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/report"
)

// Variations compares the tests of equal runs, and finds those with different counts.
type Variations struct {
	first *Model
	runs  int
	byKey map[testKey]*Varied
}

// testKey identifies a test in several runs.
type testKey struct {
	step, name string
	attempt    int
}

func keyOf(t *Test) testKey { return testKey{t.Step, t.Name(), t.Attempt} }

// Varied is a test in several equal runs.
type Varied struct {
	Step, Name  string
	Attempt     int
	Runs        int          // number of runs with the test
	Statuses    []string     // statuses of the test, each once
	Least, Most uint64       // executions of statements in main sources
	Methods     []MethodName // methods with different counts
	vary        bool
	inFirst     int32 // index in the tests of the first run, -1 if the run lacks the test
}

// MethodName identifies a method in several runs.
type MethodName struct{ Path, Label string }

// Title returns the title of a method: see report.Method.Title. If the run lacks the method, it returns the label.
func (m *Model) Title(n MethodName) string {
	for _, f := range m.files {
		for i := range f.file.Methods {
			if r := (report.MethodRef{File: f.file, Index: i}); f.file.Path == n.Path && r.Method().Label == n.Label {
				return r.Title()
			}
		}
	}
	return n.Label
}

// NewVariations starts with the first run.
func NewVariations(first *Model) *Variations {
	v := &Variations{first: first, runs: 1, byKey: map[testKey]*Varied{}}
	for i := range first.Tests {
		if t := &first.Tests[i]; t.IsTest() {
			v.byKey[keyOf(t)] = variedOf(t, int32(i))
		}
	}
	return v
}

// Add compares a further run with the first one, counter by counter, because regions may differ: they end where
// exceptions were thrown. Packages whose sources differ are not compared.
func (v *Variations) Add(m *Model) {
	v.runs++
	for i := range m.Tests {
		t := &m.Tests[i]
		if !t.IsTest() {
			continue
		}
		x := v.byKey[keyOf(t)]
		if x == nil {
			v.byKey[keyOf(t)] = variedOf(t, -1)
			continue
		}
		x.Runs++
		x.Least, x.Most = min(x.Least, t.Executions), max(x.Most, t.Executions)
		if !slices.Contains(x.Statuses, t.Status.String()) {
			x.Statuses = append(x.Statuses, t.Status.String())
		}
		if x.inFirst >= 0 {
			v.compare(x, m, i)
		}
	}
}

func variedOf(t *Test, inFirst int32) *Varied {
	return &Varied{Step: t.Step, Name: t.Name(), Attempt: t.Attempt, Runs: 1, Statuses: []string{t.Status.String()},
		Least: t.Executions, Most: t.Executions, inFirst: inFirst}
}

// compare records the counters of a test that differ from those in the first run.
func (v *Variations) compare(x *Varied, m *Model, test int) {
	before := map[probe.ID]map[uint32]uint64{}
	for s := range v.first.counts.Of(int(x.inFirst)) {
		if m.byPackage[s.ID] != nil {
			before[s.ID] = countersOf(s)
		}
	}
	for s := range m.counts.Of(test) {
		if v.first.byPackage[s.ID] == nil {
			continue
		}
		old := before[s.ID]
		for i, k := range s.Index {
			if old[k] != s.Count[i] {
				v.differs(x, s.ID, k)
			}
			delete(old, k)
		}
	}
	for id, rest := range before {
		for k := range rest {
			v.differs(x, id, k)
		}
	}
}

func countersOf(s testcounts.Section) map[uint32]uint64 {
	counters := make(map[uint32]uint64, len(s.Index))
	for i, k := range s.Index {
		counters[k] = s.Count[i]
	}
	return counters
}

// differs records the methods whose formulas have a counter.
func (v *Variations) differs(x *Varied, id probe.ID, counter uint32) {
	x.vary = true
	for _, n := range v.first.byPackage[id] {
		s := &v.first.sources[n]
		if counter < s.base || counter >= s.base+s.counters {
			continue
		}
		f := &v.first.files[s.file]
		c := counter - s.base
		for _, part := range s.users[s.firstUser[c]:s.firstUser[c+1]] {
			if int(part) >= f.methods {
				break
			}
			method := f.file.MethodOf(f.file.Regions[part].Block)
			if method < 0 {
				continue
			}
			name := MethodName{f.file.Path, f.file.Methods[method].Label}
			if !slices.Contains(x.Methods, name) {
				x.Methods = append(x.Methods, name)
			}
		}
	}
}

// Runs returns the number of compared runs.
func (v *Variations) Runs() int { return v.runs }

// List returns the tests that vary: in their executions, in their results, or because a run lacks them. Those whose
// executions vary most come first.
func (v *Variations) List() []Varied {
	var out []Varied
	for _, x := range v.byKey {
		if x.vary || len(x.Statuses) > 1 || x.Runs != v.runs {
			slices.SortFunc(x.Methods, func(a, b MethodName) int {
				return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Label, b.Label))
			})
			out = append(out, *x)
		}
	}
	slices.SortFunc(out, func(a, b Varied) int {
		return cmp.Or(cmp.Compare(b.Most-b.Least, a.Most-a.Least), cmp.Compare(a.Step, b.Step),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Attempt, b.Attempt))
	})
	return out
}

// Retried returns the attempts of each test with more than one.
func (m *Model) Retried() [][]int32 {
	var out [][]int32
	for i := range m.Tests {
		if m.Tests[i].IsTest() && m.Tests[i].Attempt > 1 {
			if m.groups[i] != m.groups[i-1] { // attempts follow each other
				continue
			}
			if last := len(out) - 1; last >= 0 && m.groups[out[last][0]] == m.groups[i] {
				out[last] = append(out[last], int32(i))
			} else {
				out = append(out, []int32{int32(i - 1), int32(i)})
			}
		}
	}
	return out
}
