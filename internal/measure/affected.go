package measure

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
	"jprof/internal/runs/carry"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/runs/remote"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/selection"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Affected selects the tests that a build runs: those that a change may concern. The counts of the other tests are
// carried over from an earlier run.
type Affected struct {
	Since string // a revision of Git: what has changed since then is the change
	From  string // the run to carry over from; "" for the newest run of all tests
	Store string // the URL of the store that has this run, "" for the runs of the project: see remote.ForAffected
	OrAll bool   // all tests run if there is no such run; of shards, in the first one
	By    string // the grounds, as in the setting affected.by; "" for those of the setting
	// Shard and Shards are the number of a shard of the selected tests, from 1, and the number of all shards. They are
	// 0 for all selected tests.
	Shard, Shards int
}

// carrying holds the tests and counts that a build carries over from an earlier run.
type carrying struct {
	finder *runs.Finder // holds the archives that were unpacked for it
	found  *selection.Found
	share  *selection.Share // the shard that the build runs, nil for all selected tests
	plan   *carry.Plan      // nil if all tests run after all
	why    string           // the end of a sentence with the reason why all run; "" for none
	joined *carry.Joined    // nil until the build has run
	tried  bool             // the build has been repeated, for tests that cannot be carried over
}

// close removes the archives that were unpacked. c may be nil.
func (c *carrying) close() {
	if c != nil {
		c.finder.Close()
	}
}

// selectTests selects the tests that have to run, and plans which counts are carried over. It returns nil if there is
// no run to carry counts over from. Then all tests run or, if none is true, no test.
func (b *building) selectTests(a Affected, around selection.Around) (c *carrying, none bool, err error) {
	finder := &runs.Finder{Store: b.store, Dir: b.env.Dir, Fetch: remote.Fetcher(b.env)}
	c = &carrying{finder: finder}
	around.SelectBy(a.By)
	if a.Store != "" {
		a.From, err = remote.ForAffected(context.Background(), b.env, a.Store, b.store.Project, a.Since)
	}
	if err == nil {
		c.found, err = selection.FindToCarry(finder, a.From, a.Since, around)
	}
	if err != nil {
		c.close()
		if a.OrAll && errors.Is(err, runs.ErrNoRun) {
			return nil, b.withoutRun(a, err), nil
		}
		if errors.Is(err, git.ErrNoRevision) {
			err = term.Errorf(fmt.Sprintf("jprof %s --affected HEAD ARGS... runs the tests for what is not committed",
				b.Tool.Command), "--affected takes a revision of Git: %w", err)
		}
		return nil, false, err
	}
	for _, note := range c.found.Notes {
		b.ui.Warn("%s", note)
	}
	if note := c.found.IdleFilesNote(); note != "" {
		b.ui.Info("%s", note)
	}
	if a.Shards > 0 {
		c.share = c.found.Share(a.Shard, a.Shards)
		b.setShard(c.share.Shard)
	}
	if c.plan, err = c.found.Plan(predict(), c.share); err != nil {
		c.close()
		return nil, false, err
	}
	if c.plan == nil || c.plan.Carried() == 0 && c.share == nil {
		c.plan, c.why = nil, whyAll(c.found)
	}
	b.ui.Info("by the counts of run %s, of %s: %s", c.found.Run.ID, c.found.Run.When(), c.selected().Text)
	b.before.Selected = c.reasons()
	return c, false, nil
}

// reasons describes the tests that run, for the saved run.
func (c *carrying) reasons() *runs.Selected {
	s := &runs.Selected{Text: c.selected().Text}
	if c.share == nil && c.plan != nil {
		for i := range c.found.Tests {
			t := &c.found.Tests[i]
			if !t.New && len(s.Why) < runs.MostWhy { // a new one needs no reason, and may not be run by this build
				s.Why = append(s.Why, runs.Why{Test: t.Label(), Reason: t.Reasons[0].Text()})
			}
		}
	}
	return s
}

// withoutRun says that all tests run because there is no run to carry counts over from. Of shards, the first one runs
// all. It returns true for the others: no test runs.
func (b *building) withoutRun(a Affected, why error) (none bool) {
	who := "all tests run"
	if a.Shards > 0 {
		s := runs.Shard{Number: a.Shard, Of: a.Shards, Tests: runs.AllTests, Selection: "all"}
		if none = a.Shard > 1; none {
			s.Tests = 0
		}
		b.setShard(s)
		who = fmt.Sprintf("%s: all tests run in shard 1", s)
	}
	b.ui.Info("%s, as there is no run to carry counts over from: %v", who, why)
	return none
}

// setShard notes the shard of the build, with the state of the sources.
func (b *building) setShard(s runs.Shard) {
	if c := b.before.Commit; c != nil {
		java := *c
		java.Dirty = slices.DeleteFunc(slices.Clone(c.Dirty), func(name string) bool {
			return path.Ext(name) != ".java" // jobs may have other files beside, such as archives of runs
		})
		s.Sources = history.CodeOf(b.store.Project, &java)
	}
	b.before.Shard = &s
}

// selected describes the tests that run. It returns nil if c is nil.
func (c *carrying) selected() *live.Selected {
	switch {
	case c == nil:
		return nil
	case c.share != nil:
		return c.selectedShare()
	case c.plan == nil:
		return &live.Selected{Tests: c.found.Of, Of: c.found.Of,
			Text: fmt.Sprintf("all %s run%s", words.Plural(c.found.Of, "test"), c.why)}
	}
	s := &live.Selected{Tests: c.plan.Running(), Of: c.found.Of}
	if s.Tests == 0 && len(c.found.Tests) == 0 {
		s.Text = fmt.Sprintf("no test has to run: all %s are carried over", words.Thousands(uint64(s.Of)))
		return s
	}
	s.Text = fmt.Sprintf("%s of %s selected", words.Thousands(uint64(s.Tests)), words.Plural(s.Of, "test"))
	grounds := c.found.Grounds()
	if more := s.Tests - c.found.OfRun(); more > 0 {
		grounds = strings.TrimPrefix(fmt.Sprintf("%s, %s that cannot be carried over", grounds,
			words.Thousands(uint64(more))), ", ")
	}
	if grounds != "" {
		s.Text += " (" + grounds + ")"
	}
	if len(c.found.Tests) > c.found.OfRun() {
		s.Text += "; new tests run, too"
	}
	return s
}

// selectedShare describes the tests of the shard that run.
func (c *carrying) selectedShare() *live.Selected {
	s := &live.Selected{Tests: c.share.Tests, Of: c.found.Of}
	if c.plan != nil {
		s.Tests = c.plan.Running()
	}
	switch tests := words.Plural(s.Of, "test"); {
	case s.Tests == 0 && len(c.found.All)+len(c.found.Tests) == 0:
		s.Text = fmt.Sprintf("%s: no test is affected", c.share)
	case s.Tests == 0 && c.share.Tests == 0:
		s.Text = fmt.Sprintf("%s: none of %s runs", c.share, tests)
	default:
		s.Text = fmt.Sprintf("%s: %s of %s selected%s", c.share, words.Thousands(uint64(s.Tests)), tests, c.why)
	}
	return s
}

// whyAll returns the first reason why all tests run, as the end of a sentence, and the number of other reasons.
func whyAll(found *selection.Found) string {
	if len(found.All) == 0 {
		return ""
	}
	text := ", because " + found.All[0].Text()
	if more := len(found.All) - 1; more > 0 {
		text += fmt.Sprintf(" (jprof affected lists %s more)", words.Plural(more, "reason"))
	}
	return text
}

// predict returns a function that makes the map of a source before the build makes it. Both maps are equal if the build
// compiles the source as in the earlier run.
func predict() selection.Predict {
	return func(name, encoding string, text []byte) (*probe.File, error) {
		return instrument.Map(text, instrument.Origin{Name: filepath.Base(name), Encoding: encoding})
	}
}

// omitted returns the tests that the build omits, by test step. c may be nil.
func (c *carrying) omitted() map[string]buildtools.OmittedTests {
	steps := map[string]buildtools.OmittedTests{}
	if c != nil && c.share != nil {
		for step, classes := range c.found.Others(c.share) {
			steps[step] = buildtools.OmittedTests{Classes: classes}
		}
	}
	if c != nil && c.plan != nil {
		for step, l := range c.plan.Omitted() {
			classes := append(steps[step].Classes, l.Classes...)
			steps[step] = buildtools.OmittedTests{Classes: classes, Methods: l.Methods}
		}
	}
	return steps
}

// carryOver adds the carried-over counts to the data of a build. It returns true if the build has to run again with
// tests that it has omitted.
func (m *measurement) carryOver(b *toolBuild, d *runmodel.Data) (again bool, err error) {
	c := b.recording.tests.carrying
	if c == nil || c.plan == nil || !b.instrumented() && d.Totals.JVMs() == 0 { // nothing was built
		return false, nil
	}
	if other := c.otherJava(d.Totals.Java()); other != "" && !b.result.Interrupted() {
		m.ui.Info("tests ran with Java %s, unlike those of run %s: building again, with all tests", other,
			c.found.Run.ID)
		c.plan, c.joined, c.why = nil, nil, ", because tests ran with Java "+other
		return true, nil
	}
	fresh, err := d.Tests()
	if err != nil {
		return false, err
	}
	if c.joined, err = c.plan.Join(fresh, d.Maps()); err != nil {
		return false, err
	}
	failed := b.result.ExitCode != 0 || b.result.Interrupted()
	if len(c.joined.Lost) > 0 && !failed && !c.tried {
		c.tried = true
		if n := c.plan.Require(c.joined.Lost); n > 0 {
			m.ui.Info("the counts of %s cannot be carried over to the new sources: building again, with these tests",
				words.Plural(n, "test"))
			return true, nil
		}
	}
	carry.Totals(d.Totals, c.joined.Counts, d.Maps())
	run := c.found.Run
	if c.share == nil || c.share.Number == 1 {
		d.Totals.TakeOver(run.JVMs, strings.Split(run.JDK, ", "))
	}
	d.Totals.AddProblems(c.problems()...)
	d.Tests = func() (*testcounts.Counts, error) { return c.joined.Counts, nil }
	for _, leaf := range run.Leaves() {
		for _, step := range leaf.Tests {
			if !slices.ContainsFunc(b.steps, func(s runs.TestStep) bool { return s.ID == step.ID }) &&
				slices.Contains(d.Totals.Steps(), step.ID) {
				b.steps = append(b.steps, step)
			}
		}
	}
	slices.SortFunc(b.steps, func(a, b runs.TestStep) int { return strings.Compare(a.ID, b.ID) })
	return false, nil
}

// otherJava returns the given versions of Java that no JVM of the earlier run had. Tests may run with another JDK than
// the build, because of toolchains.
func (c *carrying) otherJava(versions []string) string {
	was := strings.Split(c.found.Run.JDK, ", ")
	return strings.Join(slices.DeleteFunc(versions, func(v string) bool {
		return v == "" || slices.Contains(was, v)
	}), ", ")
}

// problems returns a line for each kind of gap in the carried-over counts.
func (c *carrying) problems() (lines []string) {
	if n := len(c.joined.NotRun); n > 0 {
		lines = append(lines, fmt.Sprintf("%s had to run, but did not: %s", words.Plural(n, "test"),
			namesOf(c.joined.NotRun)))
	}
	if n := len(c.joined.Lost); n > 0 {
		lines = append(lines, fmt.Sprintf("code has changed or was not built, so jprof could not carry over all "+
			"counts from run %s: missing are counts of %s", c.found.Run.ID, namesOf(c.joined.Lost)))
	}
	for _, leaf := range c.found.Run.Leaves() {
		for _, p := range leaf.Incomplete {
			lines = append(lines, fmt.Sprintf("carried over from run %s: %s", leaf.ID, p))
		}
	}
	return lines
}

// namesOf returns the names of some tests, and the number of further ones.
func namesOf(tests []testcounts.Test) string {
	const most = 3
	var names []string
	for i := range tests {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(tests)-most))
			break
		}
		names = append(names, tests[i].Name())
	}
	return strings.Join(names, ", ")
}

// reports returns the test reports of carried-over tests. fresh has the reports of the build. c may be nil.
func (c *carrying) reports(fresh []testreports.Suite) []testreports.Suite {
	if c == nil || c.joined == nil {
		return nil
	}
	return c.joined.Reports(c.found.Run, c.suites(), fresh)
}

// suites returns the test reports of the earlier run.
func (c *carrying) suites() []testreports.Suite {
	all, _ := c.finder.Store.TestReports(c.found.Run, c.found.Dir) // its errors came with the report of that run
	return all
}
