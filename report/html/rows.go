package html

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"jprof/report"
)

// Large projects have millions of cells in rows of methods, classes and packages. A template calls a function by
// reflection for each value, which took a third of the time of their reports. So what all rows have is written here.

// cells holds the cells of a row.
type cells []cell

// HTML returns the cells as elements.
func (list cells) HTML() template.HTML {
	var b strings.Builder
	for _, c := range list {
		if c.Ratio != nil {
			c.Ratio.write(&b)
			continue
		}
		b.WriteString("<td")
		attribute(&b, "title", c.Note)
		attribute(&b, "data-v", c.Value)
		b.WriteString(">")
		if c.Omitted != nil {
			b.WriteString(c.Omitted.Sign())
		} else {
			template.HTMLEscape(&b, []byte(c.Text))
		}
		if c.Bar {
			b.WriteString("<td class=h" + strconv.Itoa(c.Heat) + ">")
		}
	}
	return template.HTML(b.String())
}

// write writes the ratio as a cell.
func (r *ratio) write(b *strings.Builder) {
	if r.State == "" {
		b.WriteString("<td>–")
		return
	}
	fmt.Fprintf(b, "<td class=p%d>%s <small>%s</small>", r.Tenths, r.Percent, r.Of)
}

// attribute writes an attribute of a start tag, unless its value is empty.
func attribute(b *strings.Builder, name, value string) {
	if value == "" {
		return
	}
	b.WriteString(" " + name + `="`)
	template.HTMLEscape(b, []byte(value))
	b.WriteString(`"`)
}

// HTML returns the label with the name emphasised.
func (l label) HTML() template.HTML {
	var b strings.Builder
	l.write(&b)
	return template.HTML(b.String())
}

func (l label) write(b *strings.Builder) {
	template.HTMLEscape(b, []byte(l.Owner))
	b.WriteString("<b>")
	template.HTMLEscape(b, []byte(l.Name))
	b.WriteString("</b>")
	template.HTMLEscape(b, []byte(l.Params))
}

// Numbers returns the cells of the row of a method, which are those of the columns, of its hottest block, and of its
// lines.
func (r *methodRow) Numbers() template.HTML {
	var b strings.Builder
	b.WriteString(string(r.Cells.HTML()))
	switch h := r.Hottest; {
	case !h.Known:
		b.WriteString("<td>–")
	case h.Kind == "body":
		b.WriteString("<td>" + report.Thousands(h.Count))
	default:
		fmt.Fprintf(&b, `<td data-l=%d title="%s block">%s`, h.Line, h.Kind, report.Thousands(h.Count))
	}
	b.WriteString("<td>" + strconv.Itoa(r.First))
	if r.Last > r.First {
		b.WriteString("–" + strconv.Itoa(r.Last))
	}
	return template.HTML(b.String())
}

// outline returns the items of the outline of a source. They link to its lines, or to the pages of its classes where
// the source is missing.
func (s *site) outline(f *report.File, name string, missing bool) template.HTML {
	var b strings.Builder
	for i := range f.Methods {
		m := &f.Methods[i]
		fmt.Fprintf(&b, "<li id=m%d>", i)
		if missing {
			fmt.Fprintf(&b, `<a href="../%s#m%d">`, s.classPage[m.Class], i)
		} else {
			fmt.Fprintf(&b, "<a href=#L%d data-l=%d>", m.Name.Line, m.Span.End.Line)
		}
		sign := report.Thousands(m.Invocations)
		if !m.Measured {
			if o := makeOmittedTag(f.OmittedBy(*m)); o != nil {
				sign = o.Sign()
			}
		}
		if m.Measured && m.Invocations == 0 {
			b.WriteString("<i class=z>")
		} else {
			b.WriteString("<i>")
		}
		b.WriteString(sign + "</i> ")
		makeLabel(m.Title()).of(name).write(&b)
		b.WriteString("</a>\n")
	}
	return template.HTML(b.String())
}
