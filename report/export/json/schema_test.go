package json_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/internal/jtest/schemas"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/reporttest"
)

// compiled returns a published schema; a strict one allows no key that it does not name.
func compiled(t *testing.T, text []byte, strict bool) *jsonschema.Schema {
	t.Helper()
	s, err := schemas.Compile(text, strict)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everything is a document in which no list is empty.
func everything(t *testing.T) any {
	t.Helper()
	m := reporttest.SampleModel(t,
		append(reporttest.Hostile(), reporttest.File{Path: "Neg.java", Counters: []uint64{1, 1 << 62},
			Text: "‹t class Neg|class Neg { ‹m f() 0-1|‹b body 0|{ ‹r 1|·x();› }›› ‹off|// jprof:off› ‹m g() 0|‹b " +
				"body 0|{ switch (‹c default 1|s›) }›› }›"})...)
	m.Dropped = []report.Dropped{{Path: "Old.java", Line: 3, What: "Old::f()", Count: 7,
		Reason: "there is no such method any more"}}
	return document(t, m)
}

// document is that of a model.
func document(t *testing.T, m *report.Model) any {
	t.Helper()
	var b bytes.Buffer
	if err := json.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocumentsAreWhatTheSchemaSays(t *testing.T) {
	doc := everything(t)
	for _, strict := range []bool{false, true} {
		if err := compiled(t, schema.Counts, strict).Validate(doc); err != nil {
			t.Errorf("strict %v: %v", strict, err)
		}
	}
	top := doc.(map[string]any)
	for _, list := range []string{"files", "problems", "warnings", "dropped"} {
		if len(top[list].([]any)) == 0 {
			t.Errorf("the document has no %s, so that nothing is checked", list)
		}
	}
}

// TestSchemasKnowOrigins checks that both schemas have what tests have executed.
func TestSchemasKnowOrigins(t *testing.T) {
	m := reporttest.ReactorModel(t)
	for name, fits := range map[string]error{
		"counts": compiled(t, schema.Counts, true).Validate(document(t, m)),
		"diff":   compiled(t, schema.Diff, true).Validate(parse(t, diff(t, m, m))),
	} {
		if fits != nil {
			t.Errorf("%s: %v", name, fits)
		}
	}
	if by := parse(t, diff(t, m, m))["after"].(map[string]any)["totals"].(map[string]any)["by"].(map[string]any); len(
		by) != 4 {
		t.Errorf("there are four origins, got %v", by)
	}
}

// TestSchemaRefuses checks that the schema rejects wrong documents.
func TestSchemaRefuses(t *testing.T) {
	change := map[string]func(doc map[string]any){
		"no totals":         func(d map[string]any) { delete(d, "totals") },
		"no dropped":        func(d map[string]any) { delete(d, "dropped") },
		"another version":   func(d map[string]any) { d["version"] = 2 },
		"a negative count":  func(d map[string]any) { d["dropped"].([]any)[0].(map[string]any)["count"] = -1 },
		"a list is null":    func(d map[string]any) { d["warnings"] = nil },
		"a time of no kind": func(d map[string]any) { d["run"].(map[string]any)["start"] = "yesterday" },
	}
	for name, f := range change {
		doc := everything(t).(map[string]any)
		f(doc)
		if compiled(t, schema.Counts, false).Validate(doc) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	doc := everything(t).(map[string]any)
	doc["new"] = true
	if err := compiled(t, schema.Counts, false).Validate(doc); err != nil {
		t.Errorf("a key of a later version is refused: %v", err)
	}
	if compiled(t, schema.Counts, true).Validate(doc) == nil {
		t.Error("the strict schema accepts a key that is not documented")
	}
}
