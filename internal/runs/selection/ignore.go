package selection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/report/tests/change"
)

// ignores reports whether the settings say that a changed file selects no test.
func (a Around) ignores(name string) bool {
	return slices.ContainsFunc(a.Ignore, func(p string) bool { return doublestar.MatchUnvalidated(p, name) })
}

// withoutIgnored returns the facts about files that the settings do not ignore. It adds all other files to the
// selection's list Ignored.
func (found *Found) withoutIgnored(now Around, facts []change.Fact) []change.Fact {
	return slices.DeleteFunc(facts, func(f change.Fact) bool {
		if f.Kind == change.Given || !now.ignores(f.Path) {
			return false
		}
		if i, known := slices.BinarySearch(found.Ignored, f.Path); !known {
			found.Ignored = slices.Insert(found.Ignored, i, f.Path)
			if f.Kind == change.Build || paths.IsJava(f.Path) {
				found.doubtful = append(found.doubtful, f.Path)
			}
		}
		return true
	})
}

// addUnread adds changed files that neither builds nor tests read.
func (found *Found) addUnread(names []string) {
	found.Unread = append(found.Unread, names...)
	slices.Sort(found.Unread)
	found.Unread = slices.Compact(found.Unread)
}

// noteDoubtful adds a note if the settings ignore Java sources or build files that have changed.
func (found *Found) noteDoubtful() {
	n := len(found.doubtful)
	if n == 0 {
		return
	}
	const most = 3
	slices.Sort(found.doubtful)
	names := strings.Join(found.doubtful[:min(n, most)], ", ")
	if n > most {
		names += fmt.Sprintf(" and %d more", n-most)
	}
	found.Notes = append(found.Notes, fmt.Sprintf("the setting affected.ignore matches %s that compilers or builds "+
		"read: tests that it concerns are not selected: %s", words.Plural(n, "changed file"), names))
}
