package cli

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
)

// ownOptions are the options of jprof among the arguments of a build tool.
type ownOptions struct {
	label  string // of the run
	repeat int    // how often it is built
}

// toolFlags are the options of jprof that stand among the arguments of a build tool: see cutOwn.
func toolFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "label", Usage: "give the run the label `NAME`"},
		&cli.IntFlag{Name: "repeat", DefaultText: "1",
			Usage: "build `N` times, and list the methods whose counts are not always the same"},
	}
}

// cutOwn takes the options --label NAME and --repeat N out of the arguments of a build tool. None of the tools has
// one of these names.
func cutOwn(tool string, args []string) (rest []string, own ownOptions, err error) {
	values := map[string]string{}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if name != "--label" && name != "--repeat" {
			rest = append(rest, args[i])
			continue
		}
		hint := "jprof " + tool + map[string]string{"--label": " --label NAME ARGS...",
			"--repeat": " --repeat 3 ARGS..."}[name]
		if !joined {
			if i++; i == len(args) {
				return nil, own, exit.Usagef(hint, "%s requires a value", name)
			}
			value = args[i]
		}
		switch {
		case value == "":
			return nil, own, exit.Usagef(hint, "%s requires a value, not an empty one", name)
		case values[name] != "":
			return nil, own, exit.Usagef(hint, "%s may be given only once", name)
		}
		values[name] = value
	}
	own = ownOptions{label: values["--label"], repeat: 1}
	if text, ok := values["--repeat"]; ok {
		if own.repeat, err = strconv.Atoi(text); err != nil {
			return nil, own, exit.Usagef("jprof "+tool+" --repeat 3 ARGS...", "--repeat: %q is not a whole number",
				text)
		}
		if err := checkRepeat(own.repeat); err != nil {
			return nil, own, err
		}
	}
	return rest, own, checkLabel(own.label)
}
