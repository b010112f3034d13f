package gate

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/report"
	"jprof/report/compare"
)

// Verdict is the result of all gates for a model.
type Verdict struct {
	Gates   []Gate
	Changed *compare.ChangedLines // nil without a rule for changed lines
	Base    *Base                 // nil without a rule for lost tests
	// Quarantine has the tests that may fail, nil without a rule for them.
	Quarantine []Quarantined
	Excused    bool // the run failed, by nothing but tests in the quarantine
}

// Base has the differences from the run that a run is compared with.
type Base struct {
	Run   string             `json:"run"`   // its ID
	Tests []compare.LostTest `json:"tests"` // skipped ones first, by name
	// Failing lists tests that fail, and did not fail there. There are none if that run has no test reports.
	Failing []compare.FailingTest `json:"failing"`
	Diff    *compare.Comparison   `json:"-"` // all differences
}

// Heading returns the heading of the tests in a list.
func (b *Base) Heading() string {
	return compare.LostHeading(b.Run)
}

// FailingHeading returns the heading of the failing tests in a list.
func (b *Base) FailingHeading() string { return compare.FailingHeading(b.Run) }

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
	Title    string `json:"-"`        // the subject for people; "" if it is Subject
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

// Name returns the subject for people.
func (g Gate) Name() string { return cmp.Or(g.Title, g.Subject) }

// Text returns the gate in one line: "lines (project): 73.2 % (30 of 41), required: at least 80 %".
func (g Gate) Text() string {
	return fmt.Sprintf("%s (%s): %s, required: %s", g.Rule, g.Name(), g.Actual, g.Required)
}
