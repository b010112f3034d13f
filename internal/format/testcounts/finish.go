package testcounts

import (
	"cmp"
	"slices"
	"strings"
)

// Counts returns the counts of all owners. The builder must not be used afterwards.
func (b *Builder) Counts() *Counts {
	b.overloads()
	order := b.order()
	byOwner := make([][]int, len(b.owners)) // pieces
	for i, p := range b.pieces {
		byOwner[p.owner] = append(byOwner[p.owner], i)
	}
	c := &Counts{jvms: b.jvms, tables: b.tables}
	for _, o := range order {
		t := b.owners[o]
		if len(byOwner[o]) == 0 && t.Kind != Case && t.Status == Passed {
			continue
		}
		p := b.join(o, byOwner[o])
		c.tests, c.print, c.start = append(c.tests, t), append(c.print, p.print), append(c.start, p.start)
	}
	c.prints, c.packed = b.finder.prints, b.packed
	return c
}

// join joins all pieces of an owner to one piece.
func (b *Builder) join(owner int, pieces []int) piece {
	switch len(pieces) {
	case 0:
		return piece{uint32(owner), b.pack(nil), uint64(len(b.packed))}
	case 1:
		return b.pieces[pieces[0]]
	}
	b.scratch = b.scratch[:0]
	for _, i := range pieces {
		for number, s := range unpack(&b.finder.prints, b.pieces[i].print, b.packed[b.pieces[i].start:], b.tables) {
			for j, k := range s.Index {
				b.scratch = append(b.scratch, entry{number, k, s.Count[j]})
			}
		}
	}
	b.addScratch(owner)
	return b.pieces[len(b.pieces)-1]
}

// overloads sets Overloaded of tests of overloaded methods. It stays set for tests for which another run has set it.
func (b *Builder) overloads() {
	type method struct{ class, method string }
	params := map[method]string{}
	overloaded := map[method]bool{}
	for i := range b.owners {
		t := &b.owners[i]
		if t.Kind != Case {
			continue
		}
		m := method{t.Class, t.Method}
		if p, ok := params[m]; t.Overloaded || ok && p != t.Params {
			overloaded[m] = true
		}
		params[m] = t.Params
	}
	for i := range b.owners {
		t := &b.owners[i]
		t.Overloaded = t.Kind == Case && overloaded[method{t.Class, t.Method}]
	}
}

// order lists the owners in the order of Compare. Names are unique: if two owners have the same name, which happens
// with malicious names only, they become attempts of one test. Attempts without a number get one.
func (b *Builder) order() []int {
	names := make([]string, len(b.owners))
	order := make([]int, len(b.owners))
	for i := range b.owners {
		names[i], order[i] = b.owners[i].Name(), i
	}
	slices.SortFunc(order, func(i, j int) int {
		s, t := &b.owners[i], &b.owners[j]
		return cmp.Or(cmp.Compare(s.Kind.rank(), t.Kind.rank()), strings.Compare(s.Step, t.Step),
			strings.Compare(names[i], names[j]), cmp.Compare(s.Kind, t.Kind), cmp.Compare(s.Attempt, t.Attempt),
			s.Began.Compare(t.Began), compareIdentity(s, t), cmp.Compare(i, j))
	})
	for n, i := range order {
		t := &b.owners[i]
		t.Attempt = max(t.Attempt, 1)
		if n == 0 {
			continue
		}
		last := order[n-1]
		if o := &b.owners[last]; o.Kind.rank() == t.Kind.rank() && o.Step == t.Step && names[last] == names[i] {
			t.Attempt = max(t.Attempt, o.Attempt+1)
		}
	}
	return order
}

// compareIdentity compares the parts of names. So two different owners with one name have the same order in each run.
func compareIdentity(s, t *Test) int {
	return cmp.Or(strings.Compare(s.Class, t.Class), strings.Compare(s.Method, t.Method),
		strings.Compare(s.Params, t.Params), strings.Compare(s.Invocation, t.Invocation))
}
