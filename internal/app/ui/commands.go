package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	shellquote "github.com/kballard/go-shellquote"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/app/manual"
	"jprof/internal/runs/live"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Command is a command of jprof that the page can run.
type Command struct {
	manual.Page
	Unit string `json:"unit"` // the word that a build tool has for its goals; "" for other commands
}

// Commands is the answer to /api/commands.
type Commands struct {
	Commands []Command `json:"commands"`
}

func (s *Server) commands(*http.Request) (any, error) { return Commands{s.Options.Commands}, nil }

// Call is a command line that the page has put together.
type Call struct {
	Command string  `json:"command"`
	Options []Given `json:"options"`
	Args    Args    `json:"args"`
	// Input is the text that the command reads first of its standard input; null for nothing. Only jobs have one.
	Input *string `json:"input"`
}

// Given is an option of a call. Name is any of its names. Value is "" for an option without a value.
type Given struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Args are arguments. In JSON they are a list, or one text, quoted as in a shell.
type Args []string

// UnmarshalJSON reads a list or a text.
func (a *Args) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte(`"`)) {
		return json.Unmarshal(text, (*[]string)(a))
	}
	var line string
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	list, err := cmdline.Split(line)
	if err != nil {
		return failf(http.StatusBadRequest, `put a \ before a quote that belongs to the argument`, "arguments: %s",
			unclosed(err))
	}
	*a = list
	return nil
}

// unclosed describes the fault of a text with arguments, which is an open quote or a backslash at its end.
func unclosed(err error) string {
	switch {
	case errors.Is(err, shellquote.UnterminatedDoubleQuoteError):
		return `a quote (") is not closed`
	case errors.Is(err, shellquote.UnterminatedSingleQuoteError):
		return "a quote (') is not closed"
	}
	return `nothing follows the last \`
}

// CommandLine is the answer to /api/projects/ID/command.
type CommandLine struct {
	Argv     []string  `json:"argv"`
	Line     string    `json:"line"` // the same, as users type it
	Problems []Problem `json:"problems"`
}

// Problem is the reason why jprof would refuse a command line or a file.
type Problem struct {
	Line  int      `json:"line,omitempty"` // of a file, 0 where that is not known
	Text  string   `json:"text"`
	Hints []string `json:"hints"`
	Job   string   `json:"job,omitempty"`  // the job that must end first
	Live  bool     `json:"live,omitempty"` // a measurement that was started elsewhere must end first
}

func problemOf(err error) Problem {
	return Problem{Text: err.Error(), Hints: append([]string{}, term.Hints(err)...)}
}

// commandLine returns the command line of a call, with the problems that jprof would report.
func (s *Server) commandLine(_ *http.Request, project string, call Call) (any, error) {
	argv, err := s.argv(call)
	if err != nil {
		return nil, err
	}
	line := CommandLine{append([]string{"jprof"}, argv...), words.Command(append([]string{"jprof"}, argv...)),
		[]Problem{}}
	if err := s.Check(project, argv); err != nil {
		line.Problems = append(line.Problems, problemOf(err))
	} else if busy, is := s.busy(project, call); is {
		line.Problems = append(line.Problems, busy)
	}
	return line, nil
}

// busy returns a problem if something in a project must end before a call can start. One build with counters, one
// build with contexts and one program can run there at a time, whether this server or something else has started them.
// busy tries no lock, because a command that starts at the same moment would then find that lock taken.
func (s *Server) busy(project string, call Call) (Problem, bool) {
	type use struct{ builds, contexts bool }
	useOf := func(c Call) use {
		builds := s.isTool(c.Command)
		return use{builds, builds && slices.ContainsFunc(c.Options, func(g Given) bool {
			return strings.TrimLeft(g.Name, "-") == "contexts"
		})}
	}
	if !s.isTool(call.Command) && call.Command != "run" {
		return Problem{}, false
	}
	problem := func(line string) Problem {
		return Problem{Text: line + " is running in this project", Hints: []string{"wait until it ends, or cancel it"}}
	}
	jobs := map[int]bool{}
	for _, j := range running(s.jobs.all()) {
		jobs[j.process.PID()] = true
		measures := s.isTool(j.about.Call.Command) || j.about.Call.Command == "run"
		if measures && j.project == project && useOf(*j.about.Call) == useOf(call) {
			p := problem(j.about.Line)
			p.Job = j.about.ID
			return p, true
		}
	}
	for _, m := range live.Find(storeOf(project)) {
		builds := s.isBuild(m)
		if !jobs[m.PID] && (use{builds, builds && m.Contexts}) == useOf(call) {
			p := problem(s.lineOf(m))
			p.Live, p.Hints[0] = true, "wait until it ends, or end it where it was started"
			return p, true
		}
	}
	return Problem{}, false
}

// isTool reports whether command is the name of a build tool.
func (s *Server) isTool(command string) bool {
	return slices.ContainsFunc(s.Tools, func(t buildtools.Tool) bool { return t.Info().Command == command })
}

// argv returns the command line of a call, without the name of the program.
func (s *Server) argv(call Call) ([]string, error) {
	i := slices.IndexFunc(s.Options.Commands, func(c Command) bool { return c.Name == call.Command })
	if i < 0 {
		return nil, failf(http.StatusBadRequest, "", "the page has no command %q", call.Command)
	}
	argv := []string{call.Command}
	for _, given := range call.Options {
		name := "--" + strings.TrimLeft(given.Name, "-")
		j := slices.IndexFunc(s.Options.Commands[i].Options, func(o manual.Option) bool {
			return slices.Contains(o.Names, given.Name) || slices.Contains(o.Names, name)
		})
		if j < 0 {
			return nil, failf(http.StatusBadRequest, "", "jprof %s has no option %q", call.Command, given.Name)
		}
		switch o := s.Options.Commands[i].Options[j]; {
		case given.Value == "":
			argv = append(argv, o.Name)
		case o.Value == "" || o.OptionalValue || strings.HasPrefix(given.Value, "-"):
			argv = append(argv, o.Name+"="+given.Value)
		default:
			argv = append(argv, o.Name, given.Value)
		}
	}
	for _, arg := range slices.Concat(argv, call.Args) {
		if strings.ContainsRune(arg, 0) {
			return nil, failf(http.StatusBadRequest, "", "an argument has a NUL character in it")
		}
	}
	return append(argv, call.Args...), nil
}
