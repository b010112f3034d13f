package affected

import (
	"fmt"
	"slices"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/report/tests/change"
)

// selector holds the state of a selection.
type selector struct {
	in       *Input
	x        *index
	e        *executed
	reached  map[int32][]int32 // see reachedBy
	statics  []*static
	freezer  *freezer
	touches  [][]int32       // indices of statics, by the units that mention them
	writes   [][]int32       // indices of statics, by the units that may change them
	files    *fileUses       // nil until it is needed
	newer    map[int32]int32 // new units, by the units of the run that they replace
	handles  []bool          // units that handle a cache
	ran      map[int32]*run  // code that may run, by footprint
	together *run            // the same for footprints beyond maxAlone
	added    []addedTest
	lists    map[int32]bool // footprints with code that lists members of classes; nil until they are needed

	whole    []Reason // reasons why all tests are concerned
	isWhole  map[int]bool
	suspectd []bool                   // units that are suspect
	edits    map[int32]bool           // units whose code has changed
	part     map[int32]map[int32]bool // footprints that executed the changed part of a unit, where it is known
	lazy     []bool                   // initialisers of which only code that runs later is suspect
	tainted  []bool                   // statics that are tainted
	clean    int                      // number of statics that can change and are not tainted
	hit      []bool                   // owners that are selected
	cause    []int                    // the first fact that selected each owner
	reasons  [][]Reason               // of owners
	hitPrint []int                    // the number of the last fact that hit each footprint, plus 1
	todo     []func()
}

// Reason is a reason why a test is selected, or all are.
type Reason struct {
	Rule Rule
	Fact *change.Fact // nil if the reason is not a change
	How  string       // connection of the test with the fact, in words
}

// maxReasons limits the reasons kept for a test: the first ones stay.
const maxReasons = 10

func newSelector(in *Input) *selector {
	s := &selector{in: in, x: newIndex(in.Sources, !in.State), isWhole: map[int]bool{}, newer: map[int32]int32{},
		ran: map[int32]*run{}}
	s.x.addNewer(s)
	s.e = newExecuted(s.x, in.Counts)
	s.freezer = &freezer{x: s.x, types: map[string]bool{}}
	s.statics = s.freezer.statics()
	s.touches, s.writes = make([][]int32, len(s.x.units)), make([][]int32, len(s.x.units))
	s.handles = make([]bool, len(s.x.units))
	for i, f := range s.statics {
		for _, u := range f.touch {
			s.touches[u] = append(s.touches[u], int32(i))
		}
		for _, u := range f.writers {
			s.writes[u] = append(s.writes[u], int32(i))
		}
		if !f.frozen {
			s.clean++
		}
	}
	for _, f := range s.statics {
		if in.State && !f.frozen && s.isCache(f) {
			f.handle = s.handling(f)
			for _, u := range f.handle {
				s.handles[u] = true
			}
		}
	}
	for old, u := range s.newer {
		s.handles[old] = s.handles[old] || s.handles[u]
	}
	s.lazy, s.part = make([]bool, len(s.x.units)), map[int32]map[int32]bool{}
	s.edits = map[int32]bool{}
	s.suspectd, s.tainted = make([]bool, len(s.x.units)), make([]bool, len(s.statics))
	s.hit, s.reasons = make([]bool, len(s.e.owners)), make([][]Reason, len(s.e.owners))
	s.cause = make([]int, len(s.e.owners))
	s.hitPrint = make([]int, len(s.e.of))
	if in.State {
		s.reached = s.x.reachedBy(s.e)
	} else {
		s.reached = s.ranBy()
	}
	return s
}

// all records that a fact concerns all tests.
func (s *selector) all(n int, rule Rule, how string) {
	if !s.isWhole[n] {
		s.isWhole[n] = true
		s.whole = append(s.whole, Reason{rule, s.fact(n), how})
	}
}

func (s *selector) fact(n int) *change.Fact { return &s.in.Facts[n] }

// suspects makes units suspect. why describes their connection with the fact.
func (s *selector) suspects(n int, units []int32, rule Rule, why string) {
	for _, u := range units {
		s.suspect(n, u, rule, why)
	}
}

// suspect makes a unit suspect: it may behave differently. why is "" for the changed unit itself.
func (s *selector) suspect(n int, u int32, rule Rule, why string) {
	x := &s.x.units[u]
	if x.newer {
		return
	}
	how := "executed it"
	if why != "" {
		how = fmt.Sprintf("executed %s, which %s", s.x.short(u), why)
	}
	for _, print := range s.e.by[u] {
		s.hitBy(n, print, rule, how)
	}
	s.behaves(n, u)
}

// edited makes a unit suspect whose code has changed, and selects those that executed the part that has changed. With
// Input.Whole it then selects those that executed other parts of it.
func (s *selector) edited(n int, f *change.Fact, u int32) {
	s.edits[u] = true
	owners, known := s.partOf(f, u)
	if !known {
		s.suspect(n, u, Executed, "")
		return
	}
	if s.in.Whole {
		s.recount(n, u, owners)
		return
	}
	prints := map[int32]bool{}
	for _, o := range owners {
		s.select_(n, o, Executed, "executed it")
		prints[s.e.print[o]] = true
	}
	if len(owners) > 0 {
		s.part[u] = prints
		s.behaves(n, u)
	}
}

// recount selects all owners that executed a unit that has changed. Only those of part executed what has changed in it.
func (s *selector) recount(n int, u int32, part []int32) {
	inPart := map[int32]bool{}
	for _, o := range part {
		s.select_(n, o, Executed, "executed it")
		inPart[o] = true
	}
	for _, print := range s.e.by[u] {
		s.hitPrint[print] = n + 1
		for _, o := range s.e.having[print] {
			if !inPart[o] {
				s.select_(n, o, Recounted, "executed another part of it, which has to be counted again")
			}
		}
	}
	s.behaves(n, u)
}

// ranPart reports whether an initialiser may have run the part of a unit that has changed.
func (s *selector) ranPart(init, u int32) bool {
	return s.part[u] == nil || slices.ContainsFunc(s.e.by[init], func(print int32) bool { return s.part[u][print] })
}

// behaves makes what depends on a unit suspect, because the unit may behave differently.
func (s *selector) behaves(n int, u int32) {
	x := &s.x.units[u]
	if s.suspectd[u] {
		return
	}
	s.suspectd[u] = true
	if s.handles[u] {
		s.later(func() { s.recheck(n, u) })
	}
	switch {
	case x.m == nil || x.counted || !x.m.Body:
	case x.m.Kind == decl.Field && x.m.IsConstant() && !s.in.State:
		s.later(func() { s.meaning(n, x.typ, x.m) })
	case x.m.Kind == decl.Field && x.m.IsConstant():
		s.later(func() { s.mentioning(n, x.m.Name, x.m.Is("private"), x.src) })
	case (x.m.Kind == decl.Field || x.m.Kind == decl.Constant) && x.m.Static() && !s.in.State:
		s.later(func() { s.meaning(n, x.typ, x.m) })
	case x.m.Kind == decl.Field || x.m.Kind == decl.Constant:
		s.later(func() { s.touching(n, x.typ) })
	default:
		s.all(n, NoCounters, fmt.Sprintf("it concerns %s, which has no counters", s.x.short(u)))
	}
	if x.isInit() && !s.lazy[u] {
		s.later(func() { s.initialised(n, u, u) })
	}
	for _, c := range s.reached[u] {
		if s.lazy[u] || !s.ranPart(c, u) {
			continue
		}
		s.later(func() { s.initialised(n, c, u) })
	}
}

// later delays f until all current work is done, so that the first reasons are the direct ones.
func (s *selector) later(f func()) { s.todo = append(s.todo, f) }

// finish runs the functions of later, and those that they add.
func (s *selector) finish() {
	for i := 0; i < len(s.todo); i++ {
		s.todo[i]()
	}
	s.todo = s.todo[:0]
}

// initialised makes all code that is related to a class suspect, as its initialiser c may have run the suspect unit u.
// If tests are selected by code, it is the code that uses what the initialiser computes, perhaps by reflection.
func (s *selector) initialised(n int, c, u int32) {
	t := s.x.units[c].typ
	if t == nil {
		return
	}
	list := s.x.touching(t)
	if !s.in.State {
		list = s.x.results(c, u)
		for _, w := range s.x.touching(t) {
			if s.x.mentionsAny(w, getting) {
				list = append(list, w)
			}
		}
	}
	for _, w := range list {
		if !s.suspectd[w] {
			s.suspect(n, w, Initialiser, fmt.Sprintf("has to do with the class %s, whose initialiser runs %s",
				t.Short(), s.x.short(u)))
		}
	}
}

// hitBy selects the owners of a footprint.
func (s *selector) hitBy(n int, print int32, rule Rule, how string) {
	if s.hitPrint[print] == n+1 {
		return
	}
	s.hitPrint[print] = n + 1
	for _, o := range s.e.having[print] {
		s.select_(n, o, rule, how)
	}
}

// select_ selects an owner of counts, and the owners that depend on it.
func (s *selector) select_(n int, o int32, rule Rule, how string) {
	if len(s.reasons[o]) < maxReasons {
		s.reasons[o] = append(s.reasons[o], Reason{rule, s.fact(n), how})
	}
	if s.hit[o] {
		return
	}
	s.hit[o], s.cause[o] = true, n
	s.later(func() { s.spread(n, o, how) })
}

// spread selects the owners, and taints the fields, that a selected owner affects.
func (s *selector) spread(n int, o int32, how string) {
	t := &s.e.owners[o]
	switch t.Kind {
	case testcounts.Case:
		if why := s.in.Together[t.Class]; why != "" {
			s.others(n, func(u *testcounts.Test) bool { return u.Class == t.Class }, SameClass,
				fmt.Sprintf("is a test of the class of %s: %s", t.Method, why))
		}
	case testcounts.Class:
		s.others(n, func(u *testcounts.Test) bool { return decl.IsWithin(u.Class, t.Class) }, SetUp,
			fmt.Sprintf("is a test of %s, whose set-up %s", t.Name(), how))
	default:
		s.others(n, func(u *testcounts.Test) bool { return t.Step == "" || u.Step == t.Step }, NoSingleTest,
			fmt.Sprintf("may depend on what ran %s, which %s", place[t.Kind], how))
	}
	if s.in.State {
		s.carry(n, s.e.print[o], t)
	}
}

var place = map[testcounts.Kind]string{testcounts.Outside: "outside of tests",
	testcounts.Shared: "while several tests were under way"}

// others selects all tests for which is returns true.
func (s *selector) others(n int, is func(*testcounts.Test) bool, rule Rule, how string) {
	for i := range s.e.owners {
		if t := &s.e.owners[i]; t.Kind == testcounts.Case && !s.hit[i] && is(t) {
			s.select_(n, int32(i), rule, how)
		}
	}
}

// taint makes the code that mentions a static field suspect, as a selected test may leave something else in it.
func (s *selector) taint(n int, f int32, by *testcounts.Test) {
	if s.tainted[f] {
		return
	}
	s.tainted[f] = true
	s.clean--
	field := s.statics[f]
	for _, u := range field.touch {
		if !s.suspectd[u] {
			s.suspect(n, u, StaticField, fmt.Sprintf("uses the static field %s, as %s does", field, by.Name()))
		}
	}
	for i, other := range s.statics {
		if !s.tainted[i] && !other.frozen && s.freezer.alias(field, other) {
			s.taint(n, int32(i), by)
		}
	}
}
