package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/app/cli"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javagen"
	"jprof/internal/jtest/oracle"
)

// fuzzer holds the tools and options by which programs are tried.
type fuzzer struct {
	jdk     jtest.JDK
	agent   oracle.Agent
	dir     string // a folder of its own; it holds the compiled class Fz in "lib"
	options javagen.Options
	threads int // that each run all programs under jprof

	recorder    string // the jar of the recorder of tests
	compileOnly bool   // run javac only
}

// newFuzzer prepares the folder dir.
func newFuzzer(jdk jtest.JDK, agent oracle.Agent, dir string, o javagen.Options, threads int) (*fuzzer, error) {
	f := &fuzzer{jdk: jdk, agent: agent, dir: dir, options: o, threads: threads}
	source := filepath.Join(dir, "fz", "Fz.java")
	if err := errors.Join(os.MkdirAll(filepath.Dir(source), 0o777),
		os.WriteFile(source, []byte(javagen.Support), 0o666)); err != nil {
		return nil, err
	}
	if out, err := jdk.Run("javac", "-nowarn", "--release", "8", "-Xlint:-options", "-d", f.lib(), source); err != nil {
		return nil, fmt.Errorf("compiling Fz: %w\n%s", err, out)
	}
	return f, f.prepareTests()
}

func (f *fuzzer) lib() string { return filepath.Join(f.dir, "lib") }

// outcome holds the results of a program.
type outcome struct {
	invalid  string        // the errors of javac in the generated program
	rejected string        // the errors of javac in the instrumented program only
	results  [3]string     // its output: plain, with the oracle, with counters
	lines    []oracle.Line // lines with different counts
	branches []string      // operands with other counts than the program's own
	tests    string        // the fault of counts by test, "" for none
	compared int
	operands int // compared
}

// wrong returns the fault of jprof that the program shows, "" for none.
func (o *outcome) wrong() string {
	_, text := o.fault()
	return text
}

// kind returns the sort of the fault. A smaller program with the same kind is taken to have the same fault.
func (o *outcome) kind() string {
	kind, _ := o.fault()
	return kind
}

// fault returns the sort of the fault, and its text.
func (o *outcome) fault() (kind, text string) {
	switch {
	case o.invalid != "":
		return "", ""
	case o.rejected != "":
		return "rejected", "javac rejects it with counters: " + o.rejected
	case o.results[0] != o.results[1]:
		return "oracle", fmt.Sprintf("the oracle changes it: %q became %q", o.results[0], o.results[1])
	case o.results[0] != o.results[2]:
		return "behaviour", fmt.Sprintf("it does something else with counters: %q became %q", o.results[0],
			o.results[2])
	case len(o.lines) > 0:
		return "lines", fmt.Sprintf("%v", o.lines[0])
	case len(o.branches) > 0:
		return "branches", o.branches[0]
	case o.tests != "":
		return "tests", o.tests
	}
	return "", ""
}

// anchor is a program that is in each batch, so that jprof always finds counts.
const anchor = "package fz;\npublic class Anchor {\n  static int run() {\n    return 1;\n  }\n}\n"

// try runs programs: name -> text.
func (f *fuzzer) try(programs map[string]string) (map[string]*outcome, error) {
	programs = maps.Clone(programs)
	programs["Anchor"] = anchor
	out := map[string]*outcome{}
	for name := range programs {
		out[name] = &outcome{}
	}
	names := slices.Sorted(maps.Keys(programs))
	work := filepath.Join(f.dir, "work")
	if err := os.RemoveAll(work); err != nil {
		return nil, err
	}
	src := filepath.Join(work, "src")
	for name, text := range programs {
		path := filepath.Join(src, "fz", name+".java")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(text), 0o666)); err != nil {
			return nil, err
		}
	}
	remove := func(names []string, errs map[string]string, keep func(*outcome) *string) []string {
		return slices.DeleteFunc(names, func(name string) bool {
			text, bad := errs[name]
			if bad {
				*keep(out[name]) = text
			}
			return bad
		})
	}
	classes := filepath.Join(work, "plain")
	errs, err := f.compile(names, src, classes)
	if err != nil {
		return nil, err
	}
	for name := range errs { // jprof is to see the valid ones only
		if err := os.Remove(filepath.Join(src, "fz", name+".java")); err != nil {
			return nil, err
		}
	}
	if names = remove(names, errs, func(o *outcome) *string { return &o.invalid }); len(names) == 0 {
		return out, nil
	}
	counted := filepath.Join(work, "oracle")
	if !f.compileOnly {
		option, err := f.agent.Option(counted, []string{"fz"})
		if err != nil {
			return nil, err
		}
		if err := errors.Join(f.run(out, 0, 1, names, classes), f.run(out, 1, 1, names, classes, option)); err != nil {
			return nil, err
		}
	}
	if err := f.jprof(work, "instrument", "--release", strconv.Itoa(f.options.Level), "src", "-o", "copy", "--map",
		"the.map", "--counts", "counts"); err != nil {
		return nil, err
	}
	classes = filepath.Join(work, "counting")
	if errs, err = f.compile(names, filepath.Join(work, "copy"), classes); err != nil {
		return nil, err
	}
	if names = remove(names, errs, func(o *outcome) *string { return &o.rejected }); len(names) == 0 || f.compileOnly {
		return out, nil
	}
	if err := f.run(out, 2, f.threads, names, classes); err != nil {
		return nil, err
	}
	for format, file := range map[string]string{"lcov": "lcov.info", "json": "report.json"} {
		if err := f.jprof(work, "export", "--format", format, "-o", file, "--map", "the.map", "--counts",
			"counts"); err != nil {
			return nil, err
		}
	}
	if err := f.compare(out, work, counted, names); err != nil {
		return nil, err
	}
	return out, errors.Join(f.compareBranches(out, work), f.byTest(out, work, names, classes))
}

// compare fills in the lines that differ.
func (f *fuzzer) compare(out map[string]*outcome, work, counted string, names []string) error {
	lcov, err := oracle.ReadLCOV(filepath.Join(work, "lcov.info"))
	if err != nil {
		return err
	}
	counts, err := oracle.Read(counted)
	if err != nil {
		return err
	}
	if len(counts.Failures) > 0 {
		return fmt.Errorf("the oracle could not count %s", strings.Join(counts.Failures, "; "))
	}
	for _, name := range names {
		path := "src/fz/" + name + ".java"
		if lcov[path] == nil {
			lcov[path] = map[int]uint64{} // nothing in it can be executed
		}
		r, err := oracle.Compare(oracle.Input{Root: work, LCOV: map[string]map[int]uint64{path: lcov[path]},
			Runs: []*oracle.Counts{counts}, Scale: uint64(f.threads)})
		if err != nil {
			return err
		}
		if strings.Contains(out[name].results[0], "java.lang.VerifyError") {
			out[name].invalid = "javac makes code that the JVM rejects: " + out[name].results[0]
			continue
		}
		out[name].lines = r.Unexplained()
		out[name].compared = r.Same + len(r.Differ)
	}
	return nil
}

// compile runs javac on programs. For each program that javac rejects, it returns the first error.
func (f *fuzzer) compile(names []string, src, to string) (map[string]string, error) {
	names = slices.Clone(names)
	errs := map[string]string{}
	for {
		args := []string{"-nowarn", "-proc:none", "-Xmaxerrs", "1000", "-Xlint:-options", "-g", "--release",
			strconv.Itoa(f.options.Level),
			"-cp", f.lib(), "-sourcepath", src, "-d", to}
		for _, name := range names {
			args = append(args, filepath.Join(src, "fz", name+".java"))
		}
		text, err := f.jdk.Run("javac", args...)
		if err == nil {
			return errs, nil
		}
		bad := complaints(string(text))
		before := len(names)
		names = slices.DeleteFunc(names, func(name string) bool {
			if bad[name] != "" {
				errs[name] = bad[name]
			}
			return bad[name] != ""
		})
		if len(names) == before {
			return nil, fmt.Errorf("javac: %w\n%s", err, text)
		}
		if len(names) == 0 {
			return errs, nil
		}
	}
}

var complaint = regexp.MustCompile(`([^/\s]+)\.java:\d+: error: `)

// complaints maps each source to the first error of javac.
func complaints(text string) map[string]string {
	out := map[string]string{}
	at := complaint.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name := text[m[2]:m[3]]
		if out[name] == "" {
			out[name] = strings.TrimSpace(text[m[0]:end])
		}
	}
	return out
}

// run runs all programs in one JVM, in each of a number of threads, and keeps their output as the result number way.
func (f *fuzzer) run(out map[string]*outcome, way, threads int, names []string, classes string,
	options ...string) error {
	args := slices.Concat(jtest.QuickStart, options,
		[]string{"-ea", "-cp", classes + string(os.PathListSeparator) + f.lib(), "fz.Fz",
			strconv.Itoa(threads)}, names)
	var stderr bytes.Buffer
	cmd := exec.Command(f.jdk.Java(), args...)
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("java: %w\n%s%s", err, text, stderr.Bytes())
	}
	for line := range strings.Lines(string(text)) {
		name, result, _ := strings.Cut(strings.TrimSpace(line), " ")
		if o := out[name]; o != nil {
			o.results[way] = result
		} else {
			return fmt.Errorf("the programs print %q", line)
		}
	}
	return nil
}

func (f *fuzzer) jprof(work string, args ...string) error {
	var messages bytes.Buffer
	code := cli.Main(append([]string{"jprof"}, args...), cli.Env{Dir: work, Stdout: &messages, Stderr: &messages})
	if code != 0 {
		return fmt.Errorf("jprof %s: exit code %d\n%s", strings.Join(args, " "), code, messages.Bytes())
	}
	return nil
}
