package affected

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/util/words"
)

// ofMany has the text of each rule for a number of tests: "10 executed what has changed".
var ofMany = map[Rule]string{
	Executed:     "executed what has changed",
	Recounted:    "executed other parts of a changed method, which are counted again",
	ReadsFile:    "read a file that has changed",
	CallsName:    "executed calls of its name",
	Makes:        "executed code that makes such instances",
	MentionsName: "executed code that mentions its name",
	UsesClass:    "executed code that uses the class of a changed method or field",
	SameFile:     "executed code of its file",
	Initialiser:  "by an initialiser",
	StaticField:  "by a static field",
	SetUp:        "by the set-up of their class",
	SameClass:    "by another test of their class",
	NoSingleTest: "by code outside of single tests",
	NotPassed:    "did not pass before",
	WasSkipped:   "skipped before",
	NewTest:      "declared in another way",
	Setting:      "by the JDK, options or environment",
}

// A Ground is a rule, with the number of selected tests of the run whose first reason has it.
type Ground struct {
	Rule  Rule
	Tests int
}

// words returns the text of the rule for a number of tests.
func (g Ground) words() string {
	if text, known := inWords[g.Rule]; known && ofMany[g.Rule] == "" {
		return "by " + text
	}
	return cmp.Or(ofMany[g.Rule], string(g.Rule))
}

// ByRule returns the grounds of the selected tests of the run, those of most tests first.
func (s *Selection) ByRule() []Ground {
	tests := map[Rule]int{}
	for i := range s.Tests {
		if !s.Tests[i].New {
			tests[s.Tests[i].Reasons[0].Rule]++
		}
	}
	list := make([]Ground, 0, len(tests))
	for rule, n := range tests {
		list = append(list, Ground{rule, n})
	}
	slices.SortFunc(list, func(a, b Ground) int {
		return cmp.Or(b.Tests-a.Tests, strings.Compare(a.words(), b.words()))
	})
	return list
}

// Grounds returns the grounds in words: "10 executed what has changed, 2 did not pass before". It is "" if there are
// none.
func (s *Selection) Grounds() string {
	var texts []string
	for _, g := range s.ByRule() {
		texts = append(texts, words.Thousands(uint64(g.Tests))+" "+g.words())
	}
	return strings.Join(texts, ", ")
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
