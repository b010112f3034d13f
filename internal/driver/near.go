package driver

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"jprof/internal/ui"
	"jprof/report"
)

// withNear adds to an error those of the names that are spelled like what was wanted, the nearest first.
func withNear(err error, wanted string, names []string) error {
	const most, alike = 5, 0.85 // of 1
	likeness := map[string]float64{}
	for _, name := range names {
		if l := smetrics.JaroWinkler(strings.ToLower(wanted), strings.ToLower(name), 0.7, 4); l >= alike {
			likeness[report.Printable(name)] = l
		}
	}
	if len(likeness) == 0 {
		return err
	}
	near := slices.SortedFunc(maps.Keys(likeness), func(a, b string) int {
		return cmp.Or(cmp.Compare(likeness[b], likeness[a]), strings.Compare(a, b))
	})
	return ui.WithHints(err, "similar names: "+strings.Join(near[:min(most, len(near))], ", "))
}

// simpleName is the name of what a pattern for methods or classes is for, without what is around it and without parameters.
func simpleName(pattern string) string {
	pattern, _, _ = strings.Cut(pattern, "(")
	return strings.TrimSpace(pattern[strings.LastIndexAny(pattern, ".:$")+1:])
}

// methodName is the name of a method as the source has it.
func methodName(r report.MethodRef) string {
	label := r.Method().Label
	return simpleName(label[strings.Index(label, "::")+2:])
}
