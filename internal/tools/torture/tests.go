//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jprof/internal/util/words"
)

// goTest is a trial that tests of a package make.
type goTest struct {
	part, promise, how string
	folder, run        string   // pattern of the tests
	args, quick        []string // of the tests, after -args
}

var goTests = []goTest{
	{part: "kill", promise: "Files of services that were killed are joined, and no count is there twice",
		how:    "JVMs share a folder, end and are killed, while others join and read their files",
		folder: "./instrument/rt", run: "TestTorture", args: []string{"-jvms", "100"}, quick: []string{"-jvms", "10"}},
	{part: "jvm", promise: "Programs with counters end as without, and their counts are whole or named as missing",
		how: "security managers, closed class loaders, full disks, signals, threads and properties of the program's " +
			"own, archives of classes, on each JDK", folder: "./instrument/rt",
		run: "TestJVM|TestRelease8|TestArchive"},
	{part: "input",
		promise: "A run from elsewhere writes nothing outside of its folder, and is refused where it is damaged",
		how:     "`../`, links, devices, bombs and false numbers in archives, maps, counts and contexts",
		folder:  "./internal/runs/...", run: "Hostile|Unpack|NoRegular|OpenBad|TooMany|ErrorsName|LongNames"},
	{part: "page", promise: "Nobody but the user reaches the page, and nothing listens beyond loopback",
		how:    "other users, hosts, origins, methods, tokens and paths; names that are markup",
		folder: "./internal/app/ui",
		run: "TestRefused|TestOtherUser|TestLoopback|TestHeaders|TestGetChangesNothing|TestEnter|TestOutside|" +
			"TestHostileTexts"},
}

// fuzzer is a function that fuzzes a reader.
type fuzzer struct{ folder, name string }

// declared matches a fuzzer in a source.
var declared = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// fuzzers lists those of jprof's sources.
func (t *torture) fuzzers() (all []fuzzer, err error) {
	err = filepath.WalkDir(t.top, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(t.top, filepath.Dir(path))
		for _, m := range declared.FindAllSubmatch(text, -1) {
			all = append(all, fuzzer{"./" + folder, string(m[1])})
		}
		return err
	})
	return all, err
}

func testTrials() []trial {
	var all []trial
	for _, g := range goTests {
		all = append(all, trial{g.part, g.promise, g.how + " (`go test " + g.folder + " -run '" +
			strings.ReplaceAll(g.run, "|", `\|`) + "'`)", g.try})
	}
	return append(all, trial{"input", "Readers of jprof refuse what is damaged, without a panic, a hang, or more " +
		"than 512 MB", "fuzzing of each reader (`go test -fuzz`)", (*torture).fuzz})
}

// passed matches a test that has passed, without those below it.
var passed = regexp.MustCompile(`(?m)^\s*--- PASS`)

// try runs the tests.
func (g goTest) try(t *torture) (string, error) {
	args := g.args
	if t.quick && g.quick != nil {
		args = g.quick
	}
	command := []string{"test", "-count=1", "-v", "-vet=off", "-timeout", "4h", g.folder, "-run", g.run}
	if len(args) > 0 {
		command = append(append(command, "-args"), args...)
	}
	out, err := t.goCommand(command...)
	n := len(passed.FindAll(out, -1))
	if err != nil || n == 0 {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return words.Plural(n, "test") + " passed", nil
}

// goCommand runs the go command in jprof's sources, and returns what it has printed.
func (t *torture) goCommand(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = t.top
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.Bytes(), err
}

// executions matches the time of a fuzzer, and the number of inputs that it has tried.
var executions = regexp.MustCompile(`elapsed: (\w+), execs: (\d+)`)

// mostMemory is the memory that a process of a fuzzer with a reader may take.
const mostMemory = 512 << 20

// fuzz runs each fuzzer for a while. A quick trial takes some, others each time.
func (t *torture) fuzz() (string, error) {
	all, err := t.fuzzers()
	if err != nil {
		return "", err
	}
	each := t.each
	if t.quick {
		each = 5 * time.Second
		t.random("fuzz").Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:3]
	}
	tried, most := 0, int64(0)
	var faults []error
	for _, f := range all {
		n, peak, err := t.fuzzOne(f, each)
		tried, most = tried+n, max(most, peak)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s in %s: %w", f.name, f.folder, err))
		}
	}
	return fmt.Sprintf("%d readers, %v each: %s inputs, at most %d MB", len(all), each, words.Thousands(uint64(tried)),
		most>>20), errors.Join(faults...)
}

// fuzzOne runs a fuzzer for a while. It returns the number of inputs, and the memory that they took at most.
func (t *torture) fuzzOne(f fuzzer, each time.Duration) (tried int, peak int64, err error) {
	watched := watchPeak("-test.fuzzworker")
	out, err := t.goCommand("test", "-vet=off", f.folder, "-run", "^$", "-fuzz", "^"+f.name+"$",
		"-fuzztime", each.String(), "-fuzzminimizetime", "100x", "-parallel", "2")
	peak = watched()
	tried, stands := inputs(out)
	switch {
	case err != nil && !outOfTime(out):
		return tried, peak, fmt.Errorf("%w\n%s", err, out)
	case stands >= patience:
		return tried, peak, fmt.Errorf("it tries nothing for %v: an input hangs\n%s", stands, out)
	case peak > mostMemory:
		return tried, peak, fmt.Errorf("it takes %d MB", peak>>20)
	}
	return tried, peak, nil
}

// outOfTime reports whether the output of a fuzzer has no fault but the end of its time, for which Go before 1.27
// sometimes fails (golang/go#75804).
func outOfTime(out []byte) bool {
	return bytes.Contains(out, []byte("\n    context deadline exceeded\n")) &&
		!bytes.Contains(out, []byte("Failing input written to")) && !bytes.Contains(out, []byte("panic"))
}

// inputs returns the number of inputs that a fuzzer has tried, by its output, and how long it had tried no other one.
func inputs(out []byte) (number int, stands time.Duration) {
	var last, from time.Duration
	for _, m := range executions.FindAllSubmatch(out, -1) {
		last, _ = time.ParseDuration(string(m[1])) // as Go prints it
		if n, _ := strconv.Atoi(string(m[2])); n != number {
			number, from = n, last
		}
	}
	return number, last - from
}
