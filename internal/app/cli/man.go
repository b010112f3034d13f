package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/util/version"
)

// manCommand prints the man page: jprof man | man -l -, or into a file for an installation.
func manCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:        "man",
		Category:    categoryMaintain,
		Usage:       "print the man page",
		UsageText:   "jprof man",
		Description: `It has the help of all commands, in the macros of man(7).`,
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return writeMan(s.env.Stdout, c.App)
		},
	}
	return command, []example{
		{"jprof man | man -l -", "read it"},
		{"jprof man >jprof.1", "for a package"},
	}
}

// writeMan writes the man page of all of jprof, in the macros of man(7).
func writeMan(w io.Writer, app *cli.App) error {
	m := &manText{}
	p := mainPage(app)
	m.macro("TH", "JPROF", "1", "", "jprof "+version.String(), "")
	m.macro("SH", "NAME")
	m.text(p.name + " - " + p.usage)
	m.macro("SH", "SYNOPSIS")
	m.forms(p)
	m.macro("SH", "DESCRIPTION")
	m.description(p)
	m.macro("SH", "OPTIONS")
	m.options(p)
	for _, s := range sections(app) {
		m.macro("SH", strings.ToUpper(s.title))
		for _, p := range s.pages {
			m.macro("SS", p.name)
			m.text(p.usage)
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

func (m *manText) forms(p manual) { m.literal(p.forms) }

func (m *manText) description(p manual) {
	for _, paragraph := range paragraphs(p.description) {
		m.paragraph()
		if len(paragraph) > 1 || strings.HasPrefix(paragraph[0], " ") {
			m.literal(paragraph)
			continue
		}
		m.text(paragraph[0])
	}
}

func (m *manText) options(p manual) {
	for _, o := range p.options {
		m.macro("TP")
		m.text(o.form())
		m.text(o.text())
	}
}

func (m *manText) examples(p manual) {
	for _, e := range p.examples {
		m.paragraph()
		m.literal([]string{e.line})
		m.macro("RS", "4")
		m.text(e.does)
		m.macro("RE")
	}
}
