package runner

import (
	"slices"
	"testing"
)

// TestInTree checks that a process is not taken for a descendant because it has the PID of one that has ended.
func TestInTree(t *testing.T) {
	all := []process{{1, 0}, {10, 1}, {11, 10}, {13, 12}, {12, 11}, {20, 10}, {21, 20}, {30, 31}, {31, 30}, {40, 99}}
	none := func(int) int64 { return 0 }
	if got := inTree(all, 10, none); !slices.Equal(got, []int{11, 12, 13, 20, 21}) {
		t.Errorf("%v", got)
	}
	// 20 names a parent that had the PID 10 before this one. When 13 began is not known.
	born := map[int]int64{1: 1, 10: 50, 11: 60, 12: 60, 20: 40, 21: 70}
	if got := inTree(all, 10, func(pid int) int64 { return born[pid] }); !slices.Equal(got, []int{11, 12}) {
		t.Errorf("by age: %v", got)
	}
	if got := inTree(all, 30, none); !slices.Equal(got, []int{31}) {
		t.Errorf("in a circle: %v", got)
	}
}
