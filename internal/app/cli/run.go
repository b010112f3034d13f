package cli

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/options"
	"jprof/internal/measure"
	"jprof/internal/measure/program"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
)

func runFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.PathFlag{Name: "d", Aliases: []string{"sources-directory"},
			Usage: "compile and count all Java files of `SRCDIR`; required if Main.java uses other sources"},
		&cli.StringFlag{Name: "cp", Aliases: []string{"classpath", "class-path"},
			Usage: "class path `CLASSPATH` of the program, for javac and java", DefaultText: "$CLASSPATH"},
		&cli.StringSliceFlag{Name: "jvm",
			Usage: "give java the option `OPTION`: --jvm -Xmx2g; may be given several times"},
		&cli.StringFlag{Name: "encoding", Usage: "encoding `NAME` of the sources", Value: "UTF-8"},
	}, slices.Concat(measureFlags("run it"), []cli.Flag{
		&cli.BoolFlag{Name: "s", Aliases: []string{"synchronized"},
			Usage: "has no effect, for old scripts: counts are exact with any number of threads"},
		&cli.BoolFlag{Name: "v", Aliases: []string{"verbose"}, Usage: "print what jprof does"},
	}, recordFlags())...)
}

func runCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "run",
		Category:  categoryCount,
		Usage:     "compile and run a program, and count",
		ArgsUsage: options.ArgsProgram,
		UsageText: "jprof run [OPTIONS] Main.java ARGS...\njprof [OPTIONS] Main.java ARGS...",
		Description: `Main.java holds the main method. All arguments after it go to the program, ` +
			`which runs in the current folder
with the standard input and output of jprof. Its exit code becomes that of jprof. javac reads
JDK_JAVAC_OPTIONS.`,
		Flags: runFlags(),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.Usagef("jprof run Main.java ARGS...", "run requires the Java file of the main class")
			}
			s.ui.SetVerbose(c.Bool("v"))
			if c.IsSet(contextsFlag) && c.String(contextsFlag) == "" {
				if err := checkMode(c.Args().First()); err != nil {
					return err
				}
			}
			if err := checkMeasure(c); err != nil {
				return err
			}
			p := program.Program{Main: s.env.Path(c.Args().First()), Args: c.Args().Tail(),
				ClassPath: s.env.Getenv("CLASSPATH"), Encoding: c.String("encoding"), Label: c.String("label"),
				JVM: c.StringSlice("jvm")}
			for _, f := range c.Command.Flags {
				if f.Names()[0] != "d" {
					p.Options = append(p.Options, given(c, f)...)
				}
			}
			if c.IsSet("d") {
				p.Sources = s.env.Path(c.Path("d"))
			}
			if c.IsSet("cp") {
				p.ClassPath = c.String("cp")
			}
			s.hintModes(p.Args)
			return s.run(c, p)
		},
	}
	return command, []example{
		{"jprof run Main.java 10", "compile and run one file with the argument 10"},
		{"jprof run -d src -cp lib/a.jar src/app/Main.java", "count in all sources below src, with a library"},
		{"jprof run --contexts=app Main.java", "record who called what, at which cost: jprof contexts shows it"},
	}
}

// given returns the arguments with which the user may have typed the option f. It returns none if the option was not
// given.
func given(c *cli.Context, f cli.Flag) []string {
	name := f.Names()[0]
	option := options.Dashed([]string{name})[0]
	_, several := f.(*cli.StringSliceFlag)
	switch {
	case !c.IsSet(name):
		return nil
	case options.IsOptional(f) && c.String(name) != "":
		return []string{option + "=" + c.String(name)}
	case options.IsOptional(f) || !options.TakesValue(f):
		return []string{option}
	case several:
		var all []string
		for _, value := range c.StringSlice(name) {
			all = append(all, option, value)
		}
		return all
	}
	return []string{option, fmt.Sprint(c.Value(name))}
}

// run runs a program, once or several times.
func (s *session) run(c *cli.Context, p program.Program) error {
	err := p.Check(s.env)
	if err != nil {
		return err
	}
	if p.JDK, err = program.FindJDK(s.env); err != nil {
		return err
	}
	conf, err := settings.Read(s.env.Dir)
	if err != nil {
		return err
	}
	set, err := s.contextSettings(c, s.env.Dir, conf.Contexts)
	if err != nil {
		return err
	}
	mode := measure.ModeOf(set, measure.Counts{Time: c.Bool(timeFlagName), CounterCost: c.Bool(counterCostFlagName)})
	return s.repeated(s.env.Dir, conf, p.Label, c.Int("repeat"), func() (string, error) {
		return measure.Program(c.Context, s.env.WithCounts(), s.ui, conf, p, mode)
	})
}
