package instrument

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestBehaviour runs the programs of testdata/behaviour, which print what a program can find out about itself,
// without and with counters. What they print and how they end must be the same, and so must be the members of
// their classes. Only what docs/EXACTNESS.md names under "What a program can see" may differ.
func TestBehaviour(t *testing.T) {
	files, err := filepath.Glob("../testdata/behaviour/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, jdk := range jtest.JDKs(t) {
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			level := targetLevel(t, src)
			name := strings.TrimSuffix(filepath.Base(file), ".java")
			// For the level of a JDK and, by the newest, for that of the program: nested classes and + of strings are
			// not compiled the same way.
			releases := []int{max(level, jdk.Version)}
			if jdk == jtest.Newest(t) && level != releases[0] {
				releases = append(releases, level)
			}
			for _, release := range releases {
				t.Run(fmt.Sprintf("%v/%s/%d", jdk, name, release), func(t *testing.T) {
					if jdk.Version < level {
						t.Skipf("%s is written in Java %d", name, level)
					}
					compareBehaviour(t, jdk, name, src, release)
				})
			}
		}
	}
}

func compareBehaviour(t *testing.T, jdk jtest.JDK, name string, src []byte, release int) {
	dir := t.TempDir()
	plain, counted := filepath.Join(dir, "src"), filepath.Join(dir, "out")
	write(t, filepath.Join(plain, name+".java"), string(src))
	instrumentTree(t, []Root{{Src: plain, Dst: counted}},
		Options{Level: release, CountsDir: filepath.Join(dir, "counts")})
	compile := func(sources string) string {
		java, err := filepath.Glob(filepath.Join(sources, "*.java"))
		if err != nil {
			t.Fatal(err)
		}
		classes := sources + "-classes"
		javac(t, jdk, append([]string{"--release", strconv.Itoa(release), "-Xlint:-options", "-encoding", "UTF-8",
			"-g", "-parameters", "-d", classes}, java...)...)
		return classes
	}
	plain, counted = compile(plain), compile(counted)
	for _, option := range []string{"-ea", "-da"} {
		want, got := behaviour(t, jdk, option, plain, name), behaviour(t, jdk, option, counted, name)
		compareText(t, option, withoutNumbers(want), withoutNumbers(withoutHelper(got)))
	}
	compareText(t, "members", members(t, jdk, plain), members(t, jdk, counted))
}

// behaviour returns the output and the exit code of a program.
func behaviour(t *testing.T, jdk jtest.JDK, option, classes, name string) string {
	t.Helper()
	var out, errors bytes.Buffer
	cmd := exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), option, "-cp", classes, name)...)
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%sexit code %d\n%s", strings.ReplaceAll(out.String(), classes, "CLASSES"),
		cmd.ProcessState.ExitCode(), errors.String())
}

var (
	// helperFrame is the frame of the helper that runs the body of a lambda, and the one that called it:
	// the lambda itself. The body has become a lambda of its own, which stands in front of them.
	helperFrame = regexp.MustCompile(
		`(?m)^(\s*at |frame .*)__Counter[0-9a-f]{8}\.\w+\(__Counter[0-9a-f]{8}\.java:\d+\)\n.*lambda\$.*\n`)
	// lambdaNumber is the number in the name that javac gives the method of a lambda.
	lambdaNumber = regexp.MustCompile(`\blambda\$(\w+)\$\d+`)
	// unnamed is a local variable without a name, of which the JVM gives the number.
	unnamed    = regexp.MustCompile(`"<local\d+>"`)
	framesMore = regexp.MustCompile(`(?m)^\s*\.\.\. \d+ more$`)
)

func withoutHelper(text string) string { return helperFrame.ReplaceAllString(text, "") }

// withoutNumbers removes the numbers of lambdas, of variables without a name, and of frames that a trace omits.
func withoutNumbers(text string) string {
	text = unnamed.ReplaceAllString(text, "local variable")
	return framesMore.ReplaceAllString(lambdaNumber.ReplaceAllString(text, "lambda$$$1"), "... more")
}

var (
	lambdaMember = regexp.MustCompile(`\blambda\$`)
	ownVariable  = regexp.MustCompile(`^__[pqrst]\d+(_\d+)?$`)
	variableLine = regexp.MustCompile(`^\d+ +\d+ +\d+ +(\S+) +(\S+)$`)
)

// members lists the output of javap for each class in a folder without the helper's: the members, constants, and the
// names and types of the local variables of each. It omits methods of lambdas, but not their variables.
func members(t *testing.T, jdk jtest.JDK, classes string) string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(classes, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(path string) bool { return strings.HasPrefix(filepath.Base(path), "__Counter") })
	out, err := jdk.Run("javap", append([]string{"-p", "-constants", "-l"}, all...)...)
	if err != nil {
		t.Fatalf("javap: %v\n%s", err, out)
	}
	var list []string
	class, member := "", ""
	for line := range strings.Lines(string(out)) {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasSuffix(text, "{") && !strings.HasPrefix(line, " "):
			class, member = text, ""
			list = append(list, class)
		case strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") && strings.HasSuffix(text, ";"):
			member = class + " " + text
			if lambdaMember.MatchString(text) {
				member = class + " a lambda"
				continue
			}
			list = append(list, member)
		default:
			if m := variableLine.FindStringSubmatch(text); m != nil && !ownVariable.MatchString(m[1]) {
				list = append(list, member+" "+m[1]+" "+m[2])
			}
		}
	}
	slices.Sort(list)
	// The body of a lambda that is a lambda again has its parameters, and this, for a second time.
	return strings.Join(slices.Compact(list), "\n")
}

// compareText fails for the first line that differs.
func compareText(t *testing.T, what, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Errorf("%s: line %d differs\n  plain:\n%s\n  with counters:\n%s", what, i+1, excerpt(a, i), excerpt(b, i))
			return
		}
	}
}

func excerpt(lines []string, i int) string {
	return strings.Join(lines[min(max(i-3, 0), len(lines)):min(i+6, len(lines))], "\n")
}
