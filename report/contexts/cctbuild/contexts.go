package cctbuild

import (
	"jprof/internal/format/contexts"
	"jprof/report/contexts/cct"
)

// Contexts returns the number of contexts in the merged tree of all test steps, without building it.
func Contexts(s contexts.Source, pack *contexts.Pack) (uint64, error) {
	s, err := contexts.Joined(s)
	if err != nil {
		return 0, err
	}
	c := &counter{builder: &builder{t: &cct.Tree{}, head: s.Head(), types: map[string]int32{}}}
	c.prepare(pack)
	err = s.Walk(c)
	return c.contexts, err
}

// counter is a visitor of trees that counts contexts, without roots and nodes beyond the limit.
type counter struct {
	*builder
	beyond   bool
	contexts uint64
}

// Root begins the tree of a thread.
func (c *counter) Root(r contexts.Root) error {
	c.beyond = r.Beyond
	return nil
}

// Node counts a node, and another one if it calls Object.<init>.
func (c *counter) Node(n *contexts.Node) error {
	if c.beyond {
		return nil
	}
	c.contexts++
	if c.methods[n.Method].hasCalls {
		if _, objects := c.values(n); objects > 0 {
			c.contexts++
		}
	}
	return nil
}
