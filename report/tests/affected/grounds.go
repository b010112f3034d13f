package affected

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/util/words"
)

// ofMany has the text of each rule for a number of tests: "10 executed what has changed".
var ofMany = map[Rule]string{
	Executed:     "executed what has changed",
	CallsName:    "executed calls of its name",
	Makes:        "executed code that makes such instances",
	MentionsName: "executed code that mentions its name",
	UsesClass:    "executed code that uses its class",
	SameFile:     "executed code of its file",
	Initialiser:  "by an initialiser",
	StaticField:  "by a static field",
	SetUp:        "by the set-up of their class",
	SameClass:    "by another test of their class",
	NoSingleTest: "by code outside of single tests",
	NotPassed:    "did not pass before",
	WasSkipped:   "skipped before",
	NewTest:      "declared in another way",
}

// Grounds returns the numbers of selected tests of the run by the rule of their first reason, most first: "10 executed
// what has changed, 2 did not pass before". It is "" if there are none.
func (s *Selection) Grounds() string {
	tests := map[string]int{}
	for i := range s.Tests {
		if s.Tests[i].New {
			continue
		}
		rule := s.Tests[i].Reasons[0].Rule
		tests[cmp.Or(ofMany[rule], string(rule))]++
	}
	grounds := slices.SortedFunc(maps.Keys(tests), func(a, b string) int {
		return cmp.Or(tests[b]-tests[a], strings.Compare(a, b))
	})
	for i, text := range grounds {
		grounds[i] = words.Thousands(uint64(tests[text])) + " " + text
	}
	return strings.Join(grounds, ", ")
}

// OfRun returns the number of selected tests that the run has; the others are new.
func (s *Selection) OfRun() int {
	n := 0
	for i := range s.Tests {
		if !s.Tests[i].New {
			n++
		}
	}
	return n
}
