package json

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// document is an object that is written member by member, each on a line of its own, so that large ones need no memory.
// It keeps the first error, which end returns.
type document struct {
	b   *bufio.Writer
	err error
}

// begin begins a document with the members that identify it.
func begin(w io.Writer, format string, version int) *document {
	d := &document{b: bufio.NewWriter(w)}
	d.raw("{\"format\": ")
	d.value(format)
	d.member("version", version)
	return d
}

// member writes a member.
func (d *document) member(key string, v any) {
	d.key(key)
	d.value(v)
}

// list writes a member that is a list of n elements, each on a line of its own.
func (d *document) list(key string, n int, element func(i int) any) {
	d.key(key)
	d.raw("[")
	for i := range n {
		if i > 0 {
			d.raw(",")
		}
		d.raw("\n")
		d.value(element(i))
	}
	d.raw("]")
}

// end ends the document.
func (d *document) end() error {
	d.raw("}\n")
	if d.err == nil {
		d.err = d.b.Flush()
	}
	if d.err != nil {
		return fmt.Errorf("json: %w", d.err)
	}
	return nil
}

func (d *document) key(key string) { d.raw(",\n\"" + key + "\": ") }

func (d *document) raw(s string) {
	if d.err == nil {
		_, d.err = d.b.WriteString(s)
	}
}

func (d *document) value(v any) {
	if d.err != nil {
		return
	}
	var text []byte
	if text, d.err = json.Marshal(v); d.err == nil {
		_, d.err = d.b.Write(text)
	}
}

// Indented writes a small document that people may read as well: each member of each object has a line.
func Indented(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document); err != nil {
		return fmt.Errorf("json: %w", err)
	}
	return nil
}

// list converts a slice. The result is never nil: an empty list is [] and not null.
func list[A, B any](in []A, to func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = to(a)
	}
	return out
}
