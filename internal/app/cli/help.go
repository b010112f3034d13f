package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
	"jprof/internal/util/words"
)

func helpCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "help",
		Category:  categoryMaintain,
		Usage:     "list the commands, or describe one",
		ArgsUsage: argsCommand,
		UsageText: "jprof help [COMMAND]",
		Description: fmt.Sprintf("jprof COMMAND --help prints the same, except for %s: "+
			"jprof %[2]s --help prints the help of %[2]s.", words.Listed(s.toolNames()), s.toolNames()[0]),
		Action: func(c *cli.Context) error {
			switch name := c.Args().First(); {
			case c.Args().Len() > 1:
				return exit.Usagef("jprof help [COMMAND]", "help: one command only, not %q", c.Args().Slice())
			case name == "":
				return cli.ShowAppHelp(c)
			default:
				command := c.App.Command(name)
				if command == nil || command.Hidden {
					return s.noSuchCommand(c.App, c.Args().Slice())
				}
				return pageOf(c.App, command).write(s.env.Stdout, s.helpWidth())
			}
		},
	}
	return command, []example{
		{"jprof help", "list the commands"},
		{"jprof help check", "describe one command"},
	}
}

// helpWidth is the number of columns that help is filled to.
func (s *session) helpWidth() int {
	const most = 100
	if n := s.screen.Width(); n > 0 && n < most {
		return n
	}
	return most
}

// setHelp gives an app and its commands their help, so that it does not depend on the templates of the library.
func setHelp(app *cli.App, width int) {
	app.CustomAppHelpTemplate = template(func(w io.Writer) error { return writeMainHelp(w, app, width) })
	for _, c := range app.Commands {
		c.CustomHelpTemplate = template(func(w io.Writer) error { return pageOf(app, c).write(w, width) })
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
	p := mainPage(app)
	h := &helpText{width: width}
	h.head(p)
	for _, s := range sections(app) {
		h.title(s.title)
		var rows [][2]string
		for _, p := range s.pages {
			rows = append(rows, [2]string{strings.TrimPrefix(p.name, "jprof "), p.usage})
		}
		h.table(rows)
	}
	h.tail(p)
	_, err := io.WriteString(w, h.b.String())
	return err
}

// write writes the help of a command.
func (p manual) write(w io.Writer, width int) error {
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

func (h *helpText) head(p manual) {
	fmt.Fprintf(&h.b, "%s: %s\n", p.name, p.usage)
	h.title("Usage")
	for _, form := range p.forms {
		fmt.Fprintf(&h.b, "  %s\n", form)
	}
	for _, paragraph := range paragraphs(p.description) {
		h.b.WriteString("\n")
		for _, line := range paragraph {
			h.fill(line, 0)
		}
	}
}

func (h *helpText) tail(p manual) {
	if len(p.options) > 0 {
		h.title("Options")
		var rows [][2]string
		for _, o := range p.options {
			rows = append(rows, [2]string{o.form(), o.text()})
		}
		h.table(rows)
	}
	h.title("Examples")
	for _, e := range p.examples {
		fmt.Fprintf(&h.b, "  %s\n", e.line)
		h.fill(e.does, 6)
	}
}

// form is an option as users type it: "-n, --top N".
func (o option) form() string {
	names := strings.Join(o.names, ", ")
	if o.value == "" || strings.HasPrefix(o.value, "[=") {
		return names + o.value
	}
	return names + " " + o.value
}

// text is the meaning of an option.
func (o option) text() string {
	if o.preset == "" {
		return o.usage
	}
	return o.usage + " (default: " + o.preset + ")"
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

// paragraphs splits a description into paragraphs of lines: one to be filled, or several that start with a space
// each.
func paragraphs(text string) [][]string {
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
