package greedy_test

import (
	"fmt"
	"testing"

	"jprof/report/tests/greedy"
)

// TestOrder checks the order: by gain per second, with gains that shrink; then the fastest, then by number.
func TestOrder(t *testing.T) {
	parts := [][]int{{1, 2, 3}, {1, 2, 3, 4}, {5}, {}, {1}, {}}
	seconds := []float64{1, 1, 1, 3, 2, 2}
	done := map[int]bool{}
	got := ""
	greedy.Order(seconds, func(i int) (n int) {
		for _, p := range parts[i] {
			if !done[p] {
				n++
			}
		}
		return n
	}, func(i, gain int) {
		got += fmt.Sprintf(" %d:%d", i, gain)
		for _, p := range parts[i] {
			done[p] = true
		}
	})
	if want := " 1:4 2:1 0:0 4:0 5:0 3:0"; got != want {
		t.Errorf("got%s, want%s", got, want)
	}
}
