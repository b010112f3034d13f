package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// manual is the manual of jprof or of one of its commands. Help, the man page and docs/COMMANDS.md are made of it.
type manual struct {
	name        string // "jprof" or "jprof top"
	usage       string // its effect, in a line
	forms       []string
	description string // paragraphs with an empty line between two; lines that start with a space stay lines
	options     []option
	examples    []example
}

// option is an option of a command.
type option struct {
	names  []string // with dashes, the shortest first
	value  string   // its value, "" for none, [=VALUE] if it may be omitted
	usage  string
	preset string // the value without the option, "" for none
}

// section is a group of commands.
type section struct {
	title string
	pages []manual
}

// mainPage is the manual of jprof itself.
func mainPage(app *cli.App) manual {
	return manual{
		name: app.Name, usage: app.Usage, forms: lines(app.UsageText), description: app.Description,
		options: optionsOf(app.Flags), examples: examplesOf(app, ""),
	}
}

// pageOf is the manual of a command.
func pageOf(app *cli.App, c *cli.Command) manual {
	return manual{
		name: "jprof " + c.Name, usage: c.Usage, forms: lines(c.UsageText), description: c.Description,
		options: optionsOf(c.Flags), examples: examplesOf(app, c.Name),
	}
}

// examplesOf are the examples of a command, "" for jprof itself.
func examplesOf(app *cli.App, name string) []example {
	list, _ := app.Metadata[name].([]example)
	return list
}

// sections are the manuals of all commands that are no secret, by category, in their order.
func sections(app *cli.App) []section {
	var list []section
	for _, c := range app.Commands {
		if c.Hidden {
			continue
		}
		i := slices.IndexFunc(list, func(s section) bool { return s.title == c.Category })
		if i < 0 {
			i = len(list)
			list = append(list, section{title: c.Category})
		}
		list[i].pages = append(list[i].pages, pageOf(app, c))
	}
	return list
}

func lines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// optionsOf describes flags.
func optionsOf(flags []cli.Flag) []option {
	var list []option
	for _, f := range flags {
		d, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		o := option{names: dashed(f.Names()), preset: preset(f)}
		o.value, o.usage = placeholder(d.GetUsage())
		if !d.TakesValue() {
			o.value = ""
		}
		if isOptionalValue(f) {
			o.value = "[=" + o.value + "]"
		}
		list = append(list, o)
	}
	return list
}

// dashed are names of a flag as users type them, the shortest first.
func dashed(names []string) []string {
	list := slices.Clone(names)
	slices.SortStableFunc(list, func(a, b string) int { return len(a) - len(b) })
	for i, name := range list {
		if len(name) == 1 || name == "cp" { // -cp is java's
			list[i] = "-" + name
		} else {
			list[i] = "--" + name
		}
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
