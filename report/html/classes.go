package html

import (
	"fmt"
	"path"
	"slices"

	"jprof/report"
	"jprof/report/columns"
	"jprof/report/html/layout"
)

type classesPage struct {
	Frame                               layout.Frame
	Filters                             []*filter
	ShowModules, ShowSets, ShowPackages bool // there is more than one of them
	Numbers                             numbers
	Long                                bool // it has more rows than are shown at first: see .long in style.css
	// Rows makes the rows one by one while the page is written.
	Rows func(yield func(classRow) bool)
}

func (s *site) classes() classesPage {
	sum := s.model.Sum()
	p := classesPage{
		Frame: s.frame("", "classes", "Classes"), Numbers: s.numbers(columns.Classes, &sum), Filters: s.classFilters(),
		ShowModules: len(s.modules) > 1, ShowSets: len(s.sets) > 1, ShowPackages: s.packages != nil,
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

// classFilters returns the filters of classes.
func (s *site) classFilters() []*filter {
	var filters []*filter
	if len(s.sets) > 1 {
		filters = append(filters, setFilter(layout.Printables(s.sets)))
	}
	if len(s.modules) > 1 {
		filters = append(filters, s.moduleFilter())
	}
	if s.packages != nil {
		filters = append(filters, s.packageFilter())
	}
	return append(filters, s.stateFilters()...)
}

// classesWith returns a link to the classes with the given state (see states). With "", the link leads to all classes.
func (s *site) classesWith(state string) string {
	if state == "" {
		return "classes.html"
	}
	// The first field of the page is for words, so filters start at 1.
	field := 1 + slices.IndexFunc(s.classFilters(), func(f *filter) bool { return f.Key == "x" })
	return fmt.Sprintf("classes.html#f%d=%s", field, state)
}

type classRow struct {
	Name, Package, Href    string
	FileName, Path, Source string
	Place                  place
	States                 []string    // see states
	Omitted                *omittedTag // the reason why it has no counts
	Unmeasured, Excluded   string      // amounts of unmeasured and excluded code in the class, "" for none
	Cells                  cells       // one for each column of classesPage.Numbers
	Hottest                hotBlock
}

func (s *site) classRow(c *report.Class, numbers numbers) classRow {
	f := c.File
	r := classRow{
		Name: report.Printable(c.Name), Package: report.Printable(f.Package), Href: s.classPage[c],
		FileName: report.Printable(path.Base(f.Path)), Path: report.Printable(f.Path),
		Source: s.lineHref("", f, c.Line),
		Place:  placeOf(f), States: s.states(c.Totals, s.hotClasses[c]), Omitted: makeOmittedTag(c.OmittedBy),
		Unmeasured: c.Totals.Unmeasured.String(), Excluded: c.Totals.Excluded.String(),
		Hottest: s.hotBlock("", f, c.Hottest),
	}
	r.Cells = numbers.cells(&c.Totals, r.Omitted, layout.Level(c.Totals.Executed, s.maxClass))
	return r
}
