package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/measure/copies"
	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
)

func instrumentCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "instrument",
		Category:  categoryCount,
		Usage:     "write a copy of sources with counters, for builds that jprof does not run",
		UsageText: "jprof instrument SRC [-o DIR] [--map FILE] [--counts DIR]",
		Description: `SRC is a Java file or a folder of sources. Compile and run the copy with any tool. ` +
			`Each JVM writes what it
counted to the folder of counts, and jprof report writes the report.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the copy to `DIR`",
				DefaultText: ".jprof/instrumented"},
			&cli.PathFlag{Name: "map", Usage: "write the map, which reports require, to `FILE`",
				DefaultText: ".jprof/instrumented.map"},
			&cli.PathFlag{Name: "counts", Usage: "have the JVMs write their counts to `DIR`",
				DefaultText: ".jprof/counts"},
			&cli.IntFlag{Name: "release",
				Usage: "the `N` of javac --release; from 25 on, code in front of a constructor call is counted, too"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding `NAME` of the sources", Value: "UTF-8"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return exit.Usagef("jprof instrument SRC -o DIR", "instrument requires one file or folder, not %d",
					c.Args().Len())
			}
			store := runs.Store{Project: s.env.Dir}
			pathOr := func(flag, name string) string {
				if p := c.Path(flag); p != "" {
					return s.env.Path(p)
				}
				return store.Path(name)
			}
			to := copies.Copy{
				Out:    pathOr("o", "instrumented"),
				Map:    pathOr("map", "instrumented.map"),
				Counts: pathOr("counts", "counts"),
			}
			form := copies.Form{Encoding: c.String("encoding"), Level: c.Int("release")}
			result, err := to.Write(c.Context, s.env, store, s.env.Path(c.Args().First()), form)
			if err != nil {
				return err
			}
			for _, n := range result.Unmeasured {
				s.ui.Info("unmeasured: %s:%d: %s", n.Path, n.Line, n.Reason)
			}
			s.ui.Info("%d of %s with counters; map: %s; counts: %s",
				result.Measured, words.Plural(result.Files, "file"), s.env.Short(to.Map), s.env.Short(to.Counts))
			s.ui.Result("instrumented: %s", s.env.Short(to.Out))
			return nil
		},
	}
	return command, []example{
		{"jprof instrument src -o counted", "write a copy of src with counters to counted"},
		{"jprof instrument Main.java --release 25", "for code that javac compiles with --release 25"},
	}
}
