package trial

import (
	"math"
	"testing"
)

func TestMeans(t *testing.T) {
	if got := Median([]float64{3, 1, 2}); got != 2 {
		t.Errorf("the median of three is %v", got)
	}
	if got := Median([]float64{4, 1, 2, 3}); got != 2.5 {
		t.Errorf("the median of four is %v", got)
	}
	if got := GeometricMean([]float64{1, 4, 2}); math.Abs(got-2) > 1e-12 {
		t.Errorf("the geometric mean is %v", got)
	}
}
