package testview

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/util/words"
	"jprof/report"
)

// Model holds the counts of each test of a run. It is read-only; several goroutines may use it at a time.
type Model struct {
	Report *report.Model
	Tests  []Test // all owners of counts, tests and others, in the order of testcounts.Counts.Tests

	// Suites are the test reports of the build. For a test with several attempts, they have the last one.
	Suites []testreports.Suite

	counts    *testcounts.Counts
	files     []fileParts
	index     map[*report.File]int32 // in files
	sources   []source
	byPackage map[probe.ID][]int32 // indices in sources, by Base
	groups    []int32              // number of the group of each test: equal for the attempts of one test
	classes   []int32              // index in Classes.List of the class of each test, -1 for none
	ranks     []int32              // position of each test in the order of names, see SortByName
	steps     map[string]int       // number of test steps with a test of each name
	stepName  func(string) string  // see Input

	mu   sync.Mutex
	last []*File // used last: see File
}

// Test is an owner of counts with its executions of the main sources.
type Test struct {
	testcounts.Test
	Seconds    float64 // from the XML of the build, else measured by the recorder; for set-up see setUpSeconds
	Reported   bool    // Seconds are from the XML
	Executions uint64  // of statements
	Regions    int
	Only       int // number of regions that nothing else executed: see Together.Only
}

// IsTest reports whether the owner is a test: not set-up of a class, code outside of tests, or several tests at once.
func (t *Test) IsTest() bool { return t.Kind == testcounts.Case }

// IsSetUp reports whether the owner is the set-up of a class.
func (t *Test) IsSetUp() bool { return t.Kind == testcounts.Class }

// IsOutside reports whether the owner represents code that ran outside of all tests.
func (t *Test) IsOutside() bool { return t.Kind == testcounts.Outside }

// Statuses returns the words for the results of tests: testcounts.Statuses.
func Statuses() []string { return testcounts.Statuses() }

// Use is the number of executions of a part by a test.
type Use struct {
	Test  int32 // index in Model.Tests
	Count uint64
}

// FileUse lists the regions of a file that a test executed.
type FileUse struct {
	File    *report.File
	Regions []RegionUse // ascending
}

// RegionUse is the number of executions of a region by a test.
type RegionUse struct {
	Region int32 // index in report.File.Regions
	Only   bool  // no other test executed it: see Test.Only
	Count  uint64
}

// Source has the formulas of a file of a map for the parts of a file of the model, each in the order of the model.
// Parts whose counts are not in this map have a nil formula.
type Source struct {
	File                     *report.File
	Package                  probe.ID
	Base, Counters           uint32 // its counters in the section of the package
	Regions, Methods, Blocks []probe.Formula
	Expressions, True, False []probe.Formula
}

// Input holds all that New needs to make a model.
type Input struct {
	Report  *report.Model
	Sources iter.Seq[Source]
	Counts  *testcounts.Counts
	Suites  []testreports.Suite // the XML of the build, nil for none: it has the seconds of tests
	// Module returns the folder with the XML of a test step (testreports.Suite.Module), "" if it is not known. It is
	// nil for a run of one module.
	Module func(step string) string
	// StepName returns the name of a test step for people; nil if it is not known.
	StepName func(step string) string
}

// New makes the model.
func New(in Input) *Model {
	m := &Model{Report: in.Report, counts: in.Counts, index: map[*report.File]int32{},
		byPackage: map[probe.ID][]int32{}, stepName: in.StepName}
	for _, t := range in.Counts.Tests() {
		m.Tests = append(m.Tests, Test{Test: t})
	}
	m.groups = groupsOf(m.Tests)
	m.classes = classesOf(m.Tests)
	m.ranks = ranksOf(m.Tests)
	m.steps = stepsOf(m.Tests)
	m.compile(in.Sources)
	m.transpose()
	m.measure()
	m.Suites = m.lastAttempts(in.Suites, m.setSeconds(in.Suites, in.Module))
	return m
}

// numberOf returns the number of a key. A new key gets the next number.
func numberOf[Key comparable](numbers map[Key]int32, key Key) int32 {
	n, known := numbers[key]
	if !known {
		n = int32(len(numbers))
		numbers[key] = n
	}
	return n
}

// groupsOf numbers tests. Attempts of one test have the same number.
func groupsOf(tests []Test) []int32 {
	type key struct {
		kind       testcounts.Kind
		step, name string
	}
	numbers := make(map[key]int32, len(tests))
	groups := make([]int32, len(tests))
	for i, t := range tests {
		groups[i] = numberOf(numbers, key{t.Kind, t.Step, t.Name()})
	}
	return groups
}

// classesOf numbers the classes of tests and of set-up in their order. Owners without a class have -1.
func classesOf(tests []Test) []int32 {
	type key struct{ step, name string }
	numbers := map[key]int32{}
	classes := make([]int32, len(tests))
	for i, t := range tests {
		classes[i] = -1
		if !t.IsTest() && !t.IsSetUp() {
			continue
		}
		classes[i] = numberOf(numbers, key{t.Step, t.Class})
	}
	return classes
}

// ranksOf returns the position of each test in the order of test step and name, with numbers in names ordered by value.
func ranksOf(tests []Test) []int32 {
	order, names := make([]int32, len(tests)), make([]string, len(tests))
	for i := range order {
		order[i], names[i] = int32(i), tests[i].Name()
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(tests[a].Step, tests[b].Step), words.CompareNatural(names[a], names[b]),
			cmp.Compare(a, b))
	})
	ranks := make([]int32, len(tests))
	for rank, i := range order {
		ranks[i] = int32(rank)
	}
	return ranks
}

// SortByName sorts tests by test step and name, with the second invocation before the tenth.
func (m *Model) SortByName(list []int32) {
	slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(m.ranks[a], m.ranks[b]) })
}

// stepsOf counts the test steps with owners of each name.
func stepsOf(tests []Test) map[string]int {
	last, steps := map[string]string{}, map[string]int{}
	for _, t := range tests { // by step
		name := t.Name()
		if step, known := last[name]; !known || step != t.Step {
			last[name] = t.Step
			steps[name]++
		}
	}
	return steps
}

// StepName returns the name of a test step for people.
func (m *Model) StepName(step string) string {
	if m.stepName == nil {
		return step
	}
	return cmp.Or(m.stepName(step), step)
}

// Ambiguous reports whether another test step has a test of the same name.
func (m *Model) Ambiguous(test int32) bool { return m.steps[m.Tests[test].Name()] > 1 }

// First returns the index of the first attempt of a test in Tests. Attempts follow each other.
func (m *Model) First(test int32) int32 {
	for test > 0 && m.groups[test-1] == m.groups[test] {
		test--
	}
	return test
}

// IsLast reports whether a test has no later attempt.
func (m *Model) IsLast(test int32) bool {
	next := int(test) + 1 // attempts follow each other
	return next == len(m.Tests) || m.groups[next] != m.groups[test]
}
