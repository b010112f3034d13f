package buildtools

import (
	"slices"
	"strings"
)

// Kind is the purpose of a test step, by the names that build tools use.
type Kind string

// The kinds of test steps.
const (
	UnitTests        Kind = "unit"
	IntegrationTests Kind = "integration"
)

// Words that mark integration tests. A step runs such tests if its name has a word with one of these parts, or one of
// these whole words.
var (
	integrationParts = []string{"integration", "integtest", "functional", "acceptance", "endtoend", "e2e"}
	integrationWords = []string{"it", "its", "int", "integ", "func"}
)

// Kind returns IntegrationTests if a word in one of the names of the step marks integration tests. These are the names
// of the goal or task, and of the execution or source set. Examples are Failsafe's goal integration-test and Gradle's
// tasks integrationTest, functionalTest and testIT. Otherwise it returns UnitTests.
func (t Tests) Kind() Kind {
	for _, name := range []string{t.Goal, t.ID} {
		joined := strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "", " ", "").Replace(name))
		if slices.ContainsFunc(integrationParts, func(part string) bool { return strings.Contains(joined, part) }) {
			return IntegrationTests
		}
		known := func(w string) bool { return slices.Contains(integrationWords, w) }
		if slices.ContainsFunc(wordsOf(strings.ReplaceAll(name, "ITs", "IT")), known) {
			return IntegrationTests
		}
	}
	return UnitTests
}

// wordsOf splits a name into its words, in lower case. For example, intTest has int and test; testIT and test-it have
// test and it.
func wordsOf(name string) []string {
	var list []string
	start := 0
	for i := 0; i <= len(name); i++ {
		switch {
		case i == len(name) || !isLetter(name[i]):
			if i > start {
				list = append(list, strings.ToLower(name[start:i]))
			}
			start = i + 1
		case i > start && isUpper(name[i]) &&
			(!isUpper(name[i-1]) || i+1 < len(name) && isLetter(name[i+1]) && !isUpper(name[i+1])):
			list = append(list, strings.ToLower(name[start:i]))
			start = i
		}
	}
	return list
}

func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLetter(c byte) bool { return isUpper(c) || c >= 'a' && c <= 'z' }
