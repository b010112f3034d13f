package reporttest

import (
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/report/assemble"
	"jprof/report/tests/testview"
)

// testNamed returns the owner of counts with a name from File.ByTest.
func testNamed(name string) testcounts.Test {
	switch class, method, is := strings.Cut(name, "#"); {
	case name == testcounts.SharedName:
		return testcounts.Test{Kind: testcounts.Shared}
	case !is:
		return testcounts.Test{Kind: testcounts.Class, Class: class}
	default:
		method, invocation, _ := strings.Cut(strings.TrimSuffix(method, "]"), "[")
		return testcounts.Test{Class: class, Method: method, Invocation: invocation}
	}
}

// ByTest returns the model of the counts by test of the project. Counts belong to the tests in File.ByTest and in
// Tests. All other counts of a file are outside of tests.
func (p *Project) ByTest(title string) (*testview.Model, error) {
	in := p.Input(title)
	model, formulas, err := assemble.ModelAndFormulas(in)
	if err != nil {
		return nil, err
	}
	counts, err := p.testCounts()
	if err != nil {
		return nil, err
	}
	return testview.New(testview.Input{Report: model, Sources: formulas.Sources(), Counts: counts,
		Suites: p.Suites}), nil
}

func section(id probe.ID, counters []uint64) testcounts.Section {
	s := testcounts.Section{ID: id}
	for i, n := range counters {
		if n > 0 {
			s.Index, s.Count = append(s.Index, uint32(i)), append(s.Count, n)
		}
	}
	return s
}

// Tested returns a project of a parser with tests. Some tests are the only ones that execute something, some have the
// same footprint, one executes nothing, and one has two attempts. A class has set-up, and code runs outside of tests
// and in several tests at once.
func Tested() (*Project, error) {
	p := &Project{Tests: []testcounts.Test{
		{Class: "org.example.ParserTest", Method: "nothing"},
		{Class: "org.example.ParserTest", Method: "skipped", Status: testcounts.Skipped, Reason: "not today"},
		{Class: "org.example.ParserTest", Method: "flaky", Attempt: 1, Status: testcounts.Failed, Reason: "too late",
			Nanos: 7e6},
		{Class: "org.example.ParserTest", Method: "flaky", Attempt: 2, Nanos: 5e6},
	}}
	return p, p.Add(
		File{Module: "org.example:app", Package: "org.example", Path: "app/src/main/java/org/example/Parser.java",
			Text: marked("tested/Parser"), Counters: []uint64{20, 12, 5, 2, 1},
			ByTest: map[string][]uint64{
				"org.example.ParserTest#digits[1]":         {4, 4, 0, 0, 0},
				"org.example.ParserTest#digits[2]":         {2, 2, 0, 0, 0},
				"org.example.ParserTest#signs":             {5, 1, 4, 0, 0},
				"org.example.ParserTest#flaky":             {1, 1, 0, 0, 0},
				"org.example.ParserTest#flaky (attempt 2)": {1, 0, 1, 0, 0},
				"org.example.OtherTest#fails":              {2, 0, 0, 2, 0},
				"org.example.ParserTest":                   {1, 1, 0, 0, 0},
				testcounts.SharedName:                      {3, 3, 0, 0, 0},
			}},
		File{Module: "org.example:app", Set: "test", Package: "org.example",
			Path: "app/src/test/java/org/example/ParserTest.java", Text: marked("tested/ParserTest"),
			Counters: []uint64{2, 1},
			ByTest: map[string][]uint64{
				"org.example.ParserTest#digits[1]": {1, 0}, "org.example.ParserTest#digits[2]": {1, 0},
				"org.example.ParserTest#nothing": {0, 1},
			}},
	)
}

// TestedModel returns the model of the counts by test of Tested.
func TestedModel(t testing.TB) *testview.Model {
	t.Helper()
	p, err := Tested()
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("tested")
	if err != nil {
		t.Fatal(err)
	}
	return m
}
