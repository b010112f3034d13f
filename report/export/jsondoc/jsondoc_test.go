package jsondoc

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jprof/internal/util/printable"
)

// TestEscapes checks that <, > and & are escapes in streamed documents, and in others as their encoder is set.
func TestEscapes(t *testing.T) {
	value := Object{"name", "<init>", "list", []Object{{"a", "&"}, {"b", Optional("")}}, "none", []Object(nil)}
	const plain = `{"name":"<init>","list":[{"a":"&"},{}],"none":null}`
	const escaped = `{"name":"\u003cinit\u003e","list":[{"a":"\u0026"},{}],"none":null}`
	var text strings.Builder
	d := New(&text)
	d.Raw("{\"v\": ")
	d.Value(value)
	if err := d.End("json"); err != nil || text.String() != "{\"v\": "+escaped+"}\n" {
		t.Errorf("streamed: %s %v", &text, err)
	}
	if got, err := json.Marshal(value); err != nil || string(got) != escaped {
		t.Errorf("marshalled: %s %v", got, err)
	}
	text.Reset()
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(struct{ V Object }{value}); err != nil || text.String() != `{"V":`+plain+"}\n" {
		t.Errorf("without escapes: %s %v", &text, err)
	}
}

// TestTerminal checks that documents have no character that a terminal obeys, and mean the same.
func TestTerminal(t *testing.T) {
	const name = "a\u009bb\x7fc\u202ed\u2066e\u2028f\x1bg, ünïcode \ufffd"
	var streamed, indented strings.Builder
	d := New(&streamed)
	d.Raw("{\"v\": ")
	d.Value(Object{"name", name})
	value := Object{"v", Object{"name", name}}
	if err := errors.Join(d.End("json"), Indented(&indented, "json", value, " ")); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{streamed.String(), indented.String()} {
		if printable.Text(strings.ReplaceAll(text, "\n", "")) != strings.ReplaceAll(text, "\n", "") ||
			!strings.Contains(text, `ünïcode`) || !strings.Contains(text, `a\u009bb\u007fc\u202ed\u2066e`) {
			t.Errorf("%q", text)
		}
		var back struct{ V struct{ Name string } }
		if err := json.Unmarshal([]byte(text), &back); err != nil || back.V.Name != name {
			t.Errorf("%q, %v", back.V.Name, err)
		}
	}
}
