package probe

import (
	"maps"
	"testing"
)

func TestSizes(t *testing.T) {
	a := &Package{ID: ID{1}, Files: []*File{{Counters: 2}, {Base: 2, Counters: 3}}}
	b := &Package{ID: ID{2}, Files: []*File{{}}}
	got := Sizes([]*Set{{Packages: []*Package{a, b}}, {Packages: []*Package{a}}, {}})
	if want := map[ID]int{{1}: 5, {2}: 0}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
