package ccttest

import (
	"fmt"
	"math/rand/v2"

	"jprof/report/contexts/cct"
)

// Large returns a tree of about the given number of nodes, always the same for the same arguments. It has four threads,
// at most 10,000 methods, each with the callees that it always has, and depths up to 400, most about 30. One node in
// four allocates. Numbers fall with the depth, like those of real programs.
func Large(nodes int, seed uint64) *cct.Tree {
	r := rand.New(rand.NewPCG(seed, 1))
	b := NewBuilder()
	methods := min(10_000, max(10, nodes/20))
	ids := make([]int32, methods)
	for i := range ids {
		pkg, kind := "org.example", cct.App
		switch i % 3 {
		case 1:
			pkg, kind = "java.util", cct.JDK
		case 2:
			pkg, kind = "lib.text", cct.Library
		}
		class := fmt.Sprintf("%s.Class%04d", pkg, i/8)
		ids[i] = b.Method(cct.Method{Class: class, Name: fmt.Sprintf("method%d", i%8), Descriptor: "(I)V",
			Source: class + ".java", Line: int32(10 * (i%8 + 1)), Kind: kind})
	}
	threads := []string{"ForkJoinPool-N-worker-N", "Thread-N", "main", "pool-N-thread-N"}
	for i, name := range threads {
		b.Thread(name)
		grow(b, r, ids, nodes*(i+1)/len(threads), i)
	}
	tree := b.Tree()
	tree.About = cct.About{Coverage: "all", Blocks: "exact", Recursion: "full", Limit: 2_000_000, JVMs: 3,
		Java: []string{"21.0.1"}, Steps: []string{"surefire:test"}}
	return tree
}

// grow adds nodes to the thread, in the order of calls of a program, until the builder has the given number.
func grow(b *Builder, r *rand.Rand, ids []int32, nodes, thread int) {
	type frame struct{ method, callees, next int }
	var stack []frame
	for b.t.Len() < nodes {
		for len(stack) > 0 && stack[len(stack)-1].next == stack[len(stack)-1].callees {
			stack = stack[:len(stack)-1]
		}
		method := (b.t.Len()*31 + thread) % len(ids)
		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			method = (top.method*7 + 13*(top.next+1)) % len(ids)
			top.next++
		}
		depth := len(stack) + 1
		calls := uint64(1 + r.ExpFloat64()*1e6/float64(depth*depth))
		var allocs []cct.Allocation
		switch r.IntN(8) {
		case 0:
			allocs = []cct.Allocation{{Type: fmt.Sprintf("java.lang.Type%d", method%50), Objects: calls}}
		case 1:
			allocs = []cct.Allocation{{Type: "byte[]", Arrays: calls, Elements: calls * 16}}
		}
		b.Node(depth, ids[method], calls, calls*uint64(3+method%40), allocs)
		callees := 0
		if depth < 400 && (depth < 12 || r.IntN(depth) < 11) {
			callees = r.IntN(4)
		}
		stack = append(stack, frame{method: method, callees: callees})
	}
}
