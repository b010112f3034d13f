package html

import (
	"maps"
	"path"
	"slices"

	"jprof/internal/format/testreports"
	"jprof/internal/java/decl"
	"jprof/report"
	"jprof/report/columns"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
	"jprof/report/tests/next"
	"jprof/report/tests/testview"
	"jprof/report/times"
	"jprof/report/unused"
)

// Data holds the input of a report.
type Data struct {
	Model    *report.Model
	Contexts *contexts.Data  // from another run of the same sources, nil for none
	Tests    *testview.Model // the counts by test of Model, nil for none
	Times    *times.Model    // the times of Model, nil for none
	Next     next.Input      // for the list of where to test next
	Unused   *unused.Result  // the code of Model that nobody executed, nil for no such page
}

// Write writes the report of a run. Each processor loads the source of a page and writes the page, so memory is needed
// for one page for each processor. The report does not depend on the number of processors.
func Write(d Data, out layout.Output) error {
	s, err := newSite(d, out)
	if err != nil {
		return err
	}
	return layout.Parallel(s.pages())
}

// pages returns one function for each page of the report, or group of pages. The functions write these, and do not
// change shared data.
func (s *site) pages() []func() error {
	list := []func() error{
		func() error { return s.Page("classes.html", "classes", s.classes()) }, // first, because it takes longest
		func() error { return s.Page("index.html", "home", s.home()) },
		func() error { return s.Page("hot.html", "hot", s.hot()) },
		func() error { return s.Page("not-measured.html", "unmeasured", s.unmeasured()) },
		s.searchIndex,
	}
	if s.testPages != nil {
		list = append(list, func() error { return s.Page("tests.html", "test-list", s.testList()) })
		list = slices.Concat(list, s.testPages.data(&s.Folder), s.testPages.write(s))
	} else if len(s.suites) > 0 {
		list = append(list, func() error { return s.Page("tests.html", "tests-page", s.tests()) })
	}
	if s.unused != nil {
		list = append(list, func() error { return s.Page("unused.html", "unused", s.unusedPage()) })
	}
	if s.contexts != nil {
		fr := func(page, title string) layout.Frame { return s.frame("", page, title) }
		list = append(list, contexts.Pages(&s.Folder, s.contexts, fr, s.joined.source)...)
	}
	for _, t := range s.tree {
		for _, p := range t.packages {
			list = append(list, func() error { return s.Page(p.page, "package", s.packagePage(p)) })
		}
	}
	for _, f := range s.model.Files {
		list = append(list, func() error { return s.pagesOf(f) })
	}
	return list
}

// pagesOf writes the pages of a file and of its classes.
func (s *site) pagesOf(f *report.File) error {
	tests := s.testsOf(f)
	for _, c := range f.Classes {
		if err := s.Page(s.classPage[c], "class", s.class(c, tests)); err != nil {
			return err
		}
	}
	return s.sourceFile(f, tests)
}

// site holds the data that all pages share.
type site struct {
	layout.Folder
	model       *report.Model
	ranking     next.Input
	testPages   *testPages               // nil for a run without counts by test
	testClasses map[string]*report.Class // see classesByName
	classPage   map[*report.Class]string
	sourcePage  map[*report.File]string
	suites      []testreports.Suite
	testTotals  testTotals
	modules     []string // names of all modules, sorted
	sets        []string // names of all source sets, sorted
	packages    []string // names of all packages, sorted; nil if there is only one
	// The ends of heat scales: the highest number of executions of a class and of a method, and the highest count of a
	// region.
	maxClass    uint64
	maxWork     uint64
	maxRegion   uint64
	tree        []moduleTree
	packageOf   map[*report.File]*pkg
	treeNumbers numbers // columns of all trees
	hotClasses  map[*report.Class]bool
	mostIn      [3]uint64      // the highest number of executed statements of a module, of a package, and of a class
	notListed   int            // number of omitted parts that are not excluded
	contexts    *contexts.Data // nil for none
	joined      *joined        // the contexts beside the sources
	apart       string         // see contexts.Data.Apart
	times       *times.Model   // nil for none
	unused      *unused.Result // nil for none
	mostSamples uint64         // of the line with the most samples
}

func newSite(d Data, out layout.Output) (*site, error) {
	m, c := d.Model, d.Contexts
	scripts := []string{"search.js", "tree.js"}
	apart := ""
	if c != nil && len(c.Steps) == 0 {
		apart, c = c.Apart, nil
	}
	if c != nil {
		scripts = append(scripts, contexts.Scripts...)
	}
	if d.Tests != nil {
		scripts = append(scripts, testScripts...)
	}
	pages, err := layout.NewFolder(out, scripts...)
	if err != nil {
		return nil, err
	}
	s := &site{Folder: pages, model: m, ranking: d.Next, contexts: c, apart: apart, times: d.Times, unused: d.Unused,
		mostSamples: maxSamples(d.Times), suites: m.TestSuites(),
		classPage:  map[*report.Class]string{},
		sourcePage: map[*report.File]string{}, packageOf: map[*report.File]*pkg{}}
	if d.Tests != nil {
		s.suites = d.Tests.Suites
	}
	s.testTotals = sumUpTests(s.suites)
	var names layout.Names
	modules, sets, packages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range m.Files {
		s.sourcePage[f] = names.Page("source", sourceName(f))
		packages[layout.PackageName(report.Printable(f.Package))] = true
		for _, c := range f.Classes {
			s.classPage[c] = names.Page("class", c.Qualified())
			s.maxClass = max(s.maxClass, c.Totals.Executed)
		}
		for _, set := range f.Sets {
			modules[set.Module], sets[set.Name] = true, true
		}
		for i := range f.Methods {
			s.maxWork = max(s.maxWork, f.Methods[i].Executed)
		}
		for i := range f.Regions {
			s.maxRegion = max(s.maxRegion, f.Regions[i].Count)
		}
	}
	s.modules, s.sets = slices.Sorted(maps.Keys(modules)), slices.Sorted(maps.Keys(sets))
	if len(packages) > 1 {
		s.packages = slices.Sorted(maps.Keys(packages))
	}
	s.makeTree(&names)
	if d.Tests != nil {
		s.testPages = newTestPages(d.Tests, &names)
	}
	s.testClasses = s.classesByName()
	sum := m.Sum()
	s.treeNumbers = s.numbers(columns.Tree, &sum)
	for _, n := range m.Omitted {
		if !n.Excluded {
			s.notListed++
		}
	}
	if c != nil {
		s.joined = join(m, c, s.sourcePage)
	}
	return s, nil
}

// sourceName returns the name of the page of a file, without ending. It is short, and mostly unique in a project.
func sourceName(f *report.File) string {
	return decl.Qualified(f.Package, path.Base(f.Path))
}

// frame returns the data for the head of a page of the report. page is the navigation entry of this page.
func (s *site) frame(root, page, title string) layout.Frame {
	f := layout.Frame{Root: root, PageTitle: report.Printable(title), Title: report.Printable(s.model.Title),
		Tool: s.model.Run.Tool, Sampled: s.times != nil, Search: true, Nav: []layout.NavLink{
			{Href: "index.html", Text: "Overview", Here: page == "home"},
			{Href: "classes.html", Text: "Classes", Here: page == "classes"},
			{Href: "hot.html", Text: "Hot spots", Here: page == "hot"},
			{Href: "not-measured.html", Text: "Unmeasured", Here: page == "unmeasured", Badge: s.notListed},
		}}
	if s.contexts != nil {
		f.Nav = slices.Insert(f.Nav, 3, contexts.Nav(s.contexts, page)...)
	}
	if len(s.suites) > 0 || s.testPages != nil { // results of tests, or what they executed
		failed := s.testTotals.Failed
		f.Nav = slices.Insert(f.Nav, 3,
			layout.NavLink{Href: "tests.html", Text: "Tests", Here: page == "tests", Badge: failed, Alarm: failed > 0})
	}
	if s.unused != nil {
		f.Nav = slices.Insert(f.Nav, 3, layout.NavLink{Href: "unused.html", Text: "Unused", Here: page == "unused"})
	}
	if n := len(s.model.Problems); n > 0 {
		f.Nav = append(f.Nav,
			layout.NavLink{Href: "not-measured.html#problems", Text: "Self-check", Badge: n, Alarm: true})
	}
	return f
}
