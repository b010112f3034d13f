package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"jprof/internal/format/contexts"
)

// trees is a recording of the program with about so many contexts, the same for equal seeds. It is made again whenever
// it is read.
type trees struct {
	*madeProgram
	contexts int
	seed     uint64
}

// Head is the program.
func (t *trees) Head() *contexts.Header { return &t.head }

// madeNode is a context whose callees are not all made yet, in order.
type madeNode struct {
	callees []contexts.Node
}

// Walk makes the trees. There are as many callees as calls were executed. Above a depth all methods call others.
func (t *trees) Walk(v contexts.Visitor) error {
	r := rand.New(rand.NewPCG(t.seed, 2))
	made := 0
	for thread := range 4 {
		if err := v.Root(contexts.Root{Name: fmt.Sprintf("thread-%d", thread)}); err != nil {
			return err
		}
		var first []contexts.Node
		for m := 1 + thread*17; m < len(t.head.Methods); m += 100 {
			first = append(first, contexts.Node{Method: int32(m), Calls: 1 << 20})
		}
		path := []madeNode{{first}}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.callees) == 0 {
				path = path[:len(path)-1]
				continue
			}
			n := top.callees[0]
			top.callees = top.callees[1:]
			n.Depth = len(path)
			calling := made < t.contexts*(thread+1)/4 && n.Depth < 300 && (n.Depth < 16 || r.IntN(n.Depth) < 15)
			callees := t.run(r, &n, calling)
			if err := v.Node(&n); err != nil {
				return err
			}
			made++
			path = append(path, madeNode{callees})
		}
	}
	return nil
}

// run chooses two ways for the calls of a node, sets its numbers, and returns its callees in the order of files.
func (t *trees) run(r *rand.Rand, n *contexts.Node, calling bool) []contexts.Node {
	ways := t.ways[n.Method]
	half := (len(ways) + 1) / 2
	if !calling {
		ways = ways[len(ways)-half:]
	} else {
		ways = ways[:half]
	}
	n.Slots = make([]uint64, len(t.head.Methods[n.Method].Slots))
	var callees []contexts.Node
	few := n.Calls / 3
	for _, part := range []uint64{n.Calls - few, few} {
		w := &ways[r.IntN(len(ways))]
		for i, count := range w.slots {
			n.Slots[i] += part * count
		}
		for _, c := range w.calls {
			if part > 0 {
				callees = join(callees, contexts.Node{Method: t.callee(r, n, c), Calls: part * c.times})
			}
		}
	}
	return callees
}

// callee is the method that a call reaches: mostly the same for a place in the code.
func (t *trees) callee(r *rand.Rand, n *contexts.Node, c madeCall) int32 {
	if c.method == madeMethods {
		return 0
	}
	class := (int(n.Method)*7 + c.site*131) % madeClasses
	if r.IntN(8) == 0 {
		class = (class + 1 + r.IntN(3)) % madeClasses
	}
	return int32(1 + class*madeMethods + c.method)
}

// join adds a callee in its place, or its calls to those of the same method.
func join(list []contexts.Node, n contexts.Node) []contexts.Node {
	i, found := slices.BinarySearchFunc(list, n.Method, func(a contexts.Node, m int32) int { return int(a.Method - m) })
	if found {
		list[i].Calls += n.Calls
		return list
	}
	return slices.Insert(list, i, n)
}
