package agent

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
	"sync"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/plugins"
)

// ready has an *Agent with full coverage for each JDK: all tests share them.
var ready sync.Map

// full is the agent of a JDK with full coverage. The JDK is instrumented once for each version of the agent, in a cache
// that tests keep.
func full(t *testing.T, j jtest.JDK) *Agent {
	t.Helper()
	if _, err := plugins.ContextAgent(); err != nil {
		t.Skip(err)
	}
	if j.Version < 9 {
		t.Skip("it has no modules")
	}
	prepare, _ := ready.LoadOrStore(j.Home, sync.OnceValues(func() (*Agent, error) {
		cache, err := jtest.CacheFolder()
		if err != nil {
			return nil, err
		}
		u := term.New(os.Stderr, os.Getenv)
		return Prepare(t.Context(), u, cache, j.Java(), Settings{Coverage: All, Out: filepath.Join(cache, "out")})
	}))
	a, err := prepare.(func() (*Agent, error))()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// application is an agent that covers the application only.
func application(t *testing.T, j jtest.JDK) *Agent {
	t.Helper()
	if _, err := plugins.ContextAgent(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	u := term.New(os.Stderr, os.Getenv)
	a, err := Prepare(t.Context(), u, dir, j.Java(), Settings{Coverage: App, Out: filepath.Join(dir, "out")})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// shared is a folder for all tests.
var shared string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "jprof-agent-")
	if err != nil {
		panic(err)
	}
	shared = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// compilers is an option for programs that are about compiled code: the JVM has its best compiler, and starts slowly.
const compilers = "-XX:+TieredCompilation"

// java runs a class with options, and returns its two streams.
func java(t *testing.T, j jtest.JDK, env []string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, problems bytes.Buffer
	if !slices.Contains(args, compilers) {
		args = append(slices.Clone(jtest.QuickStart), args...)
	}
	cmd := exec.Command(j.Java(), args...)
	cmd.Env = append(append(os.Environ(), environ.CountsVariable+"="+filepath.Join(shared, "out")), env...)
	cmd.Stdout, cmd.Stderr = &out, &problems
	err = cmd.Run()
	return out.String(), problems.String(), err
}

// compile compiles a file of the repository, and returns the folder of the classes.
func compile(t *testing.T, j jtest.JDK, file string) string {
	t.Helper()
	classes := t.TempDir()
	if out, err := j.Run("javac", "-g", "-parameters", "-encoding", "UTF-8", "-d", classes, file); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return classes
}

// Boot classes are not verified unless the JVM is asked to: each woven class has to pass all the same.
func TestVerify(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			args := append(full(t, j).Options(), "-Xverify:all", "-cp",
				compile(t, j, "testdata/LinkAll.java"), "LinkAll")
			out, problems, err := java(t, j, nil, append(args, "1")...)
			words := strings.Fields(out)
			if err != nil || len(words) != 2 || problems != "" {
				t.Fatalf("%v\n%s%s", err, out, problems)
			}
			if n, err := strconv.Atoi(words[0]); err != nil || n < 6000 {
				t.Errorf("only %s classes: %v", words[0], err)
			}
		})
	}
}

// threadID is the number in the text of a thread, from JDK 19 on. The agent's own thread takes one.
var threadID = regexp.MustCompile(`(?m)(^Thread\[)#\d+,`)

// Programs that print facts about themselves print the same with the agent, but for numbers of threads. One JVM runs
// all of them; Meaning comes last, as it ends the JVM.
func TestBehaviour(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/behaviour/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	files = append(files, "testdata/Hidden.java")
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			classes, all := t.TempDir(), filepath.Join(t.TempDir(), "All.java")
			text, sources := "class All { public static void main(String[] args) throws Throwable {\n", []string{all}
			for _, file := range files {
				if j.Version < levelOf(t, file) {
					continue
				}
				sources = append(sources, file)
				if name := strings.TrimSuffix(filepath.Base(file), ".java"); name != "Meaning" {
					text += fmt.Sprintf("System.out.println(%q);\n", name) +
						"try { " + name + ".main(args); } catch (Throwable e) { e.printStackTrace(); }\n"
				}
			}
			if err := os.WriteFile(all, []byte(text+"Meaning.main(args); } }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := j.Run("javac", append([]string{"-g", "-parameters", "-nowarn", "-encoding", "UTF-8", "-d",
				classes}, sources...)...); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			program := []string{"-ea", "-cp", classes, "All"}
			out, problems, err := java(t, j, nil, program...)
			out = threadID.ReplaceAllString(out, "$1")
			if !strings.Contains(out, "\nHidden\n") || !strings.Contains(fmt.Sprint(err), "exit status 3") {
				t.Errorf("%v\n%s%s", err, out, problems)
			}
			for _, a := range []*Agent{application(t, j), full(t, j)} {
				out2, problems2, err2 := java(t, j, nil, append(a.Options(), program...)...)
				out2 = threadID.ReplaceAllString(out2, "$1")
				if out != out2 || problems != problems2 || fmt.Sprint(err) != fmt.Sprint(err2) {
					t.Errorf("plain, %v:\n%s%s\nwith coverage %v, %v:\n%s%s", err, out, problems, a.Coverage, err2,
						out2, problems2)
				}
			}
		})
	}
}

// levelOf is the level of Java that a program of testdata/behaviour names in its first line.
func levelOf(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	n, err := strconv.Atoi(strings.TrimPrefix(first, "// level "))
	if err != nil {
		t.Fatalf("%s begins with %q", file, first)
	}
	return n
}

// TestSoak starts JVMs again and again: JPROF_SOAK has the number for each JDK. A crash of the JVM in code that its
// compilers have made of woven classes would show here.
func TestSoak(t *testing.T) {
	starts, err := strconv.Atoi(os.Getenv("JPROF_SOAK"))
	if err != nil {
		t.Skip("it takes an hour: make soak runs it")
	}
	const rounds = "250"
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			a := full(t, j)
			classes := compile(t, j, "testdata/Soak.java")
			dump := "-XX:ErrorFile=" + filepath.Join(t.TempDir(), "crash")
			want, problems, err := java(t, j, nil, compilers, "-cp", classes, "Soak", rounds)
			if err != nil {
				t.Fatalf("%v\n%s", err, problems)
			}
			for i := range starts {
				args := append(a.Options(), compilers, dump, "-cp", classes, "Soak", rounds)
				out, problems, err := java(t, j, []string{environ.CountsVariable + "=" + t.TempDir()}, args...)
				if err != nil || out != want || problems != "" {
					t.Fatalf("start %d: %v, want %s%s\n%s", i+1, err, want, out, problems)
				}
			}
		})
	}
}
