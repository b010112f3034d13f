package stores

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/remote"
	"jprof/internal/runs/runlist"
	"jprof/internal/settings"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
)

// InFlag is the option that names a store to list.
const InFlag = "in"

// ListFlags returns the options of jprof runs for stores.
func ListFlags() []cli.Flag {
	return append([]cli.Flag{&cli.StringFlag{Name: InFlag, Usage: "list the runs of the store `URL`, such as " +
		"s3://BUCKET/FOLDER"}}, chooseFlags("with --in: list the runs")...)
}

// CheckList returns an error for options of ListFlags without InFlag.
func CheckList(ctx *cli.Context) error {
	for _, f := range chooseFlags("") {
		if name := f.Names()[0]; ctx.IsSet(name) && !ctx.IsSet(InFlag) {
			return exit.Usagef("jprof runs --in URL --"+name+" VALUE", "--%s requires --in", name)
		}
	}
	return nil
}

// List prints the runs of the store that the option --in names. With --json, it reads the descriptions of the runs.
func List(env environ.Env, u *term.UI, width int, ctx *cli.Context) error {
	c := command{env, u}
	q, err := queryOf(ctx, env.Now())
	if err != nil {
		return err
	}
	s, fragment, err := remote.Open(ctx.Context, env, ctx.String(InFlag))
	if err != nil {
		return err
	}
	defer s.Close()
	if fragment != "" {
		if q, err = remote.ParseQuery(fragment, env.Now()); err != nil {
			return err
		}
	}
	list, err := c.list(ctx, s, q)
	if err != nil {
		return err
	}
	if ctx.Bool("json") {
		return c.listJSON(ctx, s, list)
	}
	if len(list) == 0 {
		u.Info("no runs in %s", s.Place)
		return nil
	}
	var rows []text.StoredRow
	for _, l := range list {
		rows = append(rows, text.StoredRow{Started: words.Time(l.Started), ID: l.ID, Label: report.Printable(l.Label),
			Branch: report.Printable(l.Branch), Commit: git.Short(l.Commit), What: l.Traits.String()})
	}
	heading := fmt.Sprintf("%s in %s, newest first", words.Plural(len(rows), "run"), s.Place)
	return text.Stored(env.Stdout, width, heading, rows)
}

func (c command) listJSON(ctx *cli.Context, s *remote.Store, list []remote.Listed) error {
	scratch, err := runs.NewScratch()
	if err != nil {
		return err
	}
	defer scratch.Remove()
	var opened []*runs.Opened
	for _, l := range list {
		at := filepath.Join(scratch.Dir, l.ID)
		if err := s.FetchDescription(ctx.Context, l, at); err != nil {
			c.ui.Warn("%v", err)
			continue
		}
		o, err := runs.Store{}.Open(at)
		if err != nil {
			return err
		}
		opened = append(opened, o)
	}
	return runlist.WriteJSON(c.env.Stdout, opened)
}

// The names of the options of jprof clean for stores.
const (
	StoreFlag = "store"
	olderFlag = "older"
	keepFlag  = "keep"
	dryFlag   = "dry-run"
)

// CleanFlags returns the options of jprof clean for stores.
func CleanFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: StoreFlag, Usage: "remove old runs from the store `URL`, such as s3://BUCKET/FOLDER, " +
			"and what pushes have left there that were ended a day ago or earlier"},
		&cli.StringFlag{Name: olderFlag, Usage: "with --store: remove runs older than `AGE`, such as 90d"},
		&cli.IntFlag{Name: keepFlag, Usage: "with --store: keep the newest `N` runs, however old"},
		&cli.BoolFlag{Name: dryFlag, Usage: "with --store: print what would be removed, and remove nothing"},
	}
}

// CheckClean returns an error for options of CleanFlags that do not fit.
func CheckClean(ctx *cli.Context) error {
	store := ctx.IsSet(StoreFlag)
	for _, name := range []string{olderFlag, keepFlag, dryFlag} {
		if ctx.IsSet(name) && !store {
			return exit.Usagef("jprof clean --store URL --older 90d", "--%s requires --store", name)
		}
	}
	for _, name := range []string{"all", "runs", "history"} {
		if ctx.IsSet(name) && store {
			return exit.Usagef("jprof clean --store URL --older 90d", "--%s and --store cannot be combined", name)
		}
	}
	if ctx.IsSet(keepFlag) && ctx.Int(keepFlag) < 1 {
		return exit.Usagef("--keep 100", "--keep must be at least 1, not %d", ctx.Int(keepFlag))
	}
	return nil
}

// Clean removes old runs from the store that the option --store names. project is the folder of the project, if there
// is one: its settings may name a run, and Git knows which branch changes are for.
func Clean(env environ.Env, u *term.UI, ctx *cli.Context, project string) error {
	p := remote.Policy{Keep: ctx.Int(keepFlag), DryRun: ctx.Bool(dryFlag), Base: git.BaseBranch(project)}
	if ctx.IsSet(olderFlag) {
		var err error
		if p.Older, err = words.ParseAge(ctx.String(olderFlag)); err != nil || p.Older == 0 {
			return exit.Usagef("--older 90d", "--older: %q is not an age such as 14d, 36h or 2w", ctx.String(olderFlag))
		}
	}
	conf, err := settings.Read(project)
	if err != nil {
		return err
	}
	s, fragment, err := remote.Open(ctx.Context, env, ctx.String(StoreFlag))
	if err != nil {
		return err
	}
	defer s.Close()
	if fragment != "" {
		return exit.Usagef("jprof clean --store "+s.Place.String()+" --older 90d", "--store takes no #%s", fragment)
	}
	base := conf.Check.Base
	if bucket.IsURL(base) {
		_, base, _ = strings.Cut(base, "#")
	}
	p.Named = append(p.Named, base)
	done, err := s.Prune(ctx.Context, p)
	if err != nil {
		return err
	}
	removed := "removed"
	if p.DryRun {
		removed = "would remove"
	}
	for _, err := range done.Damaged {
		u.Warn("%v: %s", err, removed)
	}
	for _, l := range done.Runs {
		u.Info("%s run %s of %s", removed, l.ID, words.Time(l.Started))
	}
	for _, k := range done.Kept {
		u.Info("kept run %s of %s: %s", k.ID, words.Time(k.Started), report.Printable(k.Why))
	}
	u.Info("%s: %s %s, and %s of no run: %s; %s", s.Place, removed, words.Plural(len(done.Runs), "run"),
		words.Plural(done.Parts, "part"), words.Bytes(done.Bytes), words.Plural(done.Left, "run")+" left")
	return nil
}
