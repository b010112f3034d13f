package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
)

// Verdict writes the gates that have failed, and those with a note. If all have passed and there are few, it writes
// all. The changed lines that were not executed follow:
//
//	2 of 14 gates failed
//	  gate   of                             actual  required
//	  lines  module org.example:app  50 % (2 of 4)  at least 80 %
//
//	changed since main: 2 of 5 lines executed (40.0 %), 1 of 2 branches (50.0 %)
//	changed and not executed
//	  lines  place
//	      1  app/A.java:3
//	      2  app/A.java:6-7
//
// Tables fit into width columns, 0 for any number.
func Verdict(w io.Writer, width int, v *gate.Verdict) error {
	b := bufio.NewWriter(w)
	failed := v.Failed()
	list := table{columns: []column{{"gate", word}, {"of", label}, {"actual", number}, {"required", word}}}
	for _, g := range v.Gates {
		if !g.Passed || g.Note != "" || failed == 0 && len(v.Gates) <= few {
			of := report.Printable(g.Name())
			if g.Path != "" {
				of += fmt.Sprintf("  (%s:%d)", report.Printable(g.Path), g.Line)
			}
			list.add(g.Rule, of, report.Printable(g.Actual), g.Requirement())
		}
	}
	switch {
	case failed > 0:
		list.heading = fmt.Sprintf("%s of %s failed", thousands(failed), words.Plural(len(v.Gates), "gate"))
		list.write(b, width)
	case len(v.Gates) > 0:
		list.heading = words.Plural(len(v.Gates), "gate") + " passed"
		list.write(b, width)
	}
	if len(v.Quarantine) > 0 {
		list := table{heading: "quarantine", columns: []column{{"test", test}, {"until", word}, {"state", word},
			{"reason", code}}}
		for _, q := range v.Quarantine {
			state := q.StateText(report.Printable)
			if n := len(q.Failed); n > 0 {
				state = fmt.Sprintf("%s: %s", state, thousands(n))
			}
			list.add(report.Printable(q.Test), q.Until, state, report.Printable(q.Reason))
		}
		fmt.Fprintln(b)
		list.write(b, width)
	}
	if c := v.Changed; c != nil {
		if len(v.Gates) > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "changed since %s: %s\n", report.Printable(c.Since),
			cmp.Or(c.Text(), "no line with counters"))
		if len(c.Uncovered) > 0 {
			list := table{heading: "changed and not executed", columns: []column{{"lines", number}, {"place", path}}}
			for _, r := range c.Uncovered {
				list.add(fmt.Sprint(r.Lines), r.String())
			}
			list.write(b, width)
		}
		for _, path := range c.Missing {
			fmt.Fprintf(b, "changed, and unmeasured or not in the run: %s\n", report.Printable(path))
		}
	}
	if base := v.Base; base != nil && len(base.Failing) > 0 {
		list := table{heading: base.FailingHeading(), columns: []column{{"test", label}, {"place", path}}}
		list.of = len(base.Failing)
		for _, t := range base.Failing[:min(few, list.of)] {
			list.add(report.Printable(t.Name), t.Place())
		}
		fmt.Fprintln(b)
		list.write(b, width)
	}
	if base := v.Base; base != nil && len(base.Tests) > 0 {
		list := table{heading: base.Heading(), columns: []column{{"", word}, {"test", label}, {"place", path}}}
		list.of = len(base.Tests)
		for _, t := range base.Tests[:min(few, list.of)] {
			list.add(string(t.What), report.Printable(t.Name), t.Place())
		}
		fmt.Fprintln(b)
		list.write(b, width)
	}
	return flush(b)
}

// few is the maximum number of tests in a list, and of gates that are listed if all have passed.
const few = 10
