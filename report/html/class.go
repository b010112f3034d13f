package html

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/html/layout"
)

type classPage struct {
	In      classLink // the package
	Frame   layout.Frame
	Name    string
	Package string
	Path    string
	Source  string
	Place   place
	Tiles   tiles
	// Measured is false if the tiles are empty.
	Measured bool
	Numbers  numbers
	// Efficient means that Numbers have columns of efficiency.
	Efficient bool
	// Samples describes the times, or is "" if Numbers have none.
	Samples string
	Rows    []methodRow
	Parts   []partRow
}

// class returns the page of a class. tests has the tests of the file of the class, nil without counts by test.
func (s *site) class(c *report.Class, tests *fileTests) classPage {
	f := c.File
	p := classPage{Frame: s.frame("../", "", c.Qualified()), Name: report.Printable(c.Name),
		Package: report.Printable(f.Package),
		Path:    report.Printable(f.Path), Source: s.lineHref("../", f, c.Line), Place: placeOf(f),
		Tiles: makeTiles(c.Totals), Measured: c.Measured(), In: s.packageLink(f),
		Numbers: s.numbers(columns.Methods, &c.Totals), Efficient: s.joined.hasEfficiency(),
		Samples: s.samples()}
	p.Rows = make([]methodRow, 0, len(c.Methods))
	for _, i := range byExecutions(f, c.Methods) {
		row := s.methodRow("../", f, i)
		row.Label = row.Label.of(p.Name)
		totals := columns.OfMethod(&f.Methods[i])
		if e := s.joined.efficiencyOf(f, i); e != nil {
			totals.Efficiency, row.Lists = &e.sums, e.lists
		}
		totals.Tests, totals.Time = tests.ofMethod(i), s.timeOf(report.MethodRef{File: f, Index: i})
		row.Cells = p.Numbers.cells(&totals, row.Omitted, row.Work)
		p.Rows = append(p.Rows, row)
	}
	for _, u := range f.Omitted {
		if u.Whole || f.ClassAt(u.Span.Start.Offset) == c {
			p.Parts = append(p.Parts, s.partRow("../", f, u))
		}
	}
	return p
}

type methodRow struct {
	ID       string
	Label    label
	Href     string
	Line     int
	First    int // first line of the method
	Last     int // last line of the method
	Count    uint64
	Executed uint64
	Work     int // heat of Executed
	Hottest  hotBlock
	Measured bool
	Omitted  *omittedTag // the reason why it has no counts
	Tests    bool        // in a test source
	Cells    cells       // one for each column of classPage.Numbers
	Lists    []listLink  // the lists of efficiency.html that contain it
	Class    string      // address of the page of its class
	File     string      // path of its file, for pages about several files
}

func (s *site) methodRow(root string, f *report.File, i int) methodRow {
	m := f.Methods[i]
	r := methodRow{ID: fmt.Sprintf("m%d", i), Label: makeLabel(m.Title()), Href: s.lineHref(root, f, int(m.Name.Line)),
		Line:  int(m.Name.Line),
		First: int(m.Span.Start.Line), Last: int(m.Span.End.Line), Count: m.Invocations,
		Executed: m.Executed, Work: layout.Level(m.Executed, s.maxWork), Hottest: s.hotBlock(root, f, m.Hottest),
		Measured: m.Measured, Tests: f.IsTest(), Class: root + s.classPage[m.Class], File: report.Printable(f.Path)}
	if !m.Measured {
		r.Omitted = makeOmittedTag(f.OmittedBy(m))
	}
	return r
}

// byExecutions returns methods by the executions of their statements, highest first. Unmeasured methods are last.
// Methods with equal numbers, such as empty ones, are in the order of their invocations, and then of the source.
func byExecutions(f *report.File, methods []int) []int {
	sorted := slices.Clone(methods)
	slices.SortStableFunc(sorted, func(i, j int) int {
		a, b := f.Methods[i], f.Methods[j]
		if a.Measured != b.Measured {
			if a.Measured {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Executed, a.Executed), cmp.Compare(b.Invocations, a.Invocations))
	})
	return sorted
}
