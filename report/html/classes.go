package html

import (
	"path"

	"jprof/report"
	"jprof/report/columns"
)

type classesPage struct {
	Frame         frame
	Modules, Sets []string
	Packages      []string // nil for no filter
	ShowModules   bool     // more than one
	ShowSets      bool
	States, Tests []option
	Numbers       numbers
	Tight         bool // has columns for tests
	Long          bool // has more rows than are shown at first: see .long in style.css
	// Rows makes the rows one by one while the page is written.
	Rows func(yield func(classRow) bool)
}

func (s *site) classes() classesPage {
	sum := s.model.Sum()
	p := classesPage{
		Frame: s.frame("", "classes", "Classes"), Numbers: s.numbers(columns.Classes, &sum), Tight: len(s.model.Origins) > 0,
		States: stateOptions, Tests: s.testOptions(),
		Modules: printables(s.modules), Sets: printables(s.sets), Packages: s.packages, ShowModules: len(s.modules) > 1, ShowSets: len(s.sets) > 1,
		Long: len(s.model.Classes) > 1000,
	}
	p.Rows = func(yield func(classRow) bool) {
		for _, c := range s.model.Classes {
			if !yield(s.classRow(c, p.Numbers)) {
				return
			}
		}
	}
	return p
}

type classRow struct {
	Name, Package, Href    string
	FileName, Path, Source string
	Place                  place
	States                 []string    // see states
	Omitted                *omittedTag // where it has no counts
	Unmeasured, Excluded   string      // code in it, "" for none
	Cells                  []cell      // of classesPage.Numbers
	Hottest                hotBlock
}

func (s *site) classRow(c *report.Class, numbers numbers) classRow {
	f := c.File
	r := classRow{
		Name: report.Printable(c.Name), Package: report.Printable(f.Package), Href: s.classPage[c],
		FileName: report.Printable(path.Base(f.Path)), Path: report.Printable(f.Path), Source: s.lineHref("", f, c.Line),
		Place: placeOf(f), States: s.states(c.Totals, s.hotClasses[c]),
		Omitted:    makeOmittedTag(c.OmittedBy),
		Unmeasured: c.Totals.Unmeasured.String(), Excluded: c.Totals.Excluded.String(), Hottest: s.hotBlock("", f, c.Hottest),
	}
	r.Cells = numbers.cells(&c.Totals, r.Omitted, level(c.Totals.Executed, s.maxClass))
	return r
}
