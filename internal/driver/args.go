package driver

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// cutLabel takes the option --label NAME, which is jprof's, out of the arguments of a build tool. None of the tools has one
// of that name.
func cutLabel(args []string) (rest []string, label string, err error) {
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if name != "--label" {
			rest = append(rest, args[i])
			continue
		}
		if !joined {
			if i++; i == len(args) {
				return nil, "", usagef("jprof mvn --label NAME verify", "--label wants a name")
			}
			value = args[i]
		}
		if value == "" || label != "" {
			return nil, "", usagef("jprof mvn --label NAME verify", "--label wants one name")
		}
		label = value
	}
	return rest, label, checkLabel(label)
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
