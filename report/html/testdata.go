package html

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/tests/testview"
)

// testScripts lists the scripts of reports with counts by test.
var testScripts = []string{"testdata.js", "testclass.js", "testlist.js", "sourceuses.js", "sourcetests.js"}

// testsInChunk is the number of tests in one script of their data.
const testsInChunk = 1000

// maxTestName limits the name of a test in scripts, in characters. Pages of classes have complete names.
const maxTestName = 300

// testPages holds the data that the pages of a run with counts by test share. The number of a test, in pages, scripts
// and addresses, is its index in testview.Model.Tests.
type testPages struct {
	model   *testview.Model
	classes *testview.Classes
	pages   []string             // page of each class
	others  string               // the page of the owners without a class, "" if there is none
	steps   map[string]string    // names of test steps, nil if there is only one
	files   map[*report.File]int // index in report.Model.Files
	alike   []int32              // the number of each test's group in testview.Model.Alike, from 1; 0 for none
	idle    map[int32]bool
	unclear map[int32]bool // tests for which it is not known whether they are idle
	retried map[int32]bool // tests with several attempts: all attempts
}

// newTestPages assigns the names of the pages of tests.
func newTestPages(m *testview.Model, names *layout.Names) *testPages {
	p := &testPages{model: m, classes: m.Classes(), alike: make([]int32, len(m.Tests)),
		files: map[*report.File]int{}}
	for i, f := range m.Report.Files {
		p.files[f] = i
	}
	for _, c := range p.classes.List {
		p.pages = append(p.pages, names.Page("tests", report.Printable(c.Name)))
	}
	p.steps = stepNames(m)
	if slices.ContainsFunc(m.Tests, func(t testview.Test) bool { return !t.IsTest() && !t.IsSetUp() }) {
		p.others = names.Page("tests", "outside")
	}
	for i, g := range m.Alike() {
		for _, n := range g.Tests {
			p.alike[n] = int32(i) + 1
		}
	}
	idle, unclear := m.Idle()
	p.idle, p.unclear, p.retried = setOf(idle), setOf(unclear), setOf(slices.Concat(m.Retried()...))
	return p
}

func setOf(tests []int32) map[int32]bool {
	set := map[int32]bool{}
	for _, n := range tests {
		set[n] = true
	}
	return set
}

// page returns the page with a test.
func (p *testPages) page(n int32) string {
	if class := p.classes.Of(n); class >= 0 {
		return p.pages[class]
	}
	return p.others
}

// step returns the name of a test step, "" if there is only one.
func (p *testPages) step(step string) string { return p.steps[step] }

// stepNames returns short names for the test steps of a run: the module, if that is enough. It returns nil if there is
// only one step.
func stepNames(m *testview.Model) map[string]string {
	names := map[string]string{}
	goals, modules := map[string]bool{}, map[string]bool{}
	for i := range m.Tests {
		step := m.Tests[i].Step
		if _, known := names[step]; known {
			continue
		}
		names[step] = report.Printable(m.StepName(step))
		if step != "" {
			module, goal, _ := strings.Cut(names[step], " ")
			goals[goal], modules[layout.Artifact(module)] = true, true
		}
	}
	if len(names) < 2 {
		return nil
	}
	short := len(goals) == 1 && len(modules) >= len(names)-1
	for step, name := range names {
		module, goal, _ := strings.Cut(name, " ")
		switch {
		case step == "":
			names[step] = "no test step"
		case short:
			names[step] = layout.Artifact(module)
		case goal != "" && len(goals) > 1:
			names[step] = layout.Artifact(module) + " " + goal
		}
	}
	return names
}

// data returns functions that write scripts with names and numbers of tests. testdata.js reads these into jprofTests.
// Each script has a string with a line for each test. Lines in front of these hold the data that the tests after them
// have in common. Fields are separated by tabs. A field with 0 or the most common value is "", and such fields at the
// end of a line are missing. The first letter is:
//
//	sSTEP            the test step of what follows, where there are several
//	cCLASS  PAGE     its class, and its page below tests/ without .html, or "" for CLASS; no class for o and m
//	tMETHOD ...      a test
//	u o m            set-up of the class, what ran outside of tests, several tests at once, with the same fields:
//
// The fields are: seconds; executions; regions; only; how the test ended, unless it passed; attempt, unless it is the
// first; how many tests before this one the first attempt is; the number of the group of tests with the same regions.
func (p *testPages) data(f *layout.Folder) (list []func() error) {
	for from := 0; from < len(p.model.Tests); from += testsInChunk {
		list = append(list, func() error { return p.chunk(f, from) })
	}
	return list
}

func (p *testPages) chunk(f *layout.Folder, from int) error {
	to := min(from+testsInChunk, len(p.model.Tests))
	return f.Write(fmt.Sprintf("tests/%d.js", from/testsInChunk), func(w *bufio.Writer) error {
		fmt.Fprintf(w, `"use strict"; jprofTests.add(%d, %d, "`, from, len(p.model.Tests))
		x := lineWriter{w}
		step, page := "", ""
		for n := int32(from); n < int32(to); n++ {
			t := &p.model.Tests[n]
			if s := p.step(t.Step); s != step || n == int32(from) && s != "" {
				step = s
				x.line('s', s)
			}
			if own := p.page(n); own != page {
				page = own
				class := ""
				if p.classes.Of(n) >= 0 {
					class = shortened(report.Printable(t.Class))
				}
				x.line('c', class, pageUnless(page, "tests/", class))
			}
			p.line(&x, n)
		}
		w.WriteString("\");\n")
		return nil
	})
}

// line writes the line of a test, in the form that data describes.
func (p *testPages) line(x *lineWriter, n int32) {
	t := &p.model.Tests[n]
	seconds := strconv.FormatFloat(t.Seconds, 'f', 3, 64)
	first := p.model.First(n)
	fields := []string{"", seconds, strconv.FormatUint(t.Executions, 10), unlessZero(t.Regions), unlessZero(t.Only),
		unlessZero(int(t.Status)), unlessZero(t.Attempt - 1), unlessZero(int(n - first)), unlessZero(int(p.alike[n]))}
	if t.IsTest() {
		fields[0] = shortened(t.InClass())
	}
	for len(fields) > 1 && fields[len(fields)-1] == "" {
		fields = fields[:len(fields)-1]
	}
	x.line("tuom"[t.Kind], fields...) // in the order of the kinds
}

// search writes the lines of tests into the index of the search: see searchIndex.
func (p *testPages) search(x *lineWriter) {
	last := -1
	for n := range p.model.Tests {
		t := &p.model.Tests[n]
		class := p.classes.Of(int32(n))
		if class < 0 {
			continue
		}
		if class != last {
			last = class
			name := shortened(report.Printable(t.Class))
			x.line('e', name, pageUnless(p.pages[class], "tests/", name), p.step(t.Step))
		}
		if t.IsTest() {
			x.line('r', shortened(t.InClass()), strconv.Itoa(n), unlessZero(t.Attempt-1))
		}
	}
}

func unlessZero(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// shortened returns a name of at most maxTestName characters.
func shortened(name string) string {
	if len(name) <= maxTestName {
		return name
	}
	runes := []rune(name)
	if len(runes) <= maxTestName {
		return name
	}
	return string(runes[:maxTestName]) + "…"
}
