package cli

import (
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// override replaces gates of the settings conf, a copy in c, by those of the command line.
func override(c *settings.Check, conf settings.Settings, ctx *cli.Context, env Env) error {
	var limits settings.Limits
	for _, o := range []struct {
		name string
		to   **settings.Percent
	}{
		{"min-lines", &c.Lines}, {"min-branches", &c.Branches}, {"min-methods", &c.Methods},
		{"changed-tolerance", &c.Changed.Tolerance}, {"max-growth", &limits.Growth},
	} {
		if err := readPercent(ctx, o.name, o.to); err != nil {
			return err
		}
	}
	for _, o := range []struct {
		name string
		to   **settings.Threshold
	}{{"min-changed-lines", &c.Changed.Lines}, {"min-changed-branches", &c.Changed.Branches}} {
		if err := readThreshold(ctx, o.name, o.to); err != nil {
			return err
		}
	}
	for _, o := range []struct {
		name string
		to   **int
	}{
		{"max-unmeasured", &c.Unmeasured}, {"max-skipped", &c.Skipped}, {"max-removed", &c.Removed},
		{"max-not-run", &c.NotRun}, {"changed-least-lines", &c.Changed.LeastLines},
	} {
		if n := ctx.Int(o.name); n < 0 {
			return exit.Usagef("jprof check --"+o.name+" 0", "--%s: must be 0 or more, not %d", o.name, n)
		} else if ctx.IsSet(o.name) {
			*o.to = &n
		}
	}
	if ctx.IsSet("max-age") {
		d, err := words.ParseAge(ctx.String("max-age"))
		if err != nil {
			return exit.Usagef("jprof check --max-age 14d", "--max-age: %w", err)
		}
		c.Age = (*settings.Age)(&d)
	}
	if ctx.IsSet("base") {
		c.Base = ctx.String("base")
	}
	if c.Base == "" && c.NeedsBase() {
		return exit.Usagef("--base RUN, or check.base in "+conf.From("check", "base"),
			"check: limits for tests that are skipped, removed or not run, and thresholds of the base, require a run "+
				"to compare with")
	}
	if ctx.IsSet("since") {
		c.Changed.Since = ctx.String("since")
	}
	if c.Changed.Since == "" && (c.Changed.Lines != nil || c.Changed.Branches != nil) {
		return exit.Usagef("--since origin/main, or check.changed.since in "+conf.From("check", "changed", "since"),
			"check: a threshold for changed lines requires a revision to compare with")
	}
	if ctx.IsSet("baseline") {
		c.Baseline = env.Path(ctx.Path("baseline"))
	}
	c.Tests = c.Tests || ctx.Bool("tests")
	if err := overrideCounts(c, ctx, limits); err != nil {
		return err
	}
	return overrideAllow(c, ctx)
}

// readPercent reads an option that is a percentage. It leaves to unchanged if the option is not given.
func readPercent(ctx *cli.Context, name string, to **settings.Percent) error {
	if !ctx.IsSet(name) {
		return nil
	}
	p, err := gate.ParsePercent(ctx.String(name))
	if err == nil && name != "max-growth" && p > settings.Hundred {
		err = errors.New("must be between 0 and 100")
	}
	if err != nil {
		return exit.Usagef("jprof check --"+name+" 80", "--%s: %w", name, err)
	}
	*to = &settings.Percent{Percent: p}
	return nil
}

// readThreshold reads an option that is a percentage or the word base. It leaves to unchanged if the option is not
// given.
func readThreshold(ctx *cli.Context, name string, to **settings.Threshold) error {
	if !ctx.IsSet(name) {
		return nil
	}
	t, err := settings.ParseThreshold(ctx.String(name))
	if err == nil && t.Percent.Percent > settings.Hundred {
		err = errors.New("must be between 0 and 100")
	}
	if err != nil {
		return exit.Usagef("jprof check --"+name+" 80", "--%s: %w", name, err)
	}
	*to = t
	return nil
}

// overrideCounts adds the limits of the options for counts of methods. Their growth is in limits already.
func overrideCounts(c *settings.Check, ctx *cli.Context, limits settings.Limits) error {
	for name, to := range map[string]**settings.Count{"max-invocations": &limits.Invocations,
		"max-executions": &limits.Executions, "max-nanoseconds": &limits.Nanoseconds} {
		if ctx.IsSet(name) {
			n := settings.Count(ctx.Uint64(name))
			*to = &n
		}
	}
	if !limits.Any() {
		if ctx.IsSet("method") {
			return exit.Usagef("--max-invocations, --max-executions, --max-growth or --max-nanoseconds",
				"--method: requires a limit")
		}
		return nil
	}
	if limits.Method = ctx.StringSlice("method"); len(limits.Method) == 0 {
		limits.Method = settings.Texts{"**"}
	}
	for _, text := range limits.Method {
		if _, err := pattern.ParseMethodEnd(text); err != nil {
			return exit.Usagef("jprof check --method com.example.Parser.next ...", "--method: %w", err)
		}
	}
	c.Counts = append(slices.Clone(c.Counts), limits)
	return nil
}

// overrideAllow adds the failures that options allow.
func overrideAllow(c *settings.Check, ctx *cli.Context) error {
	names := nameList(ctx, "allow")
	for _, name := range names {
		if !slices.Contains(report.FailureKinds, report.FailureKind(name)) {
			return exit.Usagef("--allow accepts "+settings.FailureKinds(), "--allow: %q cannot be allowed", name)
		}
	}
	c.Allow = append(slices.Clone(c.Allow), names...)
	return nil
}
