// Package stores has the commands for runs in stores that machines share: jprof push, jprof pull, and what jprof runs
// and jprof clean do with the URL of a store.
package stores

import (
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/runs/remote"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// command holds what the commands use.
type command struct {
	env environ.Env
	ui  *term.UI
}

// The names of options.
const (
	againFlag  = "again"
	labelFlag  = "label"
	commitFlag = "commit"
	branchFlag = "branch"
	sinceFlag  = "since"
)

// urls describes the URLs of stores.
const urls = "URL is s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, azblob://CONTAINER/FOLDER or file:///FOLDER."

// takesURL returns the check of a command line whose first argument is the URL of a store.
func takesURL(name string) cli.BeforeFunc {
	return func(ctx *cli.Context) error {
		if !bucket.IsURL(ctx.Args().First()) {
			return exit.Usagef("jprof "+name+" s3://BUCKET/FOLDER: docs/STORES.md", "%s requires the URL of a store",
				name)
		}
		_, _, err := bucket.Parse(ctx.Args().First())
		return err
	}
}

// Push returns the command jprof push.
func Push(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	c := command{env, u}
	return &cli.Command{
			Name:      "push",
			Usage:     "send runs to a store that machines share",
			ArgsUsage: "URL",
			UsageText: "jprof push URL [RUN...] [--again]",
			Description: `Sends the newest run of the project, or each RUN: the ID or label of a run, a folder with ` +
				`runs, an archive, or the URL of another store. ` + urls + ` The IDs of the runs are printed.

What the store has is not sent again, such as the maps of other runs of the same commit. A push that was ended goes on
when it is started again, and until it is complete nobody sees the run. Several may push at once. docs/STORES.md has how
to set up a store.`,
			Flags: []cli.Flag{&cli.BoolFlag{Name: againFlag,
				Usage: "send all, even if it is there: to mend a run that is damaged there"}},
			Before: takesURL("push"),
			Action: c.push,
		}, []manual.Example{
			{Line: "jprof push s3://ci-runs/shop", Does: "send the newest run"},
			{Line: "jprof push file:///mnt/runs unit integration", Does: "send two runs to a shared folder"},
		}
}

func (c command) push(ctx *cli.Context) error {
	url, refs := ctx.Args().First(), ctx.Args().Tail()
	r := reading.New(c.env, c.ui)
	defer r.Close()
	var list runs.List
	if len(refs) == 0 {
		if err := r.HasRuns(""); err != nil {
			return err
		}
		newest, err := c.newest(r.Store)
		if err != nil {
			return err
		}
		list = runs.List{newest}
	}
	for _, ref := range refs {
		more, err := r.All(ref)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	live.Mark(list, live.Find(r.Store))
	s, fragment, err := remote.Open(ctx.Context, c.env, url)
	if err != nil {
		return err
	}
	defer s.Close()
	if fragment != "" {
		return exit.Usagef("jprof push "+s.Place.String()+" RUN", "%s: the runs to push follow the URL", "#"+fragment)
	}
	for _, o := range list {
		done, err := s.Push(ctx.Context, o, ctx.Bool(againFlag))
		if err != nil {
			return err
		}
		how := fmt.Sprintf("sent %s (%d of %s)", words.Bytes(done.Sent), done.Parts, words.Plural(done.All, "part"))
		if done.There && done.Parts == 0 {
			how = "is there"
		}
		c.ui.Info("run %s: %s: %s", o.ID, s.Place, how)
		if _, err := fmt.Fprintln(c.env.Stdout, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// newest returns the newest run of the project, of whatever kind.
func (c command) newest(store runs.Store) (*runs.Opened, error) {
	list, bad := store.List()
	if len(list) == 0 {
		_, err := store.Pick(runs.WantNewest)
		return nil, err
	}
	for _, err := range bad {
		c.ui.Warn("%v", err)
	}
	return list[len(list)-1], nil
}

// chooseFlags returns the options that choose runs of a store. what starts their usage.
func chooseFlags(what string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: labelFlag, Usage: what + " with the label `NAME`"},
		&cli.StringFlag{Name: commitFlag, Usage: what + " of the commit `SHA`, or of the one that starts so"},
		&cli.StringFlag{Name: branchFlag, Usage: what + " of the branch `NAME`"},
		&cli.StringFlag{Name: sinceFlag,
			Usage: what + " since `DATE` in UTC, or not older than an age: 2026-01-31, 90d, 12w, 6m, 1y"},
	}
}

// queryOf returns the query of the options of chooseFlags.
func queryOf(ctx *cli.Context, now time.Time) (q remote.Query, err error) {
	q = remote.Query{Label: ctx.String(labelFlag), Commit: ctx.String(commitFlag), Branch: ctx.String(branchFlag)}
	if ctx.IsSet(sinceFlag) {
		if q.Since, err = history.ParseSince(ctx.String(sinceFlag), now); err != nil {
			return q, exit.Usagef("--since 90d", "--since: %v", err)
		}
	}
	return q, nil
}

// Pull returns the command jprof pull.
func Pull(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	c := command{env, u}
	return &cli.Command{
			Name:      "pull",
			Usage:     "bring runs from a store that machines share",
			ArgsUsage: "URL",
			UsageText: "jprof pull URL [RUN...]\njprof pull URL [--label NAME] [--commit SHA] [--branch NAME] " +
				"[--since DATE|AGE]",
			Description: `Makes the newest run of the store a run of the project, or each RUN: an ID there, the ` +
				`start of one, or a label, of which it takes the newest run. With options, it takes all runs ` +
				`that they choose. ` + urls + ` The IDs of the runs are printed. Runs that the project has ` +
				`are not brought again.

Commands that read runs need no pull: each RUN may be URL, for the newest run there, or URL#RUN.`,
			Flags:  chooseFlags("bring the runs"),
			Before: takesURL("pull"),
			Action: c.pull,
		}, []manual.Example{
			{Line: "jprof pull s3://ci-runs/shop", Does: "bring the newest run"},
			{Line: "jprof pull s3://ci-runs/shop --branch main --since 7d", Does: "bring the runs of main of a week"},
		}
}

func (c command) pull(ctx *cli.Context) error {
	url, refs := ctx.Args().First(), ctx.Args().Tail()
	q, err := queryOf(ctx, c.env.Now())
	if err != nil {
		return err
	}
	s, fragment, err := remote.Open(ctx.Context, c.env, url)
	if err != nil {
		return err
	}
	defer s.Close()
	if fragment != "" {
		refs = append(refs, fragment)
	}
	if len(refs) > 0 && q != (remote.Query{}) {
		return exit.Usagef("", "RUN cannot be combined with options that choose runs")
	}
	list, err := c.chosen(ctx, s, q, refs)
	if err != nil {
		return err
	}
	store, err := reading.Store(c.env)
	if err != nil {
		store = runs.NewStore(c.env, c.env.Dir)
	}
	for _, l := range slices.Backward(list) { // so that the newest run gets a label that several have
		made, err := s.Pull(ctx.Context, l, store)
		if err != nil {
			return err
		}
		how := "is here"
		if made {
			how = "brought to " + c.env.Short(store.RunDir(l.ID))
		}
		c.ui.Info("run %s: %s", l.ID, how)
		if _, err := fmt.Fprintln(c.env.Stdout, l.ID); err != nil {
			return err
		}
	}
	return nil
}

// chosen lists the runs that a user names, or that a query chooses: the newest one if it chooses all.
func (c command) chosen(ctx *cli.Context, s *remote.Store, q remote.Query, refs []string) (list []remote.Listed,
	err error) {
	if len(refs) == 0 {
		list, err = c.list(ctx, s, q)
		if err == nil && len(list) == 0 {
			err = s.None(q)
		}
		if err == nil && q == (remote.Query{}) {
			list = list[:1]
		}
		return list, err
	}
	for _, ref := range refs {
		q, err := remote.ParseQuery(ref, c.env.Now())
		if err != nil {
			return nil, err
		}
		more, err := c.list(ctx, s, q)
		if err == nil && len(more) == 0 {
			err = s.None(q)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// list lists the runs that a query chooses, the newest first, and warns of what cannot be read.
func (c command) list(ctx *cli.Context, s *remote.Store, q remote.Query) ([]remote.Listed, error) {
	list, bad, err := s.List(ctx.Context, q)
	for _, err := range bad {
		c.ui.Warn("%v", err)
	}
	return list, err
}
