package html

import "testing"

func TestHeat(t *testing.T) {
	for _, tt := range []struct {
		count, hottest uint64
		heat, level    int
	}{{0, 0, 0, 0}, {0, 5, 0, 0}, {5, 5, 100, 10}, {1, 1 << 62, 2, 1}, {1 << 31, 1 << 62, 50, 5}, {1, 1, 100, 10}} {
		if h, l := heat(tt.count, tt.hottest), level(tt.count, tt.hottest); h != tt.heat || l != tt.level {
			t.Errorf("%d of %d: heat %d, level %d, want %d, %d", tt.count, tt.hottest, h, l, tt.heat, tt.level)
		}
	}
}
