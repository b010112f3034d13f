package carry

import (
	"slices"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// Joined has the counts of a new run, and those that were carried over to it.
type Joined struct {
	Counts *testcounts.Counts
	NotRun []testcounts.Test // tests that were to run, that their classes seem to have still, and that did not run
	Lost   []testcounts.Test // owners with counts whose code is not in the new maps; a test among them is not in Counts

	all   []earlier
	shard *Shard
}

// earlier is a test of an earlier run.
type earlier struct {
	testcounts.Test
	carried bool
}

// owner is an owner of counts, while the counts of a new run are joined.
type owner struct {
	testcounts.Test
	sections map[probe.ID]*testcounts.Section
}

// Join adds the carried-over counts to those of a new run, which has the given maps.
func (p *Plan) Join(fresh *testcounts.Counts, maps []*probe.Set) (*Joined, error) {
	j := &joining{Joined: Joined{shard: p.shard}, ran: map[testcounts.Key]bool{}, classes: map[stepClass]bool{},
		partly: map[stepClass]bool{}, others: map[testcounts.Key]*owner{}, now: classesOf(maps),
		b: testcounts.NewBuilder(maps)}
	j.b.AddJVMs(fresh.JVMs())
	for i := range p.leaves {
		if fresh.JVMs() == 0 && p.shard.has(testcounts.Outside, "") {
			j.b.AddJVMs(p.leaves[i].Tests.JVMs())
		}
	}
	if err := j.addFresh(fresh); err != nil {
		return nil, err
	}
	moves := make([]*Moves, len(p.leaves))
	for i := range p.leaves {
		moves[i] = NewMoves(p.leaves[i].Maps, maps)
		if err := j.addTests(&p.leaves[i], moves[i]); err != nil {
			return nil, err
		}
	}
	for i := range p.leaves {
		j.addOthers(&p.leaves[i], moves[i])
	}
	for _, o := range j.order {
		if err := j.add(&o.Test, o.sections); err != nil {
			return nil, err
		}
	}
	j.Counts = j.b.Counts()
	j.Counts.SetFiles(p.files(fresh, maps, j.ran))
	return &j.Joined, nil
}

type stepClass struct{ step, class string }

// joining is the state of Join.
type joining struct {
	Joined
	b       *testcounts.Builder
	ran     map[testcounts.Key]bool   // tests of the new run
	classes map[stepClass]bool        // classes that have tests or set-up in the new run, and the classes around them
	partly  map[stepClass]bool        // classes with tests that are carried over, and the classes around them
	now     map[string]bool           // classes of the new maps
	others  map[testcounts.Key]*owner // owners that are not tests
	order   []*owner
}

// add adds an owner with its counts.
func (j *joining) add(t *testcounts.Test, sections map[probe.ID]*testcounts.Section) error {
	n := j.b.Owner(*t)
	for _, s := range sections {
		if err := j.b.Add(n, *s); err != nil {
			return err
		}
	}
	return nil
}

// addFresh adds the tests of the new run to the result, and keeps its other owners for later.
func (j *joining) addFresh(fresh *testcounts.Counts) error {
	for i, t := range fresh.Tests() {
		if t.Kind == testcounts.Case {
			j.ran[t.Key()] = true
		}
		note(j.classes, &t)
		if t.Kind == testcounts.Case {
			n := j.b.Owner(t)
			for s := range fresh.Of(i) {
				if err := j.b.Add(n, s); err != nil {
					return err
				}
			}
			continue
		}
		o := j.other(&t)
		o.Carried = false
		for s := range fresh.Of(i) {
			o.sections[s.ID] = &testcounts.Section{ID: s.ID, Index: slices.Clone(s.Index), Count: slices.Clone(s.Count)}
		}
	}
	return nil
}

// classesOf returns the binary names of the classes in maps.
func classesOf(maps []*probe.Set) map[string]bool {
	all := map[string]bool{}
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				for i := range f.Types {
					all[decl.Qualified(p.Name, f.Types[i].Name)] = true
				}
			}
		}
	}
	return all
}

// note adds the class of a test, and the classes around it, to m.
func note(m map[stepClass]bool, t *testcounts.Test) {
	for class := range decl.Around(t.Class) {
		m[stepClass{t.Step, class}] = true
	}
}

// other returns the owner for t in j.others. t is not a test. If there is no such owner, other makes one.
func (j *joining) other(t *testcounts.Test) *owner {
	key := t.Key()
	if j.others[key] == nil {
		o := &owner{Test: *t, sections: map[probe.ID]*testcounts.Section{}}
		o.Carried = true
		j.others[key] = o
		j.order = append(j.order, o)
	}
	return j.others[key]
}

// addTests adds the tests of an earlier run that did not run again.
func (j *joining) addTests(l *leaf, m *Moves) error {
	before := classesOf(l.Maps)
	missing := map[testcounts.Key]bool{}
	for i, t := range l.Tests.Tests() {
		key := t.Key()
		if t.Kind == testcounts.Case {
			j.all = append(j.all, earlier{t, false})
		}
		if !l.mine[i] || j.ran[key] {
			continue
		}
		if l.run[i] {
			// If the class has run without the test, it does not have the test any more. Nor has a class that no longer
			// exists.
			gone := j.classes[stepClass{t.Step, t.Class}] || before[t.Class] && !j.now[t.Class]
			if !missing[key] && !gone {
				missing[key] = true
				j.NotRun = append(j.NotRun, t)
			}
			continue
		}
		lost, sections := l.moved(m, i)
		if lost > 0 {
			j.Lost = append(j.Lost, t)
			continue
		}
		j.all[len(j.all)-1].carried = true
		note(j.partly, &t)
		t.Carried = true
		if err := j.add(&t, sections); err != nil {
			return err
		}
	}
	return nil
}

// addOthers adds the counts of owners that are not tests: see the comment of the package.
func (j *joining) addOthers(l *leaf, m *Moves) {
	before := classesOf(l.Maps)
	tested := map[stepClass]bool{} // classes with tests in the earlier run
	for _, t := range l.Tests.Tests() {
		if t.Kind == testcounts.Case {
			note(tested, &t)
		}
	}
	for i, t := range l.Tests.Tests() {
		class := stepClass{t.Step, t.Class}
		switch {
		case t.Kind == testcounts.Case || !j.shard.has(t.Kind, t.Class):
			continue
		case t.Kind != testcounts.Class:
		case before[t.Class] && !j.now[t.Class]:
			continue // it is gone
		case tested[class] && !j.partly[class]:
			continue // all of its tests ran again, or are gone
		}
		lost, sections := l.moved(m, i)
		if lost > 0 {
			j.Lost = append(j.Lost, t)
		}
		o := j.other(&t)
		for id, s := range sections {
			o.raise(id, s)
		}
	}
}

// raise sets each counter of the owner to the larger one of its value and the value in s. id is the package of the
// counters.
func (o *owner) raise(id probe.ID, s *testcounts.Section) {
	if o.sections[id] == nil {
		o.sections[id] = &testcounts.Section{ID: id}
	}
	own := o.sections[id]
	at := map[uint32]int{}
	for i, k := range own.Index {
		at[k] = i
	}
	for i, k := range s.Index {
		if n, known := at[k]; known {
			own.Count[n] = max(own.Count[n], s.Count[i])
		} else {
			at[k] = len(own.Index)
			own.Index, own.Count = append(own.Index, k), append(own.Count, s.Count[i])
		}
	}
}

// Require plans to run tests that could not be carried over, and returns the number of tests that this adds. The counts
// in lost decide: those of the set-up of a class add all tests of the class, and those outside of classes add all
// tests.
func (p *Plan) Require(lost []testcounts.Test) int {
	n := 0
	for i := range p.leaves {
		l := &p.leaves[i]
		var owners []int
		for k, t := range l.Tests.Tests() {
			if slices.ContainsFunc(lost, func(o testcounts.Test) bool { return o.Key() == t.Key() }) {
				owners = append(owners, k)
			}
		}
		n += p.force(l, owners)
	}
	return n
}

// Totals replaces the counters of totals by the sums over all owners.
func Totals(t *counts.Totals, c *testcounts.Counts, maps []*probe.Set) {
	sizes := probe.Sizes(maps)
	type key struct {
		step string
		id   probe.ID
	}
	sums := map[key][]uint64{}
	for i, o := range c.Tests() {
		for s := range c.Of(i) {
			k := key{o.Step, s.ID}
			if sums[k] == nil {
				sums[k] = make([]uint64, sizes[s.ID])
			}
			for n, at := range s.Index {
				sums[k][at] = min(sums[k][at]+s.Count[n], counts.MaxCount)
			}
		}
	}
	for k, counters := range sums {
		t.Replace(k.step, counts.Section{ID: k.id, Counters: counters})
	}
}
