package driver

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// ownOptions are the options of jprof among the arguments of a build tool.
type ownOptions struct {
	label  string // of the run
	repeat int    // how often it is built
}

// cutOwn takes the options --label NAME and --repeat N out of the arguments of a build tool. None of the tools has one of these names.
func cutOwn(args []string) (rest []string, own ownOptions, err error) {
	values := map[string]string{}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if name != "--label" && name != "--repeat" {
			rest = append(rest, args[i])
			continue
		}
		hint := map[string]string{"--label": "jprof mvn --label NAME verify", "--repeat": "jprof mvn --repeat 3 verify"}[name]
		if !joined {
			if i++; i == len(args) {
				return nil, own, usagef(hint, "%s wants a value", name)
			}
			value = args[i]
		}
		if value == "" || values[name] != "" {
			return nil, own, usagef(hint, "%s wants one value", name)
		}
		values[name] = value
	}
	own = ownOptions{label: values["--label"], repeat: 1}
	if text, ok := values["--repeat"]; ok {
		if own.repeat, err = strconv.Atoi(text); err != nil {
			return nil, own, usagef("jprof mvn --repeat 3 verify", "--repeat: %q is no number", text)
		}
		if err := checkRepeat(own.repeat); err != nil {
			return nil, own, err
		}
	}
	return rest, own, checkLabel(own.label)
}

// flagsFirst brings the options among args before the other arguments, as the flag parser wants
// them: "SRC -o DIR" is as good as "-o DIR SRC". What follows "--" is left as it is.
func flagsFirst(flags []cli.Flag, args []string) []string {
	takesValue := map[string]bool{}
	for _, f := range flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, n := range f.Names() {
			takesValue[n] = !isBool
		}
	}
	var options, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			rest = append(rest, arg)
			continue
		}
		options = append(options, arg)
		if name := strings.TrimLeft(arg, "-"); takesValue[name] && i+1 < len(args) {
			i++
			options = append(options, args[i])
		}
	}
	return slices.Concat(options, rest)
}
