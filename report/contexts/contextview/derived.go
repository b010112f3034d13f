package contextview

import (
	"fmt"

	"jprof/report"
	"jprof/report/contexts/cct"
)

// Ratio is a number divided by another one. Its zero value is none, for a division by 0.
type Ratio struct {
	Value float64
	Is    bool
}

func ratio(part, whole uint64) Ratio {
	if whole == 0 {
		return Ratio{}
	}
	return Ratio{float64(part) / float64(whole), true}
}

// String returns the ratio with one decimal, "" for none. A ratio above 0 is never shown as 0.
func (r Ratio) String() string {
	switch {
	case !r.Is:
		return ""
	case r.Value > 0 && r.Value < 0.05:
		return "<0.1"
	}
	whole, decimal := uint64(r.Value*10+0.5)/10, uint64(r.Value*10+0.5)%10
	return fmt.Sprintf("%s.%d", report.Thousands(whole), decimal)
}

// AverageArray returns the mean length of arrays.
func AverageArray(s cct.Sums) Ratio { return ratio(s[cct.Elements], s[cct.Arrays]) }

// Density returns the number of objects and arrays per 1,000 bytecodes.
func Density(s cct.Sums) Ratio {
	return ratio(cct.Add(s[cct.Objects], s[cct.Arrays]), s[cct.Bytecodes]).times(1000)
}

// ByteDensity returns the number of allocated bytes per 1,000 bytecodes; none if no size is known.
func ByteDensity(b cct.Bytes, s cct.Sums) Ratio {
	if b.Known == 0 && b.Unknown > 0 {
		return Ratio{}
	}
	return ratio(b.Known, s[cct.Bytecodes]).times(1000)
}

func (r Ratio) times(n float64) Ratio { return Ratio{r.Value * n, r.Is} }

// BytesText returns a number of bytes as text: "?" if no size is known, and with ≥ if some are not known.
func BytesText(b cct.Bytes) string {
	switch {
	case b.Unknown == 0:
		return report.Thousands(b.Known)
	case b.Known == 0:
		return "?"
	}
	return "≥" + report.Thousands(b.Known)
}

// BytesNote explains the bytes of a tree.
func BytesNote(t *cct.Tree) string {
	note := "bytes are for " + cct.LayoutText
	for i, name := range t.Allocs.Types {
		if !cct.IsArray(name) && (t.Allocs.Sizes == nil || t.Allocs.Sizes[i] == 0) {
			return note + "; ≥ and ?: some objects are of classes that were not recorded"
		}
	}
	return note
}
