package cctbuild

import (
	"math"
	"slices"

	"jprof/report/contexts/cct"
)

// Effects has the effects of contexts, by index in the order in which trees are read, roots included. It takes half of
// the memory of the columns of a tree, because few counts need more than 32 bits.
type Effects struct {
	small []smallCounts
	large map[int]Counts // where one does not fit: small has tooLarge then
}

// Counts has a number for each effect.
type Counts [cct.NumEffects]uint64

type smallCounts [cct.NumEffects]uint32

const tooLarge = math.MaxUint32

// NewEffects returns effects with room for so many contexts.
func NewEffects(contexts int) *Effects {
	return &Effects{make([]smallCounts, 0, contexts), map[int]Counts{}}
}

// Set sets the effects of a context.
func (e *Effects) Set(at int, counts Counts) {
	for at >= len(e.small) { // callees come before their callers
		e.small = append(e.small, smallCounts{})
	}
	for k, n := range counts {
		if n >= tooLarge {
			e.large[at] = counts
			n = tooLarge
		}
		e.small[at][k] = uint32(n)
	}
}

// of returns the effects of a context, zeros if they were not set.
func (e *Effects) of(at int) (counts Counts) {
	if at >= len(e.small) {
		return counts
	}
	for k, n := range e.small[at] {
		if n == tooLarge {
			return e.large[at]
		}
		counts[k] = uint64(n)
	}
	return counts
}

// AddEffects sets the effects of the nodes of a tree of all steps and threads, without folds.
func AddEffects(t *cct.Tree, effects *Effects) {
	object := objectMethod(t)
	for k := range t.Effects {
		t.Effects[k] = make([]uint64, t.Len())
	}
	at := 0
	for i, method := range t.Method {
		if method == object {
			continue
		}
		for k, n := range effects.of(at) {
			t.Effects[k][i] = n
		}
		at++
	}
}

// objectMethod returns the number of the constructor of Object in a tree, whose nodes are in no file; if the tree does
// not have it, a number that no node has.
func objectMethod(t *cct.Tree) int32 {
	if i := slices.Index(t.Methods, objectInit); i >= 0 {
		return int32(i)
	}
	return math.MinInt32
}
