// Package options reads the options of a command line, in the order in which users type them.
package options

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/measure/program"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// The ArgsUsage of commands whose arguments are not names of files. Shell completion distinguishes commands by them.
const (
	ArgsRuns    = "RUN..."
	ArgsCommand = "COMMAND"
	ArgsShell   = "SHELL"
	ArgsProgram = "Main.java ARGS..." // all after the first belong to the program
	ArgsWatched = "COMMAND ARGS..."   // all after the first belong to the command
)

// Command describes a command whose options are read.
type Command struct {
	Name  string // "" for jprof itself
	Flags []cli.Flag
	Mixed bool // options may follow arguments
	// Elsewhere returns the error for an option that other commands have, nil for another one. It may be nil.
	Elsewhere func(typed string) error
}

// Arranged brings the options among the arguments of a command to the front, each as --NAME=VALUE, as the flag parser
// requires it: "SRC -o DIR" and "SRC -oDIR" are as good as "-o DIR SRC". What follows "--" holds no options. Unless
// Mixed, there are no options after the first argument that is none. Errors name options as the user typed them.
//
// The parser of the library ends at the first argument that is no option. pflag does not, but reads -cp as -c -p, and
// -text as -t -e -x -t: jprof has such options, like java.
func (c Command) Arranged(args []string) ([]string, error) {
	var options, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		isOption := arg != "-" && strings.HasPrefix(arg, "-")
		switch {
		case arg == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case !isOption && !c.Mixed:
			rest = append(rest, args[i:]...)
			i = len(args)
		case !isOption:
			rest = append(rest, arg)
		default:
			o, used, err := c.Read(args[i:])
			if hint := program.HintFor(arg); err != nil && hint != "" && (c.Name == "" || c.Name == "run") {
				err = exit.Usagef(hint, "%v", err) // without the hint that err had
			}
			if err != nil {
				return nil, UsageFor(c.Name, err)
			}
			options = append(options, o)
			i += used - 1
		}
	}
	if len(rest) > 0 {
		options = append(options, "--")
	}
	return slices.Concat(options, rest), nil
}

// UsageFor converts err to an error of usage of the command name, "" for jprof itself.
func UsageFor(name string, err error) error {
	help := "jprof --help"
	if name != "" {
		help, err = "jprof "+name+" --help", fmt.Errorf("%s: %w", name, err)
	}
	hint := help + " lists the options"
	if given := term.Hints(err); len(given) > 0 {
		hint = given[0] + " (" + hint + ")"
	}
	return exit.Usagef(hint, "%v", err) // without the hint that err had
}

// Read reads the option at the start of args. It returns the number of arguments that the option uses.
func (c Command) Read(args []string) (option string, used int, err error) {
	typed, value, joined := strings.Cut(args[0], "=")
	name := strings.TrimPrefix(strings.TrimPrefix(typed, "-"), "-")
	if slices.Contains(cli.HelpFlag.Names(), name) {
		return "--help", 1, nil
	}
	f := Named(c.Flags, name)
	if f == nil && !strings.HasPrefix(typed, "--") && len(name) > 1 { // -n1
		if short := Named(c.Flags, name[:1]); short != nil && TakesValue(short) {
			f, value, joined, name, typed = short, args[0][2:], true, name[:1], typed[:2]
		}
	}
	switch {
	case f == nil:
		return "", 0, c.noSuchOption(typed)
	case IsOptional(f) && !joined:
		return "--" + name + "=", 1, nil
	case TakesValue(f):
		used = 1
		if !joined {
			if len(args) == 1 {
				return "", 0, exit.Usagef("", "%s requires a value", typed)
			}
			value, used = args[1], 2
		}
		return "--" + name + "=" + value, used, checkValue(f, typed, value)
	case joined:
		if _, err := strconv.ParseBool(value); err != nil {
			return "", 0, exit.Usagef("", "%s takes no value", typed)
		}
		return "--" + name + "=" + value, 1, nil
	}
	return "--" + name, 1, nil
}

// Named returns the flag with this name or alias, nil if there is none.
func Named(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// TakesValue reports whether a flag has a value.
func TakesValue(f cli.Flag) bool {
	_, isBool := f.(*cli.BoolFlag)
	return !isBool
}

// Optional is a flag whose value may be omitted. A value must follow "=", as in --contexts=app.
type Optional struct{ *cli.StringFlag }

// IsOptional reports whether a flag is Optional.
func IsOptional(f cli.Flag) bool {
	_, is := f.(Optional)
	return is
}

// Dashed returns names of a flag with their dashes, the shortest first.
func Dashed(names []string) []string {
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

// mayBeEmpty lists the flags for which "" is a value. For other flags, an empty value comes from a variable of a
// script that is not set.
var mayBeEmpty = []string{"cp", "title"}

// checkValue returns an error for a value that a flag cannot have.
func checkValue(f cli.Flag, typed, value string) error {
	if value == "" && !slices.Contains(mayBeEmpty, f.Names()[0]) {
		return exit.Usagef("", "%s requires a value, not an empty one", typed)
	}
	var err error
	of := "a whole number"
	switch f.(type) {
	case *cli.IntFlag:
		_, err = strconv.ParseInt(value, 0, 64)
	case *cli.Uint64Flag:
		of = "a whole number from 0 on"
		_, err = strconv.ParseUint(value, 0, 64)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return exit.Usagef("", "%s: %s is too large", typed, value)
	case err != nil:
		return exit.Usagef("", "%s: %q is not %s", typed, value, of)
	}
	return nil
}

// noSuchOption returns the error for an unknown option. Its hint lists options with a similar spelling.
func (c Command) noSuchOption(typed string) error {
	if now := settings.Renamed(typed); now != "" {
		return exit.Usagef("use "+now, "option %s was renamed to %s", typed, now)
	}
	if c.Elsewhere != nil {
		if err := c.Elsewhere(typed); err != nil {
			return err
		}
	}
	known := map[string]string{"help": "--help"}
	for _, f := range c.Flags {
		for _, name := range f.Names() {
			known[name] = Dashed([]string{name})[0]
		}
	}
	return exit.Usagef(words.DidYouMean(strings.TrimLeft(typed, "-"), known), "no such option: %s", typed)
}

// Parse reads a command line that Arranged or Read has made.
func (c Command) Parse(line []string) (own *cli.Context, err error) {
	app := &cli.App{Name: c.Name, Flags: c.Flags, HideHelp: true, HideVersion: true, Writer: io.Discard,
		DisableSliceFlagSeparator: true, Action: func(c *cli.Context) error { own = c; return nil }}
	err = app.Run(append([]string{c.Name}, line...))
	return own, err
}
