package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"
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
