package manual

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// SetHelp gives an app and its commands their help, so that it does not depend on the templates of the library.
func SetHelp(app *cli.App, width int) {
	app.CustomAppHelpTemplate = template(func(w io.Writer) error { return writeMainHelp(w, app, width) })
	for _, c := range app.Commands {
		c.CustomHelpTemplate = template(func(w io.Writer) error { return Of(app, c).Write(w, width) })
	}
}

// template is a template with the output of write.
func template(write func(io.Writer) error) string {
	var b strings.Builder
	if err := write(&b); err != nil {
		panic(err) // a Builder takes everything
	}
	return strings.ReplaceAll(b.String(), "{{", `{{"{{"}}`)
}

// writeMainHelp writes the help of jprof itself.
func writeMainHelp(w io.Writer, app *cli.App, width int) error {
	p := Main(app)
	h := &helpText{width: width}
	h.head(p)
	for _, s := range Sections(app) {
		h.title(s.Title)
		var rows [][2]string
		for _, p := range s.Pages {
			rows = append(rows, [2]string{p.Name, p.Usage})
		}
		h.table(rows)
	}
	h.tail(p)
	_, err := io.WriteString(w, h.b.String())
	return err
}

// Write writes the help of a command.
func (p Page) Write(w io.Writer, width int) error {
	h := &helpText{width: width}
	h.head(p)
	h.tail(p)
	_, err := io.WriteString(w, h.b.String())
	return err
}

// helpText is a text for terminals of a width.
type helpText struct {
	b     strings.Builder
	width int
}

func (h *helpText) title(s string) { fmt.Fprintf(&h.b, "\n%s:\n", s) }

func (h *helpText) head(p Page) {
	fmt.Fprintf(&h.b, "%s: %s\n", p.Title(), p.Usage)
	h.title("Usage")
	for _, form := range p.Forms {
		fmt.Fprintf(&h.b, "  %s\n", form)
	}
	for _, paragraph := range Paragraphs(p.Description) {
		h.b.WriteString("\n")
		for _, line := range paragraph {
			h.fill(line, 0)
		}
	}
}

func (h *helpText) tail(p Page) {
	if len(p.Options) > 0 {
		h.title("Options")
		var rows [][2]string
		for _, o := range p.Options {
			rows = append(rows, [2]string{o.Form(), o.Text()})
		}
		h.table(rows)
	}
	h.title("Examples")
	for _, e := range p.Examples {
		fmt.Fprintf(&h.b, "  %s\n", e.Line)
		h.fill(e.Does, 6)
	}
}

// Form returns an option as users type it: "-n, --top N".
func (o Option) Form() string {
	names := strings.Join(o.Names, ", ")
	switch {
	case o.OptionalValue:
		return names + "[=" + o.Value + "]"
	case o.Value == "":
		return names
	}
	return names + " " + o.Value
}

// Text returns the meaning of an option.
func (o Option) Text() string {
	if o.Preset == "" {
		return o.Usage
	}
	return o.Usage + " (default: " + o.Preset + ")"
}

// table writes names with their texts beside them, or below where a name is too wide.
func (h *helpText) table(rows [][2]string) {
	const widest = 26
	column := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n <= widest {
			column = max(column, n)
		}
	}
	column += 4
	for _, row := range rows {
		name := "  " + row[0]
		if pad := column - utf8.RuneCountInString(name); pad >= 2 {
			h.b.WriteString(name + strings.Repeat(" ", pad))
			h.fillFrom(row[1], column, column)
			continue
		}
		h.b.WriteString(name + "\n")
		h.fill(row[1], column)
	}
}

// fill writes a text with an indent, in lines of the width. A text that starts with a space is not wrapped.
func (h *helpText) fill(text string, indent int) {
	if strings.HasPrefix(text, " ") {
		h.b.WriteString(text + "\n")
		return
	}
	h.b.WriteString(strings.Repeat(" ", indent))
	h.fillFrom(text, indent, indent)
}

// fillFrom writes a text from column at on.
func (h *helpText) fillFrom(text string, at, indent int) {
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > h.width:
			h.b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			h.b.WriteString(" ")
			at++
		}
		h.b.WriteString(word)
		at += n
	}
	h.b.WriteString("\n")
}

// Paragraphs splits a description into paragraphs of lines: one to be filled, or several that start with a space
// each.
func Paragraphs(text string) [][]string {
	var list [][]string
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch all := strings.Split(block, "\n"); {
		case strings.TrimSpace(block) == "":
		case strings.HasPrefix(block, " "):
			list = append(list, all)
		default:
			list = append(list, []string{strings.Join(all, " ")})
		}
	}
	return list
}

// Filled returns text in lines of a width, each but the first behind an indent.
func Filled(text string, width, indent int) string {
	h := &helpText{width: width}
	h.fillFrom(text, indent, indent)
	return h.b.String()
}
