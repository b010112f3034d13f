package gate

import (
	"fmt"
	"slices"
	"time"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
)

// run adds gates for a run that represents the whole project. A failure that the rule allows gets no gate.
func (c *checker) run(rule Run) {
	r, q := c.model.Run, c.quarantine()
	c.verdict.Excused = q.failed > 0 && q.failed == r.Tests.Failed &&
		!slices.ContainsFunc(r.Failures(), func(f report.Failure) bool {
			return f.Kind != report.BuildFailed && f.Kind != report.TestsFailed
		}) &&
		!slices.ContainsFunc(r.Failed, func(f report.FailedRun) bool { return !q.excuses(r, f) })
	if !slices.Contains(rule.Allow, report.BuildFailed) {
		c.succeeded(r, q)
	}
	if n := r.Tests; (n.Tests > 0 || r.Build) && !slices.Contains(rule.Allow, report.TestsFailed) {
		actual := report.Thousands(uint64(n.Tests-n.Skipped)) + " passed"
		switch {
		case n.Failed > 0:
			actual = report.Ratio{Covered: n.Failed, Total: n.Tests}.String() + " failed"
		case n.Tests == 0:
			actual = "no test reports"
		}
		g := Gate{
			Rule: "tests", Subject: "run", Required: "none failed", Actual: actual, Passed: n.Failed <= q.failed,
			Allow: report.TestsFailed,
		}
		if q.failed > 0 {
			g.Note = q.note()
		}
		c.add(g)
	}
	if !slices.Contains(rule.Allow, report.ModulesNotBuilt) {
		c.built(r)
	}
	if !slices.Contains(rule.Allow, report.ShardsMissing) {
		c.shards(r)
	}
}

// succeeded adds a gate for the exit code of the build or program. If several failed, it adds one for each.
func (c *checker) succeeded(r report.RunInfo, q quarantine) {
	const required = "exit code 0"
	rule := func(build bool) string {
		if build {
			return "build"
		}
		return "program"
	}
	for _, f := range r.Failed {
		g := Gate{Rule: rule(f.Build), Subject: "run", Required: required, Actual: f.How(), Allow: report.BuildFailed}
		if f.ID != r.ID {
			g.Subject += " " + f.ID
		}
		if q.excuses(r, f) {
			g.Passed, g.Note = true, "nothing but "+q.note()
		}
		c.add(g)
	}
	if len(r.Failed) == 0 {
		c.add(Gate{
			Rule: rule(r.Build), Subject: "run", Required: required, Actual: required, Passed: true,
			Allow: report.BuildFailed,
		})
	}
}

// built adds a gate for each module that was not built, or one for all modules.
func (c *checker) built(r report.RunInfo) {
	modules := r.ModulesNotBuilt()
	for _, m := range modules {
		c.add(Gate{
			Rule: "built", Subject: string(Module) + " " + m.Module, Required: "built", Actual: m.What(),
			Path: m.File, Line: min(1, len(m.File)), Allow: report.ModulesNotBuilt,
		})
	}
	if n := len(c.model.Modules()); len(modules) == 0 && n > 0 {
		c.add(Gate{
			Rule: "built", Subject: "modules", Required: "all", Actual: fmt.Sprintf("%d of %d", n, n), Passed: true,
			Allow: report.ModulesNotBuilt,
		})
	}
}

// shards adds a gate for each selection of tests that was divided into shards.
func (c *checker) shards(r report.RunInfo) {
	for _, s := range r.Shards {
		actual := s.Has()
		if len(s.Missing) > 0 {
			actual += ": " + s.Names() + " missing"
		}
		c.add(Gate{
			Rule: "shards", Subject: "run", Required: "all", Actual: actual, Passed: len(s.Missing) == 0,
			Allow: report.ShardsMissing,
		})
	}
}

// age checks the age of each run with parts that were carried forward.
func (c *checker) age(limit time.Duration) {
	required := "at most " + words.Age(limit)
	for _, f := range c.model.Run.Forwarded {
		subject := "run " + f.Run
		if f.Label != "" {
			subject += " (" + f.Label + ")"
		}
		c.add(Gate{Rule: "age", Subject: subject, Required: required, Actual: words.Age(f.Age), Passed: f.Age <= limit})
	}
	if len(c.model.Run.Forwarded) == 0 {
		c.add(Gate{Rule: "age", Subject: "run", Required: required, Actual: "nothing carried forward", Passed: true})
	}
}

// TestsRule limits the tests of the base that the run has lost: see compare.LostTests.
type TestsRule struct {
	Base, Now                *report.Model // with test sources
	Skipped, Removed, NotRun *int          // the maximum numbers
}

// tests checks how many tests of the base are lost.
func (c *checker) tests(rule TestsRule) {
	subject := "since run " + rule.Base.Run.ID
	limited := rule.Skipped != nil || rule.Removed != nil || rule.NotRun != nil
	for _, m := range []*report.Model{rule.Base, rule.Now} {
		if limited && len(m.TestSuites()) == 0 {
			c.useless("lost tests", subject, "test reports of both runs", "run "+m.Run.ID+" has none")
			return
		}
	}
	diff := compare.Models(rule.Base, rule.Now)
	lost := diff.Tests.Lost
	c.verdict.Base = &Base{Run: rule.Base.Run.ID, Tests: lost, Failing: diff.Tests.Failing, Diff: diff}
	for _, limit := range []struct {
		of  compare.Loss
		max *int
	}{{compare.Skipped, rule.Skipped}, {compare.Removed, rule.Removed}, {compare.NotRun, rule.NotRun}} {
		if limit.max == nil {
			continue
		}
		n := 0
		for _, t := range lost {
			if t.What == limit.of {
				n++
			}
		}
		c.add(Gate{Rule: limit.of.Rule(), Subject: subject, Required: "at most " + count(uint64(*limit.max)),
			Actual: count(uint64(n)), Passed: n <= *limit.max})
	}
}

// notBuilt reports whether a module was to be built in this run and was not. Such a module has a gate of its own,
// unless that is allowed.
func (c *checker) notBuilt(module string) bool {
	return slices.ContainsFunc(c.model.Run.NotBuilt, func(n report.NotBuilt) bool { return n.Module == module })
}
