package cli

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/jtest"
)

// TestGradle runs testdata/acceptance/gradle/*.txtar with each Gradle, which is first on the PATH. The variable GRADLE
// is its version, and the condition [gradle:7.6] holds for that one and later. testdata/acceptance/README.md lists
// them, with the purpose of each.
func TestGradle(t *testing.T) {
	jtest.Acceptance(t)
	for _, version := range jtest.Gradles {
		t.Run(version, func(t *testing.T) {
			bin, err := jtest.Gradle("../../..", version)
			if err != nil {
				t.Fatal(err)
			}
			p := scriptParams(t, "../../../testdata/acceptance/gradle")
			setup, condition := p.Setup, p.Condition
			p.Setup = func(env *testscript.Env) error {
				env.Setenv("GRADLE", version)
				env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
				return setup(env)
			}
			p.Condition = func(cond string) (bool, error) {
				if least, ok := strings.CutPrefix(cond, "gradle:"); ok {
					return !versionLess(version, least), nil
				}
				return condition(cond)
			}
			testscript.Run(t, p)
		})
	}
}

// versionLess compares versions of numbers.
func versionLess(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		m, _ := strconv.Atoi(x[i])
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return m < n
		}
	}
	return len(x) < len(y)
}
