package unused_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/unused"
)

// TestTestsOfUnused has the tests that execute unused methods, and what was executed, but not by tests.
func TestTestsOfUnused(t *testing.T) {
	tested := reporttest.TestedModel(t)
	text, err := os.ReadFile("../reporttest/testdata/tested/Parser.txt")
	if err != nil {
		t.Fatal(err)
	}
	production := func(counters ...uint64) *report.Model {
		return reporttest.Model(t, reporttest.File{Module: "org.example:app", Package: "org.example",
			Path: "app/src/main/java/org/example/Parser.java", Text: string(text), Counters: counters})
	}
	describe := func(m *report.Model, tests *unused.Tests) (list []string) {
		r := unused.Find(unused.Input{Model: m, Tests: tests})
		for _, x := range r.Methods {
			list = append(list, fmt.Sprintf("%s %s %s", x.Title(), x.Tests.Cell(), strings.Join(x.Tests.Names, " ")))
		}
		for _, h := range r.Hot {
			list = append(list, fmt.Sprintf("%s untested %d", h.Title(), h.Calls))
		}
		return list
	}
	byTest := &unused.Tests{Model: tested.Report, ByTest: tested}
	for _, tt := range []struct {
		name  string
		m     *report.Model
		tests *unused.Tests
		want  string
	}{
		{"by test", production(), byTest, "Parser::parse(String s) 5 org.example.ParserTest#signs " +
			"org.example.ParserTest#digits[1] " +
			"org.example.OtherTest#fails org.example.ParserTest#digits[2] org.example.ParserTest#flaky; " +
			"Parser::close() no "},
		{"without counts by test", production(), &unused.Tests{Model: tested.Report},
			"Parser::parse(String s) yes ; Parser::close() yes "},
		{"without tests", production(), nil, "Parser::parse(String s) ? ; Parser::close() ? "},
		{"tests without this source", production(), &unused.Tests{Model: reporttest.SampleModel(t)},
			"Parser::parse(String s) ? ; Parser::close() ? "},
		{"all of it ran", production(9, 9, 9, 9, 9), byTest, "Parser::close() untested 9"},
		{"untested", production(9, 9, 9, 9, 9), &unused.Tests{Model: production(1)},
			"Parser::close() untested 9"},
	} {
		if got := strings.Join(describe(tt.m, tt.tests), "; "); got != tt.want {
			t.Errorf("%s: %s, not %s", tt.name, got, tt.want)
		}
	}
}

// TestObserved has the words for what was observed, and for what was not.
func TestObserved(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }
	services := unused.Observed{Services: true, Applications: []string{"desk", "shop"}, JVMs: 1200,
		Hosts: []string{"a"}, Since: day(1), Now: day(12), NeverSeen: []string{"the environment prod"},
		Days: []string{"2026-11-02", "2026-11-03", "2026-11-05", "2026-11-07", "2026-11-09", "2026-11-11",
			"2026-11-12"}}
	all := services
	all.Since, all.NeverSeen = time.Time{}, nil
	whole := unused.Observed{Services: true, Since: day(2), Now: day(3), Days: []string{"2026-11-02", "2026-11-03"}}
	for _, tt := range []struct {
		name string
		o    unused.Observed
		want []string
	}{
		{"since a day", services, []string{"nobody looked: there is no data of the environment prod",
			"nobody looked on 5 of the 12 days since 2026-11-01: there is no data of 2026-11-01, 2026-11-04, " +
				"2026-11-06, 2026-11-08 and 1 more",
			"Applications: desk and shop", "Host: a", "Days: 7, from 2026-11-02 to 2026-11-12", "JVMs: 1,200"}},
		{"all data", all, []string{"nobody looked on 4 of the 11 days: there is no data of 2026-11-04, 2026-11-06, " +
			"2026-11-08 and 2026-11-10", "Applications: desk and shop", "Host: a",
			"Days: 7, from 2026-11-02 to 2026-11-12", "JVMs: 1,200"}},
		{"without gaps", whole, []string{"Days: 2, from 2026-11-02 to 2026-11-03", "JVMs: 0"}},
		{"a run of tests", unused.Observed{JVMs: 1, Days: []string{"2026-11-02"}},
			[]string{"no service was observed: this is what one run did not execute", "Day: 2026-11-02", "JVM: 1"}},
	} {
		got := tt.o.Warnings()
		for _, l := range tt.o.Lines() {
			got = append(got, l[0]+": "+l[1])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n\t%s\nnot\n\t%s", tt.name, strings.Join(got, "\n\t"), strings.Join(tt.want, "\n\t"))
		}
	}
}

// TestForeign sums up classes without sources where there is nothing else.
func TestForeign(t *testing.T) {
	r := unused.Find(unused.Input{Model: &report.Model{}, Foreign: []unused.ForeignClass{
		{Name: "a.A", Of: 3, Methods: []unused.ForeignMethod{{Name: "f", Descriptor: "()V"}}},
		{Name: "a.B", Of: 1, Methods: []unused.ForeignMethod{{Name: "f", Descriptor: "()V"}}}}})
	if got, want := r.Summary(), "never executed: 2 of 4 methods, of classes without sources"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestSizes has the lines that go with a declaration.
func TestSizes(t *testing.T) {
	m, _ := project(t, `
-- A.java --
// a comment of the file

// and one of the class
@Deprecated
class A {
	int a; // not of the method

	/** Javadoc. */

	// and a comment
	@Deprecated
	void f() {
		a = 1;
		a = 2;
	}

	// another part

	void g() { }
}
class B { static int live() { return 1; } }
`)
	r := unused.Find(unused.Input{Model: m, Ran: func(ref report.MethodRef) bool {
		return ref.Method().Label == "B::live()"
	}})
	var got []string
	for _, c := range r.Classes {
		got = append(got, fmt.Sprint(c.Name, c.Size))
	}
	for _, x := range r.Methods {
		got = append(got, fmt.Sprint(x.Title(), x.Size))
	}
	if want := []string{"A{18 2}", "A::f(){8 2}", "A::g(){1 0}"}; !slices.Equal(got, want) {
		t.Errorf("sizes are %q, not %q", got, want)
	}
	if want := (unused.Size{Lines: 18, Statements: 2}); r.Total != want {
		t.Errorf("the total is %v, not %v", r.Total, want)
	}
}

// TestUnobserved has a method whose code no observed JVM had: it is in no list, and its class is not unused.
func TestUnobserved(t *testing.T) {
	m, _ := project(t, `
-- A.java --
class A { void f() { } void fresh() { } }
class B { void f() { } }
`)
	r := unused.Find(unused.Input{Model: m, Seen: func(ref report.MethodRef) unused.Seen {
		if ref.Method().Label == "A::fresh()" {
			return unused.Seen{}
		}
		return unused.Seen{Days: 3}
	}})
	var got []string
	for _, c := range r.Classes {
		got = append(got, c.Name)
	}
	for _, x := range r.Methods {
		got = append(got, fmt.Sprint(x.Title(), x.Seen.Days))
	}
	got = append(got, r.Warnings()...)
	if want := []string{"B", "A::f()3", "B::f()3", "no service was observed: this is what one run did not execute",
		"nobody looked: no JVM that was observed has the code of 1 method"}; !slices.Equal(got, want) {
		t.Errorf("found %q, not %q", got, want)
	}
}
