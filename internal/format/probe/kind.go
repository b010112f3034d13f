package probe

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/lazyregexp"
)

// Kind is the purpose of a source set, as the build tool says it: "" where that is not known.
type Kind string

// The kinds of source sets.
const (
	MainSources Kind = "main" // part of what the project makes
	TestSources Kind = "test" // tests, and helpers of them
)

// testWord finds test as a word of a name: integrationTest, testFixtures, but not latest.
var testWord = lazyregexp.New(`(?:^|[^a-zA-Z])tests?(?:[^a-z]|$)|Tests?(?:[^a-z]|$)`)

// NamesTests reports whether the name of a source set, or of a folder, has the word test. In doubt it has not, as gates
// pass test sources over.
func NamesTests(name string) bool { return testWord().MatchString(name) }

// IsTest reports whether a source set of this kind and name holds tests, or helpers of them. The name decides only if
// the kind is not known: of main:EXECUTION and test:EXECUTION the first part, which is the goal of the compiler.
func (k Kind) IsTest(name string) bool {
	if k != "" {
		return k == TestSources
	}
	set, _, _ := strings.Cut(name, ":")
	return NamesTests(set)
}

// IsTest reports whether the source set holds tests, or helpers of them.
func (s *Set) IsTest() bool { return s.Kind.IsTest(s.Name) }

// kindFile is the file beside a map with the kind of its source set.
func kindFile(mapFile string) string { return strings.TrimSuffix(mapFile, ".map") + ".kind" }

// WriteKind writes the kind of a source set beside its map, before the map: live counts read both. If the kind is not
// known, it writes nothing.
func WriteKind(mapFile string, k Kind) error {
	if k != "" {
		return atomicfile.WriteBytes(kindFile(mapFile), []byte(k))
	}
	if err := os.Remove(kindFile(mapFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ReadKind reads what WriteKind has written; "" where there is nothing.
func ReadKind(mapFile string) Kind {
	text, err := os.ReadFile(kindFile(mapFile))
	if k := Kind(text); err == nil && (k == MainSources || k == TestSources) {
		return k
	}
	return ""
}
