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

// threadPattern reports whether a pattern matches a thread. Contexts have names of threads with N for digits. So a name
// as the program shows it, such as worker-1, matches worker-N.
func threadPattern(text, thread string) bool {
	return pattern.NewGlob(text, ".*", ".*").MatchString(thread) ||
		pattern.NewGlob(digits().ReplaceAllString(text, "N"), ".*", ".*").MatchString(thread)
}

// threads selects threads whose names match one of the patterns.
type threads struct {
	patterns []string
	found    bool
	others   []string // names of threads that no pattern matched
}

// filter returns a function that reports whether a thread is selected, and remembers the result. If there are no
// patterns, filter returns nil, which selects all threads.
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

// missing returns an error if the filter was called for all threads and selected none.
func (t *threads) missing() error {
	if len(t.patterns) == 0 || t.found {
		return nil
	}
	slices.Sort(t.others)
	return lookup.WithNear(fmt.Errorf("--thread %s: there is no such thread: there are %s",
		strings.Join(t.patterns, " or "), words.Listed(slices.Compact(t.others))), t.patterns[0], t.others)
}
