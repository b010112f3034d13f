package gate

import (
	"fmt"
	"slices"

	"jprof/report"
)

// Verdict is the result of all gates for a model.
type Verdict struct {
	Gates   []Gate
	Changed *ChangedLines // nil without a rule for changed lines
}

// Failed is the number of gates that failed.
func (v *Verdict) Failed() int {
	n := 0
	for _, g := range v.Gates {
		if !g.Passed {
			n++
		}
	}
	return n
}

// MayAllow lists the names under which settings could allow gates that failed, each once.
func (v *Verdict) MayAllow() []string {
	var names []string
	for _, g := range v.Gates {
		if name := string(g.Allow); !g.Passed && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Gate is a requirement for one subject, and whether it is met.
type Gate struct {
	// the compared number: "build", "tests", "built", "lines", "branches", "methods", "changed lines", "executions",
	// ...
	Rule string
	// "run", "project", "module org.example:app", "package org.example", "class org.example.A", "method
	// org.example.A::f()"
	Subject  string
	Required string // "at least 80 %"
	Actual   string // "73.2 % (30 of 41)"
	Passed   bool
	Path     string // of the subject, "" where it is not in one file
	Line     int
	// Allow is the name under which settings allow the gate to fail, "" where they cannot.
	Allow report.FailureKind
}

// Text is the gate in one line: "lines (project): 73.2 % (30 of 41), required: at least 80 %".
func (g Gate) Text() string {
	return fmt.Sprintf("%s (%s): %s, required: %s", g.Rule, g.Subject, g.Actual, g.Required)
}

// ChangedLines are the lines that differ from another revision, as far as statements start on them and they are
// measured.
type ChangedLines struct {
	Since     string // the revision, as the user gave it
	Lines     report.Ratio
	Branches  report.Ratio
	Uncovered []Range // without an execution, by path and line
	// Missing are sources with changed lines that are not part of the run, or are unmeasured.
	Missing []string
}

// Range is successive lines of a file, from 1, that were not executed: with none between them on which a statement was.
type Range struct {
	Path        string
	First, Last int
	Lines       int // on which a statement starts
}
