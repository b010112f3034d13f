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
	"fmt"
	"io"
	"strings"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/xmldoc"
	"jprof/report/gate"
)

// Write writes the gates of v, none if v is nil.
func Write(w io.Writer, m *report.Model, v *gate.Verdict) error {
	if v == nil {
		v = &gate.Verdict{}
	}
	about := []any{"name", "jprof check", "tests", len(v.Gates), "failures", v.Failed(), "errors", 0, "skipped", 0,
		"time", "0"}
	start := m.Run.Start.UTC().Format("2006-01-02T15:04:05")
	d := xmldoc.New(w, "")
	d.Element(func() {
		d.Element(func() {
			for _, g := range v.Gates {
				writeTest(d, g, v)
			}
		}, "testsuite", append(about, "timestamp", start)...)
	}, "testsuites", about...)
	if err := d.End(); err != nil {
		return fmt.Errorf("junit: %w", err)
	}
	return nil
}

func writeTest(d *xmldoc.Document, g gate.Gate, v *gate.Verdict) {
	text := report.Printable
	about := []any{"classname", "jprof.check", "name", text(g.Rule + " (" + g.Subject + ")"), "time", "0"}
	if g.Path != "" {
		about = append(about, "file", text(g.Path))
	}
	if g.Line != 0 {
		about = append(about, "line", g.Line)
	}
	d.Element(func() {
		if g.Note != "" {
			d.Element(func() { d.Text(text(g.Text() + " (" + g.Note + ")")) }, "system-out")
		}
		if g.Passed {
			return
		}
		d.Element(func() {
			d.Text(text(g.Text()))
			if v.Changed != nil && strings.HasPrefix(g.Rule, "changed ") && g.Path == "" {
				d.Text(places(v.Changed))
			}
			if v.Base != nil {
				d.Text(lost(v.Base, g.Rule))
			}
		}, "failure", "message", text(g.Actual+", required: "+g.Required), "type", text(g.Rule))
	}, "testcase", about...)
}

// lost lists the tests of a gate for lost tests, one on each line.
func lost(base *gate.Base, rule string) string {
	var b strings.Builder
	for _, t := range base.Tests {
		if rule == t.What.Rule() {
			b.WriteString("\n" + report.Printable(strings.TrimSpace(t.Name+" "+t.Place())))
		}
	}
	return b.String()
}

// places lists the changed lines that were not executed, one range on each line.
func places(c *compare.ChangedLines) string {
	var b strings.Builder
	for _, r := range c.Uncovered {
		b.WriteString("\nnot executed: " + r.String())
	}
	return b.String()
}
