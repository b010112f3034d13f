package gate_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"jprof/internal/util/version"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/gate"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

// project has two modules: A.f is run 10 times with 40 of 50 outcomes..., see each text.
func project(t *testing.T, times uint64) *report.Model {
	t.Helper()
	return reporttest.Model(t,
		reporttest.File{Module: "g:app", Package: "p.app", Path: "app/A.java", Counters: []uint64{times, 4, 0},
			Text: "‹t class A|class A {\n‹m f() 0|void ¤f() ‹b body 0|{\n‹r 0|·if (‹c condition 1 0-1|x›)\n" +
				"‹b then 1|‹r 1|·y();››› }››\n" +
				"‹m g() 2|void ¤g() ‹b body 2|{\n‹r 2|·z();\n·z();› }››\n}›"},
		reporttest.File{Module: "g:util", Package: "p.util", Path: "util/B.java", Counters: []uint64{7},
			Text: "‹t class B|class B {\n‹m h() 0|void ¤h() ‹b body 0|{\n‹r 0|·z();› }››\n}›"},
		reporttest.File{Module: "g:util", Package: "p.util", Path: "util/C.java", Text: "‹u too large|class C {}›"},
	)
}

// varying marks a method as one that varies between equal runs.
func varying(t *testing.T, m *report.Model, label string) {
	t.Helper()
	for _, r := range m.AllMethods() {
		if r.Method().Label == label {
			r.Method().Varies = true
			return
		}
	}
	t.Fatalf("no method %s", label)
}

func percent(t *testing.T, s string) *gate.Percent {
	t.Helper()
	p, err := gate.ParsePercent(s)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func names(t *testing.T, parse func(string) (pattern.Name, error), texts ...string) []pattern.Name {
	t.Helper()
	var list []pattern.Name
	for _, s := range texts {
		p, err := parse(s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func matching(t *testing.T, s string) pattern.Method {
	t.Helper()
	p, err := pattern.ParseMethod(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check writes the gates as "ok" or "FAILED", rule, subject, limit and actual value.
func check(t *testing.T, m *report.Model, rules gate.Rules) []string {
	t.Helper()
	return told(gate.Check(m, rules))
}

func told(v *gate.Verdict) []string {
	var list []string
	for _, g := range v.Gates {
		state := "FAILED"
		if g.Passed {
			state = "ok"
		}
		list = append(list, fmt.Sprintf("%s: %s of %s: %s, is %s", state, g.Rule, g.Subject, g.Required, g.Actual))
	}
	return list
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMinimums(t *testing.T) {
	m := project(t, 10)
	none := 0
	one := 1
	same(t, check(t, m, gate.Rules{
		Minimums: []gate.Minimum{
			{Of: gate.Project, Lines: percent(t, "60"), Branches: percent(t, "100"), Methods: percent(t, "66.666")},
			{Of: gate.Module, Match: names(t, pattern.ParseModule, "*:app", "g:u*"), Lines: percent(t, "50.001")},
			{Of: gate.Package, Match: names(t, pattern.ParseName, "p.**"),
				Except: names(t, pattern.ParseName, "p.util.**"), Methods: percent(t, "51")},
			{Of: gate.Class, Match: names(t, pattern.ParseName, "p.*.A"), Branches: percent(t, "100")},
		},
		Unmeasured: &none,
	}),
		"ok: lines of project: at least 60 %, is 60 % (3 of 5)",
		"ok: branches of project: at least 100 %, is 100 % (2 of 2)",
		"ok: methods of project: at least 66.666 %, is 66.66 % (2 of 3)",
		"FAILED: lines of module g:app: at least 50.001 %, is 50 % (2 of 4)",
		"ok: lines of module g:util: at least 50.001 %, is 100 % (1 of 1)",
		"FAILED: methods of package p.app: at least 51 %, is 50 % (1 of 2)",
		"ok: branches of class p.app.A: at least 100 %, is 100 % (2 of 2)",
		"FAILED: unmeasured files of project: at most 0, is 1",
	)
	same(t, check(t, m, gate.Rules{Unmeasured: &one}), "ok: unmeasured files of project: at most 1, is 1")
	// Each run in a merged one names the folder.
	elsewhere := *m
	elsewhere.Run.OmittedFolders = []report.SourceFolder{{Module: "g:app", Set: "main", Path: "gen", Files: 15},
		{Module: "g:app", Set: "main", Path: "gen", Files: 20}, {Module: "g:app", Set: "test", Path: "gen", Files: 3}}
	same(t, check(t, elsewhere.MainSources(), gate.Rules{Unmeasured: &one}),
		"FAILED: unmeasured files of project: at most 1, is 21 (20 generated, or from elsewhere)")
	v := gate.Check(m, gate.Rules{Minimums: []gate.Minimum{
		{Of: gate.Class, Match: names(t, pattern.ParseName, "p.app.A"), Lines: percent(t, "99")}}})
	if v.Failed() != 1 || v.Gates[0].Path != "app/A.java" || v.Gates[0].Line != 1 {
		t.Errorf("got %+v", v)
	}
}

// TestGatesForNothing checks that a gate that is for nothing fails, among the others.
func TestGatesForNothing(t *testing.T) {
	m := project(t, 10)
	growing := []gate.MethodRule{{Match: matching(t, "p.util.B.*"), Growth: percent(t, "10")}}
	minimum := func(of gate.Scope, except []string, match ...string) gate.Rules {
		return gate.Rules{Minimums: []gate.Minimum{{Of: of, Match: names(t, pattern.ParseName, match...),
			Except: names(t, pattern.ParseName, except...), Lines: percent(t, "1")}}}
	}
	foreign := gate.NewBaseline(reporttest.Model(t,
		reporttest.File{Module: "g:q", Package: "q", Path: "Q.java", Text: "‹t class Q|class Q {}›"}), gate.Rules{})
	for want, rules := range map[string]gate.Rules{
		"threshold of package p.ap: at least one package, is no match": minimum(gate.Package, nil,
			"p.ap"),
		"threshold of class X.*: at least one class, is no match": minimum(gate.Class, nil,
			"p.app.A", "X.*"),
		"threshold of class p.*: at least one class, is no match": minimum(gate.Class, nil, "p.*"),
		"threshold of class p.**: at least one class, is all are excluded by except": minimum(gate.Class,
			[]string{"**"}, "p.**"),
		"branches of class p.util.B: at least 1 %, is no branches with counters": {Minimums: []gate.Minimum{
			{Of: gate.Class, Match: names(t, pattern.ParseName, "p.util.B"), Branches: percent(t, "1")}}},
		"counts of methods **.next(): at least one method with counters, is no match": {
			Methods: []gate.MethodRule{{Match: matching(t, "**.next()"), Executions: new(uint64)}}},
		"growth of methods p.util.B.*: in the baseline, is not in the baseline: write it again, with the same limit": {
			Methods: growing, Baseline: gate.NewBaseline(m, gate.Rules{})},
		"against the baseline of packages: in the baseline, is not in the baseline: write it again": {
			Ratchet: []gate.Scope{gate.Package}, Baseline: foreign},
		"built of module g:q: built, as in the baseline, is not built in this run": {Ratchet: []gate.Scope{gate.Module},
			Baseline: foreign},
	} {
		if got := check(t, m, rules); !slices.Contains(got, "FAILED: "+want) {
			t.Errorf("%s: got %q", want, got)
		}
	}
	varying(t, m, "B::h()")
	same(t, check(t, m, gate.Rules{Methods: growing}),
		"FAILED: counts of methods p.util.B.*: at least one method that does not vary, is all vary between equal runs")
}

func TestChangedLines(t *testing.T) {
	m := project(t, 0) // then nothing in A is executed but the body of its if
	changed := map[string][]int{"app/A.java": {2, 3, 4, 6, 7, 9}, "util/B.java": {3}, "util/C.java": {1}}
	rule := gate.Changed{Since: "main", Lines: percent(t, "40"), Branches: percent(t, "50.1"),
		Has: func(path string, line int) bool { return slices.Contains(changed[path], line) }}
	v := gate.Check(m, gate.Rules{Changed: &rule})
	same(t, told(v), "ok: changed lines of since main: at least 40 %, is 40 % (2 of 5)",
		"FAILED: changed branches of since main: at least 50.1 %, is 50 % (1 of 2)")
	want := []compare.Range{{Path: "app/A.java", First: 3, Last: 3, Lines: 1},
		{Path: "app/A.java", First: 6, Last: 7, Lines: 2}}
	if !slices.Equal(v.Changed.Uncovered, want) {
		t.Errorf("uncovered %+v, want %+v", v.Changed.Uncovered, want)
	}
	rule.Has = func(path string, line int) bool { return path == "app/A.java" && (line == 6 || line == 7) }
	if v = gate.Check(m, gate.Rules{Changed: &rule}); !slices.Equal(v.Changed.Uncovered, want[1:]) {
		t.Errorf("uncovered %+v", v.Changed)
	}
	rule.Has = func(string, int) bool { return false }
	same(t, check(t, m, gate.Rules{Changed: &rule}),
		"ok: changed lines of since main: at least 40 %, is no changed lines with counters",
		"ok: changed branches of since main: at least 50.1 %, is no changed branches with counters")
	// Code that is not known to have been executed was not.
	rule.Missing = []string{"other/New.java"}
	same(t, check(t, m, gate.Rules{Changed: &rule}),
		"FAILED: changed file of other/New.java: in the run, with counters, is not in the run, or unmeasured")
	rule.Lines, rule.Branches = nil, nil
	if v = gate.Check(m, gate.Rules{Changed: &rule}); len(v.Gates) != 0 ||
		!slices.Equal(v.Changed.Missing, rule.Missing) {
		t.Errorf("without a minimum: %+v", v)
	}
}

func TestLimitsOfMethods(t *testing.T) {
	limit := func(n uint64) *uint64 { return &n }
	m := project(t, 10)
	varying(t, m, "A::g()")
	same(t, check(t, m, gate.Rules{Methods: []gate.MethodRule{
		{Match: matching(t, "p.app.A.f()"), Invocations: limit(10), Executions: limit(13)},
		{Match: matching(t, "**"), Executions: limit(7)},
	}}),
		"ok: invocations of method p.app.A::f(): at most 10, is 10",
		"FAILED: executions of method p.app.A::f(): at most 13, is 14",
		"FAILED: executions of method p.app.A::f(): at most 7, is 14",
		"ok: executions of method p.util.B::h(): at most 7, is 7",
	)
}

func TestGrowth(t *testing.T) {
	rules := gate.Rules{Methods: []gate.MethodRule{{Match: matching(t, "p.app.**"), Growth: percent(t, "10")}},
		Ratchet: []gate.Scope{gate.Project}}
	rules.Baseline = reread(t, gate.NewBaseline(project(t, 100), rules))
	lines := "ok: lines against the baseline of project: at least 60 % (3 of 5), is 60 % (3 of 5)"
	others := []string{lines, strings.ReplaceAll(strings.ReplaceAll(lines, "lines", "branches"), "60 % (3 of 5)",
		"100 % (2 of 2)"),
		strings.ReplaceAll(strings.ReplaceAll(lines, "lines", "methods"), "60 % (3 of 5)", "66.66 % (2 of 3)")}
	same(t, check(t, project(t, 110), rules), append(slices.Clone(others),
		"ok: growth of invocations of method p.app.A::f(): at most 10 %, is x1.1 (100 to 110)",
		"ok: growth of executions of method p.app.A::f(): at most 10 %, is x1.1 (104 to 114)")...)
	same(t, check(t, project(t, 300), rules), append(slices.Clone(others),
		"FAILED: growth of invocations of method p.app.A::f(): at most 10 %, is x3 (100 to 300)",
		"FAILED: growth of executions of method p.app.A::f(): at most 10 %, is x2.92 (104 to 304)")...)
	same(t, check(t, project(t, 5), rules), append(slices.Clone(others), // fewer is fine
		"ok: growth of invocations of method p.app.A::f(): at most 10 %, is x0.05 (100 to 5)",
		"ok: growth of executions of method p.app.A::f(): at most 10 %, is x0.0865 (104 to 9)")...)

	// A method that has moved is found again by its code, unless the old one is still there.
	moved := func(class, other string) *report.Model {
		text := "‹t class %s|class %[1]s { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x(); ·y(); ·z();› }›› }›"
		files := []reporttest.File{{Package: "p.app", Path: class + ".java", Counters: []uint64{50},
			Text: fmt.Sprintf(text, class)}}
		if other != "" {
			files = append(files, reporttest.File{Package: "p.app", Path: other + ".java", Counters: []uint64{900},
				Text: fmt.Sprintf(text, other)})
		}
		return reporttest.Model(t, files...)
	}
	rules = gate.Rules{Methods: rules.Methods}
	rules.Baseline = reread(t, gate.NewBaseline(moved("Old", ""), rules))
	same(t, check(t, moved("New", ""), rules),
		"ok: growth of invocations of method p.app.New::f(): at most 10 %, is x1 (50 to 50)",
		"ok: growth of executions of method p.app.New::f(): at most 10 %, is x1 (150 to 150)")
	if got := check(t, moved("Old", "New"), rules); len(got) != 2 || !strings.Contains(got[0], "p.app.Old::f()") {
		t.Errorf("a new method with the code of another: %q", got)
	}
}

func TestRatchet(t *testing.T) {
	m := project(t, 10)
	rules := gate.Rules{Ratchet: []gate.Scope{gate.Project, gate.Module, gate.Package}}
	rules.Baseline = reread(t, gate.NewBaseline(m, rules))
	for _, line := range check(t, m, rules) {
		if !strings.HasPrefix(line, "ok: ") {
			t.Error(line)
		}
	}
	var failed []string
	for _, line := range check(t, project(t, 0), rules) {
		if strings.HasPrefix(line, "FAILED") {
			failed = append(failed, line)
		}
	}
	var want []string
	for _, part := range []string{"project", "module g:app", "package p.app"} {
		want = append(want, map[bool][]string{
			true: {"FAILED: lines against the baseline of project: at least 60 % (3 of 5), is 40 % (2 of 5)",
				"FAILED: branches against the baseline of project: at least 100 % (2 of 2), is 50 % (1 of 2)",
				"FAILED: methods against the baseline of project: at least 66.66 % (2 of 3), is 33.33 % (1 of 3)"},
			false: {"FAILED: lines against the baseline of " + part + ": at least 50 % (2 of 4), is 25 % (1 of 4)",
				"FAILED: branches against the baseline of " + part + ": at least 100 % (2 of 2), is 50 % (1 of 2)",
				"FAILED: methods against the baseline of " + part + ": at least 50 % (1 of 2), is 0 % (0 of 2)"},
		}[part == "project"]...)
	}
	same(t, failed, want...)
}

// TestBaselineKnowsWhatVaries checks that methods that vary when a baseline is written are never compared with it.
func TestBaselineKnowsWhatVaries(t *testing.T) {
	rules := gate.Rules{Methods: []gate.MethodRule{{Match: matching(t, "**"), Growth: percent(t, "0")}}}
	m := project(t, 10)
	varying(t, m, "A::f()")
	b := reread(t, gate.NewBaseline(m, rules))
	if !slices.Equal(b.Varying, []string{"p.app.A::f()"}) {
		t.Errorf("varying %q", b.Varying)
	}
	rules.Baseline = b
	same(t, check(t, project(t, 1000), rules),
		"ok: growth of invocations of method p.util.B::h(): at most 0 %, is x1 (7 to 7)",
		"ok: growth of executions of method p.util.B::h(): at most 0 %, is x1 (7 to 7)")
}

// reread writes a baseline and reads it, and holds it against the same written twice.
func reread(t *testing.T, b *gate.Baseline) *gate.Baseline {
	t.Helper()
	var first, second bytes.Buffer
	if err := b.Write(&first); err != nil {
		t.Fatal(err)
	}
	read, err := gate.ReadBaseline(first.Bytes())
	if err != nil {
		t.Fatalf("%v in\n%s", err, first.String())
	}
	if err := read.Write(&second); err != nil || first.String() != second.String() {
		t.Errorf("%v: written\n%s\nand again\n%s", err, first.String(), second.String())
	}
	return read
}

func TestReadBaselineErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\n]":           "not a baseline of jprof: line 3: invalid character",
		`{"format": "x"}`:  "not a baseline of jprof",
		`{"formats": "x"}`: `unknown field "formats"`,
		"":                 "not a baseline of jprof: EOF",
		`{"format": "jprof-baseline", "version": 1}<<<<<<< HEAD`: "text follows the JSON document",
		`{"format": "jprof-baseline", "version": 1, "coverage": [{"of": "project", "name": "", "lines": [1], ` +
			`"branches": [0, 0], "methods": [0, 0]}]}`: "[1] must be a list of two whole numbers",
		`{"format": "jprof-baseline", "version": 1, "coverage": [{"of": "project", "name": "", "lines": [0, 0], ` +
			`"branches": [0, 0], "methods": [0, 0]}, {"of": "project", "name": "", "lines": [0, 0], "branches": [0, ` +
			`0], "methods": [0, 0]}]}`: "project occurs twice",
		`{"format": "jprof-baseline", "version": 1, "methods": [{"method": "f"}, {"method": ` +
			`"f"}]}`: "method f occurs twice",
		`{"format": "jprof-baseline", "version": 1, "coverage": [{"of": "project", ` +
			`"name": ""}]}`: "and no other key",
		`{"format": "jprof-baseline", "version": 0}`: "version 0 is unknown",
		`{"format": "jprof-baseline", "version": 2}`: "written in format 2 by a newer jprof",
		`{"format": "jprof-baseline", "version": 2, "tool": "0.9.0", "gates": []}`: "in format 2 by jprof 0.9.0; " +
			"this is jprof " + version.String() + ", which reads formats up to 1: install jprof 0.9.0 or newer",
		`{"format": "jprof-baseline", "version": 1, "coverage": [{"of": "project", "name": "", "lines": [3, 2], ` +
			`"branches": [0, 0], "methods": [0, 0]}]}`: "impossible: 3 of 2",
		`{"format": "jprof-baseline", "version": 1, "coverage": [{"of": "project", "name": "", "lines": [1, ` +
			`99999999999], "branches": [0, 0], "methods": [0, 0]}]}`: "is impossible",
		`{"format": "jprof-baseline", "version": 1, "methods": [{"method": "f", "code": "", "invocations": -1, ` +
			`"executions": 1}]}`: "methods.invocations must be a whole number of 0 or more, not -1",
	} {
		if b, err := gate.ReadBaseline([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %+v, %v, want %q", text, b, err, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for text, want := range map[string]string{"80": "80 %", "79.5%": "79.5 %", " 0.125 % ": "0.125 %", "1000": "1000 %",
		"0": "0 %", "07.10": "7.1 %"} {
		if p, err := gate.ParsePercent(text); err != nil || p.String() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "%", "x", "-1", "1.", ".5", "1.2345", "1e3", "1,5", "99999999999", "NaN"} {
		if p, err := gate.ParsePercent(text); err == nil {
			t.Errorf("%q is %v", text, p)
		}
	}
}

// TestLargeCounts checks that counts near the limit do not overflow.
func TestLargeCounts(t *testing.T) {
	rules := gate.Rules{Methods: []gate.MethodRule{{Match: matching(t, "p.app.A.f"), Growth: percent(t, "10")}}}
	rules.Baseline = gate.NewBaseline(project(t, math.MaxInt64/2), rules)
	got := check(t, project(t, math.MaxInt64), rules)
	if len(got) != 2 || got[0] != "FAILED: growth of invocations of method p.app.A::f(): at most 10 %, is x2 "+
		"(4,611,686,018,427,387,903 to 9,223,372,036,854,775,807 or more)" {
		t.Errorf("got %q", got)
	}
}

// TestRun checks that a run that does not represent the whole project fails, unless that is allowed.
func TestRun(t *testing.T) {
	m := project(t, 10)
	same(t, check(t, m, gate.Rules{Run: &gate.Run{}}), "ok: program of run: exit code 0, is exit code 0",
		"ok: built of modules: all, is 2 of 2")
	m.Run = reporttest.FailedRun()
	build := "FAILED: build of run: exit code 0, is exit code 1"
	tests := "FAILED: tests of run: none failed, is 2 of 40 failed"
	app, svc := "FAILED: built of module g:app: built, is not built",
		"FAILED: built of module g:svc: built, is does not compile"
	same(t, check(t, m, gate.Rules{Run: &gate.Run{}}), build, tests, app, svc)
	same(t, check(t, m, gate.Rules{Run: &gate.Run{Allow: []report.FailureKind{report.BuildFailed}}}), tests, app, svc)
	same(t, check(t, m, gate.Rules{
		Run: &gate.Run{Allow: []report.FailureKind{report.TestsFailed, report.ModulesNotBuilt}}}), build)
	same(t, check(t, m, gate.Rules{Run: &gate.Run{Allow: report.FailureKinds}}))
	if got, want := gate.Check(m, gate.Rules{Run: &gate.Run{}}).MayAllow(),
		[]string{"build-failed", "tests-failed", "modules-not-built"}; !slices.Equal(got, want) {
		t.Errorf("may be allowed: %q, want %q", got, want)
	}
}
