// Package manual describes jprof and its commands: a page has the forms, options and examples of one. Help, the man
// page, docs/COMMANDS.md and jprof ui are made of it.
package manual

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
)

// Page is the manual of jprof or of one of its commands.
type Page struct {
	Name  string   `json:"name"`  // of the command, "" for jprof itself
	Usage string   `json:"usage"` // its effect, in a line
	Forms []string `json:"forms"`
	// Description has paragraphs with an empty line between two. Lines that start with a space stay lines.
	Description string    `json:"description"`
	Options     []Option  `json:"options"`
	Examples    []Example `json:"examples"`
}

// Title returns "jprof" or "jprof top".
func (p Page) Title() string { return strings.TrimSpace("jprof " + p.Name) }

// Option is an option of a command.
type Option struct {
	Name          string   `json:"name"`  // the longest of its names, with dashes
	Names         []string `json:"names"` // all, the shortest first
	Value         string   `json:"value"` // the name of its value, "" for none
	OptionalValue bool     `json:"optionalValue"`
	Usage         string   `json:"usage"`
	Preset        string   `json:"preset"` // the value without the option, "" for none
}

// Example is a command line, and its effect.
type Example struct {
	Line string `json:"name"`
	Does string `json:"does"`
}

// Section is a group of commands.
type Section struct {
	Title string
	Pages []Page
}

// Main returns the manual of jprof itself.
func Main(app *cli.App) Page {
	return Page{Usage: app.Usage, Forms: lines(app.UsageText), Description: app.Description,
		Options: OptionsOf(app.Flags), Examples: examplesOf(app, "")}
}

// Of returns the manual of a command.
func Of(app *cli.App, c *cli.Command) Page {
	return Page{Name: c.Name, Usage: c.Usage, Forms: lines(c.UsageText), Description: c.Description,
		Options: OptionsOf(c.Flags), Examples: examplesOf(app, c.Name)}
}

// examplesOf returns the examples of a command, "" for jprof itself.
func examplesOf(app *cli.App, name string) []Example {
	list, _ := app.Metadata[name].([]Example)
	return list
}

// Sections returns the manuals of all commands that are no secret, by category, in their order.
func Sections(app *cli.App) []Section {
	var list []Section
	for _, c := range app.Commands {
		if c.Hidden {
			continue
		}
		i := slices.IndexFunc(list, func(s Section) bool { return s.Title == c.Category })
		if i < 0 {
			i = len(list)
			list = append(list, Section{Title: c.Category})
		}
		list[i].Pages = append(list[i].Pages, Of(app, c))
	}
	return list
}

func lines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// OptionsOf describes flags.
func OptionsOf(flags []cli.Flag) []Option {
	list := []Option{}
	for _, f := range flags {
		d, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		o := Option{Names: options.Dashed(f.Names()), OptionalValue: options.IsOptional(f), Preset: preset(f)}
		o.Name = o.Names[len(o.Names)-1]
		if o.Value, o.Usage = placeholder(d.GetUsage()); !d.TakesValue() {
			o.Value = ""
		}
		list = append(list, o)
	}
	return list
}

// placeholder cuts the name of the value, which stands between backquotes, out of the usage of a flag.
func placeholder(usage string) (value, text string) {
	before, rest, _ := strings.Cut(usage, "`")
	value, after, ok := strings.Cut(rest, "`")
	if !ok {
		return "VALUE", usage
	}
	return value, before + value + after
}

// preset is the default value of a flag, "" for none.
func preset(f cli.Flag) string {
	switch f := f.(type) {
	case options.Optional:
		return f.DefaultText
	case *cli.StringFlag:
		return cmp.Or(f.DefaultText, f.Value)
	case *cli.PathFlag:
		return cmp.Or(f.DefaultText, f.Value)
	case *cli.StringSliceFlag:
		return f.DefaultText
	case *cli.IntFlag:
		if f.Value != 0 {
			return cmp.Or(f.DefaultText, strconv.Itoa(f.Value))
		}
	}
	return ""
}
