package code

import (
	"bytes"
	"fmt"

	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// omitted opens the element of omitted code. The reason is a tooltip of the whole element, and comes after its first
// line.
func (c *Writer) omitted(p source.Piece) {
	u := c.file.Omitted[p.Part]
	class, reason := "um", "unmeasured: "+u.Reason
	if u.Excluded {
		class, reason = "ex", u.Reason
	}
	if c.startsPart(p) {
		class += " first"
	}
	fmt.Fprintf(c.w, `<b class="%s" title="`, class)
	layout.Quoted(c.w, report.Printable(reason))
	c.w.WriteString(`">`)
}

// startsPart reports whether the piece is the first of its part, apart from blanks.
func (c *Writer) startsPart(p source.Piece) bool {
	start := min(int(c.file.Omitted[p.Part].Span.Start.Offset), p.Start)
	return len(bytes.TrimSpace(c.src.Raw()[start:p.Start])) == 0
}
