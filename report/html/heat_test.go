package html

import "testing"

func TestLevel(t *testing.T) {
	for _, tt := range []struct {
		count, hottest uint64
		level          int
	}{{0, 0, 0}, {0, 5, 0}, {5, 5, 10}, {1, 1 << 62, 1}, {1 << 31, 1 << 62, 5}, {1, 1, 10}} {
		if got := level(tt.count, tt.hottest); got != tt.level {
			t.Errorf("%d of %d: level %d, want %d", tt.count, tt.hottest, got, tt.level)
		}
	}
}
