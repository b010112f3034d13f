package driver

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

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
