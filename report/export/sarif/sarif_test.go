package sarif_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/sarif"
	"jprof/report/gate"
	"jprof/report/reporttest"
	"jprof/report/unused"
)

type result struct {
	RuleID    string
	RuleIndex int
	Level     string
	Message   struct{ Text string }
	Locations []struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Region           struct{ StartLine, EndLine int }
		}
	}
	PartialFingerprints map[string]string
}

func results(t *testing.T, m *report.Model, v *gate.Verdict) []result {
	t.Helper()
	return resultsOf(t, func(w io.Writer) error { return sarif.Write(w, m, v) })
}

func resultsOf(t *testing.T, write func(io.Writer) error) []result {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			OriginalURIBaseIDs map[string]any
			Results            []result
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &doc); err != nil {
		t.Fatal(err)
	}
	run := doc.Runs[0]
	if doc.Version != "2.1.0" || run.Tool.Driver.Name != "jprof" || run.Results == nil {
		t.Errorf("not a log of jprof:\n%s", b.String())
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		if base := r.Locations[0].PhysicalLocation.ArtifactLocation.URIBaseID; run.OriginalURIBaseIDs[base] == nil {
			t.Errorf("no base %q", base)
		}
	}
	return run.Results
}

func TestResults(t *testing.T) {
	m := reporttest.SampleModel(t)
	const never = "app/src/main/java/org/example/Never.java"
	got := results(t, m, &gate.Verdict{
		Gates: []gate.Gate{
			{Rule: "lines", Subject: "project", Required: "at least 80 %", Actual: "73.2 % (30 of 41)"},
			{Rule: "lines", Subject: "package p", Passed: true},
			{Rule: "executions", Subject: "method A::static {...}", Required: "at most 5", Actual: "7", Path: never,
				Line: 4},
		},
		Changed: &compare.ChangedLines{Since: "main",
			Uncovered: []compare.Range{{Path: never, First: 5, Last: 5}, {Path: never, First: 5, Last: 6}}},
	})
	type row struct {
		rule, level, text, uri string
		start, end             int
	}
	var rows []row
	for _, r := range got {
		l := r.Locations[0].PhysicalLocation
		rows = append(rows, row{r.RuleID, r.Level, r.Message.Text, l.ArtifactLocation.URI, l.Region.StartLine,
			l.Region.EndLine})
	}
	want := []row{
		{"jprof/gate", "error", "Lines (project): 73.2 % (30 of 41), required: at least 80 %.", "jprof.yaml", 1, 1},
		{"jprof/gate", "error", "Executions (method A::static (...)): 7, required: at most 5.", never, 4, 4},
		{"jprof/uncovered-changed-lines", "warning", "Line 5 differs from main and is not executed.", never, 5, 5},
		{"jprof/uncovered-changed-lines", "warning", "Lines 5 to 6 differ from main and are not executed.", never, 5,
			6},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("results\n%v\nwant\n%v", rows, want)
	}
}

// TestNotifications checks that failures of the run are there with their place, with gates and without.
func TestNotifications(t *testing.T) {
	m := reporttest.SampleModel(t)
	m.Run = reporttest.FailedRun()
	var b strings.Builder
	if err := sarif.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"id": "jprof/build-failed"`, `"text": "The build failed (exit code 1)."`, `"text": "2 of 40 tests failed."`,
		`"text": "Module g:app was not built: 2 main sources and 1 test source are in no total."`,
		`"uri": "app/pom.xml"`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// sampleVerdict has a gate without a place, one with a place, and changed lines.
func sampleVerdict() *gate.Verdict {
	return &gate.Verdict{
		Gates: []gate.Gate{{Rule: "lines", Subject: "project", Required: "at least 80 %", Actual: "73.2 %"},
			{Rule: "executions", Subject: "method A::f()", Actual: "7", Path: "src/a b#:%.java", Line: 4}},
		Changed: &compare.ChangedLines{Since: "main",
			Uncovered: []compare.Range{{Path: "src/C.java", First: 5, Last: 6}}},
	}
}

// TestFindings checks that findings are read as they were written.
func TestFindings(t *testing.T) {
	var b strings.Builder
	if err := sarif.Write(&b, reporttest.SampleModel(t), sampleVerdict()); err != nil {
		t.Fatal(err)
	}
	got, err := sarif.Findings([]byte(b.String()))
	want := []sarif.Finding{
		{Level: sarif.Error, Title: "A gate failed.", Text: "Lines (project): 73.2 %, required: at least 80 %.",
			First: 1, Last: 1},
		{Level: sarif.Error, Title: "A gate failed.", Text: "Executions (method A::f()): 7, required: .",
			Path: "src/a b#:%.java", First: 4, Last: 4},
		{Level: sarif.Warning, Title: "Changed lines are not executed.",
			Text: "Lines 5 to 6 differ from main and are not executed.", Path: "src/C.java", First: 5, Last: 6},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
	for text, says := range map[string]string{"<html>": "no SARIF: ", `{"version": "1.0"}`: `version "1.0"`} {
		if _, err := sarif.Findings([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	other := `{"version": "2.1.0", "runs": [{"results": [{"message": {"text": "a"}, "locations": [{"physicalLocation":
		{"artifactLocation": {"uri": "file:///a/B.java"}}}]}, {"level": "note", "message": {"text": "b"}}]}]}`
	got, err = sarif.Findings([]byte(other))
	want = []sarif.Finding{{Level: sarif.Warning, Text: "a", First: 1, Last: 1}, {Level: sarif.Note, Text: "b"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
}

// TestCodeQuality checks the fields that GitLab's documentation requires.
func TestCodeQuality(t *testing.T) {
	m := reporttest.SampleModel(t)
	var b strings.Builder
	if err := sarif.CodeQuality(&b, m, sampleVerdict()); err != nil {
		t.Fatal(err)
	}
	type entry struct {
		Description, Fingerprint, Severity string
		Check                              string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	var list []entry
	if err := json.Unmarshal([]byte(b.String()), &list); err != nil {
		t.Fatal(err)
	}
	prints, rows := map[string]bool{}, []string{}
	for _, e := range list {
		prints[e.Fingerprint] = true
		rows = append(rows, fmt.Sprint(e.Check, " ", e.Severity, " ", e.Location.Path, e.Location.Lines, " ",
			e.Description))
	}
	want := []string{
		"jprof/gate major jprof.yaml{1 1} Lines (project): 73.2 %, required: at least 80 %.",
		"jprof/gate major src/a b#:%.java{4 4} Executions (method A::f()): 7, required: .",
		"jprof/uncovered-changed-lines minor src/C.java{5 6} Lines 5 to 6 differ from main and are not executed.",
	}
	if !reflect.DeepEqual(rows, want) || len(prints) != 3 || prints[""] {
		t.Errorf("got\n%q\nwant\n%q", rows, want)
	}
	b.Reset()
	if err := sarif.CodeQuality(&b, m, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("without a verdict: %v, %q", err, b.String())
	}
	if err := sarif.CodeQuality(reporttest.Full{}, m, nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}

func TestNoVerdict(t *testing.T) {
	if got := results(t, reporttest.SampleModel(t), nil); len(got) != 0 {
		t.Errorf("results %v", got)
	}
}

// TestFingerprints checks that a fingerprint depends on the text and not on the line, and that equal texts have
// different ones.
func TestFingerprints(t *testing.T) {
	prints := func(source string, ranges ...compare.Range) []string {
		m := reporttest.Model(t, reporttest.File{Path: "A.java", Text: source})
		var out []string
		for _, r := range results(t, m, &gate.Verdict{Changed: &compare.ChangedLines{Uncovered: ranges}}) {
			out = append(out, r.PartialFingerprints["jprof/v1"])
		}
		return out
	}
	at := func(line int) compare.Range { return compare.Range{Path: "A.java", First: line, Last: line} }
	before := prints("class A {\nf();\ng();\nf();\n}", at(2), at(3), at(4))
	after := prints("// more\nclass A {\n  f();\n\tg();\n  f();\n}", at(3), at(4), at(5))
	if !reflect.DeepEqual(before, after) {
		t.Errorf("fingerprints %v before, %v after the lines have moved", before, after)
	}
	if before[0] == before[1] || before[0] == before[2] {
		t.Errorf("fingerprints are not distinct: %v", before)
	}
	gone := results(t, reporttest.Model(t),
		&gate.Verdict{Changed: &compare.ChangedLines{Uncovered: []compare.Range{at(1), at(2)}}})
	if gone[0].PartialFingerprints["jprof/v1"] == gone[1].PartialFingerprints["jprof/v1"] {
		t.Error("lines of a source that is gone have the same fingerprint")
	}
}

func TestHostileNames(t *testing.T) {
	for _, f := range reporttest.Hostile() {
		got := results(t, reporttest.Model(t, f), &gate.Verdict{
			Gates: []gate.Gate{{Rule: "lines", Subject: "class [x](http://example.org) {0}\n", Path: f.Path}},
			Changed: &compare.ChangedLines{Since: "[x](http://example.org)",
				Uncovered: []compare.Range{{Path: f.Path, First: 1, Last: 1}}},
		})
		for _, r := range got {
			if strings.Contains(r.Message.Text, "](") || strings.ContainsAny(r.Message.Text, "{}\n") {
				t.Errorf("message %q", r.Message.Text)
			}
			u, err := url.Parse(r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
			if err != nil || u.Path != f.Path || u.Scheme+u.Host+u.RawQuery+u.Fragment != "" {
				t.Errorf("%v: the URI of %q is %v", err, f.Path, u)
			}
			if r.Locations[0].PhysicalLocation.Region.StartLine != 1 {
				t.Error("a region without a line")
			}
		}
	}
}

// TestUnused has a note for each outermost part that nobody executed, also with hostile names.
func TestUnused(t *testing.T) {
	of := func(m *report.Model) []result {
		found := unused.Find(unused.Input{Model: m, Observed: unused.Observed{Days: []string{"2026-11-02"}}})
		return resultsOf(t, func(w io.Writer) error { return sarif.Unused(w, found) })
	}
	var got []string
	for _, r := range of(reporttest.SampleModel(t)) {
		at := r.Locations[0].PhysicalLocation
		got = append(got, fmt.Sprintf("%s %s %s:%d-%d %s", r.RuleID, r.Level, at.ArtifactLocation.URI,
			at.Region.StartLine, at.Region.EndLine, r.Message.Text))
	}
	const was = " was never executed on 1 day on which it was observed: "
	want := []string{
		"jprof/unused note app/src/main/java/org/example/Never.java:1-7 The file " +
			"app/src/main/java/org/example/Never.java" + was + "7 lines.",
		"jprof/unused note app/src/main/java/org/example/Fibonacci.java:25-27 The method " +
			"org.example.Fibonacci::helper(Map<String, List<Integer>> cache)" + was + "3 lines.",
		"jprof/unused note app/src/main/java/org/example/Shapes.java:32-34 The method " +
			"org.example.Shapes::register(int times)" + was + "3 lines.",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("results are\n%s", strings.Join(got, "\n"))
	}
	const path = "a](b)/{0}\nA.java"
	for _, r := range of(reporttest.Model(t, reporttest.File{Path: path,
		Text: "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }›› }›"})) {
		if strings.Contains(r.Message.Text, "](") || strings.ContainsAny(r.Message.Text, "{}\n") {
			t.Errorf("message %q", r.Message.Text)
		}
		if u, err := url.Parse(r.Locations[0].PhysicalLocation.ArtifactLocation.URI); err != nil || u.Path != path {
			t.Errorf("%v: URI %v", err, u)
		}
	}
}

func TestSemanticVersion(t *testing.T) {
	for version, want := range map[string]bool{"0.1.0": true, "0.1.0-dev+1a2b.dirty": true, "0.1": false, "": false} {
		m := reporttest.Model(t)
		m.Run.Tool = version
		var b strings.Builder
		if err := sarif.Write(&b, m, nil); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "semanticVersion"); got != want {
			t.Errorf("version %q is a semantic one: %v", version, got)
		}
	}
}

func TestWriteError(t *testing.T) {
	if err := sarif.Write(reporttest.Full{}, reporttest.SampleModel(t), nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
