package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/tests/testview"
)

// maxFailedTests limits the list of failed tests.
const maxFailedTests = 200

// testListPage is the page of all tests of a run with counts by test. Its classes are HTML, and testlist.js adds the
// tests.
type testListPage struct {
	Frame   layout.Frame
	Ends    string // numbers of tests, by how they ended, in words
	Seconds string
	Notes   []testNote
	Filters []*filter
	Steps   bool // there is a column with test steps
	Long    bool
	Failed  []failedTest // at most maxFailedTests
	More    int          // number of failed tests that Failed lacks
	Classes []testClassRow
	Reports testsPage // the other contents of the test reports of the build
}

// testNote is a sentence about tests, with a link to them.
type testNote struct{ Text, Href, Link string }

type failedTest struct {
	Name, Class, Href, Status, Seconds, Reason string
}

type testClassRow struct {
	Package, Name, Href, Step string
	testFacts
	Failed int
	States []string // words for the filters, of all tests of the class
}

// testList returns the page of all tests.
func (s *site) testList() testListPage {
	p := s.testPages
	page := testListPage{Frame: s.testFrame("", "Tests", "testlist.js"), Steps: p.steps != nil,
		Long: len(p.classes.List) > 1000, Reports: s.tests()}
	all := make([]int32, len(p.model.Tests))
	seconds := 0.0
	for i := range all {
		all[i] = int32(i)
		if t := &p.model.Tests[i]; t.IsTest() {
			seconds += t.Seconds
		}
	}
	summary := p.model.Summary()
	page.Ends, page.Seconds = summary.Ends(), words.Seconds(seconds)
	page.Filters = p.filters(all)
	page.Filters = addChoice(page.Filters, option{"none", "in no test: set-up, outside, several at once"})
	page.Notes = p.notes(page.Filters, summary)
	page.Failed = p.failed()
	page.More = max(0, len(page.Failed)-maxFailedTests)
	page.Failed = page.Failed[:len(page.Failed)-page.More]
	for i := range p.classes.List {
		page.Classes = append(page.Classes, p.classRow(i))
	}
	slices.SortStableFunc(page.Classes, func(a, b testClassRow) int { return cmp.Compare(b.Executions, a.Executions) })
	return page
}

// addChoice adds a choice to the filter Show.
func addChoice(filters []*filter, o option) []*filter {
	i := slices.IndexFunc(filters, func(f *filter) bool { return f.Title == "Show" })
	if i < 0 {
		i = len(filters)
		filters = append(filters, &filter{Title: "Show", Key: "x"})
	}
	filters[i].Choices = append(filters[i].Choices, o)
	return filters
}

// notes returns notes on tests that may have problems, and on executions outside of tests.
func (p *testPages) notes(filters []*filter, all testview.Summary) []testNote {
	field := 1 + slices.IndexFunc(filters, func(f *filter) bool { return f.Title == "Show" }) // the first is for words
	of := func(choice string) string { return fmt.Sprintf("#f%d=%s", field, choice) }
	var notes []testNote
	add := func(choice, text string) { notes = append(notes, testNote{text, of(choice), "list them"}) }
	if n := len(p.idle); n > 0 {
		add("idle", words.Plural(n, "test")+" executed nothing of the main sources")
	}
	if n := len(p.unclear); n > 0 {
		add("unclear", words.Plural(n, "test")+" may have executed code that is counted under several tests at once")
	}
	if groups := p.model.Alike(); len(groups) > 0 {
		n := 0
		for _, g := range groups {
			n += len(g.Tests)
		}
		add("alike", fmt.Sprintf("%s executed the same regions as another test, in %s", words.Plural(n, "test"),
			words.Plural(len(groups), "group")))
	}
	if n := len(p.model.Retried()); n > 0 {
		add("retried", words.Form(n, "1 test was", report.Thousands(uint64(n))+" tests were")+" tried again")
	}
	notes = append(notes, testNote{fmt.Sprintf("Executions in no test: %s in the set-up of classes, %s outside of "+
		"tests, %s while several tests ran", report.Thousands(all.SetUp), report.Thousands(all.Outside),
		report.Thousands(all.Several)), of("none"), "list them"})
	return notes
}

// failed returns the tests, and the set-ups of classes, that failed or did not end. If a test has several attempts, the
// last one decides.
func (p *testPages) failed() []failedTest {
	var list []failedTest
	for i := range p.model.Tests {
		n := int32(i)
		t := &p.model.Tests[i]
		if !t.Status.IsBad() || p.classes.Of(n) < 0 || !p.model.IsLast(n) {
			continue
		}
		r := p.row(n)
		list = append(list, failedTest{Name: r.Name, Class: report.Printable(t.Class), Href: p.page(n) + r.Href,
			Status: r.Status, Seconds: r.Seconds, Reason: r.Reason})
	}
	return list
}

// classRow returns the row of a class.
func (p *testPages) classRow(i int) testClassRow {
	class := &p.classes.List[i]
	name := report.Printable(class.Name)
	dot := strings.LastIndexByte(name, '.')
	r := testClassRow{Package: name[:max(0, dot)], Name: name[dot+1:], Href: p.pages[i], Step: p.step(class.Step),
		testFacts: p.facts(class)}
	for _, n := range class.Tests {
		t := &p.model.Tests[n]
		if t.Status.IsBad() && p.model.IsLast(n) {
			r.Failed++
		}
		if !t.IsTest() {
			continue
		}
		for _, word := range p.states(n) {
			if !slices.Contains(r.States, word) {
				r.States = append(r.States, word)
			}
		}
	}
	return r
}
