package cli

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/formats"
)

// The scripts for shells. Each runs jprof completion words -- WORD..., with the words between jprof and the cursor.
var (
	//go:embed completion/jprof.bash
	completionBash string
	//go:embed completion/jprof.zsh
	completionZsh string
	//go:embed completion/jprof.fish
	completionFish string
)

// shells are the shells with a script.
var shells = map[string]string{"bash": completionBash, "zsh": completionZsh, "fish": completionFish}

func completionCommand(s *session) (*cli.Command, []example) {
	names := slices.Sorted(maps.Keys(shells))
	command := &cli.Command{
		Name:      "completion",
		Category:  categoryMaintain,
		Usage:     "print a script that completes command lines of jprof in a shell",
		ArgsUsage: argsShell,
		UsageText: "jprof completion " + strings.Join(names, "|"),
		Description: "It completes commands, options, formats, and the labels and IDs of runs. " +
			"Put the script where the shell looks for it, " +
			"or read it when the shell starts: source <(jprof completion bash).",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if shell == completionWords {
				return completer{c.App, s.env.Dir}.complete(s.env.Stdout, c.Args().Tail())
			}
			script, ok := shells[shell]
			switch {
			case c.Args().Len() != 1:
				return exit.Usagef("jprof completion bash", "completion requires the name of a shell: %s",
					strings.Join(names, ", "))
			case !ok:
				return exit.Usagef("there are "+strings.Join(names, ", "), "completion: no such shell: %s", shell)
			}
			_, err := fmt.Fprint(s.env.Stdout, script)
			return err
		},
	}
	return command, []example{
		{"jprof completion bash >~/.local/share/bash-completion/completions/jprof", "for bash"},
		{"jprof completion zsh >~/.zfunc/_jprof", "for zsh, where ~/.zfunc is in $fpath"},
		{"jprof completion fish >~/.config/fish/completions/jprof.fish", "for fish"},
	}
}

// completionWords is the argument of the scripts in place of a shell.
const completionWords = "words"

// candidate is a word for the place of the cursor, and its meaning, "" where that is plain.
type candidate struct{ word, means string }

// completer completes command lines of an app that are typed in the folder dir.
type completer struct {
	app *cli.App
	dir string
}

// complete prints the candidates for the last one of the words after jprof, one per line, with a tab before the
// meaning. If it prints none, shells complete files.
func (c completer) complete(w io.Writer, typed []string) error {
	if len(typed) == 0 {
		typed = []string{""}
	}
	start := typed[len(typed)-1]
	for _, x := range c.candidates(typed[:len(typed)-1], start) {
		if !strings.HasPrefix(x.word, start) {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s\t%s\n", x.word, x.means); err != nil {
			return err
		}
	}
	return nil
}

// candidates are the words that may follow those before. Words that do not begin with start may be missing.
func (c completer) candidates(before []string, start string) []candidate {
	if len(before) == 0 {
		if strings.HasPrefix(start, "-") {
			return flagCandidates(c.app.Flags)
		}
		return commandCandidates(c.app)
	}
	command := c.app.Command(before[0])
	if command == nil || command.Hidden {
		return nil
	}
	if last := before[len(before)-1]; strings.HasPrefix(last, "-") {
		f := flagNamed(command.Flags, strings.TrimLeft(last, "-"))
		if f != nil && takesValue(f) && !isOptionalValue(f) {
			return c.valueCandidates(command.Name, f)
		}
	}
	switch {
	case command.ArgsUsage == argsWatched:
		return c.watchedCandidates(command, before[1:], start)
	case command.ArgsUsage == argsProgram && slices.ContainsFunc(before[1:], paths.IsJava):
		return nil // the arguments of the program
	case strings.HasPrefix(start, "-"):
		return flagCandidates(command.Flags)
	case command.ArgsUsage == argsRuns:
		return c.runCandidates()
	case command.ArgsUsage == argsCommand:
		return commandCandidates(c.app)
	case command.ArgsUsage == argsShell:
		var list []candidate
		for _, name := range slices.Sorted(maps.Keys(shells)) {
			list = append(list, candidate{name, ""})
		}
		return list
	}
	return nil
}

// watchedCandidates are the words of the command that jprof watch runs, or of its own options before.
func (c completer) watchedCandidates(command *cli.Command, before []string, start string) []candidate {
	var names []candidate
	for _, x := range commandCandidates(c.app) {
		if own := c.app.Command(x.word); own.Category == categoryCount && own.SkipFlagParsing || x.word == "run" {
			names = append(names, x)
		}
	}
	for i, word := range before {
		if slices.ContainsFunc(names, func(x candidate) bool { return x.word == word }) {
			return c.candidates(before[i:], start)
		}
	}
	if strings.HasPrefix(start, "-") && !slices.Contains(before, "--") {
		return flagCandidates(command.Flags)
	}
	return names
}

func commandCandidates(app *cli.App) []candidate {
	var list []candidate
	for _, s := range sections(app) {
		for _, p := range s.pages {
			list = append(list, candidate{strings.TrimPrefix(p.name, "jprof "), p.usage})
		}
	}
	return list
}

func flagCandidates(flags []cli.Flag) []candidate {
	var list []candidate
	for _, o := range optionsOf(flags) {
		for _, name := range o.names {
			list = append(list, candidate{name, o.usage})
		}
	}
	return list
}

// valueCandidates are the known values of a flag of a command.
func (c completer) valueCandidates(command string, f cli.Flag) []candidate {
	var list []candidate
	name := f.Names()[0]
	if name == "metric" || name == "by" && command != "top" {
		metrics := metricNames()
		if name == "metric" {
			metrics = append(metrics, timeMetricNames()...)
		}
		for _, metric := range metrics {
			list = append(list, candidate{metric, ""})
		}
		return list
	}
	switch name {
	case "run":
		return c.runCandidates()
	case "format":
		for _, g := range formats.Groups {
			for _, f := range g.Formats {
				list = append(list, candidate{f.Name, f.Does})
			}
		}
	case "by":
		list = []candidate{{"executions", ""}, {"invocations", ""}}
	}
	return list
}

// runCandidates are the labels and the IDs of the runs of the project that is here, the newest first.
func (c completer) runCandidates() []candidate {
	store, err := runs.FindStore(c.dir)
	if err != nil {
		return nil
	}
	stored, _ := store.List()
	var labels, ids []candidate
	for _, o := range slices.Backward(stored) {
		means := report.Printable(o.Started.Local().Format(runs.TimeFormat) + " " + words.Command(o.Command))
		if o.Label != "" {
			labels = append(labels, candidate{o.Label, means})
		}
		ids = append(ids, candidate{o.ID, means})
	}
	return append(labels, ids...)
}
