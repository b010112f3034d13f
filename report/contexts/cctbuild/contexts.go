package cctbuild

import (
	"jprof/internal/format/contexts"
	"jprof/report/contexts/cct"
)

// Contexts returns the number of contexts in the merged tree, all test steps together, without building it.
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

// counter is a visitor that counts contexts, without roots and what is beyond the limit.
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

// Node counts a node, and that of its calls of Object.<init>.
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
