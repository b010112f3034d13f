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
	Rule string `json:"gate"`
	// "run", "project", "module org.example:app", "package org.example", "class org.example.A", "method
	// org.example.A::f()"
	Subject  string `json:"of"`
	Actual   string `json:"actual"`   // "73.2 % (30 of 41)"
	Required string `json:"required"` // "at least 80 %"
	Passed   bool   `json:"passed"`
	Path     string `json:"path,omitempty"` // of the subject, "" where it is not in one file
	Line     int    `json:"line,omitempty"`
	// Allow is the name under which settings allow the gate to fail, "" where they cannot.
	Allow report.FailureKind `json:"allow,omitempty"`
}

// Text is the gate in one line: "lines (project): 73.2 % (30 of 41), required: at least 80 %".
func (g Gate) Text() string {
	return fmt.Sprintf("%s (%s): %s, required: %s", g.Rule, g.Subject, g.Actual, g.Required)
}

// ChangedLines are the lines that differ from another revision, as far as statements start on them and they are
// measured.
type ChangedLines struct {
	Since     string       `json:"since"` // the revision, as the user gave it
	Lines     report.Ratio `json:"lines"`
	Branches  report.Ratio `json:"branches"`
	Uncovered []Range      `json:"notExecuted"` // without an execution, by path and line
	// Missing are sources with changed lines that are not part of the run, or are unmeasured.
	Missing []string `json:"missing"`
}

// Text is "2 of 5 lines executed (40.0 %), 1 of 2 branches (50.0 %)"; "" if no changed line has counters.
func (c *ChangedLines) Text() string {
	if c.Lines.Total == 0 {
		return ""
	}
	s := fmt.Sprintf("%s lines executed (%s)", c.Lines, c.Lines.Percent())
	if c.Branches.Total > 0 {
		s += fmt.Sprintf(", %s branches (%s)", c.Branches, c.Branches.Percent())
	}
	return s
}

// Range is successive lines of a file, from 1, that were not executed: with none between them on which a statement was.
type Range struct {
	Path  string `json:"path"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Lines int    `json:"lines"` // on which a statement starts
}

// String is the place of the lines: "app/A.java:6-7".
func (r Range) String() string {
	if r.Last == r.First {
		return report.Printable(fmt.Sprintf("%s:%d", r.Path, r.First))
	}
	return report.Printable(fmt.Sprintf("%s:%d-%d", r.Path, r.First, r.Last))
}
