package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"jprof/report/export/json"
	"jprof/report/reporttest"
)

func sample(t *testing.T, more ...reporttest.File) []byte {
	t.Helper()
	m := reporttest.SampleModel(t, more...)
	var b bytes.Buffer
	if err := json.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDocument(t *testing.T) {
	text := sample(t,
		reporttest.File{Path: "Neg.java", Text: "‹t class Neg|class Neg { ‹m f() 0-1|‹b body 0|{ ‹r 1|·x();› }›› " +
			"‹off|// jprof:off› ‹m g() 0|‹b body 0|{ switch (‹c default 1|s›) }›› }›",
			Counters: []uint64{1, math.MaxInt64}})
	d := stdjson.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if doc["format"] != "jprof-counts" || doc["version"] != stdjson.Number("1") {
		t.Errorf("format %v, version %v", doc["format"], doc["version"])
	}
	files := doc["files"].([]any)
	if len(files) != 7 {
		t.Fatalf("%d files", len(files))
	}
	neg := files[0].(map[string]any)
	if neg["path"] != "Neg.java" {
		t.Errorf("first file is %v", neg["path"])
	}
	region := neg["regions"].([]any)[0].(map[string]any)
	if region["count"] != stdjson.Number("9223372036854775807") {
		t.Errorf("largest count is %v", region["count"])
	}
	problem := doc["problems"].([]any)[0].(map[string]any)
	if problem["path"] != "Neg.java" || problem["line"] != stdjson.Number("1") {
		t.Errorf("problem %v", problem)
	}
	broken := files[1].(map[string]any)
	if broken["measured"] != false || len(broken["notMeasured"].([]any)) != 1 || len(broken["lines"].([]any)) != 0 {
		t.Errorf("file that is not measured: %v", broken)
	}
	fib := files[2].(map[string]any)
	if got, want := fib["lines"].([]any)[1],
		map[string]any{"line": stdjson.Number("8"), "count": stdjson.Number("832039")}; !reflect.DeepEqual(got, want) {
		t.Errorf("line %v, want %v", got, want)
	}
	method := fib["methods"].([]any)[0]
	if want := map[string]any{"name": "Fibonacci::fib(int n)", "line": stdjson.Number("6"),
		"endLine": stdjson.Number("10"),
		"count":   stdjson.Number("1664079"), "complexity": stdjson.Number("2"),
		"measured": true}; !reflect.DeepEqual(method, want) {
		t.Errorf("method %v, want %v", method, want)
	}
	branch := fib["branches"].([]any)[0].(map[string]any)
	delete(branch, "start")
	delete(branch, "end")
	if want := map[string]any{"kind": "condition", "block": stdjson.Number("0"), "true": stdjson.Number("832040"),
		"false":   stdjson.Number("832039"),
		"reached": true, "measured": true}; !reflect.DeepEqual(branch, want) {
		t.Errorf("branch %v, want %v", branch, want)
	}
	totals := doc["totals"].(map[string]any)
	if want := map[string]any{"covered": stdjson.Number("7"),
		"total": stdjson.Number("10")}; !reflect.DeepEqual(totals["branches"], want) {
		t.Errorf("branches %v, want %v", totals["branches"], want)
	}
	if tests := doc["testSources"].(map[string]any); !reflect.DeepEqual(tests["methods"],
		map[string]any{"covered": stdjson.Number("2"), "total": stdjson.Number("2")}) {
		t.Errorf("test sources %v", tests)
	}
	if got := totals["complexity"]; got != stdjson.Number("18") { // that of the sample, and of Neg.f
		t.Errorf("complexity %v", got)
	}
	omitted := func(files, methods, parts string) map[string]any {
		return map[string]any{"files": stdjson.Number(files), "methods": stdjson.Number(methods),
			"parts": stdjson.Number(parts)}
	}
	if want := omitted("1", "0", "1"); !reflect.DeepEqual(totals["notMeasured"], want) {
		t.Errorf("not measured %v, want %v", totals["notMeasured"], want)
	}
	if want := omitted("0", "1", "0"); !reflect.DeepEqual(totals["excluded"], want) {
		t.Errorf("excluded %v, want %v", totals["excluded"], want)
	}
	excluded := neg["notMeasured"].([]any)[0].(map[string]any)
	if excluded["excluded"] != true || excluded["reason"] != "excluded by jprof:off" {
		t.Errorf("excluded part %v", excluded)
	}
	warning := doc["warnings"].([]any)[0].(map[string]any)
	if warning["path"] != "Neg.java" || warning["line"] != stdjson.Number("1") {
		t.Errorf("warning %v", warning)
	}
	if strings.Contains(string(text), "null") {
		t.Error("a list is null")
	}
}

func TestStableOrder(t *testing.T) {
	if a, b := sample(t), sample(t); !bytes.Equal(a, b) {
		t.Error("two documents of one model differ")
	}
}

func TestWriteError(t *testing.T) {
	m := reporttest.SampleModel(t)
	if err := json.Write(reporttest.Full{}, m, nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}

func TestBy(t *testing.T) {
	m := reporttest.ReactorModel(t)
	var b bytes.Buffer
	if err := json.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"excluded":{"files":0,"methods":0,"parts":0},"by":{"integration":{"methods":3,"regions":4,"lines":4,` +
			`"invocations":11},` +
			`"otherModules":{"methods":2,"regions":3,"lines":3,"invocations":9},"ownModule":{"methods":2,"regions":2,` +
			`"lines":2,"invocations":9},` +
			`"unit":{"methods":1,"regions":2,"lines":3,"invocations":7}}`,
		`"path":"b/B.java"`, `"measured":true,"by":{"integration":{"methods":1,"regions":1,"lines":1,` +
			`"invocations":7},"otherModules":{"methods":0`,
		`"name":"A::g()","line":3,"endLine":3,"complexity":1,"count":3,"measured":true,` +
			`"by":{"integration":{"methods":1,"regions":1,"lines":0,"invocations":3}`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
	if text := sample(t); bytes.Contains(text, []byte(`"by"`)) {
		t.Errorf("there is nothing to tell apart in\n%s", text)
	}
}
