package cli

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/stores"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runlist"
	"jprof/internal/util/bucket"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
)

func runsCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:     "runs",
		Category: categoryRead,
		Usage:    "list the runs of the project, newest first",
		UsageText: "jprof runs [--json]\njprof runs --in URL [--label NAME] [--commit SHA] [--branch NAME] " +
			"[--since DATE|AGE] [--json]",
		Description: `Percentages are of main sources, by the settings of the time when the run was made. ` +
			`Name a run by its ID, by a start of the ID that no other one has, or by its label. ` +
			`Runs of older versions of jprof have no percentages here: ` +
			`jprof report --run RUN --text prints them. ` +
			`A merged run took as long as all runs in it together. ` +
			`Runs with --contexts have their number of contexts instead, and are read by jprof contexts. ` +
			`Runs with --by-test say how many executions of tests have counts of their own, ` +
			`those with --time how many samples they have. ` +
			`--in lists the runs of a store that machines share (docs/STORES.md) without their numbers; ` +
			`with --json, it reads the description of each.`,
		Flags:  append([]cli.Flag{jsonFlag()}, stores.ListFlags()...),
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if err := stores.CheckList(c); err != nil {
				return err
			}
			if c.IsSet(stores.InFlag) {
				return stores.List(s.env, s.ui, s.screen.Width(), c)
			}
			store, err := s.store()
			if err != nil {
				return err
			}
			list, bad := store.List()
			for _, err := range bad {
				s.ui.Warn("%v", err)
			}
			slices.Reverse(live.Mark(list, live.Find(store)))
			if c.Bool("json") {
				return runlist.WriteJSON(s.env.Stdout, list)
			}
			var rows []text.RunRow
			for _, o := range list {
				rows = append(rows, runlist.Row(o.Run))
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
		{"jprof runs --in s3://ci-runs/shop --branch main", "list the runs of main in a store"},
	}
}

// trendFormats lists the values of --format of jprof trend.
var trendFormats = []string{"text", "csv", "json"}

func trendCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "trend",
		Category:  categoryRead,
		Usage:     "print the numbers of runs over time, of a branch or of all",
		UsageText: "jprof trend [--branch NAME] [--since DATE|AGE] [--from DIR|URL] [--format FORMAT]",
		Description: `A row for each run, oldest first: percentages of lines, branches and methods, the results of ` +
			`tests, the duration. Deleted runs are there, too: their numbers stay in .jprof/history.jsonl.

It omits runs without numbers of the whole project. They were cancelled or are not finished, did not build all modules,
failed for other reasons than tests, are merged from several commits, or ran only a part of the tests, if others ran
all. A merged run of the jobs of one commit represents the runs in it.

The branch of a run is the one that Git had checked out, or that the CI system names. Runs of jprof 0.2 and earlier have
none.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "branch", Usage: "only runs of the branch `NAME`"},
			&cli.StringFlag{Name: "since",
				Usage: "only runs since `DATE` in UTC, or not older than an age: 2026-01-31, 90d, 12w, 6m, 1y"},
			&cli.StringFlag{Name: "from", DefaultText: ".jprof of the project",
				Usage: "read the runs, archives of runs and the history in the folder `DIR`, or all runs of the " +
					"store URL"},
			&cli.StringFlag{Name: "format", Usage: "print `FORMAT`: " + words.Either(trendFormats), Value: "text"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			var since time.Time
			var err error
			if c.IsSet("since") {
				if since, err = history.ParseSince(c.String("since"), s.env.Now()); err != nil {
					return exit.Usagef("jprof trend --since 90d", "--since: %v", err)
				}
			}
			if !slices.Contains(trendFormats, c.String("format")) {
				return exit.Usagef("", "--format must be %s, not %s", words.Either(trendFormats), c.String("format"))
			}
			h, of, err := s.history(c.String("from"), c.String("since"))
			if err != nil {
				return err
			}
			branches := h.AllBranches()
			h.Select(c.String("branch"), since, 0)
			return s.trend(h, of, c.String("format"), c.String("branch"), branches)
		},
	}
	return command, []example{
		{"jprof trend --branch main --since 90d", "the runs of main in the last 90 days"},
		{"jprof trend --from archive --format csv >trend.csv", "the runs of a folder with archives, for a spreadsheet"},
	}
}

// history returns the history of the project, of a folder, or of a store that machines share, and its name. Of a store,
// it reads no run that began before since, which may be "".
func (s *session) history(from, since string) (*history.History, string, error) {
	if from == "" {
		store, err := s.store()
		if err != nil {
			return nil, "", err
		}
		h, err := history.Of(store)
		return h, filepath.Base(store.Project), err
	}
	f := s.finder()
	defer f.Close()
	f.Descriptions = true
	if bucket.IsURL(from) {
		if since != "" && !strings.Contains(from, "#") {
			from += "#since=" + url.PathEscape(since)
		}
		list, err := f.All(from)
		if err != nil {
			return nil, "", err
		}
		h, err := history.From(list)
		return h, bucket.Redact(from), err
	}
	dir := s.env.Path(from)
	files := history.FilesIn(dir)
	list, err := f.All(dir)
	if err != nil && !slices.ContainsFunc(files, paths.Exists) {
		return nil, "", err
	}
	if err != nil {
		s.ui.Warn("only the history is shown: %v", err)
	}
	h, err := history.From(list, files...)
	return h, s.env.Short(dir), err
}

// trend prints runs over time. branches has those to choose from.
func (s *session) trend(h *history.History, of, format, branch string, branches []string) error {
	if h.Damaged > 0 {
		s.ui.Warn("%s of the history cannot be read", words.Plural(h.Damaged, "run"))
	}
	if text := h.OmittedText(); text != "" {
		s.ui.Info("%s", text)
	}
	switch {
	case format == "csv":
		return h.WriteCSV(s.env.Stdout)
	case format == "json":
		return h.WriteJSON(s.env.Stdout)
	case branch != "" && len(h.Lines) == 0 && len(branches) > 0:
		s.ui.Info("no runs of the branch %s; there are runs of %s", branch, words.Listed(branches))
		return nil
	case len(h.Lines) == 0:
		s.ui.Info("no runs to show")
		return nil
	}
	if branch != "" {
		of += ", branch " + branch
	}
	return h.WriteText(s.env.Stdout, s.screen.Width(), of)
}
