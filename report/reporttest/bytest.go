package reporttest

import (
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/report/assemble"
	"jprof/report/tests/testview"
)

// testNamed is the owner of counts of a name in File.ByTest.
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

// ByTest builds the model of the counts by test of the project: those that its files have, and of the tests in Tests.
// Other counts of a file were made outside of tests.
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

// Tested returns a project of a parser with tests: some alone execute something, some have the same footprint, one
// executes nothing, one is tried twice; a class has set-up, and code runs outside of tests and in several at once.
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
			Text: testedParser, Counters: []uint64{20, 12, 5, 2, 1},
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
			Path: "app/src/test/java/org/example/ParserTest.java", Text: testedTest, Counters: []uint64{2, 1},
			ByTest: map[string][]uint64{
				"org.example.ParserTest#digits[1]": {1, 0}, "org.example.ParserTest#digits[2]": {1, 0},
				"org.example.ParserTest#nothing": {0, 1},
			}},
	)
}

// TestedModel is the model of the counts by test of Tested.
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

const testedParser = `package org.example;

‹t class Parser|public class Parser {
    ‹m parse(String s) 0|int ¤parse(String s) ‹b body 0|{
        ‹r 0|·int n = 0;
        ·if (‹c condition 1 0-1|s.matches("[0-9]+")›) ‹b then 1|{
            ‹r 1|·n = Integer.parseInt(s);›
        }› else ‹b else 0-1|‹r 0-1|·if (‹c condition 2 0-1-2|s.startsWith("-")›) ‹b then 2|{
            ‹r 2|·n = -Integer.parseInt(s.substring(1));›
        }› else ‹b else 0-1-2|‹r 0-1-2|·if (‹c condition 3 0-1-2-3|s.isEmpty()›) ‹b then 3|{
            ‹r 3|·throw new IllegalArgumentException();›
        }››››››
        ‹r 0-3|·return n;›
    }››

    ‹m close() 4|void ¤close() ‹b body 4|{
        ‹r 4|·System.gc();›
    }››
}›
`

const testedTest = `package org.example;

‹t class ParserTest|class ParserTest {
    ‹m digits(String s) 0|@ParameterizedTest void ¤digits(String s) ‹b body 0|{
        ‹r 0|·assertEquals(1, new Parser().parse(s));›
    }››
    ‹m nothing() 1|@Test void ¤nothing() ‹b body 1|{
        ‹r 1|·assertTrue(true);›
    }››
}›
`
