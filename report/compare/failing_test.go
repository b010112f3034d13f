package compare_test

import (
	"fmt"
	"reflect"
	"testing"

	"jprof/internal/format/testreports"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/reporttest"
)

// TestFailingTests names the tests that fail now and did not fail in the base.
func TestFailingTests(t *testing.T) {
	const classes = "ATest: a=x b=y\nBTest: c=z d=z"
	for name, c := range map[string]struct{ base, now, want string }{
		"none fails":     {"app/ATest.a", "app/ATest.a", "[]"},
		"failed before":  {"!app/ATest.a", "!app/ATest.a", "[]"},
		"fails now":      {"app/ATest.a app/ATest.b", "!app/ATest.b app/ATest.a", "[p.ATest#b app/ATest.java:3]"},
		"skipped before": {"-app/ATest.a", "!app/ATest.a", "[p.ATest#a app/ATest.java:2]"},
		"new":            {"app/ATest.a", "!app/ATest.b", "[new p.ATest#b app/ATest.java:3]"},
		"an invocation": {"app/BTest.d(int)[1]", "app/BTest.d(int)[1] !app/BTest.d(int)[2]",
			"[p.BTest#d app/BTest.java:3]"},
		"set-up":             {"app/BTest.c", "!app/BTest.BTest", "[p.BTest ]"},
		"set-up of a new":    {"app/ATest.a", "!app/BTest.initializationError", "[new p.BTest ]"},
		"twice":              {"app/ATest.a", "!app/ATest.a !core/ATest.a", "[p.ATest#a app/ATest.java:2]"},
		"base without tests": {"", "!app/ATest.a", "[]"},
	} {
		base, now := reporttest.WithResults(t, "1", classes, c.base), reporttest.WithResults(t, "2", classes, c.now)
		got := []string{}
		for _, f := range compare.Tests(base, now).Failing {
			text := f.Name + " " + f.Place()
			if f.IsNew {
				text = "new " + text
			}
			got = append(got, text)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %q, want %s", name, got, c.want)
		}
	}
}

// TestFailingLine checks that the place of a test is where it failed, if a line of its source is in the trace.
func TestFailingLine(t *testing.T) {
	base := reporttest.WithResults(t, "1", "ATest: a=x", "app/ATest.a")
	const in = "\n\tat app.ATest.a(ATest.java:9)"
	for trace, want := range map[string]string{
		"\tat org.junit.Assert.fail(Assert.java:5)\n\tat app.ATest$1.run(ATest.java:30)" + in: "app/ATest.java:30",
		"\tat other.ATest.a(ATest.java:9)":           "app/ATest.java:2",
		"\tat x.B.c(B.java:1)\nCaused by: Y" + in:    "app/ATest.java:2",
		"\tat x.B.c(B.java:1)\n\tSuppressed: Y" + in: "app/ATest.java:2",
	} {
		now := reporttest.WithResults(t, "2", "ATest: a=x", "!app/ATest.a")
		suites := now.ReadTests()
		suites[0].Cases[0].Trace = "java.lang.AssertionError: no\n" + trace
		now.ReadTests = func() []testreports.Suite { return suites }
		if got := compare.FailingTests(base, now)[0].Place(); got != want {
			t.Errorf("%s: %s, want %s", trace, got, want)
		}
	}
}

// TestFailingMessage checks that a reason is one line.
func TestFailingMessage(t *testing.T) {
	m := func(outcome testreports.Outcome) *report.Model {
		model := reporttest.Model(t)
		model.ReadTests = func() []testreports.Suite {
			return []testreports.Suite{{Name: "ATest", Cases: []testreports.Case{
				{Name: "a", Outcome: outcome, Message: "\n expected: 1 \n but was: 2"}}}}
		}
		return model
	}
	got := compare.FailingTests(m(testreports.Passed), m(testreports.Failed))
	want := []compare.FailingTest{{Name: "ATest#a", Message: "expected: 1"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
