package html

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/tests/testview"
)

// testClassPage is the page of a class with tests, or the page of all owners without a class.
type testClassPage struct {
	Frame         layout.Frame
	Package, Name string
	Step          string
	Source        *classLink // the class, if the report has it
	Others        bool       // the page has the owners without a class, and no sums over them
	Lines         bool       // the table has a column with lines of the source
	Facts         testFacts
	Filters       []*filter
	Long          bool
	// Rows makes the rows one by one while the page is written. After that, Together returns the executions by all of
	// them.
	Rows     iter.Seq[ownerRow]
	Together func() string
}

// testFacts are the totals of a class.
type testFacts struct {
	Tests         int
	Seconds       string // of tests, without set-up
	SetUp         string // the seconds of set-up, "" for less than a millisecond
	Executions    uint64
	Regions, Only int
}

// facts returns the totals of a class.
func (p *testPages) facts(c *testview.Class) testFacts {
	setUp := ""
	if c.SetUp >= 0.0005 {
		setUp = words.Seconds(c.SetUp)
	}
	return testFacts{c.Cases, words.Seconds(c.Seconds), setUp, c.Executions, c.Regions, c.Only}
}

// ownerRow is a test, or another owner of counts.
type ownerRow struct {
	Number        int32
	Name          string // for a test, the part after its class
	Href          string // of its executions
	Step          string // "" on pages of classes
	Display       string // its name in the framework, if it differs
	IsTest        bool
	Status        string
	Bad           bool // the test failed or did not end
	Reason        string
	Seconds       string
	Executions    uint64
	Regions, Only int
	Source        string // address of the line of its method, "" if unknown
	Line          int
	Alike         int32 // number of the group of tests that executed the same regions, 0 for none
	States        []string
	Uses          string // see packedUses
}

// write returns functions that write the pages of classes with tests, and the page of owners without a class.
func (p *testPages) write(s *site) (list []func() error) {
	for i := range p.classes.List {
		list = append(list, func() error { return s.Page(p.pages[i], "test-class", s.testClass(i)) })
	}
	if p.others != "" {
		list = append(list, func() error { return s.Page(p.others, "test-class", s.noTestClass()) })
	}
	return list
}

// testFrame returns the head of a page of tests.
func (s *site) testFrame(root, title, script string) layout.Frame {
	f := s.frame(root, "tests", title)
	f.Tests, f.Script = true, script
	return f
}

// testClass returns the page of a class.
func (s *site) testClass(i int) testClassPage {
	p := s.testPages
	class := &p.classes.List[i]
	name := report.Printable(class.Name)
	dot := strings.LastIndexByte(name, '.') + 1
	page := testClassPage{Frame: s.testFrame("../", name, "testclass.js"), Package: name[:dot], Name: name[dot:],
		Step: p.step(class.Step), Long: len(class.Tests) > 1000,
		Facts: p.facts(class)}
	source := s.testSource(class.Name)
	if source.file != nil {
		page.Source, page.Lines = &classLink{Href: "../" + source.page, Name: report.Printable(source.file.Path)}, true
	}
	if len(class.Tests) > 5 {
		page.Filters = p.filters(class.Tests)
	}
	all := together{}
	page.Rows = func(yield func(ownerRow) bool) {
		tests := slices.Clone(class.Tests)
		p.model.SortByName(tests) // with the set-up first
		for _, n := range tests {
			files := p.model.Footprint(int(n))
			all.add(files)
			row := p.row(n)
			row.Uses = p.packedUses(files)
			if at := source.lines[p.model.Tests[n].Method]; at > 0 && row.IsTest {
				row.Source, row.Line = s.lineHref("../", source.file, at), at
			}
			if !yield(row) {
				return
			}
		}
	}
	page.Together = func() string {
		return p.packedUses(all.uses(p, func(f *report.File, r int32) bool { return p.classes.IsOnly(i, f, r) }))
	}
	return page
}

// noTestClass returns the page of the owners without a class.
func (s *site) noTestClass() testClassPage {
	p := s.testPages
	page := testClassPage{Frame: s.testFrame("../", "No test", "testclass.js"), Name: "No test", Others: true}
	page.Rows = func(yield func(ownerRow) bool) {
		for n := range p.model.Tests {
			if p.classes.Of(int32(n)) >= 0 {
				continue
			}
			row := p.row(int32(n))
			row.Step = p.step(p.model.Tests[n].Step)
			row.Uses = p.packedUses(p.model.Footprint(n))
			if !yield(row) {
				return
			}
		}
	}
	return page
}

// otherNames has the names of owners of counts that are not tests.
var otherNames = [...]string{testcounts.Class: "set-up of the class", testcounts.Outside: "outside of tests",
	testcounts.Shared: "several tests at once"}

// row returns the row of a test. Its fields for executions and for the source are empty.
func (p *testPages) row(n int32) ownerRow {
	t := &p.model.Tests[n]
	r := ownerRow{Number: n, Href: fmt.Sprintf("#t%d", n), IsTest: t.IsTest(), Seconds: words.Seconds(t.Seconds),
		Executions: t.Executions, Regions: t.Regions, Only: t.Only, Alike: p.alike[n], Name: otherNames[t.Kind]}
	if t.IsTest() || t.Status.IsBad() {
		r.Status, r.Bad, r.Reason = t.Status.String(), t.Status.IsBad(), report.Printable(t.Reason)
	}
	if !t.IsTest() {
		return r
	}
	r.Name = t.InClass()
	if t.Attempt > 1 {
		r.Name += fmt.Sprintf(" (attempt %d)", t.Attempt)
	}
	if d := shortened(report.Printable(t.Display)); !strings.HasPrefix(r.Name, strings.TrimSuffix(d, "()")) {
		r.Display = d
	}
	r.States = p.states(n)
	return r
}

// states returns the words for the filters of a test.
func (p *testPages) states(n int32) []string {
	t := &p.model.Tests[n]
	list := []string{t.Status.String()}
	if p.idle[n] {
		list = append(list, "idle")
	}
	if p.unclear[n] {
		list = append(list, "unclear")
	}
	if p.alike[n] > 0 {
		list = append(list, "alike")
	}
	if t.Only > 0 {
		list = append(list, "only")
	}
	if p.retried[n] {
		list = append(list, "retried")
	}
	return list
}

// testStates lists the filters of tests besides their status.
var testStates = []option{
	{"idle", "executed nothing of the main sources"}, {"unclear", "perhaps under several tests at once"},
	{"alike", "same regions as another test"},
	{"only", "executed what no other test did"}, {"retried", "tried again"},
}

// filters returns the filters for a list of tests. It omits options that no test has, and filters whose options all
// tests have.
func (p *testPages) filters(tests []int32) []*filter {
	count := map[string]int{}
	all := 0
	for _, n := range tests {
		if p.model.Tests[n].IsTest() {
			all++
			for _, word := range p.states(n) {
				count[word]++
			}
		}
	}
	countOf := func(o option) int { return count[cmp.Or(o.Value, o.Text)] }
	var list []*filter
	for _, f := range []*filter{
		newFilter("Status", "x", testview.Statuses()),
		{Title: "Show", Key: "x", Choices: slices.Clone(testStates)},
	} {
		f.Choices = slices.DeleteFunc(f.Choices, func(o option) bool { return countOf(o) == 0 })
		if slices.ContainsFunc(f.Choices, func(o option) bool { return countOf(o) < all }) {
			list = append(list, f)
		}
	}
	return list
}

// testSource holds the source of a class with tests.
type testSource struct {
	file  *report.File   // nil if the report lacks it
	page  string         // page of the class
	lines map[string]int // first line of a method, by name
}

// testSource returns the source of the class with a binary name.
func (s *site) testSource(name string) testSource {
	c := s.testClasses[decl.Outermost(name)]
	if c == nil {
		return testSource{}
	}
	t := testSource{file: c.File, page: s.classPage[c], lines: map[string]int{}}
	owner := strings.TrimPrefix(name, c.File.Package+".")
	for _, i := range c.Methods {
		m := &c.File.Methods[i]
		in, rest, _ := strings.Cut(m.Label, "::")
		method, _, _ := strings.Cut(rest, "(")
		if in == owner && t.lines[method] == 0 {
			t.lines[method] = int(m.Name.Line)
		}
	}
	return t
}

// classesByName returns the top-level classes of the report, those of test sources before others.
func (s *site) classesByName() map[string]*report.Class {
	classes := map[string]*report.Class{}
	for _, c := range s.model.Classes {
		if name := c.Qualified(); classes[name] == nil || c.File.IsTest() && !classes[name].File.IsTest() {
			classes[name] = c
		}
	}
	return classes
}
