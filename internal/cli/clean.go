package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/gofrs/flock"
	"github.com/urfave/cli/v2"

	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/runner"
)

func (j *job) cleanCommand() (*cli.Command, []example) {
	return &cli.Command{
			Name:      "clean",
			Category:  categoryMaintain,
			Usage:     "remove the copy of the project that was built",
			UsageText: "jprof clean [--runs]\njprof clean --all",
			Description: `Removes what jprof keeps in its cache for the project of this folder, or of the nearest one above: the copy that is
built, with all that the build made there. The next build makes it again. Runs and reports stay, unless --runs is given.
Nothing is removed while a build is running.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "all", Usage: "remove the copies of all projects"},
				&cli.BoolFlag{Name: "runs", Usage: "also remove the runs and the report in .jprof, and what jprof run compiled"},
			},
			Action: func(c *cli.Context) error {
				if err := noArgs(c); err != nil {
					return err
				}
				if c.Bool("all") && c.Bool("runs") {
					return exit.Usagef("remove runs project by project: jprof clean --runs", "--all and --runs cannot be combined")
				}
				cache, err := j.env.Cache()
				if err != nil {
					return err
				}
				if c.Bool("all") {
					return j.cleanAll(cache)
				}
				return j.clean(cache, c.Bool("runs"))
			},
		}, []example{
			{"jprof clean", "remove the copy of the project; runs and the report stay"},
			{"jprof clean --runs", "remove the runs and the report, too"},
		}
}

// clean removes the workspace of the project in the current folder, with alsoRuns also its runs.
func (j *job) clean(cache string, alsoRuns bool) error {
	dir, _, found := runner.FindWorkspace(cache, j.env.Dir)
	if found {
		if err := j.removeWorkspace(dir); err != nil {
			return err
		}
	}
	if !alsoRuns {
		if !found {
			j.ui.Info("nothing to remove: no copy of %s or a folder above it", j.env.Dir)
		}
		return nil
	}
	s, err := runs.FindStore(j.env.Dir)
	if err != nil {
		if !found {
			j.ui.Info("nothing to remove: no copy of %s or a folder above it, and no folder .jprof", j.env.Dir)
		}
		return nil
	}
	return j.removeRuns(s)
}

// cleanAll removes all workspaces that are not in use.
func (j *job) cleanAll(cache string) error {
	dirs, err := runner.Workspaces(cache)
	if err != nil {
		return err
	}
	if len(dirs) == 0 {
		j.ui.Info("nothing to remove: no copies in %s", cache)
		return nil
	}
	var failed []error
	for _, dir := range dirs {
		if err := j.removeWorkspace(dir); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) > 1 {
		return ui.WithHints(errors.Join(failed...), ui.Hints(failed[0])...)
	}
	return errors.Join(failed...)
}

func (j *job) removeWorkspace(dir string) error {
	u, err := runner.RemoveWorkspace(dir)
	if err != nil {
		return err
	}
	of := u.Root
	if of == "" {
		of = "an unknown project"
	}
	j.ui.Info("removed the copy of %s: %s in %s", of, words.Bytes(u.Bytes), words.Plural(u.Files, "file"))
	return nil
}

// removeRuns removes jprof's files from the project, except those of jprof instrument.
func (j *job) removeRuns(s runs.Store) error {
	list, bad := s.List()
	if paths.Exists(s.Path("run")) { // the copy of a program that jprof run has compiled
		lock := flock.New(s.Path("run/lock"))
		locked, err := lock.TryLock()
		if err != nil {
			return fmt.Errorf("%s: %w", lock.Path(), err)
		}
		if !locked {
			return ui.Errorf("wait until it ends, or end it", "%s: jprof run is active in this folder", s.Project)
		}
		defer lock.Unlock() //nolint:errcheck // the file is deleted
	}
	var bytes int64
	for _, dir := range []string{s.Runs(), s.Report(), s.Path("run")} {
		_, size, err := runner.DiskUsage(dir)
		if err != nil {
			return err
		}
		bytes += size
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if entries, err := os.ReadDir(s.Dir()); err == nil && len(entries) == 1 && entries[0].Name() == ".gitignore" {
		if err := os.RemoveAll(s.Dir()); err != nil {
			return err
		}
	}
	j.ui.Info("removed %s and the report of %s: %s", words.Plural(len(list)+len(bad), "run"), s.Project, words.Bytes(bytes))
	return nil
}
