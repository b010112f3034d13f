package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/exit"
	"jprof/internal/measure"
	"jprof/internal/settings"
	"jprof/internal/ui"
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
		&cli.IntFlag{Name: "repeat", Usage: "build `N` times, and list the methods whose counts are not always the same", DefaultText: "1"},
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
		hint := "jprof " + tool + map[string]string{"--label": " --label NAME ARGS...", "--repeat": " --repeat 3 ARGS..."}[name]
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
			return nil, own, exit.Usagef("jprof "+tool+" --repeat 3 ARGS...", "--repeat: %q is not a whole number", text)
		}
		if err := checkRepeat(own.repeat); err != nil {
			return nil, own, err
		}
	}
	return rest, own, checkLabel(own.label)
}

// otherTool makes an error of a build tool a exit.UsageError where there is no project of it, and adds a hint if the project
// that is here is one of the other.
func (j *job) otherTool(asked buildtools.Tool, err error) error {
	if errors.Is(err, buildtools.ErrNoBuild) {
		err = exit.AsUsage(err)
	}
	found, _ := buildtools.Detect(j.env.Dir) // none are found where there is no project
	if len(found) == 0 || slices.Contains(found, asked) {
		return err
	}
	usual := map[buildtools.Tool]string{buildtools.Maven: "verify", buildtools.Gradle: "build"}[found[0]]
	return ui.WithHints(err, fmt.Sprintf("here is a project of %s: jprof %s %s", found[0], found[0], usual))
}

// build runs a build tool, once or several times.
func (j *job) build(ctx context.Context, call measure.Call, repeat int) error {
	conf, err := settings.Read(call.Project.Home)
	if err != nil {
		return err
	}
	return j.repeated(call.Project.Home, conf, repeat, func() (string, error) { return measure.Build(ctx, j.env, j.ui, conf, call) })
}
