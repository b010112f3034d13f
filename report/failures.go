package report

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/util/words"
)

// FailedRun is a build or program that failed.
type FailedRun struct {
	ID          string
	Build       bool // true for a build tool, false for a program
	ExitCode    int
	Interrupted bool
	NotFinished bool     // its exit code is not known
	Modules     []string // IDs of the modules that failed, if they are known
	// TestsFailedIn has those of Modules that failed for nothing but failed tests, as far as that is known.
	TestsFailedIn []string
}

// How returns how the run ended: "exit code 1", "cancelled", or "module g:a failed" for a build with exit code 0 (mvn
// -fn).
func (f FailedRun) How() string {
	switch n := len(f.Modules); {
	case f.NotFinished:
		return "not finished"
	case f.Interrupted:
		return "cancelled"
	case f.ExitCode == 0 && n > 0:
		if n == 1 {
			return "module " + f.Modules[0] + " failed"
		}
		return fmt.Sprintf("%d modules failed", n)
	}
	return fmt.Sprintf("exit code %d", f.ExitCode)
}

// TestResults has the numbers of tests.
type TestResults struct{ Tests, Failed, Skipped int }

// note returns a text such as "1 of 3 tests failed".
func (t TestResults) note() string {
	return fmt.Sprintf("%s %s failed", Ratio{t.Failed, t.Tests}, words.Noun(t.Tests, "test"))
}

// NotBuilt is a source set that was to be compiled and was not.
type NotBuilt struct {
	Module, Name string
	File         string // the build file of the module, relative to the project, "" if it is not known
	Files        int    // its Java files
	// Failed is true if its compilation was begun and failed. Then the totals contain its files, as not executed or
	// unmeasured. Else no total contains them.
	Failed bool
	Kind   probe.Kind // of the source set
}

// FailureKind is a reason why a run may not represent the whole project. Settings that allow it use this text as its
// name.
type FailureKind string

// The kinds of failures.
const (
	BuildFailed     FailureKind = "build-failed"
	TestsFailed     FailureKind = "tests-failed"
	ModulesNotBuilt FailureKind = "modules-not-built"
	ShardsMissing   FailureKind = "shards-missing"
)

// FailureKinds lists all kinds, in the order in which they are reported.
var FailureKinds = []FailureKind{BuildFailed, TestsFailed, ModulesNotBuilt, ShardsMissing}

// Failure is a reason why the numbers of a run may not be those of the whole project.
type Failure struct {
	Kind FailureKind `json:"kind"`
	Text string      `json:"text"`           // such as "1 of 3 tests failed"
	File string      `json:"file,omitempty"` // the build file of the module that the failure is about, "" for none
}

// Failures lists the failures of the run: builds and programs that failed, tests that failed, each module that was not
// built, and shards that are missing.
func (r RunInfo) Failures() []Failure {
	var list []Failure
	for _, f := range r.Failed {
		what := "the program"
		if f.Build {
			what = "the build"
		}
		if f.ID != r.ID {
			what += " of run " + f.ID
		}
		if f.Interrupted || f.NotFinished {
			what += " was " + f.How()
		} else {
			what += fmt.Sprintf(" failed (%s)", f.How())
		}
		list = append(list, Failure{Kind: BuildFailed, Text: what})
	}
	if r.Tests.Failed > 0 {
		list = append(list, Failure{Kind: TestsFailed, Text: r.Tests.note()})
	}
	for _, m := range r.ModulesNotBuilt() {
		list = append(list, Failure{Kind: ModulesNotBuilt, Text: m.Text(), File: m.File})
	}
	for _, s := range r.Shards {
		if len(s.Missing) > 0 {
			list = append(list, Failure{Kind: ShardsMissing, Text: s.Text()})
		}
	}
	return list
}

// ModuleNotBuilt is a module with source sets that were to be compiled and were not.
type ModuleNotBuilt struct {
	Module string
	File   string     // as in NotBuilt
	Sets   []NotBuilt // at least one
}

// ModulesNotBuilt lists the modules of NotBuilt, each once.
func (r RunInfo) ModulesNotBuilt() []ModuleNotBuilt {
	var list []ModuleNotBuilt
	for _, n := range r.NotBuilt {
		if len(list) == 0 || list[len(list)-1].Module != n.Module {
			list = append(list, ModuleNotBuilt{Module: n.Module, File: n.File})
		}
		last := &list[len(list)-1]
		last.Sets = append(last.Sets, n)
	}
	return list
}

// sources returns a text for the sources of the sets whose compilation failed, or of the others: "2 main sources and 1
// test source". n is their number.
func (m ModuleNotBuilt) sources(failed bool) (text string, n int) {
	var parts []string
	for _, s := range m.Sets {
		if s.Failed == failed {
			parts = append(parts, fmt.Sprintf("%s %s", Thousands(uint64(s.Files)),
				words.Noun(s.Files, s.Name+" source")))
			n += s.Files
		}
	}
	return strings.Join(parts, " and "), n
}

// What returns the state of the module: "not built", "test sources not built", or "does not compile".
func (m ModuleNotBuilt) What() string {
	switch _, failed := m.sources(true); {
	case failed > 0:
		return "does not compile"
	case m.tests():
		return "test sources not built"
	}
	return "not built"
}

// tests reports whether only test sources were not built.
func (m ModuleNotBuilt) tests() bool {
	return !slices.ContainsFunc(m.Sets, func(n NotBuilt) bool { return !n.Kind.IsTest(n.Name) })
}

// State returns the state of the module as a clause: "module g:app was not built".
func (m ModuleNotBuilt) State() string {
	_, begun := m.sources(true)
	switch {
	case begun > 0:
		return "module " + m.Module + " does not compile"
	case m.tests():
		return "test sources of module " + m.Module + " were not built"
	}
	return "module " + m.Module + " was not built"
}

// Text describes the state of the module, and its effect on the numbers:
//
//	module g:app was not built: 2 main sources and 1 test source are in no total
//	test sources of module g:app were not built: 1 test source is in no total
//	module g:app does not compile: its 1 main source was not executed; 1 test source is in no total
func (m ModuleNotBuilt) Text() string {
	failed, begun := m.sources(true)
	missing, never := m.sources(false)
	missing += " " + words.Form(never, "is", "are") + " in no total"
	if begun == 0 {
		return m.State() + ": " + missing
	}
	text := m.State() + ": its " + failed + " " + words.Form(begun, "was", "were") + " not executed"
	if never > 0 {
		text += "; " + missing
	}
	return text
}

// FailureNote sums up the failures in a few words, "" for none:
//
//	build failed (exit code 1), 1 of 3 tests failed, 2 modules not built
func (r RunInfo) FailureNote() string {
	var parts []string
	switch {
	case len(r.Failed) == 1:
		what := "program"
		if r.Failed[0].Build {
			what = "build"
		}
		switch f := r.Failed[0]; {
		case f.Interrupted, f.NotFinished:
			parts = append(parts, what+" "+f.How())
		case f.ExitCode == 0 && len(f.Modules) > 0: // without names: a note is no place for names of any length
			parts = append(parts, words.Plural(len(f.Modules), "module")+" failed")
		default:
			parts = append(parts, fmt.Sprintf("%s failed (%s)", what, f.How()))
		}
	case len(r.Failed) > 1:
		parts = append(parts, fmt.Sprintf("%d builds failed", len(r.Failed)))
	}
	if r.Tests.Failed > 0 {
		parts = append(parts, r.Tests.note())
	}
	if n := len(r.ModulesNotBuilt()); n > 0 {
		parts = append(parts, words.Plural(n, "module")+" not built")
	}
	for _, s := range r.Shards {
		if len(s.Missing) > 0 {
			parts = append(parts, s.note())
		}
	}
	return strings.Join(parts, ", ")
}
