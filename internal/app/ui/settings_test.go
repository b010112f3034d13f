package ui

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func TestSettings(t *testing.T) {
	s := start(t, withTools)
	dir := program(t)
	file := filepath.Join(dir, "jprof.yaml")
	p := s.openProject(dir)
	const right = `skip: ["**/Other.java"]
exclude: {paths: ["*.java"], methods: [a.b.App.main]}
check: {lines: 80, allow: [tests-failed], parts: [{package: a.*, branches: 50}]}
`
	var got Settings
	s.post(p+"/settings", map[string]any{"text": right, "check": true}, &got)
	want := map[string][]string{
		"Sources hidden from reports":        {"Compact.java", "Old.java", "Throws.java"},
		"Methods hidden from reports":        {"a.b.App.main"},
		"Annotations of code that is hidden": {},
		"Sources compiled without counters":  {"core/src/main/java/a/b/Other.java"},
		"Gates that jprof check requires to hold": {"lines: 80 %", "parts: package a.*, branches 50 %",
			"allow: tests-failed"},
	}
	if !reflect.DeepEqual(got.Preview, want) || len(got.Problems) > 0 || got.Path != file {
		t.Errorf("%+v\nwant %v", got, want)
	}
	if text, err := os.ReadFile(file); err != nil || len(text) > 0 {
		t.Errorf("checking has written %q, %v", text, err)
	}
	s.post(p+"/settings", map[string]any{"text": right, "check": false}, &got)
	if text, err := os.ReadFile(file); err != nil || string(text) != right {
		t.Errorf("written: %q, %v", text, err)
	}
	for _, test := range []struct {
		text    string
		problem Problem
	}{
		{"skip: [a]\nskp: [b]\n", Problem{Line: 2, Text: "unknown setting skp", Hints: []string{
			"did you mean skip? the settings here are exclude, skip, by-test, test-reports, affected, components, " +
				"check, contexts, efficiency, report and requires"}}},
		{"check:\n  lines: 180\n", Problem{Line: 2, Text: "check.lines must be between 0 and 100, not 180 %"}},
		{"a: [", Problem{Line: 1}},
	} {
		s.post(p+"/settings", map[string]any{"text": test.text, "check": true}, &got)
		if len(got.Problems) != 1 || got.Preview != nil {
			t.Errorf("%q: %+v", test.text, got)
			continue
		}
		if problem := got.Problems[0]; test.problem.Text != "" && (problem.Line != test.problem.Line ||
			problem.Text != test.problem.Text || !slices.Equal(problem.Hints, test.problem.Hints)) {
			t.Errorf("%q: %+v, want %+v", test.text, problem, test.problem)
		}
		s.fails("POST", p+"/settings", map[string]any{"text": test.text, "check": false}, 400, "not written: ")
	}
	s.get(p+"/settings", &got)
	if got.Text != right || got.Preview == nil {
		t.Errorf("%+v", got)
	}
	// An editor has changed the file meanwhile.
	const other = "by-test: true\n"
	if err := os.WriteFile(file, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	mine := map[string]any{"text": "check: {lines: 1}\n", "check": false, "was": right}
	s.fails("POST", p+"/settings", mine, 409, "jprof.yaml was changed since it was read")
	if text, err := os.ReadFile(file); err != nil || string(text) != other {
		t.Errorf("overwritten: %q, %v", text, err)
	}
	mine["was"] = other
	s.post(p+"/settings", mine, &got)
	if text, err := os.ReadFile(file); err != nil || string(text) != mine["text"] {
		t.Errorf("not written: %q, %v", text, err)
	}
	s.post(p+"/settings", map[string]any{"text": got.Example, "check": true}, &got)
	if len(got.Problems) > 0 || len(got.Preview["Gates that jprof check requires to hold"]) == 0 {
		t.Errorf("the example: %+v", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.get(p+"/settings", &got)
	if got.Text != "" || len(got.Problems) > 0 {
		t.Errorf("without a file: %+v", got)
	}
	elsewhere := filepath.Join(t.TempDir(), "other.yaml")
	if err := os.Symlink(elsewhere, file); err != nil {
		t.Fatal(err)
	}
	s.fails("POST", p+"/settings", map[string]any{"text": right, "check": false}, 403, "is a link")
}
