package efficiency_test

import (
	"testing"

	"jprof/report/contexts/efficiency"
)

// TestPercent checks that percentages are rounded, as those of other tables.
func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		part, of uint64
		want     string
	}{{3, 69, "4.348 %"}, {2, 1291, "0.155 %"}, {1, 3, "33.333 %"}, {2, 3, "66.667 %"}, {1, 200_000, "0.001 %"},
		{299_999, 300_000, "100.000 %"}, {5, 2, "250.000 %"}, {0, 0, "-"}} {
		if got := efficiency.Percent(tt.part, tt.of); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.part, tt.of, got, tt.want)
		}
	}
}
