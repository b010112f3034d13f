package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// The document can be made of the raw figures alone.
func TestRawFigures(t *testing.T) {
	r := results{
		Runs: measured(),
	}
	r.Contexts = &contextsPart{
		Runs: &runsPart{Rounds: 1, Variants: []string{plain, exact}, Programs: []programSummary{{Name: "a"}},
			Samples: []sample{{"a", plain, 1, 25, 1, 2, 2}, {"a", exact, 1, 25, 1, 4, 5}}},
		Sizes: []contextsSize{{"a", exact, 25, 1, 3000}, {"a", exact, 25, 1, 5000}},
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again results
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, again) {
		t.Errorf("got %+v", again)
	}
	document := again.document(parts) + again.document([]string{contexts})
	for _, want := range []string{
		"### CPU time, 2 threads, JDK 17", "### Wall time, 2 threads, JDK 17", "- b with OpenClover is missing: `why`",
		"javac: plain | jprof | OpenClover |\n|" + strings.Repeat(" --- |", 12),
		"| program | plain, s | exact |", "| a | 2.0 | 2.50 (2.50..2.50) |", "| a | 25 | - | 4 | - |",
	} {
		if !strings.Contains(document, want) {
			t.Errorf("no %q in\n%s", want, document)
		}
	}
}

// TestResume goes on with a part, and begins again where another jprof is measured, or in other ways.
func TestResume(t *testing.T) {
	old := &runsPart{Machine: machine{Jprof: "1"}, Long: true, Variants: []string{plain, jprof}, Sittings: 1,
		Samples: []sample{{Program: "xz", Variant: plain, Threads: 1, JDK: 17, Round: 1}}}
	o := options{resume: true, threads: []int{1}, jdks: []jtest.JDK{{Version: 17}}}
	if got := o.part(old, "1", []string{plain, jprof}, true); got != old {
		t.Error("the same part is not gone on with")
	}
	for name, got := range map[string]*runsPart{
		"another jprof": o.part(old, "2", []string{plain, jprof}, true),
		"another way":   o.part(old, "1", []string{plain, jprof, jacoco}, true),
		"another size":  o.part(old, "1", []string{plain, jprof}, false),
		"nothing":       o.part(nil, "1", []string{plain, jprof}, true),
		"from scratch":  options{}.part(old, "1", []string{plain, jprof}, true),
	} {
		if len(got.Samples) > 0 {
			t.Errorf("%s: the old samples are kept", name)
		}
	}
	other := o
	other.jdks = []jtest.JDK{{Version: 25}}
	if !old.has("xz", 1, o) || old.has("xz", 2, o) || old.has("h2", 1, o) || old.has("xz", 1, other) {
		t.Error("what was run is not distinguished from what was not")
	}
}
