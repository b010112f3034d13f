package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/completion"
	"jprof/internal/app/cli/options"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report/contexts/cct"
	"jprof/report/times"
)

func completionCommand(s *session) (*cli.Command, []example) {
	names := strings.Join(completion.Shells, ", ")
	command := &cli.Command{
		Name:      "completion",
		Category:  categoryMaintain,
		Usage:     "print a script that completes command lines of jprof in a shell",
		ArgsUsage: options.ArgsShell,
		UsageText: "jprof completion " + strings.Join(completion.Shells, "|"),
		Description: "It completes commands, options, formats, and the labels and IDs of runs. " +
			"Put the script where the shell looks for it, " +
			"or read it when the shell starts: source <(jprof completion bash).",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if shell == completion.Words {
				return completer(c.App, s.env.Dir).Complete(s.env.Stdout, c.Args().Tail())
			}
			script, ok := completion.Script(shell)
			switch {
			case c.Args().Len() != 1:
				return exit.Usagef("jprof completion bash", "completion requires the name of a shell: %s",
					names)
			case !ok:
				return exit.Usagef("there are "+names, "completion: no such shell: %s", shell)
			}
			_, err := s.env.Stdout.Write(script)
			return err
		},
	}
	return command, []example{
		{"jprof completion bash >~/.local/share/bash-completion/completions/jprof", "for bash"},
		{"jprof completion zsh >~/.zfunc/_jprof", "for zsh, where ~/.zfunc is in $fpath"},
		{"jprof completion fish >~/.config/fish/completions/jprof.fish", "for fish"},
	}
}

// completer returns a completer for command lines that are typed in the folder dir.
func completer(app *cli.App, dir string) completion.Completer {
	return completion.Completer{App: app, Dir: dir, Values: map[string][]string{
		"affected affected-by": {settings.AffectedByCode, settings.AffectedByState},
		"affected format":      affectedFormats,
		"trend format":         trendFormats,
		"unused format":        unusedFormats,
		"contexts by":          cct.ColumnNames(),
		"diff by":              cct.MetricNames(),
		"export metric":        append(cct.MetricNames(), times.MetricNames()...),
		"tests by":             testOrderNames(),
		"top by":               {"executions", "calls", "time"},
		"watch by":             {"executions", "rate"},
	}}
}
