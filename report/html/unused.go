package html

import (
	"fmt"
	"path"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
	"jprof/report/unused"
)

// unusedRows limits the rows of each table of the page of unused code.
const unusedRows = 500

// unusedPage lists the code that nobody executed.
type unusedPage struct {
	Frame               layout.Frame
	Warnings            []string
	Observed            []unusedFact
	Summary, MarkedNote string
	TestsNote           string // "" without a run of tests
	Tables              []unusedTable
}

// unusedFact is a fact about what was observed.
type unusedFact struct{ Name, Value string }

// unusedTable is a table of code.
type unusedTable struct {
	ID, Title, What string // What is the head of the column of names
	Count, More     int
	Sizes           bool   // there are columns for lines and statements
	Tests           string // the head of the column of tests, "" for none
	Counts          bool   // there are columns for executions and calls
	Extra           string // the head of a column with texts, "" for none
	Rows            []unusedRow
}

// unusedRow is a file, class, method or branch.
type unusedRow struct {
	Lines, Statements, Days int
	Tests                   string
	Executed, Calls         uint64
	Class, ID               string // the page of a method, and where it is there; "" for none
	Label                   label
	Text                    string // the name, where there is no label
	Code                    bool   // Text is code
	Href, Where, Short      string
	Extra                   string
}

// unusedPage returns the page of unused code.
func (s *site) unusedPage() unusedPage {
	r := s.unused
	p := unusedPage{Frame: s.frame("", "unused", "Unused code"), Summary: words.Capital(r.Summary()) + ".",
		Warnings: layout.Printables(r.Warnings())}
	for _, l := range r.Observed.Lines() {
		p.Observed = append(p.Observed, unusedFact{l[0], report.Printable(l[1])})
	}
	if note := r.MarkedNote(); note != "" {
		p.MarkedNote = words.Capital(note) + "."
	}
	if note := r.TestsNote(); note != "" {
		p.TestsNote = words.Capital(note) + "."
	}
	for _, t := range []unusedTable{s.unusedFiles(), s.unusedClasses(),
		s.unusedMethods("methods", words.Capital(r.MethodsTitle()), r.Outermost(), ""), s.unusedBranches(),
		s.unusedMethods("marked", "Marked: never executed, and reachable without a call in the sources", r.Marked,
			"Why"), s.hotUntested()} {
		if t.Count > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	return p
}

// at sets the place of a row.
func (row *unusedRow) at(s *site, f *report.File, line int) {
	row.Where = report.Printable(fmt.Sprintf("%s:%d", f.Path, line))
	row.Short, row.Href = path.Base(row.Where), s.lineHref("", f, line)
}

// method sets the name of a row to that of a method.
func (row *unusedRow) method(s *site, ref report.MethodRef) {
	row.Label, row.Class = makeLabel(ref.Title()), s.classPage[ref.Method().Class]
	row.ID = fmt.Sprintf("m%d", ref.Index)
	row.at(s, ref.File, int(ref.Method().Name.Line))
}

// newUnusedTable returns a table without rows, for count rows.
func newUnusedTable(id, title, what string, count int) unusedTable {
	return unusedTable{ID: id, Title: title, What: what, Count: count, More: max(0, count-unusedRows)}
}

// testedMethods returns the head of the column of tested methods, "" without a run of tests.
func (s *site) testedMethods() string {
	if s.unused.Tests == nil {
		return ""
	}
	return "Tested methods"
}

func (s *site) unusedFiles() unusedTable {
	list := s.unused.Files
	t := newUnusedTable("files", "Whole files", "File", len(list))
	t.Sizes, t.Tests = true, s.testedMethods()
	for _, f := range list[:len(list)-t.More] {
		row := unusedRow{Lines: f.Size.Lines, Statements: f.Size.Statements, Days: f.Seen.Days, Tests: f.Tests.Cell(),
			Text: report.Printable(path.Base(f.Path))}
		row.at(s, f.File, 1)
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *site) unusedClasses() unusedTable {
	list := s.unused.OuterClasses()
	t := newUnusedTable("classes", words.Capital(s.unused.ClassesTitle()), "Class", len(list))
	t.Sizes, t.Tests = true, s.testedMethods()
	for i := range list[:len(list)-t.More] {
		c := &list[i]
		row := unusedRow{Lines: c.Size.Lines, Statements: c.Size.Statements, Days: c.Seen.Days, Tests: c.Methods.Cell(),
			Text: report.Printable(c.Name)}
		row.at(s, c.File, c.Line)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// unusedMethods returns a table of methods. extra is the head of the column of reasons, "" for none.
func (s *site) unusedMethods(id, title string, list []unused.Method, extra string) unusedTable {
	t := newUnusedTable(id, title, "Method", len(list))
	t.Sizes, t.Extra = true, extra
	if s.unused.Tests != nil {
		t.Tests = "Tests"
	}
	for i := range list[:len(list)-t.More] {
		m := &list[i]
		row := unusedRow{Lines: m.Size.Lines, Statements: m.Size.Statements, Days: m.Seen.Days, Tests: m.Tests.Cell(),
			Extra: report.Printable(m.Mark.Reason())}
		row.method(s, m.MethodRef)
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *site) unusedBranches() unusedTable {
	list := s.unused.Branches
	t := newUnusedTable("branches", "Outcomes of branches that never happened, in executed methods", "Branch",
		len(list))
	t.Extra = "Outcome"
	list = list[:len(list)-t.More]
	places := make([]report.Missed, len(list))
	for i := range list {
		places[i] = list[i].Missed
	}
	for i, code := range source.MissedCode(s.model, places) {
		row := unusedRow{Days: list[i].Seen.Days, Text: code, Code: true, Extra: list[i].What()}
		row.at(s, list[i].File, list[i].Line)
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *site) hotUntested() unusedTable {
	list := s.unused.Hot
	t := newUnusedTable("untested", "Executed, but not by tests", "Method", len(list))
	t.Counts = true
	for _, h := range list[:len(list)-t.More] {
		row := unusedRow{Executed: h.Executed, Calls: h.Calls}
		row.method(s, h.MethodRef)
		t.Rows = append(t.Rows, row)
	}
	return t
}
