// Package jsondoc writes JSON documents, for the formats that are JSON. Large documents are written member by member,
// and objects keep the order of their keys.
package jsondoc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"

	"jprof/internal/util/printable"
)

// Indented writes a value as a document in which each member of each object has a line, with this indent. Its error
// names the format.
func Indented(w io.Writer, format string, value any, indent string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(value)
	if err == nil {
		_, err = w.Write(printable.JSON(text.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", format, err)
	}
	return nil
}

// A Document is an object that is written member by member, each on a line of its own, so that large documents need
// little memory. It keeps the first error, which End returns.
type Document struct {
	b   *bufio.Writer
	err error
}

// New begins a document.
func New(w io.Writer) *Document { return &Document{b: bufio.NewWriterSize(w, 1<<16)} }

// Member writes a member.
func (d *Document) Member(key string, v any) {
	d.Key(key)
	d.Value(v)
}

// List writes a member that is a list of n elements, each on a line of its own.
func (d *Document) List(key string, n int, element func(i int) any) {
	d.Key(key)
	d.Raw("[")
	for i := range n {
		if i > 0 {
			d.Raw(",")
		}
		d.Raw("\n")
		d.Value(element(i))
	}
	d.Raw("]")
}

// End ends the document. Its error names the format.
func (d *Document) End(format string) error {
	d.Raw("}\n")
	if d.err == nil {
		d.err = d.b.Flush()
	}
	if d.err != nil {
		return fmt.Errorf("%s: %w", format, d.err)
	}
	return nil
}

// Key writes the key of a member that follows another one.
func (d *Document) Key(key string) { d.Raw(",\n\"" + key + "\": ") }

// Raw writes JSON.
func (d *Document) Raw(s string) {
	if d.err == nil {
		_, d.err = d.b.WriteString(s)
	}
}

// Value writes a value.
func (d *Document) Value(v any) {
	if d.err != nil {
		return
	}
	var text []byte
	if text, d.err = appendValue(d.b.AvailableBuffer(), v, true); d.err == nil {
		_, d.err = d.b.Write(printable.JSON(text))
	}
}

// An Object is a JSON object: a list in which keys and values alternate, in the order in which they are written.
type Object []any

type optional struct{ value any }

// Optional wraps a value, so that an object omits it if it is zero or empty.
func Optional(value any) any { return optional{value} }

// MarshalJSON returns the object as JSON. Its caller in encoding/json escapes <, > and &, unless it shall not.
func (o Object) MarshalJSON() ([]byte, error) { return o.appendTo(nil, false) }

// appendValue appends a value as JSON. Frequent types do not need reflection. If escape is true, texts have <, > and &
// as escapes, as json.Marshal writes them.
func appendValue(b []byte, value any, escape bool) ([]byte, error) {
	switch v := value.(type) {
	case Object:
		return v.appendTo(b, escape)
	case []Object:
		if v != nil {
			return appendList(b, v, escape)
		}
	case bool:
		return strconv.AppendBool(b, v), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case uint64:
		return strconv.AppendUint(b, v, 10), nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(escape)
	err := e.Encode(value)
	return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
}

func appendList(b []byte, list []Object, escape bool) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, o := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = o.appendTo(b, escape); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func (o Object) appendTo(b []byte, escape bool) ([]byte, error) {
	var err error
	separator := byte('{')
	for pair := range slices.Chunk(o, 2) {
		value := pair[1]
		if x, is := value.(optional); is {
			value = x.value
			v := reflect.ValueOf(value)
			if v.IsZero() || (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.Len() == 0 {
				continue
			}
		}
		b = append(strconv.AppendQuote(append(b, separator), pair[0].(string)), ':')
		if b, err = appendValue(b, value, escape); err != nil {
			return nil, err
		}
		separator = ','
	}
	if separator == '{' {
		b = append(b, '{')
	}
	return append(b, '}'), nil
}
