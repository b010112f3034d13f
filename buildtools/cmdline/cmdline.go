// Package cmdline parses command lines of build tools, as far as jprof needs: it finds the names of goals or tasks, the
// options with a value, and the values that are paths.
package cmdline

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	shellquote "github.com/kballard/go-shellquote"

	"jprof/buildtools"
	"jprof/internal/util/paths"
)

// Syntax lists the options of a tool that have a value. That distinguishes a goal from the value of the option before
// it.
type Syntax struct {
	Valued map[string]string // short name to long name; an option without short name is there under its long one
	Flags  []string          // options that start like one with a value: -fae is not "-f ae"
	Paths  []string          // long names of the options whose value is a path, relative to the working directory
}

// Arg is one argument: a goal, task or phase, an option with its value, or another option.
type Arg struct {
	Text   []string // the original arguments, one or two
	Option string   // long name of an option that takes a value, "" for others and for goals
	Value  string   // of the option
	Goal   bool
}

// With returns the arguments for the same option with another value.
func (a Arg) With(value string) []string {
	if len(a.Text) == 2 {
		return []string{a.Text[0], value}
	}
	return []string{strings.TrimSuffix(a.Text[0], a.Value) + value}
}

// Parse splits args as the tool does: the value of an option is the next argument, or follows a "=", or follows
// directly (-T2, -Pname).
func (s Syntax) Parse(args []string) []Arg {
	var parsed []Arg
	for i := 0; i < len(args); i++ {
		text := args[i]
		if !strings.HasPrefix(text, "-") || text == "-" {
			parsed = append(parsed, Arg{Text: args[i : i+1], Goal: true})
			continue
		}
		option, value, attached := s.option(text)
		switch {
		case option == "":
			parsed = append(parsed, Arg{Text: args[i : i+1]})
		case attached || i+1 == len(args):
			parsed = append(parsed, Arg{Text: args[i : i+1], Option: option, Value: value})
		default:
			parsed = append(parsed, Arg{Text: args[i : i+2], Option: option, Value: args[i+1]})
			i++
		}
	}
	return parsed
}

// option takes one argument of a command line apart. It returns the long name of the option, or "" if the option takes
// no value. If the value is in the same argument, attached is true, and value is that value.
func (s Syntax) option(text string) (long, value string, attached bool) {
	if long, ok := s.Valued[text]; ok {
		return long, "", false
	}
	name, value, attached := strings.Cut(text, "=")
	for short, long := range s.Valued {
		if name == long || attached && name == short && len(short) > 2 {
			return long, value, attached
		}
	}
	if strings.HasPrefix(text, "--") || slices.Contains(s.Flags, text) || len(text) < 3 {
		return "", "", false
	}
	if long, ok := s.Valued[text[:2]]; ok {
		return long, strings.TrimPrefix(text[2:], "="), true
	}
	return "", "", false
}

// Lookup returns the value of the last option of that long name.
func Lookup(args []Arg, long string) (string, bool) {
	for _, a := range slices.Backward(args) {
		if a.Option == long {
			return a.Value, true
		}
	}
	return "", false
}

// Given returns the options of these long names, each with its value as "--name value", sorted. It omits options for
// whose value the function skip returns true.
func Given(args []Arg, longs []string, skip func(value string) bool) []string {
	given := []string{}
	for _, a := range args {
		if slices.Contains(longs, a.Option) && !skip(a.Value) {
			given = append(given, a.Option+" "+a.Value)
		}
	}
	slices.Sort(given)
	return given
}

// Goals returns the goals, phases or tasks among args.
func Goals(args []Arg) []string {
	var found []string
	for _, a := range args {
		if a.Goal {
			found = append(found, a.Text[0])
		}
	}
	return found
}

// Has reports whether one of args is one of the texts.
func Has(args []Arg, texts ...string) bool {
	return slices.ContainsFunc(args, func(a Arg) bool { return slices.Contains(texts, a.Text[0]) })
}

// Flat returns the original arguments.
func Flat(args []Arg) []string {
	var all []string
	for _, a := range args {
		all = append(all, a.Text...)
	}
	return all
}

// InMirror converts an argument for a call of the tool in a copy of the project at mirror. The user's own call is made
// in cwd. A path into the project becomes a path into the copy, and a path to another place still leads to that place.
// A call from outside the project keeps its folder.
func (s Syntax) InMirror(a Arg, project buildtools.Project, cwd, mirror string) []string {
	if !slices.Contains(s.Paths, a.Option) || a.Value == "" {
		return a.Text
	}
	path := paths.Absolute(cwd, a.Value)
	mapped, inside := project.InMirror(paths.Real(path), mirror)
	_, cwdInside := project.InMirror(cwd, mirror)
	switch {
	case inside && !filepath.IsAbs(a.Value) && cwdInside:
		return a.Text // the same relative path is right in the copy
	case inside:
		return a.With(mapped)
	default:
		return a.With(path)
	}
}

// Words splits text as a shell would, quotes included. If a quote is not closed, it splits at white space.
func Words(text string) []string {
	found, err := Split(text)
	if err != nil {
		return strings.Fields(text)
	}
	return found
}

// Split splits text as a shell would. Its errors are those of shellquote. On Windows, a backslash is special only
// before a quote, a blank or another backslash. All other backslashes are parts of paths.
func Split(text string) ([]string, error) { return split(text, runtime.GOOS) }

func split(text, system string) ([]string, error) {
	if system != "windows" {
		return shellquote.Split(text)
	}
	var b strings.Builder
	var quote byte // the open one, 0 for none: between quotes, a shell leaves backslashes of paths alone
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '\\' && quote == 0 && (i+1 == len(text) || strings.IndexByte(`\"' `, text[i+1]) < 0):
			b.WriteByte('\\')
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		}
	}
	return shellquote.Split(b.String())
}
