package cli

import (
	"cmp"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs/lookup"
	"jprof/internal/runs/unusedrun"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/markdown"
	"jprof/report/export/sarif"
	"jprof/report/export/text"
	"jprof/report/unused"
	"jprof/report/unused/removal"
)

// unusedFormats lists the values of --format of jprof unused.
var unusedFormats = []string{"text", "json", "sarif", "markdown"}

const unusedUsage = "jprof unused [--since AGE|DATE] [--app NAMES] [--env NAMES] [--run RUN] [-n N] [--marked]\n" +
	"             [--hot] [--json|--format FORMAT] [FILE[:METHOD]|PACKAGE ...]\n" +
	"jprof unused --patch [--since AGE|DATE] [--app NAMES] [--env NAMES] [--run RUN] [FILE[:METHOD]|PACKAGE ...]"

func unusedCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "unused",
		Category:  categoryRead,
		Usage:     "print the code that nobody executed: files, classes, methods, outcomes of branches",
		UsageText: unusedUsage,
		Description: `It lists the main sources that no observed service executed, with the days on which JVMs that ` +
			`have the code were seen, the tests that execute it, and what a deletion would remove. Without ` +
			`services, it lists what one run did not execute.

Methods that may be reached without a call in the sources are marked: by main, serialization, annotations of ` +
			`frameworks, overrides of types outside of the project, and names in strings or resources. They are ` +
			`counted, and listed with --marked. docs/SERVICES.md has the rules.

--patch prints a patch that deletes the code, for git apply. What other sources still refer to stays, so that ` +
			`the rest compiles. It applies nothing. FILE, METHOD and PACKAGE choose code, as for jprof show --missed.`,
		Flags: []cli.Flag{
			runFlag(" of services, or of all tests"),
			&cli.StringFlag{Name: "since", DefaultText: "all data",
				Usage: "only what services did since then: `AGE` such as 30d, 36h or 2w, or a date such as 2026-11-01"},
			&cli.StringSliceFlag{Name: "app", DefaultText: "all", Usage: "only the applications `NAMES`, with commas"},
			&cli.StringSliceFlag{Name: "env", DefaultText: "all", Usage: "only the environments `NAMES`, with commas"},
			&cli.PathFlag{Name: "reached", Usage: "also take methods as executed that JVMs with jprof agent " +
				"--reached noted in `DIR`, and list classes without sources"},
			&cli.StringSliceFlag{Name: "jar", Usage: "with --reached: list also classes of `FILE`, a jar or a " +
				"folder, that no JVM loaded"},
			&cli.BoolFlag{Name: "marked", Usage: "list marked methods, too, each with the reason"},
			&cli.BoolFlag{Name: "hot", Usage: "list methods, too, that were executed, but not by tests"},
			&cli.BoolFlag{Name: "patch", Usage: "print a patch that deletes the code, and apply nothing"},
			rowsFlag("print `N` rows of a table", 20),
			jsonFlag(),
			&cli.StringFlag{Name: "format", Usage: "print `FORMAT`: " + words.Either(unusedFormats), Value: "text"},
		},
		Action: func(c *cli.Context) error { return s.unused(c) },
	}
	return command, []example{
		{"jprof unused --since 30d --app shop --env prod", "the code that the shop did not execute for 30 days"},
		{"jprof unused --marked com.example.legacy", "a package, with the methods that are not listed as unused"},
		{"jprof unused --patch Old.java | git apply", "delete what is unused in a file"},
	}
}

// unused prints the code that nobody executed.
func (s *session) unused(c *cli.Context) error {
	format := c.String("format")
	err := cmp.Or(checkRows(c, "-n", "jprof unused -n 20"), atMostOne(c, "json", "format", "patch"))
	switch {
	case err != nil:
		return err
	case !slices.Contains(unusedFormats, format):
		return exit.Usagef("", "--format must be %s, not %s", words.Either(unusedFormats), format)
	case c.Bool("json"):
		format = "json"
	}
	r := unusedrun.Request{Run: c.String("run"), Applications: nameList(c, "app"), Environments: nameList(c, "env"),
		Now: time.Now(), Env: s.env, UI: s.ui}
	if c.IsSet("reached") {
		r.Reached = s.env.Path(c.Path("reached"))
		for _, jar := range c.StringSlice("jar") {
			r.Jars = append(r.Jars, s.env.Path(jar))
		}
	} else if c.IsSet("jar") {
		return exit.Usagef("jprof unused --reached DIR --jar FILE", "--jar requires --reached")
	}
	if c.IsSet("since") {
		if r.Since, err = sinceTime(c.String("since"), r.Now); err != nil {
			return err
		}
	}
	for _, arg := range c.Args().Slice() {
		place, err := lookup.Parse(arg, unusedUsage)
		if err != nil {
			return err
		}
		r.Places = append(r.Places, place)
	}
	f := s.reader()
	defer f.Close()
	if err := f.HasRuns(r.Run); err != nil && r.Reached == "" {
		return err
	}
	if r.Settings, err = settings.Read(f.Store.Project); err != nil {
		return err
	}
	found, err := unusedrun.Find(f.Finder, r)
	if err != nil {
		return err
	}
	out, lists := s.env.Stdout, unused.Lists{Marked: c.Bool("marked"), Hot: c.Bool("hot")}
	if c.Bool("patch") {
		return s.unusedPatch(found)
	}
	switch format {
	case "json":
		return json.Unused(out, found.Result)
	case "sarif":
		return sarif.Unused(out, found.Result)
	case "markdown":
		return markdown.Unused(out, found.Result, lists)
	}
	return text.Unused(out, found.Result, text.UnusedOptions{Lists: lists, Width: s.screen.Width(), Top: c.Int("top")})
}

// unusedPatch prints a patch that deletes what was found, and on standard error what stays. The patch has lines of
// sources: a terminal gets them safe to show.
func (s *session) unusedPatch(found *unusedrun.Found) error {
	plan := removal.New(found.Result, unusedrun.Sources(found.Root))
	for _, k := range plan.Kept {
		s.ui.Info("stays: %s:%d: %s: %s", k.Path, k.Line, report.Printable(k.Name), report.Printable(k.Why))
	}
	if types, methods := plan.Deleted(); types+methods == 0 {
		s.ui.Info("there is nothing to delete")
	}
	return plan.Write(s.screen.Shown())
}

// sinceTime reads the value of --since: an age, or a date in UTC.
func sinceTime(text string, now time.Time) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	age, err := words.ParseAge(text)
	if err != nil {
		return time.Time{}, exit.Usagef("--since 30d, --since 2026-11-01", "--since: %w, and no date", err)
	}
	return now.Add(-age), nil
}
