package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/app/browser"
	"jprof/internal/app/cli/options"
	"jprof/internal/app/watch"
	"jprof/internal/runs"
	"jprof/internal/runs/selection"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/runner"
)

func watchCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "watch",
		Category:  categoryCount,
		Usage:     "show the counts of a run while it runs; run again on save",
		ArgsUsage: options.ArgsWatched,
		UsageText: "jprof watch [--by executions|rate]\njprof watch [--by executions|rate] -- COMMAND ARGS...",
		Description: `Shows the run of this project that is under way in a table: its phase, JVMs, tests and ` +
			`executions, and the methods
with the most executions or the highest rate. It waits for a run if there is none. No number is final before the run has
ended. Then it lists failed tests and compiler errors with their places, and what your change missed.
Keys: q quits, a runs all tests, r opens the report, s sorts, / filters, ? lists all keys.

With COMMAND, which is ` + words.Either(append(s.toolNames(), "run")) + `, it runs that first, and again each time ` +
			`that a source or build file has been saved.
Ctrl-C ends a build under way first. A build with --by-test runs only the tests that your uncommitted changes can affect
(--affected HEAD). Without a Git repository, or an earlier run of all tests, it runs all.

Without a terminal it prints a line every few seconds. Without COMMAND it then ends with the run.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "by", Value: "executions",
				Usage: "list the methods by `ORDER`: executions or rate (executions per second)"},
		},
		Action: func(c *cli.Context) error {
			by := c.String("by")
			if by != "executions" && by != "rate" {
				return exit.Usagef("", "--by must be executions or rate, not %s", by)
			}
			o := watch.Options{Env: s.env, ByRate: by == "rate", Open: func(page string) error {
				quiet := s.env // the table is on the screen
				quiet.Stdin, quiet.Stdout, quiet.Stderr = strings.NewReader(""), io.Discard, io.Discard
				return browser.Open(c.Context, quiet, page)
			}}
			if c.Args().Present() {
				b, err := s.watched(c.Args().Slice())
				if err != nil {
					return err
				}
				o.Build = b
			}
			return s.watch(c, o)
		},
	}
	return command, []example{
		{"jprof watch", "show the run of this project that another terminal has started"},
		{"jprof watch -- mvn --by-test test", "test, and after each save run the tests that the changes concern"},
		{"jprof watch -- run Main.java 10", "run a program, and again after each save"},
	}
}

// watch shows runs in the terminal, or prints lines if there is no terminal.
func (s *session) watch(c *cli.Context, o watch.Options) error {
	in, isFile := s.env.Stdin.(*os.File)
	if isFile && s.screen.IsTerminal() && term.NewScreen(in, s.env.Getenv).IsTerminal() {
		o.In, o.Out = in, s.env.Stdout
	} else if o.Print = func(line string) { fmt.Fprintln(s.env.Stdout, line) }; o.Build != nil { // beside its output
		o.Print = func(line string) { s.ui.Info("%s", line) }
		o.Build.Stdio = runner.Stdio{Out: s.env.Stdout, Err: s.env.Stderr}
	}
	return watch.Run(c.Context, o)
}

// watched returns the build for a command line of jprof, which is run again each time that a file is saved.
func (s *session) watched(args []string) (*watch.Build, error) {
	if args[0] != "run" && !slices.Contains(s.toolNames(), args[0]) {
		return nil, exit.Usagef("jprof watch -- "+usual(s.tools[0].Info())[len("jprof "):],
			"watch runs %s, not %s", words.Either(append(s.toolNames(), "run")), args[0])
	}
	if err := s.checkLine(s.env.Dir, args); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	look, affected, err := s.watchedFiles(args)
	if err != nil {
		return nil, err
	}
	b := &watch.Build{Look: s.withoutOutput(look), Next: func(all bool) (buildtools.Command, string) {
		line, note := args, ""
		if all {
			line, note = allTests(args), "running all tests, as you asked"
		} else if affected != nil {
			line, note = affected()
		}
		return buildtools.Command{Path: self, Args: line, Dir: s.env.Dir, Env: s.env.Vars}, note
	}}
	if i := slices.Index(s.toolNames(), args[0]); i >= 0 {
		b.Step, b.Help = s.tools[i].Info().StepOf, s.tools[i].Info().IsHelp
	}
	return b, nil
}

// withoutOutput returns a function that takes the snapshot of look, without the files to which standard output and
// standard error go. An example is jprof watch -- mvn test >log.
func (s *session) withoutOutput(look func() (runner.Snapshot, error)) func() (runner.Snapshot, error) {
	var own []os.FileInfo
	for _, w := range []io.Writer{s.env.Stdout, s.env.Stderr} {
		if f, isFile := w.(*os.File); isFile {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				own = append(own, info)
			}
		}
	}
	return func() (runner.Snapshot, error) {
		files, err := look()
		for path := range files.Files {
			if len(own) == 0 {
				break
			}
			info, err := os.Stat(filepath.Join(files.Root, path))
			if err == nil && slices.ContainsFunc(own, func(o os.FileInfo) bool { return os.SameFile(o, info) }) {
				delete(files.Files, path)
			}
		}
		return files, err
	}
}

// watchedFiles returns two functions. look finds the files that the command reads. next returns the next command line
// of a build, with a note; it is nil for a program.
func (s *session) watchedFiles(args []string) (look func() (runner.Snapshot, error), next func() ([]string, string),
	err error) {
	if args[0] == "run" {
		look, err = s.programFiles(args[1:])
		return look, nil, err
	}
	tool := s.tools[slices.Index(s.toolNames(), args[0])]
	rest, own, err := cutOwn(args[0], args[1:])
	if err != nil {
		return nil, nil, err
	}
	build, err := tool.Open(s.env.Dir, rest, s.env.Vars)
	if err != nil {
		return nil, nil, s.otherTool(tool, err)
	}
	about := build.About()
	if about.AsTyped {
		return nil, nil, exit.Usagef("jprof watch -- "+usual(tool.Info())[len("jprof "):],
			"there is nothing to watch: this %s prints something and builds nothing", tool.Info().Unit)
	}
	cache, err := s.env.Cache()
	if err != nil {
		return nil, nil, err
	}
	look = func() (runner.Snapshot, error) { return runner.Look(cache, about.Project, s.tools.Outputs()) }
	return look, func() ([]string, string) { return s.onlyAffected(about.Project.Home, args, own) }, nil
}

// onlyAffected returns the command line of a build that runs only the tests that uncommitted changes may concern. If
// the project or the command line does not allow that, it returns args. The note reports the selection, or the reason
// why all tests run.
func (s *session) onlyAffected(home string, args []string, own *cli.Context) (line []string, note string) {
	if own.IsSet(affectedFlagName) {
		return args, ""
	}
	conf, err := settings.Read(home)
	if err != nil {
		return args, "" // the build reports it
	}
	byTest, _, err := countsByTest(own, conf)
	switch {
	case err != nil || own.IsSet(contextsFlag):
		return args, ""
	case !byTest:
		return args, "running all tests. With --by-test, later rounds run only affected tests."
	}
	const since = "HEAD"
	line = slices.Concat(args[:1], []string{"--" + affectedFlagName, since}, args[1:])
	err = s.checkLine(s.env.Dir, line)
	if err == nil {
		err = selection.CanCarry(&runs.Finder{Store: runs.Store{Project: home}, Dir: s.env.Dir}, since)
	}
	if err != nil {
		return args, "running all tests: " + err.Error()
	}
	return line, fmt.Sprintf("selecting the tests that your uncommitted changes can affect (--%s %s)",
		affectedFlagName, since)
}

// allTests returns the command line of a build without the options that select tests. It counts by test if it did.
func allTests(args []string) []string {
	if !hasOption(args, affectedFlagName) {
		return args
	}
	selecting := options.Command{Name: args[0], Flags: affectedFlags()}
	line := []string{args[0]}
	if !hasOption(args, byTestFlagName) {
		line = append(line, "--"+byTestFlagName)
	}
	for i := 1; i < len(args); i++ {
		typed, _, _ := strings.Cut(args[i], "=")
		name, isLong := strings.CutPrefix(typed, "--")
		if !isLong || options.Named(selecting.Flags, name) == nil {
			line = append(line, args[i])
		} else if _, used, err := selecting.Read(args[i:]); err == nil { // the whole line was checked
			i += used - 1
		}
	}
	return line
}

// programFiles returns a function that finds the sources of a program, by the arguments of jprof run.
func (s *session) programFiles(args []string) (func() (runner.Snapshot, error), error) {
	line, err := arranged("run", runFlags(), args, false)
	if err != nil {
		return nil, err
	}
	own, err := options.Command{Name: "run", Flags: runFlags()}.Parse(line)
	if err != nil {
		return nil, err
	}
	main, conf := s.env.Path(own.Args().First()), filepath.Join(s.env.Dir, settings.FileName)
	sources := own.Path("d")
	if sources != "" {
		sources = s.env.Path(sources)
	}
	cache, err := s.env.Cache()
	if err != nil {
		return nil, err
	}
	return func() (runner.Snapshot, error) {
		if sources == "" {
			return runner.LookAt(main, conf)
		}
		files, err := runner.Look(cache, buildtools.Project{Root: sources}, s.tools.Outputs())
		if err != nil {
			return files, err
		}
		for path := range files.Files {
			if !paths.IsJava(path) {
				delete(files.Files, path)
			}
		}
		more, err := runner.LookAt(conf)
		return files.With(more), err
	}, nil
}
