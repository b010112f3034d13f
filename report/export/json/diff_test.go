package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/docs/schema"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/export/json"
	"jprof/report/reporttest"
)

func diff(t *testing.T, before, after *report.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Diff(&b, compare.Models(before, after)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func parse(t *testing.T, text []byte) map[string]any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return doc.(map[string]any)
}

func TestDiffFitsItsSchema(t *testing.T) {
	s := compiled(t, schema.Diff, true)
	before, after := reporttest.Change(t)
	one := func(counter uint64) *report.Model {
		return reporttest.Model(t, reporttest.File{Path: "A.java",
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{ ‹r 0|·x();› }›› }›", Counters: []uint64{counter}})
	}
	for name, text := range map[string][]byte{"changed": diff(t, before, after), "equal": diff(t, before, before),
		"empty":        diff(t, reporttest.Model(t), reporttest.Model(t)),
		"all there is": diff(t, one(0), one(math.MaxInt64))} {
		if err := s.Validate(parse(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Contains(text, []byte("null")) {
			t.Errorf("%s: something is null in %s", name, text)
		}
	}
	// The schema lists the keys: without any of them the document does not fit.
	var without func(doc map[string]any, v any)
	removed := 0
	without = func(doc map[string]any, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, x := range v {
				without(doc, x)
				if key == "ratio" || key == "old" || key == "new" {
					continue // of change, and of what is new or gone
				}
				delete(v, key)
				removed++
				if s.Validate(doc) == nil {
					t.Errorf("the document fits without a key %q", key)
				}
				v[key] = x
			}
		case []any:
			if len(v) > 0 {
				without(doc, v[0])
			}
		}
	}
	doc := parse(t, diff(t, before, after))
	without(doc, doc)
	if removed < 50 {
		t.Errorf("only %d keys were tried", removed)
	}
}

func TestDiffDocument(t *testing.T) {
	before, after := reporttest.Change(t)
	doc := parse(t, diff(t, before, after))
	const dir = "src/main/java/org/example/"
	for _, tt := range []struct {
		list  string
		index int
		want  string
	}{
		{"methods", 0, `{"edited":false,"executed":{"after":3013,"before":42,"ratio":71.73809523809524},` +
			`"invocations":{"after":3,"before":3,"ratio":1},"moved":false,` +
			`"new":{"line":5,"name":"Loop::sum(int n)","path":"` + dir +
			`Loop.java"},"old":{"line":5,"name":"Loop::sum(int n)","path":"` + dir + `Loop.java"},"small":false}`},
		{"methods", 1,
			`{"edited":false,"executed":{"after":12,"before":0},"invocations":{"after":12,"before":0},"moved":false,` +
				`"new":{"line":4,"name":"Fresh::f()","path":"` + dir + `Fresh.java"},"small":false}`},
		{"methods", 2, `{"edited":true,"executed":{"after":14,"before":7,"ratio":2},"invocations":{"after":7,` +
			`"before":7,"ratio":1},"moved":false,` +
			`"new":{"line":28,"name":"Loop::edited()","path":"` + dir +
			`Loop.java"},"old":{"line":28,"name":"Loop::edited()","path":"` + dir + `Loop.java"},"small":false}`},
		{"methods", 3, `{"edited":false,"executed":{"after":0,"before":6,"ratio":0},"invocations":{"after":0,` +
			`"before":6,"ratio":0},"moved":false,` +
			`"old":{"line":4,"name":"Gone::f()","path":"` + dir + `Gone.java"},"small":false}`},
		{"classes", 0, `{"edited":true,"executed":{"after":3034,"before":56,"ratio":54.17857142857143},` +
			`"invocations":{"after":17,"before":17,"ratio":1},"moved":false,` +
			`"new":{"line":4,"name":"org.example.Loop","path":"` + dir +
			`Loop.java"},"old":{"line":4,"name":"org.example.Loop","path":"` + dir + `Loop.java"},"small":false}`},
		{"regions", 0,
			`{"count":{"after":3000,"before":30,"ratio":100},"end":{"line":8,"offset":148},"method":0,"path":"` + dir +
				`Loop.java","start":{"line":8,"offset":141}}`},
	} {
		got, err := stdjson.Marshal(doc[tt.list].([]any)[tt.index])
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != tt.want {
			t.Errorf("%s %d: %s\nwant %s", tt.list, tt.index, got, tt.want)
		}
	}
	run := doc["after"].(map[string]any)
	if doc["format"] != "jprof-diff" || doc["equal"] != stdjson.Number("3") ||
		run["commit"] != strings.Repeat("2", 40) || run["changedFiles"] != stdjson.Number("2") ||
		doc["before"].(map[string]any)["label"] != "base" {
		t.Errorf("document %v", doc)
	}
	if !bytes.Equal(diff(t, before, after), diff(t, before, after)) {
		t.Error("two documents of one comparison differ")
	}
}

func TestDiffKeepsLargeCounts(t *testing.T) {
	of := func(n uint64) *report.Model {
		return reporttest.Model(t, reporttest.File{Path: "A.java",
			Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›", Counters: []uint64{n}})
	}
	text := string(diff(t, of(math.MaxInt64-1), of(math.MaxInt64)))
	if want := `"invocations":{"before":9223372036854775806,"after":9223372036854775807,"ratio":1}`; !strings.Contains(
		text, want) {
		t.Errorf("no %s in %s", want, text)
	}
	if strings.Count(text, `"saturated":true`) != 1 {
		t.Errorf("not one of the runs is saturated in %s", text)
	}
}

func TestDiffWriteError(t *testing.T) {
	before, after := reporttest.Change(t)
	if err := json.Diff(reporttest.Full{}, compare.Models(before, after)); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
