// Package xmldoc writes XML documents piece by piece, for the formats that are XML: elements, attributes and comments
// in the order of the calls.
package xmldoc

import (
	"bufio"
	"encoding/xml"
	"io"
	"strings"
)

// Document is a document that is being written. It keeps the first error, which End returns.
type Document struct {
	b   *bufio.Writer
	enc *xml.Encoder
	err error
}

// New begins a document in UTF-8. doctype is the declaration without its brackets, "" for none: DOCTYPE report ...
func New(w io.Writer, doctype string) *Document {
	b := bufio.NewWriter(w)
	d := &Document{b: b, enc: xml.NewEncoder(b)}
	// Not standalone: white space between elements would make that invalid.
	d.Token(xml.ProcInst{Target: "xml", Inst: []byte(`version="1.0" encoding="UTF-8"`)})
	d.Token(xml.CharData("\n"))
	if doctype != "" {
		d.Token(xml.Directive(doctype))
		d.Token(xml.CharData("\n"))
	}
	d.enc.Indent("", " ")
	return d
}

// Comment writes a comment on a line of its own, for data that the format has no place for.
func (d *Document) Comment(text string) {
	for strings.Contains(text, "--") { // a comment must not have it
		text = strings.ReplaceAll(text, "--", "- -")
	}
	d.Token(xml.Comment(" " + text + " "))
	d.Token(xml.CharData("\n"))
}

// Token writes the start or the end of an element, or text.
func (d *Document) Token(t xml.Token) {
	if d.err == nil {
		d.err = d.enc.EncodeToken(t)
	}
}

// Value writes a whole element, as encoding/xml does.
func (d *Document) Value(v any) {
	if d.err == nil {
		d.err = d.enc.Encode(v)
	}
}

// End ends the document, all elements of which are closed.
func (d *Document) End() error {
	d.Token(xml.CharData("\n"))
	if d.err == nil {
		d.err = d.enc.Flush()
	}
	if d.err == nil {
		d.err = d.b.Flush()
	}
	return d.err
}
