// Package completion completes command lines of jprof in shells: commands, options, formats, and names of runs.
package completion

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/app/manual"
	"jprof/internal/runs"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/formats"
)

// scripts are those for shells. Each runs jprof completion words -- WORD..., with the words between jprof and the
// cursor.
//
//go:embed jprof.bash jprof.fish jprof.zsh
var scripts embed.FS

// Shells lists the shells for which there is a script.
var Shells = []string{"bash", "fish", "zsh"}

// Script returns the script for a shell, and false for an unknown shell.
func Script(shell string) ([]byte, bool) {
	text, err := scripts.ReadFile("jprof." + shell)
	return text, err == nil
}

// Words is the argument that the scripts give in place of the name of a shell.
const Words = "words"

// A candidate is a word that can be typed at the cursor, and its meaning, "" if the word needs none.
type candidate struct{ word, means string }

// Completer completes command lines of an app that are typed in the folder dir.
type Completer struct {
	App *cli.App
	Dir string
	// Values are the known values of flags, by the command and the name of the flag: "top by".
	Values map[string][]string
}

// Complete prints the candidates for the last one of the words after jprof, one per line, with a tab before the
// meaning. If it prints none, shells complete files.
func (c Completer) Complete(w io.Writer, typed []string) error {
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

// candidates returns the words that can follow the words before. It may omit words that do not begin with start.
func (c Completer) candidates(before []string, start string) []candidate {
	if len(before) == 0 {
		if strings.HasPrefix(start, "-") {
			return flagCandidates(c.App.Flags)
		}
		return commandCandidates(c.App)
	}
	command := c.App.Command(before[0])
	if command == nil || command.Hidden {
		return nil
	}
	if last := before[len(before)-1]; strings.HasPrefix(last, "-") {
		f := options.Named(command.Flags, strings.TrimLeft(last, "-"))
		if f != nil && options.TakesValue(f) && !options.IsOptional(f) {
			return c.valueCandidates(command.Name, f)
		}
	}
	switch {
	case command.ArgsUsage == options.ArgsWatched:
		return c.watchedCandidates(command, before[1:], start)
	case command.ArgsUsage == options.ArgsProgram && slices.ContainsFunc(before[1:], paths.IsJava):
		return nil // the arguments of the program
	case strings.HasPrefix(start, "-"):
		return flagCandidates(command.Flags)
	case command.ArgsUsage == options.ArgsRuns:
		return c.runCandidates()
	case command.ArgsUsage == options.ArgsCommand:
		return commandCandidates(c.App)
	case command.ArgsUsage == options.ArgsShell:
		var list []candidate
		for _, name := range Shells {
			list = append(list, candidate{name, ""})
		}
		return list
	}
	return nil
}

// watchedCandidates returns words for the command that jprof watch runs, or for options of jprof watch before that
// command.
func (c Completer) watchedCandidates(command *cli.Command, before []string, start string) []candidate {
	var names []candidate
	for _, x := range commandCandidates(c.App) {
		if own := c.App.Command(x.word); own.SkipFlagParsing || x.word == "run" {
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
	for _, s := range manual.Sections(app) {
		for _, p := range s.Pages {
			list = append(list, candidate{p.Name, p.Usage})
		}
	}
	return list
}

func flagCandidates(flags []cli.Flag) []candidate {
	var list []candidate
	for _, o := range manual.OptionsOf(flags) {
		for _, name := range o.Names {
			list = append(list, candidate{name, o.Usage})
		}
	}
	return list
}

// valueCandidates returns the known values of a flag of a command.
func (c Completer) valueCandidates(command string, f cli.Flag) []candidate {
	name := f.Names()[0]
	values := c.Values[command+" "+name]
	var list []candidate
	switch {
	case name == "run":
		return c.runCandidates()
	case name == "format" && values == nil:
		for _, g := range formats.Groups {
			for _, f := range g.Formats {
				list = append(list, candidate{f.Name, f.Does})
			}
		}
	default:
		for _, value := range values {
			list = append(list, candidate{value, ""})
		}
	}
	return list
}

// runCandidates returns the labels and the IDs of the runs of the project around c.Dir, the newest first.
func (c Completer) runCandidates() []candidate {
	store, err := runs.FindStore(c.Dir)
	if err != nil {
		return nil
	}
	stored, _ := store.List()
	var labels, ids []candidate
	for _, o := range slices.Backward(stored) {
		means := report.Printable(o.When() + " " + words.Command(o.Command))
		if o.Label != "" {
			labels = append(labels, candidate{o.Label, means})
		}
		ids = append(ids, candidate{o.ID, means})
	}
	return append(labels, ids...)
}
