package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/judge"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/tests/next"
)

// MissedPlace is code that did not run.
type MissedPlace struct {
	Place string `json:"place" jsonschema:"file:line"`
	What  string `json:"what" jsonschema:"such as: never called, not executed, never true"`
	Code  string `json:"code" jsonschema:"the line, or the name of the method"`
	Test  string `json:"nearestTest,omitempty" jsonschema:"the test that is easiest to extend"`
	At    string `json:"testPlace,omitempty" jsonschema:"file:line of the test"`
}

func (x *MissedPlace) String() string {
	line := x.Place + "  " + x.What + "  " + x.Code
	if x.Test != "" {
		line += "  (test: " + x.Test + ")"
	}
	return line
}

// near sets the nearest test.
func (x *MissedPlace) near(t next.Test) *MissedPlace {
	x.Code = shown(x.Code)
	x.Test = shown(t.Name)
	if t.Path != "" {
		x.Test = withoutPackage(x.Test)
		x.At = fmt.Sprintf("%s:%d", report.Printable(t.Path), t.Line)
	}
	return x
}

// withoutPackage returns the name of a test whose place, which has the package, is beside it.
func withoutPackage(test string) string {
	class, _, _ := strings.Cut(test, "#")
	return test[strings.LastIndexByte(class, '.')+1:]
}

type missedList = List[*MissedPlace]

func (s *server) missed(c *call, in struct {
	Code
	Chosen
	Page
}) (*missedList, error) {
	run, err := s.countsOf(c, in.Run, runs.WantShown)
	if err != nil {
		return nil, err
	}
	code, holds, err := run.scope(s, c, in.Code, in.Run != "")
	if err != nil {
		return nil, err
	}
	var list missedList
	if in.In == "" {
		list = run.worth(code, in.Page)
	} else {
		places := code.Model.Missed(func(x *report.Missed) bool {
			return holds(x.File, text.Lines{First: x.Line, Last: int(x.Span.End.Line)})
		})
		list = run.missedAt(code, in.Page, places)
		list.Summary = words.Plural(len(places), "place") + " in " + in.In + " did not run" + commonTest(list.Items)
	}
	list.Run = run.data.Run.ID
	return &list, nil
}

// worth lists the methods where a test is worth most.
func (m *counted) worth(code *code, p Page) missedList {
	ranked := next.Rank(m.model, m.data.Next(m.tests), p.Offset+cmp.Or(p.Limit, usualItems))
	list := listOf(p, ranked, func(x next.Place) *MissedPlace {
		item := &MissedPlace{Place: code.at(x.Method.File, x.Line), What: fmt.Sprintf("misses %s, %s",
			words.Plural(x.Lines, "line"), words.Plural(x.Outcomes, "outcome")), Code: x.Method.Title()}
		return item.near(x.Test)
	})
	list.Summary = words.Plural(len(ranked), "method") +
		" with missed code (lines, and outcomes of branches), where a test is worth most first"
	return list
}

// missedAt lists missed places.
func (m *counted) missedAt(code *code, p Page, places []report.Missed) missedList {
	part, list := pageOf[report.Missed, *MissedPlace](p, places)
	for i, x := range findings.MissedAt(m.model, m.tests, part) {
		item := &MissedPlace{Place: code.at(part[i].File, x.Line), What: x.What, Code: x.Code}
		list.Items = append(list.Items, item.near(x.Test))
	}
	return list
}

// commonTest returns the end of a sentence with the nearest test of several places that have the same, and removes it
// from these; "" if they differ.
func commonTest(items []*MissedPlace) string {
	if len(items) < 2 || items[0].Test == "" {
		return ""
	}
	test, at := items[0].Test, items[0].At
	if slices.ContainsFunc(items, func(x *MissedPlace) bool { return x.Test != test || x.At != at }) {
		return ""
	}
	for _, x := range items {
		x.Test, x.At = "", ""
	}
	return "; nearest test: " + strings.TrimSpace(at+"  "+test)
}

// Change is the answer of the tool change.
type Change struct {
	missedList
	Since    string       `json:"since" jsonschema:"the Git revision"`
	Lines    report.Ratio `json:"lines" jsonschema:"changed lines that ran"`
	Branches report.Ratio `json:"branches" jsonschema:"outcomes of branches in them that happened"`
	Missing  []string     `json:"notMeasured,omitempty" jsonschema:"changed sources that the run does not have"`
}

func (s *server) change(c *call, in struct {
	Since string `json:"since,omitempty" jsonschema:"a Git revision, by default HEAD: what is not committed"`
	Chosen
	Page
}) (*Change, error) {
	run, err := s.countsOf(c, in.Run, runs.WantNewest)
	if err != nil {
		return nil, err
	}
	x := &Change{Since: cmp.Or(in.Since, "HEAD")}
	judged, err := findings.Changed(run.judged(s, c), x.Since)
	if other := (*judge.OtherSources)(nil); errors.As(err, &other) {
		options := ""
		if run.tests != nil {
			options = "--by-test"
		}
		err = term.WithHints(other, "measure again: "+run.data.Run.Again(options, false))
	}
	if err != nil {
		return nil, err
	}
	found := judged.Verdict.Changed
	x.Lines, x.Branches, x.Missing = found.Lines, found.Branches, found.Missing
	x.missedList = run.missedAt(run.code(s, c, judged.Model, false), in.Page, found.Missed)
	x.Run = run.data.Run.ID
	x.Summary = "changed since " + x.Since + ": " + cmp.Or(found.Text(), "no line with counts") + commonTest(x.Items)
	for _, path := range found.Missing {
		c.ui.Warn("%s has changed, and the run has no counts of it", report.Printable(path))
	}
	return x, nil
}
