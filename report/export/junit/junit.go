// Package junit writes a verdict in the XML of JUnit, as CI systems read results of tests: each gate is a test.
//
//	testsuites > testsuite name="jprof check"
//	testcase classname="jprof.check" name="lines (project)"       file and line where the gate has a place
//	testcase > failure message="66.66 % (4 of 6), required: at least 80 %" type="lines"
//
// Changed lines that were not executed, and changed sources that are unknown, are the text of the failures of changed
// lines and branches. Control characters in names, which XML cannot hold, are shown as their pictures.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/export/xmldoc"
	"jprof/report/gate"
)

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	counts
	Suite suite `xml:"testsuite"`
}

type counts struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"`
}

type suite struct {
	counts
	Timestamp string `xml:"timestamp,attr"` // start of the run, in UTC
	Cases     []test `xml:"testcase"`
}

type test struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Write writes the gates of v: none where it is nil.
func Write(w io.Writer, m *report.Model, v *gate.Verdict) error {
	s := suite{Timestamp: m.Run.Start.UTC().Format("2006-01-02T15:04:05")}
	if v != nil {
		for _, g := range v.Gates {
			s.Cases = append(s.Cases, testOf(g, v.Changed))
		}
		s.Failures = v.Failed()
	}
	s.Name, s.Tests, s.Time = "jprof check", len(s.Cases), "0"
	d := xmldoc.New(w, "")
	d.Value(suites{counts: s.counts, Suite: s})
	if err := d.End(); err != nil {
		return fmt.Errorf("junit: %w", err)
	}
	return nil
}

func testOf(g gate.Gate, changed *gate.ChangedLines) test {
	text := report.Printable
	t := test{Class: "jprof.check", Name: text(g.Rule + " (" + g.Subject + ")"), Time: "0", File: text(g.Path),
		Line: g.Line}
	if !g.Passed {
		t.Failure = &failure{Message: text(g.Actual + ", required: " + g.Required), Type: text(g.Rule),
			Text: text(g.Text())}
		if changed != nil && strings.HasPrefix(g.Rule, "changed ") && g.Path == "" {
			t.Failure.Text += places(changed)
		}
	}
	return t
}

// places lists the changed lines that were not executed, one range on a line.
func places(c *gate.ChangedLines) string {
	var b strings.Builder
	for _, r := range c.Uncovered {
		fmt.Fprintf(&b, "\nnot executed: %s:%d", report.Printable(r.Path), r.First)
		if r.Last > r.First {
			fmt.Fprintf(&b, "-%d", r.Last)
		}
	}
	return b.String()
}
