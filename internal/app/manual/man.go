package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/util/version"
)

// WriteMan writes the man page of all of jprof, in the macros of man(7).
func WriteMan(w io.Writer, app *cli.App) error {
	m := &manText{}
	p := Main(app)
	m.macro("TH", "JPROF", "1", "", "jprof "+version.String(), "")
	m.macro("SH", "NAME")
	m.text(p.Title() + " - " + p.Usage)
	m.macro("SH", "SYNOPSIS")
	m.forms(p)
	m.macro("SH", "DESCRIPTION")
	m.description(p)
	m.macro("SH", "OPTIONS")
	m.options(p)
	for _, s := range Sections(app) {
		m.macro("SH", strings.ToUpper(s.Title))
		for _, p := range s.Pages {
			m.macro("SS", p.Title())
			m.text(p.Usage)
			m.paragraph()
			m.forms(p)
			m.description(p)
			m.options(p)
			m.examples(p)
		}
	}
	m.macro("SH", "EXAMPLES")
	m.examples(p)
	_, err := io.WriteString(w, m.b.String())
	return err
}

// manText is a text in roff.
type manText struct {
	b    strings.Builder
	head bool // the last line was a head, which starts a paragraph itself
}

// macro writes a request with arguments.
func (m *manText) macro(name string, args ...string) {
	m.b.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(&m.b, ` "%s"`, strings.ReplaceAll(escaped(arg), `"`, `\(dq`))
	}
	m.b.WriteString("\n")
	m.head = name == "SH" || name == "SS"
}

// paragraph begins one.
func (m *manText) paragraph() {
	if !m.head {
		m.macro("PP")
	}
}

// text writes a line of text.
func (m *manText) text(s string) {
	s = escaped(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	m.b.WriteString(s + "\n")
	m.head = false
}

// escaped is a text without commands of roff.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
}

// literal writes lines without wrapping them.
func (m *manText) literal(lines []string) {
	m.macro("nf")
	for _, line := range lines {
		m.text(line)
	}
	m.macro("fi")
}

func (m *manText) forms(p Page) { m.literal(p.Forms) }

func (m *manText) description(p Page) {
	for _, paragraph := range Paragraphs(p.Description) {
		m.paragraph()
		if len(paragraph) > 1 || strings.HasPrefix(paragraph[0], " ") {
			m.literal(paragraph)
			continue
		}
		m.text(paragraph[0])
	}
}

func (m *manText) options(p Page) {
	for _, o := range p.Options {
		m.macro("TP")
		m.text(o.Form())
		m.text(o.Text())
	}
}

func (m *manText) examples(p Page) {
	for _, e := range p.Examples {
		m.paragraph()
		m.literal([]string{e.Line})
		m.macro("RS", "4")
		m.text(e.Does)
		m.macro("RE")
	}
}
