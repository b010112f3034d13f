package next_test

import (
	"fmt"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/tests/next"
)

// ranked lists places as "method score lines+outcomes test".
func ranked(list []next.Place) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, fmt.Sprintf("%s:%d %.0f %d+%d %s", p.Method.Method().Label, p.Line, p.Score, p.Lines,
			p.Outcomes, p.Test.Name))
	}
	return strings.Join(texts, ", ")
}

// model has two classes: a method of A lacks a line and an outcome, one of B all of its lines. ATest is the test of A.
func model(t *testing.T) *report.Model {
	return reporttest.Model(t,
		reporttest.File{Path: "src/main/java/p/A.java", Package: "p", Counters: []uint64{4, 0},
			Text: "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|x›)\n" +
				"‹b then 1|{ ‹r 1|·y();› }››\n}››\n}›"},
		reporttest.File{Path: "src/main/java/p/B.java", Package: "p", Counters: []uint64{0},
			Text: "‹t class B|class B {\n‹m g() 0|void ¤g() ‹b body 0|{\n‹r 0|·a();\n·b();\n·c();›\n}››\n}›"},
		reporttest.File{Set: "test", Path: "src/test/java/p/ATest.java", Package: "p", Counters: []uint64{0},
			Text: "‹t class ATest|class ATest {\n‹m t() 0|void ¤t() ‹b body 0|{\n‹r 0|·a();›\n}››\n}›"})
}

// TestRank checks the formula: complexity, commits and what is missed, and which code is listed at all.
func TestRank(t *testing.T) {
	m := model(t)
	if got, want := ranked(next.Rank(m, next.Input{}, 9)), "A::f():3 4 1+1 p.ATest, B::g():2 3 3+0 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	changes := map[string]int{"src/main/java/p/B.java": 15}
	got := ranked(next.Rank(m, next.Input{Changes: changes}, 1))
	if want := "B::g():2 12 3+0 , A::f():3 4 1+1 "; got != want {
		t.Errorf("with commits: %s, want %s", got, want)
	}
}

// TestNearestTest takes the test that executes a method and least else; code that ran outside of tests counts as missed
// in a merged run, and its calls raise the score.
func TestNearestTest(t *testing.T) {
	tests := reporttest.TestedModel(t)
	if list := next.Rank(tests.Report, next.Input{Tests: tests}, 9); len(list) > 0 {
		t.Errorf("all is executed: %s", ranked(list))
	}
	list := next.Rank(tests.Report, next.Input{Tests: tests, Merged: true}, 9)
	if got, want := ranked(list), "Parser::close():16 2 1+0 org.example.ParserTest#digits[1]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestColumns has the columns of a list with commits and calls in production, and of one without.
func TestColumns(t *testing.T) {
	for want, list := range map[string][]next.Place{
		"missed lines, missed branches, complexity, nearest test; Highest risk × missed lines and branches " +
			"first. The risk grows with complexity.": {{Changes: -1}},
		"missed lines, missed branches, complexity, commits, calls in production, nearest test; Highest risk × " +
			"missed lines and branches first. The risk grows with complexity, commits of the last year and calls in " +
			"production.": {
			{Changes: 2, Production: 1}},
	} {
		columns, order := next.Columns(list)
		var names []string
		for _, c := range columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, ", ") + "; " + order; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
