package selection

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/runs/carry"
	"jprof/report/tests/affected"
)

// Share is a shard of the selected tests for a build. The first shard also has the classes of which no test is
// selected: it carries over their counts.
type Share struct {
	runs.Shard
	numbers map[string]int // of the shards, by the names of top-level classes with selected tests
}

// Share divides the selected tests into shards, and returns one of them.
func (found *Found) Share(number, of int) *Share {
	s := &Share{runs.Shard{Number: number, Of: of}, map[string]int{}}
	sum := sha256.New()
	fmt.Fprintln(sum, found.Run.ID, found.Base, len(found.All) > 0)
	for i, tests := range found.Shards(of) {
		if i == number-1 {
			s.Tests = len(tests)
		}
		s.add(i+1, tests, sum)
	}
	s.Selection = hex.EncodeToString(sum.Sum(nil))[:shortHash]
	return s
}

// add notes the classes of the tests of a shard, and writes the tests to sum.
func (s *Share) add(number int, tests []affected.Selected, sum hash.Hash) {
	for i := range tests {
		s.numbers[decl.Outermost(tests[i].Class)] = number
		fmt.Fprintln(sum, number, tests[i].Step, tests[i].Name())
	}
}

// has reports whether the shard has the tests of a top-level class.
func (s *Share) has(class string) bool {
	number, selected := s.numbers[class]
	return number == s.Number || !selected && s.Number == 1
}

// carried returns the shard for the plan of counts that are carried over, nil for all tests.
func (s *Share) carried() *carry.Shard {
	if s == nil {
		return nil
	}
	return &carry.Shard{First: s.Number == 1, Has: s.has}
}

// Others returns the top-level classes that other shards have, for each test step. A new class may be one of any step.
func (found *Found) Others(s *Share) map[string][]string {
	steps := map[string]map[string]bool{}
	for _, p := range found.projects {
		for _, t := range p.leaf.Tests.Tests() {
			if t.Step == "" {
				continue
			}
			if steps[t.Step] == nil {
				steps[t.Step] = map[string]bool{}
			}
			steps[t.Step][decl.Outermost(t.Class)] = true
		}
	}
	others := map[string][]string{}
	for step, classes := range steps {
		for class := range s.numbers {
			classes[class] = true
		}
		for class := range classes {
			if carry.IsClass(class) && !s.has(class) {
				others[step] = append(others[step], class)
			}
		}
		slices.Sort(others[step])
	}
	return others
}
