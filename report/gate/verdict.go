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
	Base    *Base         // nil without a rule for lost tests
	// Quarantine has the tests that may fail, nil without a rule for them.
	Quarantine []Quarantined
}

// Base has the differences from the run that a run is compared with.
type Base struct {
	Run   string     `json:"run"`   // its ID
	Tests []LostTest `json:"tests"` // skipped ones first, by name
	// Failing lists tests that fail, and did not fail there. There are none if that run has no test reports.
	Failing []FailingTest `json:"failing"`
	Model   *report.Model `json:"-"`
}

// Heading returns the heading of the tests in a list.
func (b *Base) Heading() string {
	return "tests of run " + b.Run + " that are skipped, removed or not run"
}

// FailingHeading returns the heading of the failing tests in a list.
func (b *Base) FailingHeading() string { return "tests that fail, and did not in run " + b.Run }

// Place returns the place of the test, "" if it is not known.
func (t LostTest) Place() string { return placeOf(t.Path, t.Line) }

func placeOf(path string, line int) string {
	if path == "" {
		return ""
	}
	return Range{Path: path, First: line, Last: line}.String()
}

// Failed returns the number of gates that failed.
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

// Gate is the result of a requirement for one subject.
type Gate struct {
	// Rule names the compared number: "build", "tests", "built", "lines", "branches", "methods", "changed lines",
	// "executions", ...
	Rule string `json:"gate"`
	// Subject is "run", "project", "module org.example:app", "package org.example", "class org.example.A", "method
	// org.example.A::f()"
	Subject  string `json:"of"`
	Actual   string `json:"actual"`   // "73.2 % (30 of 41)"
	Required string `json:"required"` // "at least 80 %"
	Passed   bool   `json:"passed"`
	Path     string `json:"path,omitempty"` // of the subject, "" if it is not in one file
	Line     int    `json:"line,omitempty"`
	// Allow is the name under which settings allow the gate to fail, "" if they cannot.
	Allow report.FailureKind `json:"allow,omitempty"`
	// Note is the reason why a gate passes although its value is not as required, "" for none.
	Note string `json:"note,omitempty"`
}

// Requirement returns the required value with the note: "at least 80 % (passes: within the tolerance of 2 %)".
func (g Gate) Requirement() string {
	if g.Note == "" {
		return g.Required
	}
	return g.Required + " (" + g.Note + ")"
}

// RatioOf returns the percentage of a ratio, rounded down to a thousandth; 0 for a ratio of nothing.
func RatioOf(r report.Ratio) Percent {
	if r.Total == 0 {
		return 0
	}
	return Percent(int64(r.Covered) * 100_000 / int64(r.Total))
}

// Text returns the gate in one line: "lines (project): 73.2 % (30 of 41), required: at least 80 %".
func (g Gate) Text() string {
	return fmt.Sprintf("%s (%s): %s, required: %s", g.Rule, g.Subject, g.Actual, g.Required)
}

// ChangedLines has the measured lines that differ from another revision and on which statements start.
type ChangedLines struct {
	Since     string       `json:"since"` // the revision, as the user gave it
	Lines     report.Ratio `json:"lines"`
	Branches  report.Ratio `json:"branches"`
	Uncovered []Range      `json:"notExecuted"` // ranges that were not executed, by path and line
	// Missing lists sources with changed lines that are not part of the run, or are unmeasured.
	Missing []string `json:"missing"`
}

// Text returns "2 of 5 lines executed (40.0 %), 1 of 2 branches (50.0 %)"; "" if no changed line has counters.
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

// Range is a range of lines of a file, from 1, that were not executed. Lines between them on which no statement starts
// belong to it.
type Range struct {
	Path  string `json:"path"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Lines int    `json:"lines"` // number of lines on which a statement starts
}

// String returns the place of the lines: "app/A.java:6-7".
func (r Range) String() string {
	if r.Last == r.First {
		return report.Printable(fmt.Sprintf("%s:%d", r.Path, r.First))
	}
	return report.Printable(fmt.Sprintf("%s:%d-%d", r.Path, r.First, r.Last))
}
