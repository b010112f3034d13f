package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javagen"
	"jprof/internal/util/environ"
	"jprof/runner"
)

// prepareTests compiles the class that runs programs as tests, against the recorder.
func (f *fuzzer) prepareTests() error {
	var err error
	f.recorder, err = buildtools.TestRecorder(context.Background(), f.jdk.Home, f.dir, runner.Output)
	if err != nil {
		return err
	}
	source := filepath.Join(f.dir, "fz", "Tests.java")
	if err := os.WriteFile(source, []byte(javagen.TestsSupport), 0o666); err != nil {
		return err
	}
	if out, err := f.jdk.Run("javac", "-nowarn", "--release", "8", "-Xlint:-options", "-cp",
		f.lib()+string(os.PathListSeparator)+f.recorder, "-d", f.lib(), source); err != nil {
		return fmt.Errorf("compiling Tests: %w\n%s", err, out)
	}
	return nil
}

// byTest runs all programs with counters as tests, and checks the counts of each: the sum of all owners is the run's,
// for each counter; no test has counts of another one's program; and where it is known which test it was, its program's
// counts are all its own.
func (f *fuzzer) byTest(out map[string]*outcome, work string, names []string, classes string) error {
	counts := filepath.Join(work, "by-test")
	args := slices.Concat(jtest.QuickStart, []string{"-ea", "-cp",
		strings.Join([]string{classes, f.lib(), f.recorder}, string(os.PathListSeparator)), "fz.Tests",
		strconv.Itoa(f.threads)}, names)
	cmd := exec.Command(f.jdk.Java(), args...)
	cmd.Env = append(os.Environ(), environ.CountsVariable+"="+counts)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("java: %w\n%s", err, text)
	} else if len(bytes.TrimSpace(text)) > 0 {
		return fmt.Errorf("the programs print as tests: %s", text)
	}
	set, err := probe.ReadFile(filepath.Join(work, "the.map"))
	if err != nil {
		return err
	}
	totals, tests, err := testcounts.Collect(counts, []*probe.Set{set}, time.Time{})
	if err != nil {
		return err
	}
	if problems := totals.Problems(); len(problems) > 0 {
		return errors.New("counts by test: " + strings.Join(problems, "\n"))
	}
	if got, want := len(tests.Tests()), f.threads*len(names); got < want {
		return fmt.Errorf("counts by test: %d tests, want %d", got, want)
	}
	for i := range tests.Tests() {
		t := &tests.Tests()[i]
		for s := range tests.Of(i) {
			for _, k := range s.Index {
				name := programOf(set, s.ID, k)
				if wrong := f.strange(t, name, slices.Index(names, name)); wrong != "" && out[name].tests == "" {
					out[name].tests = wrong
				}
			}
		}
	}
	return nil
}

// strange returns the reason why an owner must not have counts of a program, "" if it may. n is the number of the
// program.
func (f *fuzzer) strange(t *testcounts.Test, program string, n int) string {
	// Code outside of tests counts for a test that runs alone on another thread meanwhile.
	alone := f.threads > 1 && n%4 == 3
	switch {
	case t.Kind == testcounts.Case && t.Class != "fz."+program && !alone:
		return fmt.Sprintf("the test %s has counts of the program %s", t, program)
	case t.Kind == testcounts.Class:
		return fmt.Sprintf("the class %s has counts of the program %s", t, program)
	case t.Kind == testcounts.Shared && f.threads == 1, t.Kind != testcounts.Case && n%4 == 0,
		t.Kind == testcounts.Outside && f.threads == 1 && n%4 != 3:
		return fmt.Sprintf("%s has counts of the program %s, which only its test has run", t, program)
	}
	return ""
}

// programOf returns the name of the program that has a counter.
func programOf(set *probe.Set, id probe.ID, counter uint32) string {
	for _, p := range set.Packages {
		for _, f := range p.Files {
			if p.ID == id && f.Base <= counter && counter < f.Base+f.Counters {
				return strings.TrimSuffix(filepath.Base(f.Path), ".java")
			}
		}
	}
	return ""
}
