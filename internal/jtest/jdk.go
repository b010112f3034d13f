// Package jtest holds the helpers that tests of several packages share: JDKs, their tools and classes (jdk.go,
// tools.go, classes.go), fake build tools (tool.go), quick builds by Maven (maven.go), programs that read exports
// (consumers.go), waiting (await.go), and the marks of tests that are slow. Only test files import it.
package jtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"jprof/internal/java/jdks"
)

// JDK is an installed Java development kit.
type JDK struct {
	Home    string // its folder, with symbolic links resolved
	Version int    // feature release: 8, 17, 25
}

// String returns the name of the JDK for a subtest, such as "jdk17".
func (j JDK) String() string { return "jdk" + strconv.Itoa(j.Version) }

// Java returns the path of the JDK's launcher.
func (j JDK) Java() string { return filepath.Join(j.Home, "bin", "java") }

// Javac returns the path of the JDK's compiler.
func (j JDK) Javac() string { return filepath.Join(j.Home, "bin", "javac") }

// JDKs lists the JDKs of this machine in ascending order of version, one for each version. The first one found wins:
// the one in JAVA_HOME, the one of the javac on the PATH, then those in /usr/lib/jvm. The test is skipped where there
// is none, and where tests that start a JVM are skipped: see Slow.
func JDKs(t testing.TB) []JDK {
	t.Helper()
	Slow(t)
	jdks := Installed()
	if len(jdks) == 0 {
		t.Skip("no JDK found: set JAVA_HOME, or put javac on the PATH")
	}
	return jdks
}

// Installed returns the same JDKs as JDKs, for programs that are no tests. The list is empty if the machine has none.
func Installed() []JDK { return slices.Clone(installed()) }

// OfRelease finds an installed JDK of a feature release, for programs.
func OfRelease(version int) (JDK, error) {
	for _, j := range installed() {
		if j.Version == version {
			return j, nil
		}
	}
	return JDK{}, fmt.Errorf("no JDK %d: put it into /usr/lib/jvm, or set JAVA_HOME to its folder", version)
}

// Newest returns the last JDK of the list that JDKs returns, which has the highest version.
func Newest(t testing.TB) JDK {
	t.Helper()
	jdks := JDKs(t)
	return jdks[len(jdks)-1]
}

var installed = sync.OnceValue(func() []JDK {
	var homes []string
	if home := os.Getenv("JAVA_HOME"); home != "" {
		homes = append(homes, home)
	}
	if javac, err := exec.LookPath("javac"); err == nil {
		if real, err := filepath.EvalSymlinks(javac); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(real)))
		}
	}
	more, _ := filepath.Glob("/usr/lib/jvm/*") // in sorted order
	homes = append(homes, more...)

	var found []JDK
	for _, h := range jdks.In(homes) {
		found = append(found, JDK{Home: h.Dir, Version: h.Feature})
	}
	return found
})
