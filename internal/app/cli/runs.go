package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/live"
	"jprof/internal/runs/runlist"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
)

func runsCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "runs",
		Category:  categoryRead,
		Usage:     "list the runs of the project, newest first",
		UsageText: "jprof runs [--json]",
		Description: `Percentages are of main sources, by the settings of the time when the run was made. ` +
			`Times are local. ` +
			`A run is named by its ID, by the start of it that no other ID has, or by its label. ` +
			`Runs of older versions of jprof have no percentages here: ` +
			`jprof report --run RUN --text prints them. ` +
			`A merged run took as long as all runs in it together. ` +
			`Runs with --contexts have their number of contexts instead, and are read by jprof contexts. ` +
			`Runs with --by-test say how many executions of tests have counts of their own, ` +
			`those with --time how many samples they have.`,
		Flags:  []cli.Flag{jsonFlag()},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			store, err := s.store()
			if err != nil {
				return err
			}
			list, bad := store.List()
			for _, err := range bad {
				s.ui.Warn("%v", err)
			}
			slices.Reverse(list)
			if c.Bool("json") {
				return runlist.WriteJSON(s.env.Stdout, list)
			}
			running := map[string]bool{}
			for _, state := range live.Find(store) {
				running[state.ID] = true
			}
			var rows []text.RunRow
			for _, o := range list {
				row := runlist.Row(o.Run)
				if o.NotFinished && running[o.ID] {
					row.Result = "running"
				}
				rows = append(rows, row)
			}
			if len(rows) == 0 {
				s.ui.Info("no runs of %s yet", store.Project)
				return nil
			}
			heading := fmt.Sprintf("%s of %s, newest first; percentages are of main sources",
				words.Plural(len(rows), "run"), report.Printable(filepath.Base(store.Project)))
			if newest := list[0]; newest.Refused {
				s.ui.Info("run %s: %s", newest.ID, newest.NoCounts())
			}
			return text.Runs(s.env.Stdout, s.screen.Width(), heading, rows)
		},
	}
	return command, []example{
		{"jprof runs", "list the runs of this project"},
		{"jprof runs --json", "the same for programs"},
	}
}
