// Package xmldoc writes XML documents piece by piece, for the formats that are XML. Elements, attributes and comments
// are in the order of the calls.
package xmldoc

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Document is a document that is being written. It keeps the first error, which End returns.
type Document struct {
	b   *bufio.Writer
	enc *xml.Encoder
	err error

	attributes []xml.Attr // of the last element: the encoder has written them
}

// New begins a document in UTF-8. doctype is the declaration without its brackets, "" for none: DOCTYPE report ...
func New(w io.Writer, doctype string) *Document {
	b := bufio.NewWriter(w)
	d := &Document{b: b, enc: xml.NewEncoder(b)}
	// The document is not standalone, because white space between elements would make that invalid.
	d.token(xml.ProcInst{Target: "xml", Inst: []byte(`version="1.0" encoding="UTF-8"`)})
	d.token(xml.CharData("\n"))
	if doctype != "" {
		d.token(xml.Directive(doctype))
		d.token(xml.CharData("\n"))
	}
	d.enc.Indent("", " ")
	return d
}

// Comment writes a comment on a line of its own, for data that the format cannot represent otherwise.
func (d *Document) Comment(text string) {
	for strings.Contains(text, "--") { // a comment must not have it
		text = strings.ReplaceAll(text, "--", "- -")
	}
	d.token(xml.Comment(" " + text + " "))
	d.token(xml.CharData("\n"))
}

// Element writes an element. content writes its content, and is nil for an empty element. In attributes, names and
// values alternate.
func (d *Document) Element(content func(), name string, attributes ...any) {
	start := xml.StartElement{Name: xml.Name{Local: name}, Attr: d.attributes[:0]}
	for pair := range slices.Chunk(attributes, 2) {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: pair[0].(string)}, Value: fmt.Sprint(pair[1])})
	}
	d.token(start)
	d.attributes = start.Attr
	if content != nil {
		content()
	}
	d.token(start.End())
}

// Text writes text.
func (d *Document) Text(text string) {
	if d.err == nil {
		d.err = d.enc.Flush() // the encoder has text that comes before
	}
	if d.err == nil {
		d.err = xml.EscapeText(d.b, []byte(text)) // also escapes ends of lines, which a token would keep
	}
}

func (d *Document) token(t xml.Token) {
	if d.err == nil {
		d.err = d.enc.EncodeToken(t)
	}
}

// End ends the document. All elements must be closed.
func (d *Document) End() error {
	d.token(xml.CharData("\n"))
	if d.err == nil {
		d.err = d.enc.Flush()
	}
	if d.err == nil {
		d.err = d.b.Flush()
	}
	return d.err
}
