package cctbuild

import (
	"maps"
	"slices"

	"jprof/internal/format/contexts"
	"jprof/report/contexts/cct"
)

// Steps makes the tree of each test step with all of its threads, by its ID: the one that Tree makes with this step
// alone in Options.Steps. The methods are prepared once for all of them, as that takes most of the time of small trees.
func Steps(s contexts.Source, pack *contexts.Pack, options Options) (map[string]*cct.Tree, error) {
	b := newBuilder(s.Head(), pack, options)
	v := &steps{builder: b, methods: b.t.Methods, about: b.t.About, names: slices.Clip(b.t.Allocs.Types),
		ids: b.types, trees: map[string]*cct.Tree{}}
	b.t = nil
	if err := s.Walk(v); err != nil {
		return nil, err
	}
	return v.trees, v.end()
}

// steps is a visitor of trees that makes a tree of each step.
type steps struct {
	*builder // its tree is nil before the first step
	trees    map[string]*cct.Tree

	// All trees begin with these.
	methods []cct.Method
	about   cct.About
	names   []string // of types
	ids     map[string]int32
}

// Root begins the tree of a thread. The trees of a step follow each other.
func (v *steps) Root(r contexts.Root) error {
	if v.t == nil || v.options.Steps[0] != r.Step {
		if err := v.end(); err != nil {
			return err
		}
		v.t = &cct.Tree{Methods: v.methods, About: v.about, Allocs: cct.Allocs{Types: v.names, At: []uint32{0}}}
		v.types, v.threads = maps.Clone(v.ids), map[string]bool{}
		v.options.Steps = []string{r.Step}
	}
	return v.builder.Root(r)
}

// end finishes the tree of the current step, if there is one.
func (v *steps) end() error {
	if v.t == nil {
		return nil
	}
	tree, err := v.finish(v.options.Steps)
	v.trees[v.options.Steps[0]] = tree
	return err
}
