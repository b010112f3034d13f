package cli

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/reportdir"
	"jprof/report/text"
)

func reportCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "report",
		Category:  categoryRead,
		Usage:     "write the report of a run again, or print its totals",
		UsageText: "jprof report [OPTIONS]",
		Description: `Without --run, jprof reads the newest run of the project, ` +
			`or newer counts of sources that jprof instrument wrote.`,
		Flags: append(inputFlags(),
			&cli.BoolFlag{Name: "text", Usage: "print the totals, the hottest methods and the hottest regions instead"},
			&cli.IntFlag{Name: "top", Usage: "print `N` of each", Value: 20},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the report to `DIR`",
				DefaultText: ".jprof/report"},
			&cli.BoolFlag{Name: "open",
				Usage: "also open the report in the browser that the variable BROWSER or the system names"},
		),
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			if c.Int("top") < 1 {
				return exit.Usagef("jprof report --text --top 20", "--top must be at least 1, not %d", c.Int("top"))
			}
			if c.Bool("open") && c.Bool("text") {
				return exit.Usagef("", "--open and --text cannot be combined")
			}
			run, model, err := s.chosenModel(c)
			if err != nil {
				return err
			}
			run.warnMerged(model)
			if c.Bool("text") {
				if err := text.Totals(s.env.Stdout, s.screen.Width(), model); err != nil {
					return err
				}
				if _, err := fmt.Fprintln(s.env.Stdout); err != nil {
					return err
				}
				return text.Hottest(s.env.Stdout, s.screen.Width(), model, c.Int("top"))
			}
			run.data.Forget()
			dir := run.store.Report()
			if c.IsSet("o") {
				dir = s.env.Path(c.Path("o"))
			}
			if err := reportdir.Report(s.ui, model, dir); err != nil {
				return err
			}
			reportdir.Summary(s.ui, run.data.Run, model, dir)
			if c.Bool("open") {
				return s.open(c.Context, filepath.Join(dir, "index.html"))
			}
			return nil
		},
	}
	return command, []example{
		{"jprof report --open", "write the report of the newest run, and open it in a browser"},
		{"jprof report --run base --text --top 5", "print totals and hottest places of the run base"},
	}
}
