package cli

import (
	"strings"

	"jprof/internal/exit"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/report"
)

// withNear returns an exit.UsageError for a name that does not exist. Its hints are the names with a similar spelling,
// the nearest first.
func withNear(err error, asked string, names []string) error {
	err = exit.AsUsage(err)
	near := words.Nearest(asked, names)
	if len(near) == 0 {
		return err
	}
	for i, name := range near {
		near[i] = report.Printable(name)
	}
	return ui.WithHints(err, "similar names: "+strings.Join(near, ", "))
}

// simpleName is the simple name in a pattern for methods or classes, without parameters.
func simpleName(pattern string) string {
	pattern, _, _ = strings.Cut(pattern, "(")
	return strings.TrimSpace(pattern[strings.LastIndexAny(pattern, ".:$")+1:])
}

// methodName is the name of a method in the source.
func methodName(r report.MethodRef) string {
	label := r.Method().Label
	return simpleName(label[strings.Index(label, "::")+2:])
}
