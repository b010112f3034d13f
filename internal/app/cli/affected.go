package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/format/testcounts"
	"jprof/internal/measure"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/selection"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/tests/affected"
)

// affectedFormats lists the values of --format of jprof affected.
var affectedFormats = []string{"text", "maven", "failsafe", "gradle", "junit", "json"}

func affectedCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:     "affected",
		Category: categoryCompare,
		Usage:    "list the tests to run for a change, by a run with --by-test",
		UsageText: "jprof affected [--since REV] [--run RUN] [--explain TEST | [--shard N/M] [--budget TIME]] " +
			"[-n N] [--all] [--format FORMAT]",
		Description: `It reads a run of all tests with counts by test, the newest: record one by jprof mvn --by-test ` +
			`verify, or jprof
gradle --by-test test.

Lists the tests that executed what has changed since that run. --since takes what has changed since the merge base
with REV, a Git revision. Files that are not committed, or not tracked, count as changed.

Methods that were moved or reformatted are recognised. Where counts do not say which tests a change concerns, it lists
all that it may concern, and says why: docs/TESTS.md has the rules.

Formats for tools are empty if no test is needed. maven is one line for -Dtest=, or * for all tests. failsafe is the
same for -Dit.test=, with the tests that Failsafe runs. gradle has arguments of a task, on one line. junit has arguments
of JUnit's console launcher, one on a line. json has all of this, with the reasons for each test.

--shard 3/8 takes the third of eight shards of the tests, which take equal time by the run. All machines with the same
run and sources divide them in the same way. The tests of a class stay together.

--budget 10m takes the most valuable tests that fit into ten minutes, and names the others. New tests and those that
did not pass come first, then those that execute the most affected code per second. With --shard it is the time of the
shard.

--explain says why each test that matches is selected or not, and what it executed of the changed files: as text, or in
the JSON document.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "since", Usage: "what has changed since the merge base with `REV`, a Git revision",
				DefaultText: "since the run"},
			runFlag(ofAllTests),
			&cli.StringFlag{Name: shardFlagName, Usage: "take only shard N of M: `N/M`",
				DefaultText: "all"},
			&cli.StringFlag{Name: "budget", Usage: "take only the most valuable tests for `TIME`, such as 10m or 90s",
				DefaultText: "no limit"},
			&cli.StringFlag{Name: "explain", Usage: "print why tests are selected or not: `TEST` is a name or a " +
				"pattern, as for jprof tests --test"},
			affectedByFlag(),
			rowsFlag("print `N` rows of a table; classes in place of tests, if these are more", 20),
			&cli.BoolFlag{Name: "all", Usage: "print each test"},
			&cli.StringFlag{Name: "format", Usage: "print `FORMAT`: " + words.Either(affectedFormats), Value: "text"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if err := checkRows(c, "-n", "jprof affected -n 20"); err != nil {
				return err
			}
			asked, err := affectedRequestOf(c)
			if err != nil {
				return err
			}
			return s.affected(asked,
				text.AffectedOptions{Width: s.screen.Width(), Rows: c.Int("top"), All: c.Bool("all")})
		},
	}
	return command, []example{
		{"jprof affected", "list the tests that executed what has changed since the run"},
		{"jprof affected --since origin/main", "list those for the changes of a branch"},
		{`tests="$(jprof affected --format maven)"; [ -z "$tests" ] || mvn test -Dtest="$tests"`,
			"run them, if there are any"},
	}
}

// affectedRequest holds the options of jprof affected that say which tests are listed.
type affectedRequest struct {
	run, since, format string
	by                 string        // the grounds of the selection, "" for those of the settings
	explain            string        // a pattern for tests, "" for none
	shard, shards      int           // 0 for all tests
	budget             time.Duration // 0 for no limit
}

// affectedRequestOf reads the options of jprof affected.
func affectedRequestOf(c *cli.Context) (r affectedRequest, err error) {
	r = affectedRequest{run: c.String("run"), since: c.String("since"), format: c.String("format"),
		explain: c.String("explain"), by: c.String(affectedByFlagName)}
	if err := checkAffectedBy(c); err != nil {
		return r, err
	}
	if !slices.Contains(affectedFormats, r.format) {
		return r, exit.Usagef("", "--format must be %s, not %s", words.Either(affectedFormats), r.format)
	}
	if c.IsSet(shardFlagName) {
		if r.shard, r.shards, err = affected.ParseShard(c.String(shardFlagName)); err != nil {
			return r, exit.Usagef("--shard 3/8", "--shard: %w", err)
		}
	}
	if c.IsSet("budget") {
		if r.budget, err = time.ParseDuration(c.String("budget")); err != nil || r.budget <= 0 {
			return r, exit.Usagef("--budget 10m, --budget 90s, --budget 1h30m", "--budget: %q is no time above 0",
				c.String("budget"))
		}
	}
	switch {
	case r.explain == "":
	case r.format != "text" && r.format != "json":
		return r, exit.Usagef("leave --format out", "--explain prints text or json, not %s", r.format)
	case r.shards > 0 || r.budget > 0:
		return r, exit.Usagef("leave the others out", "--explain cannot be combined with --shard or --budget")
	}
	return r, nil
}

// restrict explains tests, or replaces the selected tests by a part of them.
func (r affectedRequest) restrict(s *session, found *selection.Found) error {
	if r.explain != "" {
		return explainTests(&found.Selection, r.explain)
	}
	if r.shards > 0 {
		found.Selection = found.ShardOf(r.shard, r.shards)
	}
	if r.budget > 0 {
		found.Selection = found.Within(r.budget)
		if b := found.Budget; r.format != "text" {
			s.ui.Info("%s", b.Note())
			if len(b.Omitted) > 0 {
				s.ui.Warn("omitted, as the budget is used up: %s", b.Names())
			}
		}
	}
	if (r.shards > 0 || r.budget > 0) && len(found.All) == 0 &&
		(found.ForMaven() == affected.AllTests || found.ForFailsafe() == affected.AllTests) {
		why := "these are too many tests for a command line: use more shards"
		if names := found.Unnamed(); len(names) > 0 {
			why = fmt.Sprintf("the framework reports no class of %s, as %s", words.Plural(len(names), "test"), names[0])
		}
		s.ui.Warn("expressions name all tests: %s", why)
	}
	return nil
}

// explainTests explains the tests that match a pattern.
func explainTests(sel *affected.Selection, pattern string) error {
	known := sel.Known()
	list := make([]*testcounts.Test, len(known))
	for i := range known {
		list[i] = &known[i]
	}
	matching, err := lookup.Tests(list, pattern, nil)
	var others []affected.Explanation // they come after the selected ones
	for _, i := range matching {
		if e := sel.Explain(list[i]); e.Selected {
			sel.Explained = append(sel.Explained, e)
		} else {
			others = append(others, e)
		}
	}
	sel.Explained = append(sel.Explained, others...)
	return err
}

// affected prints the tests that a change may concern.
func (s *session) affected(r affectedRequest, o text.AffectedOptions) error {
	f := s.finder()
	defer f.Close()
	conf, err := settings.Read(f.Store.Project)
	if err != nil {
		return err
	}
	now, err := measure.Around(s.env, f.Store, conf, s.tools.Outputs(), nil)
	if err != nil {
		return err
	}
	now.SelectBy(r.by)
	found, err := selection.Find(f, r.run, r.since, now)
	if errors.Is(err, git.ErrNoRevision) {
		return term.WithHints(err, "without --since, jprof affected compares with the sources of the run")
	}
	if err != nil {
		return err
	}
	for _, note := range found.Notes {
		s.ui.Warn("%s", note)
	}
	if note := found.IdleFilesNote(); note != "" && r.format != "text" {
		s.ui.Info("%s", note)
	}
	if err := r.restrict(s, found); err != nil {
		return err
	}
	s.ui.Info("by the counts of run %s, of %s", found.Run.ID, found.Run.When())
	if len(found.All) > 0 && r.format != "text" {
		s.ui.Info("all tests are selected: %s", found.All[0].Text())
	}
	out := s.env.Stdout
	switch r.format {
	case "maven":
		if tests := found.ForFailsafe(); tests != "" {
			s.ui.Warn("tests that Failsafe runs are selected, too: they are named by -Dit.test, not by -Dtest; " +
				"--format failsafe prints that line")
		}
		_, err = fmt.Fprintln(out, found.ForMaven())
	case "failsafe":
		_, err = fmt.Fprintln(out, found.ForFailsafe())
	case "gradle":
		_, err = fmt.Fprintln(out, strings.Join(found.ForGradle(), " "))
	case "junit":
		for _, line := range found.ForJUnit() {
			if _, err = fmt.Fprintln(out, line); err != nil {
				break
			}
		}
	case "json":
		err = json.Affected(out, runmodel.InfoOf(found.Run), &found.Selection, found.Facts, found.Base)
	default:
		o.Run, o.Since = found.Run.ID, "the run"
		if found.Base != "" {
			o.Since = git.Short(found.Base)
		}
		err = text.Affected(out, &found.Selection, found.Facts, o)
	}
	return err
}
