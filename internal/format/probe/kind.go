package probe

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/regular"
)

// Kind is the purpose of a source set, as the build tool reports it, "" if it is not known.
type Kind string

// The kinds of source sets.
const (
	MainSources Kind = "main" // part of the product of the project
	TestSources Kind = "test" // tests, and helpers of tests
)

// testWord finds test as a word in a name, such as integrationTest or testFixtures, but not latest.
var testWord = lazyregexp.New(`(?:^|[^a-zA-Z])tests?(?:[^a-z]|$)|Tests?(?:[^a-z]|$)`)

// NamesTests reports whether the name of a source set or folder has the word test. In doubtful cases it returns false,
// because gates ignore test sources.
func NamesTests(name string) bool { return testWord().MatchString(name) }

// IsTest reports whether a source set of this kind and name holds tests, or helpers of tests. The name decides only if
// the kind is not known. Of the names main:EXECUTION and test:EXECUTION, the part before the colon decides: it is the
// goal of the compiler.
func (k Kind) IsTest(name string) bool {
	if k != "" {
		return k == TestSources
	}
	set, _, _ := strings.Cut(name, ":")
	return NamesTests(set)
}

// IsTest reports whether the source set holds tests, or helpers of tests.
func (s *Set) IsTest() bool { return s.Kind.IsTest(s.Name) }

// kindFile returns the path of the file beside a map that holds the kind of its source set.
func kindFile(mapFile string) string { return strings.TrimSuffix(mapFile, ".map") + ".kind" }

// WriteKind writes the kind of a source set into a file beside its map. Call it before the map is written, because live
// counts read both. If the kind is not known, WriteKind removes the file.
func WriteKind(mapFile string, k Kind) error {
	if k != "" {
		return atomicfile.WriteBytes(kindFile(mapFile), []byte(k))
	}
	if err := os.Remove(kindFile(mapFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ReadKind reads the kind that WriteKind wrote, "" if there is none.
func ReadKind(mapFile string) Kind {
	text, err := regular.ReadFile(kindFile(mapFile))
	if k := Kind(text); err == nil && (k == MainSources || k == TestSources) {
		return k
	}
	return ""
}
