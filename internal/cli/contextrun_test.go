package cli

import "testing"

// TestThreadPattern checks that a name that a program shows finds the tree of all threads that have other numbers.
func TestThreadPattern(t *testing.T) {
	for _, tt := range []struct {
		text, thread string
		want         bool
	}{
		{"worker-1", "worker-N", true},
		{"worker-N", "worker-N", true},
		{"pool-12-thread-3", "pool-N-thread-N", true},
		{"pool-1*", "pool-N-thread-N", true},
		{"pool-*", "pool-N-thread-N", true},
		{"main", "main", true},
		{"worker", "worker-N", false},
		{"worker-1", "worker-NN", false},
	} {
		if got := threadPattern(tt.text, tt.thread); got != tt.want {
			t.Errorf("%s, %s: %v", tt.text, tt.thread, got)
		}
	}
}
