package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/environ"
	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/version"
	"jprof/internal/words"
	"jprof/runner"
)

func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "d", Aliases: []string{"sources-directory"}, Usage: "count in all Java files of `SRCDIR`; required if Main.java uses other sources"},
		&cli.StringFlag{Name: "cp", Aliases: []string{"classpath", "class-path"}, Usage: "class path `CLASSPATH` of the program, for javac and java", DefaultText: "$CLASSPATH"},
		&cli.StringFlag{Name: "encoding", Usage: "encoding `NAME` of the sources", Value: "UTF-8"},
		&cli.StringFlag{Name: "label", Usage: "give the run the label `NAME`"},
		&cli.IntFlag{Name: "repeat", Usage: "run it `N` times, and list the methods whose counts are not always the same", Value: 1, DefaultText: "1"},
		&cli.BoolFlag{Name: "s", Aliases: []string{"synchronized"}, Usage: "has no effect, for old scripts: counts are exact with any number of threads"},
		&cli.BoolFlag{Name: "v", Aliases: []string{"verbose"}, Usage: "print what jprof does"},
	}
}

func (j *job) runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "compile and run a program, and count",
		UsageText: "jprof run [OPTIONS] Main.java ARGS...\njprof [OPTIONS] Main.java ARGS...",
		Description: `Main.java holds the main method. All arguments after it go to the program, which runs in the current folder
with the standard input and output of jprof. Its exit code becomes that of jprof.`,
		Flags: runFlags(),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.Usagef("jprof run Main.java ARGS...", "run requires the Java file of the main class")
			}
			j.ui.SetVerbose(c.Bool("v"))
			p := program{main: j.env.Path(c.Args().First()), args: c.Args().Tail(), classPath: j.env.Getenv("CLASSPATH"), encoding: c.String("encoding"), label: c.String("label")}
			if err := checkLabel(p.label); err != nil {
				return err
			}
			for _, f := range c.Command.Flags {
				if name := f.Names()[0]; name != "d" && c.IsSet(name) {
					if p.options = append(p.options, dashed([]string{name})...); takesValue(f) {
						p.options = append(p.options, fmt.Sprint(c.Value(name)))
					}
				}
			}
			if c.IsSet("d") {
				p.sources = j.env.Path(c.Path("d"))
			}
			if c.IsSet("cp") {
				p.classPath = c.String("cp")
			}
			if err := checkRepeat(c.Int("repeat")); err != nil {
				return err
			}
			return j.repeated(j.env.Dir, c.Int("repeat"), func() error { return j.run(c.Context, p) })
		},
	}
}

// program is a Java program that is to be compiled and run.
type program struct {
	main      string // the file of the main class
	sources   string // the folder of all its sources, "" for main only
	classPath string // "" for none
	encoding  string // of the sources, by Java's name
	args      []string
	label     string   // of the run
	options   []string // but -d, as they were typed
}

// check tells what is wrong with what the user gave.
func (p program) check(env Env) error {
	info, err := os.Stat(p.main)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		near := map[string]string{}
		beside, _ := filepath.Glob(filepath.Join(filepath.Dir(p.main), "*.java")) // none where there is no folder
		for _, path := range beside {
			near[filepath.Base(path)] = env.Short(path)
		}
		hint := cmp.Or(words.DidYouMean(filepath.Base(p.main), near), "jprof run Main.java ARGS...")
		return exit.Usagef(hint, "%s: no such file", env.Short(p.main))
	case err != nil:
		return exit.Usagef("jprof run Main.java ARGS...", "cannot read the main class: %w", err)
	case info.IsDir() || !paths.IsJava(p.main):
		return exit.Usagef("jprof run Main.java ARGS...", "%s: not a Java file", env.Short(p.main))
	case p.sources == "":
		return nil
	}
	if info, err := os.Stat(p.sources); err != nil {
		return exit.Usagef("-d requires the folder of the sources", "-d: %w", err)
	} else if !info.IsDir() {
		return exit.Usagef("-d requires the folder of the sources", "-d: %s: not a folder", env.Short(p.sources))
	}
	if _, ok := buildtools.Within(p.sources, p.main); !ok {
		return exit.Usagef("give -d a folder that holds it", "%s: not in the sources %s", env.Short(p.main), env.Short(p.sources))
	}
	return nil
}

// run compiles an instrumented copy of a program, runs it, and reports.
func (j *job) run(ctx context.Context, p program) error {
	if err := p.check(j.env); err != nil {
		return err
	}
	kit, err := findJDK(j.env)
	if err != nil {
		return err
	}
	if j.env, err = j.env.WithCounts(); err != nil {
		return err
	}
	s := runs.Store{Project: j.env.Dir}
	conf, err := settings.Read(s.Project)
	if err != nil {
		return err
	}
	id, err := runs.NewID(j.env.Now())
	if err != nil {
		return err
	}
	c, err := j.newCompilation(s, p, kit)
	if err != nil {
		return err
	}
	defer c.close()
	if err := conf.SkipIn(c.in.root, c.in.rel, c.skip); err != nil {
		return err
	}
	commit, started := commitOf(s.Project), j.env.Now()
	if err := emptyFolder(c.counts); err != nil {
		return err
	}
	about := runs.Run{
		ID: id, Label: p.label, Tool: version.String(), Commit: commit, Command: append([]string{filepath.Base(p.main)}, p.args...), Dir: ".",
		Started: started, Sources: paths.Rel(s.Project, c.in.sources), Title: cmp.Or(conf.Report.Title, filepath.Base(p.main)),
	}
	if err := c.compile(ctx); err != nil {
		return errors.Join(err, j.saveFailed(s, about, c, err))
	}
	class, err := c.mainClass()
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}

	command := buildtools.Command{
		Path: kit.java,
		Args: append([]string{"-cp", c.runClassPath(), class}, p.args...),
		Dir:  j.env.Dir,
		Env:  j.env.Vars,
	}
	j.ui.Verbose("running %s", command)
	result, err := runner.Run(context.WithoutCancel(ctx), command, j.stdio(), runner.DefaultGrace)
	if err != nil {
		return err
	}
	m, err := readMeasured([]string{c.mapPath}, c.counts, j.env.Getenv(environ.CountsVariable), nil, result.Start, sources(s, runs.Run{Sources: paths.Rel(s.Project, c.in.sources)}))
	if err != nil {
		return exit.Keep(result.ExitCode, err)
	}
	m.run = about
	m.run.Ended, m.run.ExitCode, m.run.Interrupted, m.run.Rounds = j.env.Now(), result.ExitCode, result.Interrupted(), c.rounds
	m.run.Title = cmp.Or(conf.Report.Title, class)
	j.tellLongMethods(c.classes)
	return exit.Keep(exitCodeOf(result), j.finish(s, m))
}

// saveFailed keeps the run of a program that does not compile, without counts: it is the newest run, so that no gate takes an
// older one for it. Other errors make no run.
func (j *job) saveFailed(s runs.Store, about runs.Run, c *compilation, err error) error {
	var failed exit.Both
	if !errors.As(err, &failed) {
		return nil
	}
	m, err := readMeasured(nil, c.counts, "", nil, about.Started, nil)
	if err != nil {
		return err
	}
	m.run = about
	m.run.Ended, m.run.ExitCode, m.run.Rounds = j.env.Now(), int(failed.Status), c.rounds
	return j.save(s, m)
}
