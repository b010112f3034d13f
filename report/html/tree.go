package html

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/html/charts"
	"jprof/report/html/layout"
)

// treeClasses limits the classes in the tree of the home page. If a project has more, they are only on the pages of
// packages, so that the home page stays small.
const treeClasses = 500

// unfolded is the largest number of rows for which all rows are shown at first.
const unfolded = 20

// hotShare is the percentage of all executions that belong to hot classes. As few classes as possible are hot.
const hotShare = 90

// treeRow is the row of a module, a package, a class, or a file that has no class to show.
type treeRow struct {
	Depth     int // 0 for the outermost
	Name      string
	Href      string // "" for none
	Tests     bool   // the row is a package of test sources, or a module with test sources only
	Version   string
	States    []string    // words for the filters by state: see states
	Modules   []string    // words for the filter by module
	Package   string      // word for the filter by package
	Sets      []string    // words for the filter by source set
	Omitted   *omittedTag // the reason why it has no counts
	Cells     cells       // of treeTable.Numbers
	Unknown   int         // number of unmeasured files, methods and parts
	Excluded  int
	UnknownOf string // Unknown in words
	ExcludeOf string // Excluded in words
}

// pkg is a package of a module, with the name of its page.
type pkg struct {
	report.PackageTree
	module string
	page   string
}

// name returns the name of the package in the report.
func (p *pkg) name() string { return layout.PackageName(report.Printable(p.Name)) }

// makeTree assigns each package its page, and finds the hot classes.
func (s *site) makeTree(names *layout.Names) {
	s.hotClasses = map[*report.Class]bool{}
	for _, m := range s.model.Tree() {
		t := moduleTree{Group: m.Group, tests: m.Tests}
		s.mostIn[0] = max(s.mostIn[0], m.Totals.Executed)
		for _, p := range m.Packages {
			key := cmp.Or(p.Name, "unnamed-package")
			if len(s.modules) > 1 {
				key = layout.Artifact(m.Name) + "." + key
			}
			if p.Tests {
				key += "-tests"
			}
			in := &pkg{p, m.Name, names.Page("package", key)}
			t.packages = append(t.packages, in)
			for _, f := range p.Files {
				if s.packageOf[f] == nil { // if several modules compile it, the first one
					s.packageOf[f] = in
				}
			}
			s.mostIn[1] = max(s.mostIn[1], p.Totals.Executed)
		}
		s.tree = append(s.tree, t)
	}
	byHeat := slices.Clone(s.model.Classes)
	slices.SortStableFunc(byHeat, func(a, b *report.Class) int {
		return cmp.Compare(b.Totals.Executed, a.Totals.Executed)
	})
	all, sum := 0.0, 0.0
	for _, c := range byHeat {
		all += float64(c.Totals.Executed)
		s.mostIn[2] = max(s.mostIn[2], c.Totals.Executed)
	}
	for _, c := range byHeat {
		if c.Totals.Executed == 0 || sum >= all*hotShare/100 {
			break
		}
		s.hotClasses[c] = true
		sum += float64(c.Totals.Executed)
	}
}

// moduleTree is a module with its packages.
type moduleTree struct {
	report.Group
	tests    bool // see report.ModuleTree
	packages []*pkg
}

// treeTable is a table of modules, packages and classes.
type treeTable struct {
	Caption, Head, Hint    string
	Rows                   []treeRow
	Filters                []*filter
	Numbers                numbers
	ShowPackages, ShowSets bool // rows have words for these filters
	ShowUnmeasured         bool
	Fold                   int // the depth of the rows that are folded at first, -1 for none
}

// treeTable returns the table of rows. Its filters are filters, followed by those for source sets, states and tests.
func (s *site) treeTable(caption, head, hint string, rows []treeRow, filters ...*filter) treeTable {
	t := treeTable{Caption: caption, Head: head, Hint: hint, Rows: rows, Numbers: s.treeNumbers, Fold: -1}
	sets := map[string]bool{}
	for _, r := range rows {
		for _, name := range r.Sets {
			sets[name] = true
		}
		if len(rows) > unfolded {
			t.Fold = max(t.Fold, r.Depth-1)
		}
		t.ShowUnmeasured = t.ShowUnmeasured || r.Unknown+r.Excluded > 0 || r.Omitted != nil
	}
	if len(sets) > 1 {
		t.ShowSets = true
		filters = append(filters, setFilter(slices.Sorted(maps.Keys(sets))))
	}
	t.Filters = append(filters, s.stateFilters()...)
	return t
}

// homeTree returns the tree of the home page.
func (s *site) homeTree() treeTable {
	var rows []treeRow
	withClasses := len(s.model.Classes) <= treeClasses
	hint := "package"
	if withClasses {
		hint = "package or class"
	}
	depth := 0
	if len(s.modules) > 1 {
		depth = 1
		hint = "module, " + hint
	}
	for _, m := range s.tree {
		if depth > 0 {
			name := report.Printable(cmp.Or(layout.Artifact(m.Name), "(no module)"))
			row := s.row(name, 0, m.Totals, s.mostIn[0], nil)
			row.Tests = m.tests
			rows = append(rows, row)
		}
		for _, p := range m.packages {
			rows = append(rows, s.packageRow(p, depth))
			if withClasses {
				rows = append(rows, s.classRows("", p, depth+1)...)
			}
		}
	}
	var filters []*filter
	if len(s.modules) > 1 {
		filters = append(filters, s.moduleFilter())
	}
	if s.packages != nil {
		filters = append(filters, s.packageFilter())
	}
	t := s.treeTable("Modules, packages and classes; tests are listed separately", "Package", hint, rows, filters...)
	t.ShowPackages = s.packages != nil
	return t
}

// row returns the row for the totals t. most is the number at the end of the scale of heat.
func (s *site) row(name string, depth int, t report.Totals, most uint64, by *report.Part) treeRow {
	r := treeRow{Depth: depth, Name: name, Omitted: makeOmittedTag(by),
		UnknownOf: t.Unmeasured.String(), ExcludeOf: t.Excluded.String(),
		Unknown:  t.Unmeasured.Files + t.Unmeasured.Methods + t.Unmeasured.Parts,
		Excluded: t.Excluded.Files + t.Excluded.Methods + t.Excluded.Parts}
	r.Cells = s.treeNumbers.cells(&t, r.Omitted, layout.Level(t.Executed, most))
	return r
}

func (s *site) packageRow(p *pkg, depth int) treeRow {
	r := s.row(p.name(), depth, p.Totals, s.mostIn[1], nil)
	r.Href, r.Tests, r.Package = p.page, p.Tests, p.name()
	states, sets := map[string]bool{}, map[string]bool{}
	for _, f := range p.Files {
		for _, c := range f.Classes {
			for _, state := range s.states(c.Totals, s.hotClasses[c]) {
				states[state] = true
			}
		}
		if f.Totals.Unmeasured != (report.Omitted{}) {
			states["left"] = true
		}
		for _, name := range placeOf(f).Sets {
			sets[name] = true
		}
	}
	r.States, r.Sets = slices.Sorted(maps.Keys(states)), slices.Sorted(maps.Keys(sets))
	if len(s.modules) > 1 {
		r.Modules = []string{report.Printable(p.module)}
	}
	return r
}

// classRows returns the classes of a package, by name, and its files without a class.
func (s *site) classRows(root string, p *pkg, depth int) []treeRow {
	var rows []treeRow
	for _, f := range p.Files {
		place := placeOf(f)
		add := func(r treeRow, href string, t report.Totals, hot bool) {
			r.Href, r.Version, r.Sets = root+href, place.Version, place.Sets
			r.States, r.Package = s.states(t, hot), p.name()
			if len(s.modules) > 1 {
				r.Modules = []string{report.Printable(p.module)}
			}
			rows = append(rows, r)
		}
		for _, c := range f.Classes {
			r := s.row(report.Printable(c.Name), depth, c.Totals, s.mostIn[2], c.OmittedBy)
			add(r, s.classPage[c], c.Totals, s.hotClasses[c])
		}
		if len(f.Classes) == 0 {
			var by *report.Part
			if !f.Measured && len(f.Omitted) > 0 {
				by = &f.Omitted[0]
			}
			r := s.row(report.Printable(path.Base(f.Path)), depth, f.Totals, s.mostIn[2], by)
			add(r, s.sourcePage[f], f.Totals, false)
		}
	}
	slices.SortStableFunc(rows, func(a, b treeRow) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// packagePage is the page of a package.
type packagePage struct {
	Frame  layout.Frame
	Name   string
	Module string
	Tests  bool
	Tiles  tiles
	Tree   treeTable
}

func (s *site) packagePage(p *pkg) packagePage {
	page := packagePage{Frame: s.frame("../", "", p.name()), Name: p.name(), Module: report.Printable(p.module),
		Tests: p.Tests, Tiles: makeTiles(p.Totals)}
	page.Frame.Tree = true
	page.Tree = s.treeTable("Top-level classes, with their nested classes", "Class", "class", s.classRows("../", p, 0))
	return page
}

// mapNodes returns the code on the map. It omits test sources if there are main sources.
func (s *site) mapNodes() []charts.Node {
	hasMain := slices.ContainsFunc(s.model.Files, func(f *report.File) bool { return !f.IsTest() })
	var modules []charts.Node
	for _, m := range s.tree {
		name := report.Printable(cmp.Or(layout.Artifact(m.Name), "(no module)"))
		node := charts.Node{Name: name, What: "module " + name, Href: "#tree"}
		for _, p := range m.packages {
			if p.Tests && hasMain {
				continue
			}
			in := charts.Node{Name: p.name(), What: p.name(), Href: p.page, Lines: p.Totals.Lines,
				Executed: p.Totals.Executed}
			for _, f := range p.Files {
				for _, c := range f.Classes {
					in.Parts = append(in.Parts, charts.Node{Name: report.Printable(c.Name),
						What: report.Printable(c.Qualified()), Href: s.classPage[c],
						Lines: c.Totals.Lines, Executed: c.Totals.Executed})
				}
			}
			node.Lines = node.Lines.Plus(in.Lines)
			node.Executed += in.Executed
			node.Parts = append(node.Parts, in)
		}
		modules = append(modules, node)
	}
	if len(modules) == 1 {
		return modules[0].Parts
	}
	return modules
}
