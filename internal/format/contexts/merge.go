package contexts

import (
	"errors"
	"fmt"
	"slices"
)

// ErrShared is the error for two profiles that have some JVMs in common, but not all: those would be counted
// twice.
var ErrShared = errors.New("two runs have JVMs in common, but not all: merge the runs that they were made of")

// Merge adds another profile. One whose JVMs are all in p already changes nothing. ErrShared says that only some are.
func (p *Profile) Merge(s Source) error {
	h := s.Head()
	switch shared := p.shared(h.Files); {
	case shared > 0 && shared == len(h.Files):
		return nil
	case shared > 0:
		return ErrShared
	}
	p.reserve(int(h.Nodes))
	return p.addAll(s, adder{})
}

// join adds the trees of a source, those of all steps as one. A step that only names does not name is skipped, unless
// it names none.
func (p *Profile) join(s Source, only ...string) error {
	h := s.Head()
	for _, step := range only {
		if !slices.Contains(h.Steps, step) {
			return fmt.Errorf("contexts: no trees of a test step %q", step)
		}
	}
	return p.addAll(s, adder{joined: true, only: only})
}

// addAll adds a source by an adder of which only options are set.
func (p *Profile) addAll(s Source, a adder) error {
	h := s.Head()
	p.addHead(h)
	a.p, a.methods = p, make([]int32, len(h.Methods))
	for i, m := range h.Methods {
		a.methods[i] = p.addMethod(h.Classes[m.Class], m)
	}
	return s.Walk(&a)
}

// Joined is a source with these of its test steps as one, or with all.
func Joined(s Source, steps ...string) (Source, error) {
	if len(steps) == 0 && len(s.Head().Steps) < 2 {
		return s, nil
	}
	p := NewProfile()
	if err := p.join(s, steps...); err != nil {
		return nil, err
	}
	return p.Source(), nil
}

// shared returns the number of JVMs that are in p.
func (p *Profile) shared(jvms []JVM) int {
	n := 0
	for _, j := range jvms {
		if p.jvms[j] {
			n++
		}
	}
	return n
}

// addHead adds the head of a source: the facts about all of its trees.
func (p *Profile) addHead(h *Header) {
	a, b := &p.head.About, &h.About
	a.JVMs += b.JVMs
	if !b.Start.IsZero() && (a.Start.IsZero() || b.Start.Before(a.Start)) {
		a.Start = b.Start
	}
	a.Java = union(a.Java, b.Java)
	a.JDKs = union(a.JDKs, b.JDKs)
	a.Coverage |= b.Coverage
	a.Blocks |= b.Blocks
	a.Recursion |= b.Recursion
	a.Sites |= b.Sites
	a.Limit = max(a.Limit, b.Limit)
	a.Snapshots += b.Snapshots
	a.Stopped = add(a.Stopped, b.Stopped)
	a.Lost = add(a.Lost, b.Lost)
	a.Guessed = add(a.Guessed, b.Guessed)
	for _, l := range h.Losses {
		p.losses[l] = true
	}
	for _, g := range h.Agents {
		p.agents[g] = true
	}
	for _, j := range h.Files {
		p.jvms[j] = true
	}
}

// union are the names of both lists, sorted, once each.
func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// adder is a visitor that adds trees to a profile.
type adder struct {
	p       *Profile
	methods []int32              // of the profile, by those of the source; -1 for one that resolve is asked for
	resolve func(id int32) int32 // nil where methods has all
	joined  bool                 // steps do not matter
	only    []string             // the steps that count, all if there are none
	skip    bool                 // the tree belongs to another step
	path    []int32              // the nodes from the root to the last one
}

func (a *adder) Root(r Root) error {
	a.skip = len(a.only) > 0 && !slices.Contains(a.only, r.Step)
	if a.skip {
		return nil
	}
	if a.joined {
		r.Step = ""
	}
	node, err := a.p.root(r)
	a.path = append(a.path[:0], node)
	return err
}

func (a *adder) Node(n *Node) error {
	if a.skip {
		return nil
	}
	node, err := a.p.child(a.path[n.Depth-1], a.method(n.Method), n.Site)
	if err != nil {
		return err
	}
	a.path = append(a.path[:n.Depth], node)
	a.p.addTo(node, n)
	return nil
}

// method is the method of the profile for one of the source.
func (a *adder) method(id int32) int32 {
	m := a.methods[id]
	if m < 0 {
		m = a.resolve(id)
		a.methods[id] = m
	}
	return m
}
