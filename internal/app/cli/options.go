package cli

import (
	"errors"
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

// arranged brings the options among the arguments of a command to the front, each as --NAME=VALUE, as the flag parser
// requires it: "SRC -o DIR" and "SRC -oDIR" are as good as "-o DIR SRC". What follows "--" holds no options. Unless
// mixed, there are no options after the first argument that is none. Errors name options as the user typed them.
//
// The parser of the library ends at the first argument that is no option. pflag does not, but reads -cp as -c -p, and
// -text as -t -e -x -t: jprof has such options, like java.
func arranged(name string, flags []cli.Flag, args []string, mixed bool) ([]string, error) {
	var options, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		isOption := arg != "-" && strings.HasPrefix(arg, "-")
		switch {
		case arg == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case !isOption && !mixed:
			rest = append(rest, args[i:]...)
			i = len(args)
		case !isOption:
			rest = append(rest, arg)
		default:
			o, used, err := readOption(flags, args[i:])
			if hint := program.HintFor(arg); err != nil && hint != "" && (name == "" || name == "run") {
				err = exit.Usagef(hint, "%v", err) // without the hint that err had
			}
			if err != nil {
				return nil, usageFor(name, err)
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

// usageFor is an error of usage of a command, "" for jprof itself.
func usageFor(name string, err error) error {
	help := "jprof --help"
	if name != "" {
		help, err = "jprof "+name+" --help", prefixed{name, err}
	}
	hint := help + " lists the options"
	if given := term.Hints(err); len(given) > 0 {
		hint = given[0] + " (" + hint + ")"
	}
	return exit.Usagef(hint, "%v", err) // without the hint that err had
}

// prefixed is an error of a command.
type prefixed struct {
	name string
	error
}

func (p prefixed) Error() string { return p.name + ": " + p.error.Error() }

func (p prefixed) Unwrap() error { return p.error }

// readOption reads the option that args start with. used is the number of arguments that it takes.
func readOption(flags []cli.Flag, args []string) (option string, used int, err error) {
	typed, value, joined := strings.Cut(args[0], "=")
	name := strings.TrimPrefix(strings.TrimPrefix(typed, "-"), "-")
	if slices.Contains(cli.HelpFlag.Names(), name) {
		return "--help", 1, nil
	}
	f := flagNamed(flags, name)
	if f == nil && !strings.HasPrefix(typed, "--") && len(name) > 1 { // -n1
		if short := flagNamed(flags, name[:1]); short != nil && takesValue(short) {
			f, value, joined, name, typed = short, args[0][2:], true, name[:1], typed[:2]
		}
	}
	switch {
	case f == nil:
		return "", 0, noSuchOption(flags, typed)
	case isOptionalValue(f) && !joined:
		return "--" + name + "=", 1, nil
	case takesValue(f):
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

// flagNamed finds a flag by one of its names, nil if there is none.
func flagNamed(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func takesValue(f cli.Flag) bool {
	_, isBool := f.(*cli.BoolFlag)
	return !isBool
}

// mayBeEmpty are the flags for which "" is a value. For the others it comes from a variable of a script that is
// not set.
var mayBeEmpty = []string{"cp", "title"}

// checkValue returns an error for a value that a flag cannot have.
func checkValue(f cli.Flag, typed, value string) error {
	var err error
	of := "a whole number"
	switch f.(type) {
	case *cli.IntFlag:
		_, err = strconv.ParseInt(value, 0, 64)
	case *cli.Uint64Flag:
		of = "a whole number from 0 on"
		_, err = strconv.ParseUint(value, 0, 64)
	default:
		if value == "" && !slices.Contains(mayBeEmpty, f.Names()[0]) {
			return exit.Usagef("", "%s requires a value, not an empty one", typed)
		}
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return exit.Usagef("", "%s: %s is too large", typed, value)
	case err != nil:
		return exit.Usagef("", "%s: %q is not %s", typed, value, of)
	}
	return nil
}

// noSuchOption names the options that are spelled like the one that was typed.
func noSuchOption(flags []cli.Flag, typed string) error {
	if now := settings.Renamed(typed); now != "" {
		return exit.Usagef("use "+now, "option %s was renamed to %s", typed, now)
	}
	if typed == "--"+byTestFlagName {
		return noTests()
	}
	known := map[string]string{"help": "--help"}
	for _, f := range flags {
		for _, name := range f.Names() {
			known[name] = dashed([]string{name})[0]
		}
	}
	return exit.Usagef(words.DidYouMean(strings.TrimLeft(typed, "-"), known), "no such option: %s", typed)
}

// onUsageError is for errors that arranged does not find.
func onUsageError(c *cli.Context, err error, _ bool) error {
	if c.Command == nil || c.Command.Name == c.App.Name {
		return usageFor("", err)
	}
	return usageFor(c.Command.Name, err)
}
