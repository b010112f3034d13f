package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/jtest"
)

// gradles are the versions that run here: the one of Debian, and those that testdata/gradle/dist.sh lays out.
var gradles = []string{"4.4.1", "5.6", "6.9.4", "7.6.4", "8.9", "8.11.1"}

// TestGradle runs testdata/acceptance/gradle/*.txtar with each Gradle, which is first on the PATH. The variable GRADLE
// is its version, and the condition [gradle:7.6] holds for that one and later. testdata/acceptance/README.md lists
// them, with the purpose of each.
func TestGradle(t *testing.T) {
	jtest.Acceptance(t)
	for _, version := range gradles {
		t.Run(version, func(t *testing.T) {
			bin, err := gradleBin(version)
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

// fetching is held while a Gradle is brought.
var fetching sync.Mutex

// gradleBin is the folder of the command of that Gradle.
func gradleBin(version string) (string, error) {
	if version == gradles[0] {
		path, err := exec.LookPath("gradle")
		if err != nil {
			return "", fmt.Errorf("gradle %s is to be on the PATH (apt-get install gradle): %w", version, err)
		}
		return filepath.Dir(path), nil
	}
	fetching.Lock()
	defer fetching.Unlock()
	cmd := exec.Command("../../../testdata/gradle/dist.sh", version)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, errors.String())
	}
	return strings.TrimSpace(string(out)), nil
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
