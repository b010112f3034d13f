package contextrun

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/runs/lookup"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
	"jprof/report/pattern"
)

var digits = lazyregexp.New(`[0-9]+`)

// threadPattern reports whether a pattern matches a thread. Contexts are kept by names with N for digits, so a name
// that a program shows, such as worker-1, means worker-N.
func threadPattern(text, thread string) bool {
	return pattern.Glob(text, ".*", ".*").MatchString(thread) ||
		pattern.Glob(digits().ReplaceAllString(text, "N"), ".*", ".*").MatchString(thread)
}

// threads are those with names that match one of the patterns.
type threads struct {
	patterns []string
	found    bool
	others   []string // names that no pattern matches
}

// filter reports whether a thread is one of them, and notes it; nil if there are no patterns, for all.
func (t *threads) filter() func(thread string) bool {
	if len(t.patterns) == 0 {
		return nil
	}
	return func(thread string) bool {
		is := slices.ContainsFunc(t.patterns, func(name string) bool { return threadPattern(name, thread) })
		if is {
			t.found = true
		} else {
			t.others = append(t.others, thread)
		}
		return is
	}
}

// missing is the error that no thread matches, once all were asked for.
func (t *threads) missing() error {
	if len(t.patterns) == 0 || t.found {
		return nil
	}
	slices.Sort(t.others)
	return lookup.WithNear(fmt.Errorf("--thread %s: there is no such thread: there are %s",
		strings.Join(t.patterns, " or "), words.Listed(slices.Compact(t.others))), t.patterns[0], t.others)
}
