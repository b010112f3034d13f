package cli

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/browser"
	"jprof/internal/runs"
	"jprof/internal/runs/reportdir"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/report/export/text"
)

func reportCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "report",
		Category:  categoryRead,
		Usage:     "write the report of a run again, or print its totals",
		UsageText: "jprof report [OPTIONS]",
		Description: `Without --run, jprof reads the newest run of the project, ` +
			`or newer counts of sources that jprof instrument wrote. The newest contexts, or counts, are beside it ` +
			`if they are of the same sources. --text reads the newest run with counts. ` +
			`The report of a run that --run names has this run only.`,
		Flags: append(inputFlags(),
			&cli.BoolFlag{Name: "text", Usage: "print the totals, the hottest methods and the hottest regions instead"},
			&cli.IntFlag{Name: "top", Usage: "print `N` of each", Value: 20},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the report to `DIR`",
				DefaultText: ".jprof/report"},
			&cli.BoolFlag{Name: "open",
				Usage: "also open the report in the browser that the variable BROWSER or the system names"},
		),
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if err := cmp.Or(checkRows(c, "--top", "jprof report --text --top 20"),
				atMostOne(c, "open", "text")); err != nil {
				return err
			}
			if done, err := s.reportContexts(c); done || err != nil {
				return err
			}
			run, err := s.chosen(c, runs.WantCounts)
			if err != nil {
				return err
			}
			if c.Bool("text") {
				model, err := run.model()
				if err != nil {
					return err
				}
				run.warnMerged(model)
				if err := text.Totals(s.env.Stdout, s.screen.Width(), model); err != nil {
					return err
				}
				if _, err := fmt.Fprintln(s.env.Stdout); err != nil {
					return err
				}
				return text.Hottest(s.env.Stdout, s.screen.Width(), model, c.Int("top"))
			}
			data, err := reportdir.DataOf(run.ui, run.settings, run.data)
			if err != nil {
				return err
			}
			run.warnMerged(data.Model)
			return s.writeReport(c, run.data.Store, "index.html", func(dir string) error {
				if c.IsSet("run") {
					err = reportdir.ReportAlone(s.ui, data, dir)
				} else {
					err = reportdir.Report(s.ui, run.data.Store, data, dir)
				}
				if err == nil {
					reportdir.Summary(s.ui, data.Model)
				}
				return err
			})
		},
	}
	return command, []example{
		{"jprof report --open", "write the report of the newest run, and open it in a browser"},
		{"jprof report --run base --text --top 5", "print totals and hottest places of the run base"},
	}
}

// reportContexts writes the report of a run with contexts, which is the one that the options name or else the newest
// run. It returns false if that run has counts instead, or if the options ask for counts of the newest run as text, or
// for files with counts.
func (s *session) reportContexts(c *cli.Context) (bool, error) {
	if c.IsSet("map") || c.IsSet("counts") || c.Bool("text") && !c.IsSet("run") {
		return false, nil
	}
	f := s.finder()
	defer f.Close()
	if ref := c.String("run"); ref == "" {
		if o := f.Store.Last(); o == nil || !o.IsContexts() {
			return false, nil
		}
	}
	o, err := f.One(c.String("run"), runs.WantContexts)
	if err != nil {
		if c.String("run") != "" {
			return false, nil // reading the counts returns the error
		}
		if f.Store.Last(runs.Run.HasCounts) == nil {
			return false, err
		}
		s.ui.Warn("%v: this is the report of the newest counts", err)
		return false, nil
	}
	if c.Bool("text") {
		return false, exit.Usagef("jprof contexts shows them", "run %s has contexts, no counts", o.ID)
	}
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return false, err
	}
	if c.IsSet("title") {
		conf.Report.Title = c.String("title")
	}
	return true, s.writeReport(c, f.Store, "contexts.html", func(dir string) error {
		if c.IsSet("run") {
			return reportdir.ContextsAlone(s.ui, conf, o, dir)
		}
		return reportdir.ReportContexts(s.ui, conf, o, nil, dir)
	})
}

// writeReport writes a report to the folder of the option -o, or else to that of the project. It opens the page if the
// options ask for it.
func (s *session) writeReport(c *cli.Context, store runs.Store, page string, write func(dir string) error) error {
	dir := store.Report()
	if c.IsSet("o") {
		dir = s.env.Path(c.Path("o"))
	}
	if err := write(dir); err != nil && c.IsSet("o") {
		return err
	} else if err != nil {
		return store.Explain(err)
	}
	page = filepath.Join(dir, page)
	s.ui.Result("report: %s", page)
	if !c.Bool("open") {
		return nil
	}
	return browser.Open(c.Context, s.env, page)
}
