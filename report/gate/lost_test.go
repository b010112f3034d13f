package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"jprof/internal/format/testreports"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/reporttest"
)

// tested makes a run with test classes, a line for each: "ATest: f=body" declares methods of it. The results are
// "module ATest.f" with ! in front if it failed, and - if it was skipped.
func tested(t *testing.T, id, classes, results string) *report.Model {
	t.Helper()
	var files []reporttest.File
	for line := range strings.Lines(classes) {
		class, methods, _ := strings.Cut(strings.TrimSpace(line), ": ")
		text, n := "‹t class "+class+"|class "+class+" {\n", 0
		for _, m := range strings.Fields(methods) {
			name, body, _ := strings.Cut(m, "=")
			text += fmt.Sprintf("‹m %s() %d|void ¤%s() ‹b body %d|{‹r %d|·%s();›}››\n", name, n, name, n, n, body)
			n++
		}
		files = append(files, reporttest.File{Module: "g:app", Set: "test", Package: "p",
			Path: "app/" + class + ".java", Counters: make([]uint64, n), Text: text + "}›"})
	}
	m := reporttest.Model(t, files...)
	m.Run.ID = id
	m.ReadTests = func() (suites []testreports.Suite) {
		for _, r := range strings.Fields(results) {
			outcome := testreports.Passed
			switch r[0] {
			case '!':
				outcome = testreports.Failed
			case '-':
				outcome = testreports.Skipped
			}
			module, name, _ := strings.Cut(strings.TrimLeft(r, "!-"), "/")
			class, method, _ := strings.Cut(name, ".")
			suites = append(suites, testreports.Suite{Module: module, Name: "p." + class,
				Cases: []testreports.Case{{Class: "p." + class, Name: method, Outcome: outcome}}})
		}
		return suites
	}
	return m
}

// TestLostTests names the tests that a run has lost, and why.
func TestLostTests(t *testing.T) {
	const classes = "ATest: a=x b=y\nBTest: c=z d=z"
	const results = "app/ATest.a !app/ATest.b app/BTest.c app/BTest.d(int)[1] app/BTest.d(int)[2]"
	const (
		a = "p.ATest#a app/ATest.java:2"
		b = "p.ATest#b app/ATest.java:3"
		c = "p.BTest#c app/BTest.java:2"
		d = "p.BTest#d app/BTest.java:3"
	)
	for name, c := range map[string]struct{ classes, results, baseMore, want string }{
		"same":      {classes, results, "", ""},
		"fails now": {classes, "!app/ATest.a " + results, "", ""},
		"skipped": {classes, "-app/ATest.b app/ATest.a app/BTest.c app/BTest.d(int)[1]", "",
			"skipped " + b},
		"one of several":  {classes, "-app/BTest.d(int)[1] " + results, "", ""},
		"skipped before":  {classes, results, " -app/ATest.old", ""},
		"whole class":     {classes, "app/ATest.a app/ATest.b -app/BTest.BTest", "", "skipped " + c + ", skipped " + d},
		"all invocations": {classes, "app/ATest.a app/ATest.b app/BTest.c -app/BTest.d(int)", "", "skipped " + d},
		"removed":         {"ATest: a=x", "app/ATest.a", "", "removed " + b + ", removed " + c + ", removed " + d},
		"not run":         {classes, "app/ATest.a", "", "not run " + b + ", not run " + c + ", not run " + d},
		"class moved": {"CTest: a=x b=y\nBTest: c=z d=z", "app/CTest.a app/CTest.b app/BTest.c app/BTest.d", "",
			""},
		"renamed": {"ATest: new=x b=y\nBTest: c=z d=z", "app/ATest.new app/ATest.b app/BTest.c app/BTest.d", "", ""},
		"one of equal": {"ATest: a=x b=y\nBTest: e=z", "app/ATest.a app/ATest.b app/BTest.e", "",
			"removed " + c + ", removed " + d},
		"renamed and changed": {"ATest: new=other b=y\nBTest: c=z d=z",
			"app/ATest.new app/ATest.b app/BTest.c app/BTest.d", "", "removed " + a},
		"other module":          {classes, "core/ATest.a core/ATest.b app/BTest.c app/BTest.d", "", ""},
		"inherited, class ran":  {classes, results, " app/ATest.up", "removed p.ATest#up"},
		"inherited, class idle": {classes + "\nCTest: e=v", results, " app/CTest.up", "not run p.CTest#up"},
		"Kotlin":                {classes, results, " app/KTest.a", "removed p.KTest#a"},
		"Kotlin, idle module":   {classes, results, " core/KTest.a", "not run p.KTest#a"},
		"no module": {"", "core/XTest.a", "",
			"not run p.ATest#a, not run p.ATest#b, not run p.BTest#c, not run p.BTest#d"},
	} {
		var got []string
		old := tested(t, "old", classes, results+c.baseMore)
		for _, l := range gate.LostTests(old, tested(t, "new", c.classes, c.results)) {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", l.What, l.Name, l.Place())))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, ", "), c.want)
		}
	}
}

// TestTestsRule checks the number of lost tests, and fails where a run has no test reports.
func TestTestsRule(t *testing.T) {
	base := tested(t, "old", "ATest: a=x b=y c=z", "app/ATest.a app/ATest.b app/ATest.c")
	now := tested(t, "new", "ATest: a=x c=z", "app/ATest.a -app/ATest.c")
	none := tested(t, "none", "ATest: a=x", "")
	zero, one := 0, 1
	for name, c := range map[string]struct {
		rule gate.TestsRule
		want string
	}{
		"fails": {gate.TestsRule{Base: base, Now: now, Skipped: &zero, Removed: &one, NotRun: &zero},
			"FAILED: tests skipped of since run old: at most 0, is 1; ok: tests removed of since run old: at most 1, " +
				"is 1; ok: tests not run of since run old: at most 0, is 0"},
		"lists only": {gate.TestsRule{Base: base, Now: now}, ""},
		"no reports": {gate.TestsRule{Base: none, Now: now, Skipped: &zero},
			"FAILED: lost tests of since run none: test reports of both runs, is run none has none"},
	} {
		v := gate.Check(now, gate.Rules{Tests: &c.rule})
		if got := strings.Join(told(v), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if has := v.Base != nil && len(v.Base.Tests) == 2; has != (name != "no reports") {
			t.Errorf("%s: %+v", name, v.Base)
		}
	}
}
