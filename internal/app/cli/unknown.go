package cli

import (
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/measure/program"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// otherWords are words that users of other tools may try, with the command of jprof for it.
var otherWords = map[string]string{
	"java": "run", "exec": "run", "list": "runs", "ls": "runs", "log": "runs",
	"compare": "diff", "status": "doctor", "hot": "top", "source": "show", "open": "report --open", "gate": "check",
}

// noSuchCommand is the error for words that start with no command, with a hint at similar ones.
func (s *session) noSuchCommand(app *cli.App, typed []string) error {
	const hint = "jprof help lists the commands"
	word := typed[0]
	err := func(hint string) error { return exit.Usagef(hint, "no such command: %s", word) }
	if main := word + ".java"; paths.Exists(s.env.Path(main)) {
		return err("did you mean " + words.Command(slices.Concat([]string{"jprof", main}, typed[1:])) + "?")
	}
	if hint := program.HintFor(word); hint != "" {
		return err(hint)
	}
	if found, _ := s.tools.Detect(s.env.Dir); len(found) > 0 && isPhase(word) {
		command := slices.Concat([]string{"jprof", found[0].Info().Command}, typed)
		return err("did you mean " + words.Command(command) + "?")
	}
	known := map[string]string{}
	for _, c := range app.Commands {
		if !c.Hidden {
			known[c.Name] = "jprof " + c.Name
		}
	}
	for other, own := range otherWords {
		known[other] = "jprof " + own
	}
	for _, tool := range s.tools {
		for _, other := range tool.Info().Aliases {
			known[other] = "jprof " + tool.Info().Command
		}
	}
	for _, path := range s.programs() {
		known[filepath.Base(path)] = "jprof " + words.Command([]string{filepath.Base(path)})
	}
	if meant := words.DidYouMean(filepath.Base(word), known); meant != "" {
		return err(meant + " (" + hint + ")")
	}
	return err(hint)
}

// programs are the Java files in the user's folder.
func (s *session) programs() []string {
	list, _ := filepath.Glob(filepath.Join(s.env.Dir, "*.java")) // none where the folder has characters of patterns
	return list
}

// isPhase reports whether most builds understand a word, whatever their tool calls it.
func isPhase(word string) bool {
	phases := []string{"clean", "compile", "test", "package", "verify", "install", "build", "integration-test"}
	return slices.Contains(phases, word)
}
