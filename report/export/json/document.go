package json

import (
	"io"

	"jprof/report/export/jsondoc"
)

type (
	document = jsondoc.Document
	object   = jsondoc.Object
)

func optional(value any) any { return jsondoc.Optional(value) }

// begin begins a document with the members that identify it.
func begin(w io.Writer, format string, version int) *document {
	d := jsondoc.New(w)
	d.Raw("{\"format\": ")
	d.Value(format)
	d.Member("version", version)
	return d
}

// Indented writes a small document that people may read as well: each member of each object has a line.
func Indented(w io.Writer, document any) error {
	return jsondoc.Indented(w, "json", document, "  ")
}

// list converts a slice. The result is never nil: an empty list is [] and not null.
func list[A, B any](in []A, to func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = to(a)
	}
	return out
}

// orEmpty returns a slice that is not nil: an empty list is [] and not null.
func orEmpty[A any](in []A) []A { return append([]A{}, in...) }
