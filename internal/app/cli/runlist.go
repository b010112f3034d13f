package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/git"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/json"
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
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
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
				return writeRuns(s.env.Stdout, list)
			}
			running := map[string]bool{}
			for _, state := range live.Find(store) {
				running[state.ID] = true
			}
			var rows []text.RunRow
			for _, o := range list {
				row := runRow(o.Run)
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

// runRow is a run in the table of jprof runs.
func runRow(r runs.Run) text.RunRow {
	row := text.RunRow{
		ID: r.ID, Label: r.Label, Started: r.Started.Local().Format(runs.TimeFormat), Result: r.HowEnded(),
		Took: r.Took(), JDK: r.JDK, Command: words.Command(r.Command),
	}
	if t := r.Totals; t != nil {
		row.Lines, row.Branches, row.Methods = report.Ratio(t.Lines), report.Ratio(t.Branches), report.Ratio(t.Methods)
	}
	if c := r.Contexts; c != nil {
		if row.Contexts = report.Thousands(c.Nodes); c.Coverage != "" {
			row.Contexts += " (" + c.Coverage + ")"
		}
	}
	if b := r.ByTest; b != nil {
		row.ByTest = report.Thousands(uint64(b.Tests))
		if b.Carried > 0 {
			row.ByTest += fmt.Sprintf(" (%s carried over)", report.Thousands(uint64(b.Carried)))
		}
	}
	if r.HasTimes() {
		row.Samples = report.Thousands(uint64(r.Times.Samples))
	}
	if c := r.Commit; c != nil {
		row.Commit = git.Short(c.ID)
		if n := len(c.Dirty); n > 0 {
			row.Commit += fmt.Sprintf(" +%d changed", n)
		}
	}
	return row
}

// runLine is a run in one line, whatever a description from elsewhere says.
func runLine(r runs.Run) string {
	row := runRow(r)
	parts := []string{row.ID, row.Label, row.Started, row.Result, words.Plural(r.Writers(), "JVM"), row.Commit,
		row.Command}
	return report.Printable(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "  "))
}

// writeRuns writes the document of a list of runs: docs/schema/jprof-runs-1.schema.json.
func writeRuns(w io.Writer, list []*runs.Opened) error {
	entries := []runs.Entry{}
	for _, o := range list {
		entries = append(entries, o.Entry())
	}
	return json.Indented(w, struct {
		Format  string       `json:"format"`
		Version int          `json:"version"`
		Runs    []runs.Entry `json:"runs"`
	}{"jprof-runs", 1, entries})
}
