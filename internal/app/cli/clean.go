package cli

import (
	"errors"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/cli/stores"
	"jprof/internal/measure/agent"
	"jprof/internal/measure/program"
	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/runner"
)

func cleanCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:     "clean",
		Category: categoryMaintain,
		Usage:    "remove the copy of the project that was built",
		UsageText: "jprof clean [--runs [--history]]\njprof clean --all\n" +
			"jprof clean --store URL [--older AGE] [--keep N] [--dry-run]",
		Description: `Removes the copy that jprof has built of the project of this folder, or of the nearest ` +
			`one above. The next build makes it again. Runs and reports stay, unless --runs is given. The ` +
			`history stays even then, unless --history is given, too: jprof trend still shows the numbers of ` +
			`removed runs.
While a build runs, it removes nothing.
With --store, it removes runs from a store that machines share instead, those that are older than AGE and not among the
newest N. What others need stays, and is named: the newest run of each label, the newest of all tests by test, the
newest of the branch that changes are for, and runs whose counts were carried over.`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "remove the copies of all projects, instrumented JDKs, and temporary " +
				"files"},
			&cli.BoolFlag{Name: "runs",
				Usage: "also remove the runs and the report in .jprof"},
			&cli.BoolFlag{Name: "history", Usage: "with --runs: also remove the history that jprof trend shows"},
		}, stores.CleanFlags()...),
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if err := stores.CheckClean(c); err != nil {
				return err
			}
			if c.IsSet(stores.StoreFlag) {
				return stores.Clean(s.env, s.ui, c, s.reader().Store.Project)
			}
			if c.Bool("all") && c.Bool("runs") {
				return exit.Usagef("remove runs project by project: jprof clean --runs",
					"--all and --runs cannot be combined")
			}
			if c.Bool("history") && !c.Bool("runs") {
				return exit.Usagef("jprof clean --runs --history", "--history requires --runs")
			}
			cache, err := s.env.Cache()
			if err != nil {
				return err
			}
			if c.Bool("all") {
				return s.cleanAll(cache)
			}
			return s.clean(cache, c.Bool("runs"), c.Bool("history"))
		},
	}
	return command, []example{
		{"jprof clean", "remove the copy of the project; runs and the report stay"},
		{"jprof clean --runs", "remove the runs and the report, too"},
		{"jprof clean --store s3://ci-runs/shop --older 90d", "remove runs of a store that nothing needs any more"},
	}
}

// clean removes the workspace of the project in the current folder; if alsoRuns, its runs as well, and if alsoHistory,
// the history of its runs.
func (s *session) clean(cache string, alsoRuns, alsoHistory bool) error {
	dir, _, found := runner.FindWorkspace(cache, s.env.Dir)
	if found {
		if err := removeWorkspace(s.ui, dir); err != nil {
			return err
		}
	}
	if err := program.RemoveFolders(cache, s.env.Dir); err != nil {
		return err
	}
	store, err := s.store()
	if !alsoRuns {
		if !found {
			s.ui.Info("nothing to remove: no copy of %s or a folder above it", s.env.Dir)
		}
		if err == nil {
			sayLeft(s.ui, store.Dir(), "jprof clean --runs removes runs and the report")
		}
		return nil
	}
	if err != nil {
		if !found {
			s.ui.Info("nothing to remove: no copy of %s or a folder above it, and no folder .jprof", s.env.Dir)
		}
		return nil
	}
	return removeRuns(s.ui, store, alsoHistory)
}

// cleanAll removes all workspaces that are not in use.
func (s *session) cleanAll(cache string) error {
	if err := errors.Join(program.RemoveFolders(cache, ""), atomicfile.RemoveScratch()); err != nil {
		return err
	}
	dirs, err := runner.Workspaces(cache)
	if err != nil {
		return err
	}
	removed, kept, bytes, err := agent.Prune(cache, agent.KeptOnClean)
	if removed > 0 {
		s.ui.Info("removed the cache of --contexts, made by %s of jprof: %s", words.Plural(removed, "version"),
			words.Bytes(bytes))
	}
	if kept > 0 {
		s.ui.Info("kept the cache of --contexts that %s of jprof used in the last 24 hours: JVMs may have it open",
			words.Plural(kept, "version"))
	}
	if err != nil {
		return err
	}
	if len(dirs) == 0 {
		if removed == 0 {
			s.ui.Info("nothing to remove: no copies in %s", cache)
		}
		return nil
	}
	var failed []error
	for _, dir := range dirs {
		if err := removeWorkspace(s.ui, dir); err != nil {
			failed = append(failed, err)
		}
	}
	sayLeft(s.ui, cache, "parts of jprof for all projects, which cost time to make again; runs and reports stay in "+
		"the projects")
	if len(failed) > 1 {
		return term.WithHints(errors.Join(failed...), term.Hints(failed[0])...)
	}
	return errors.Join(failed...)
}

// sayLeft prints the number of bytes that remain in a folder, and the reason why. It prints nothing for an empty
// folder.
func sayLeft(u *term.UI, dir, why string) {
	if _, bytes, err := runner.DiskUsage(dir); err == nil && bytes > 0 {
		u.Info("left %s in %s: %s", words.Bytes(bytes), dir, why)
	}
}

func removeWorkspace(u *term.UI, dir string) error {
	usage, err := runner.RemoveWorkspace(dir)
	if err != nil {
		return err
	}
	of := usage.Root
	if of == "" {
		of = "an unknown project"
	}
	u.Info("removed the copy of %s: %s in %s", of, words.Bytes(usage.Bytes), words.Plural(usage.Files, "file"))
	return nil
}

// removeRuns removes jprof's files from the project, except those of jprof instrument and, unless alsoHistory, the
// history of the runs.
func removeRuns(u *term.UI, store runs.Store, alsoHistory bool) error {
	if running := live.Find(store); len(running) > 0 { // live.Find has removed the files of killed processes
		return term.Errorf("wait until it ends, or end it", "%s: %s is running in this project (process %d of jprof)",
			store.Project, words.Command(running[0].Command), running[0].PID)
	}
	list, bad := store.List()
	keep := history.Keep(store, list...)
	if alsoHistory {
		keep = history.Remove(store)
	}
	if keep != nil {
		return keep
	}
	var bytes int64
	for _, dir := range []string{store.Runs(), store.Report()} {
		_, size, err := runner.DiskUsage(dir)
		bytes += size
		if err == nil {
			err = atomicfile.RemoveAll(dir)
		}
		if err != nil {
			return err
		}
	}
	if err := errors.Join(store.RemoveEmpty(), store.RemoveAside()); err != nil {
		return err
	}
	defer sayLeft(u, store.Dir(), "the history for jprof trend, copies by jprof instrument, or what no jprof made")
	u.Info("removed %s and the report of %s: %s", words.Plural(len(list)+len(bad), "run"), store.Project,
		words.Bytes(bytes))
	for _, err := range bad {
		if newer := (*version.Newer)(nil); errors.As(err, &newer) {
			u.Warn("removed, too: %v", err)
		}
	}
	return nil
}
