//go:build linux

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"jprof/internal/jtest"
)

// life is one way in which a JVM lives and ends.
type life struct {
	mode    string
	whole   int // the number for Torture.java
	quick   int
	options []string
	exit    int
	since   int    // the first Java that has it
	method  string // whose calls are compared; "" for tick
	// lost says that some calls may be missing, of the last seconds.
	lost bool
}

var crashing = []string{"-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash"}

// lives lists those that lose nothing, and those that may lose what was counted last.
var lives = []life{
	{mode: "exit", whole: 1e6, quick: 1000, exit: 3},
	{mode: "halt", whole: 1e6, quick: 1000, exit: 4},
	{mode: "uncaught", whole: 1e6, quick: 1000, exit: 1},
	{mode: "memory", whole: 300, quick: 10, options: []string{"-Xmx24m"}},
	{mode: "stack", whole: 2000, quick: 100},
	{mode: "threads", whole: 5000, quick: 500},
	{mode: "virtual", whole: 100_000, quick: 5000, since: 21},
	{mode: "unload", whole: 1000, quick: 100, method: "once"},
	{mode: "redefine", whole: 1000, quick: 20, options: []string{"-Djdk.attach.allowAttachSelf=true"}},
	{mode: "hook", whole: 60_000, quick: 2000},
	{mode: "threads", whole: 500, quick: 50, options: []string{"-Xmx16m"}},
	{mode: "threads", whole: 500, quick: 50, options: []string{"-XX:ReservedCodeCacheSize=3m"}},
	{mode: "threads", whole: 500, quick: 50, options: []string{"-XX:ActiveProcessorCount=1", "-XX:MaxRAM=128m"}},
	{mode: "threads", whole: 500, quick: 50, options: []string{"-Xint"}},
	{mode: "threads", whole: 500, quick: 50, options: []string{"-XX:+UseZGC"}},
	{mode: "kill", whole: 5000, quick: 2000, exit: 137, lost: true},
	{mode: "crash", whole: 5000, quick: 2000, exit: 1, lost: true, options: crashing},
}

func jvmTrials() []trial {
	return []trial{
		{"jvm", "No count is lost, however a JVM ends by itself", "`jprof run Torture.java`: exit, halt, an uncaught " +
			"exception, OutOfMemoryError and StackOverflowError again and again, threads, virtual threads, unloaded " +
			"and redefined classes, long shutdown hooks, small heaps, code caches and containers, interpreter, " +
			"ZGC, on each JDK", func(t *torture) (string, error) { return t.live(false) }},
		{"jvm", "A JVM that is killed or crashes lacks what it counted in its last second, at most",
			"the same with SIGKILL and SIGSEGV", func(t *torture) (string, error) { return t.live(true) }},
	}
}

// live runs the program in each of the ways, on each JDK, and compares the calls with those that it knows.
func (t *torture) live(lost bool) (string, error) {
	tried, calls, longest := 0, uint64(0), 0.0
	for _, jdk := range jtest.Installed() {
		w, err := t.newProgram("jvm-"+jdk.String(), jdk)
		if err != nil {
			return "", err
		}
		for _, l := range lives {
			if l.lost != lost || l.since > jdk.Version {
				continue
			}
			for range t.share(map[bool]int{true: 10, false: 1}[lost], 1) {
				n, missing, err := w.live(l, t.share(l.whole, l.quick))
				if err != nil {
					return "", fmt.Errorf("%s, %s %v: %w", jdk, l.mode, l.options, err)
				}
				tried, calls, longest = tried+1, calls+n, max(longest, missing)
			}
		}
	}
	if lost {
		return fmt.Sprintf("%d JVMs, %d calls; the last %.2f s are missing at most", tried, calls, longest), nil
	}
	return fmt.Sprintf("%d JVMs, %d calls, all counted", tried, calls), nil
}

// mostLost is the time in seconds that a JVM that is killed may lack.
const mostLost = 1.0

// newProgram returns a world with the program Torture.java alone, whose JDK is the given one.
func (t *torture) newProgram(name string, jdk jtest.JDK) (*world, error) {
	w := &world{jprof: t.jprof, dir: filepath.Join(t.work, name), vars: []string{"JAVA_HOME=" + jdk.Home}}
	w.project = filepath.Join(w.dir, "project")
	text, err := os.ReadFile(filepath.Join(t.top, "testdata", "torture", "Torture.java"))
	if err != nil {
		return nil, err
	}
	return w, errors.Join(os.RemoveAll(w.dir), os.MkdirAll(w.path(".jprof"), 0o777),
		os.MkdirAll(filepath.Join(w.dir, "tmp"), 0o700), os.WriteFile(w.path("Torture.java"), text, 0o666))
}

// live runs the program once. It returns the calls, and the seconds at the end whose calls are missing.
func (w *world) live(l life, n int) (calls uint64, missing float64, err error) {
	truth := w.path("truth")
	if err := os.RemoveAll(truth); err != nil {
		return 0, 0, err
	}
	args := []string{"run"}
	for _, o := range l.options {
		args = append(args, "--jvm", o)
	}
	out, messages, code, err := w.try(append(args, "Torture.java", l.mode, truth, strconv.Itoa(n))...)
	if err == nil && code != l.exit {
		err = fmt.Errorf("exit code %d, want %d\n%s%s", code, l.exit, out, messages)
	}
	if err != nil {
		return 0, 0, err
	}
	known, err := os.ReadFile(truth)
	if err != nil || len(known) != 16 {
		return 0, 0, errors.Join(err, fmt.Errorf("%d bytes of truth", len(known)))
	}
	want, ran := binary.BigEndian.Uint64(known), float64(binary.BigEndian.Uint64(known[8:]))/1e9
	method := l.method
	if method == "" {
		method = "tick"
	}
	counted, err := w.calls(method)
	switch {
	case err != nil:
		return 0, 0, err
	case !l.lost && counted != want:
		return 0, 0, fmt.Errorf("%d calls are counted, of %d", counted, want)
	case counted < want:
		missing = float64(want-counted) / float64(want) * ran
	}
	if missing > mostLost {
		err = fmt.Errorf("%d calls are counted, of %d: %.2f s are missing", counted, want, missing)
	}
	if l.lost && err == nil && !strings.Contains(string(messages), "jprof: ") {
		err = errors.New("no message says that the JVM was killed")
	}
	return want, missing, err
}

// calls returns how often a method was invoked in the newest run.
func (w *world) calls(method string) (uint64, error) {
	out, err := w.do("export", "--format", "lcov", "-o", "-")
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`(?m)^FNDA:(\d+),.*\b` + method + `\b`).FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("no method %s in %s", method, out)
	}
	return strconv.ParseUint(string(m[1]), 10, 64)
}
