package contexts

import (
	"errors"
	"fmt"
	"slices"
)

// ErrShared is the error for two profiles that have some JVMs in common, but not all. Their sum would count these JVMs
// twice.
var ErrShared = errors.New("two merged runs share some JVMs, but not all: merge instead the runs that they were " +
	"made of")

// Merge adds another profile. If p already has all JVMs of s, it adds nothing. If p has only some of them, it returns
// ErrShared.
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

// join adds the trees of a source. All steps become one. If there are steps in the argument only, it skips other steps.
func (p *Profile) join(s Source, only ...string) error {
	h := s.Head()
	for _, step := range only {
		if !slices.Contains(h.Steps, step) {
			return fmt.Errorf("contexts: no trees of a test step %q", step)
		}
	}
	return p.addAll(s, adder{joined: true, only: only})
}

// addAll adds a source. The caller has set only the options of a.
func (p *Profile) addAll(s Source, a adder) error {
	h := s.Head()
	p.addHead(h)
	a.p, a.methods = p, make([]int32, len(h.Methods))
	for i, m := range h.Methods {
		a.methods[i] = p.addMethod(h.Classes[m.Class], m)
	}
	return s.Walk(&a)
}

// Joined returns a source in which test steps are one step. These are the given steps, or all if none is given.
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

// addHead adds the header of a source without its tables.
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

// union returns the names that are in a or b, sorted, each once.
func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// adder is a visitor that adds trees to a profile.
type adder struct {
	p       *Profile
	methods []int32              // indices in the profile, by those in the source; -1 if resolve has to be called
	resolve func(id int32) int32 // returns the index in the profile; nil if methods is complete
	joined  bool                 // trees of all steps are added as one
	only    []string             // the steps to add, all if empty
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

// method returns the index in the profile of a method of the source.
func (a *adder) method(id int32) int32 {
	m := a.methods[id]
	if m < 0 {
		m = a.resolve(id)
		a.methods[id] = m
	}
	return m
}
