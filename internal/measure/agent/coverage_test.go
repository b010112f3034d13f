package agent

import (
	"bytes"
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
	"jprof/internal/util/term"
	"jprof/plugins"
)

// ready has an *Agent with full coverage for each JDK: all tests share them.
var ready sync.Map

// full is the agent of a JDK with full coverage, and options of a JVM that has it.
func full(t *testing.T, j jtest.JDK) *Agent {
	t.Helper()
	if _, err := plugins.ContextAgent(); err != nil {
		t.Skip(err)
	}
	if j.Version < 9 {
		t.Skip("it has no modules")
	}
	prepare, _ := ready.LoadOrStore(j.Home, sync.OnceValues(func() (*Agent, error) {
		cache, err := os.MkdirTemp(shared, "cache")
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

// java runs a class with options, and returns its two streams.
func java(t *testing.T, j jtest.JDK, env []string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, problems bytes.Buffer
	cmd := exec.Command(j.Java(), args...)
	cmd.Env = append(os.Environ(), env...)
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
			args := append(full(t, j).Options(), "-XX:TieredStopAtLevel=1", "-Xverify:all", "-cp",
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

// Programs that print facts about themselves print the same with the agent, but for numbers of threads.
func TestBehaviour(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/behaviour/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, j := range jtest.JDKs(t) {
		for _, file := range append(files, "testdata/Hidden.java") {
			name := strings.TrimSuffix(filepath.Base(file), ".java")
			t.Run(j.String()+"/"+name, func(t *testing.T) {
				t.Parallel()
				if level := levelOf(t, file); j.Version < level {
					t.Skipf("%s is written in Java %d", name, level)
				}
				classes := compile(t, j, file)
				quick := append(slices.Clone(jtest.QuickStart), "-ea", "-cp", classes, name)
				out, problems, err := java(t, j, nil, quick...)
				out = threadID.ReplaceAllString(out, "$1")
				for _, a := range []*Agent{application(t, j), full(t, j)} {
					out2, problems2, err2 := java(t, j, nil, append(a.Options(), quick...)...)
					out2 = threadID.ReplaceAllString(out2, "$1")
					if out != out2 || problems != problems2 || (err == nil) != (err2 == nil) {
						t.Errorf("plain, %v:\n%s%s\nwith coverage %v, %v:\n%s%s", err, out, problems, a.Coverage, err2,
							out2, problems2)
					}
				}
			})
		}
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
	starts, rounds := 1, "100"
	if n, err := strconv.Atoi(os.Getenv("JPROF_SOAK")); err == nil {
		starts, rounds = n, "250"
	}
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			a := full(t, j)
			classes := compile(t, j, "testdata/Soak.java")
			dump := "-XX:ErrorFile=" + filepath.Join(t.TempDir(), "crash")
			want, problems, err := java(t, j, nil, "-cp", classes, "Soak", rounds)
			if err != nil {
				t.Fatalf("%v\n%s", err, problems)
			}
			counts := "JPROF_COUNTS=" + t.TempDir()
			for i := range starts {
				args := append(a.Options(), dump, "-cp", classes, "Soak", rounds)
				out, problems, err := java(t, j, []string{counts}, args...)
				if err != nil || out != want || problems != "" {
					t.Fatalf("start %d: %v, want %s%s\n%s", i+1, err, want, out, problems)
				}
			}
		})
	}
}
