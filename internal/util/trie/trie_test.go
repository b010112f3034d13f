package trie

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAsAMap makes random paths: a node for each, the same for the same path.
func TestAsAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	type key struct {
		parent, label int32
		extra         uint32
	}
	known := map[key]int32{}
	var tr Trie
	root := tr.Add(-1, -1, 0)
	tr.Reserve(3)
	for range 20_000 {
		k := key{int32(r.IntN(tr.Len())), int32(r.IntN(5)), uint32(r.IntN(3))}
		want, ok := known[k]
		if found := tr.Find(k.parent, k.label, k.extra); ok && found != want || !ok && found != -1 {
			t.Fatalf("found %d, want %d, %v", found, want, ok)
		}
		node := tr.Child(k.parent, k.label, k.extra)
		if ok && node != want || !ok && int(node) != tr.Len()-1 {
			t.Fatalf("child %d, want %d, %v", node, want, ok)
		}
		known[k] = node
	}
	children := ByParent(tr.Parent)
	if !slices.Equal(children.Of(-1), []int32{root}) {
		t.Errorf("roots: %v", children.Of(-1))
	}
	n := 1
	for node := range int32(tr.Len()) {
		list := children.Of(node)
		n += len(list)
		for i, c := range list {
			if tr.Parent[c] != node || i > 0 && list[i-1] >= c {
				t.Fatalf("children of %d: %v", node, list)
			}
		}
	}
	if n != tr.Len() || len(known) != tr.Len()-1 {
		t.Errorf("%d children, %d paths, %d nodes", n, len(known), tr.Len())
	}
}

func TestNoNodes(t *testing.T) {
	var tr Trie
	if tr.Find(-1, 0, 0) != -1 || len(ByParent(nil).Of(-1)) != 0 {
		t.Error("an empty one has nodes")
	}
}
