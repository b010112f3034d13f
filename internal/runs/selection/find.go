package selection

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// Found is a selection with the run and the facts on which it is based.
type Found struct {
	affected.Selection
	Run   runs.Run
	Base  string // the commit since which there are changes; "" if they are since the run
	Facts []change.Fact
	Notes []string // about the run, for the user
	Dir   string   // the folder of the run

	projects []*project // one for each run in Run
	doubtful []string   // those of Ignored that are Java sources or build files
	last     map[testcounts.Key]string
}

// Find finds the tests that changes since rev may concern, or changes since the run if rev is "". ref names the run, ""
// for the newest that fits. If the revision does not exist, the error is an exit.UsageError.
func Find(f *runs.Finder, ref, rev string, now Around) (*Found, error) {
	return find(f, ref, rev, now, false)
}

// FindToCarry finds tests for a build that carries over the counts of all other tests: see Plan. Unlike Find, it
// includes the tests that changes between the run and rev may concern, even if nothing has changed since rev.
func FindToCarry(f *runs.Finder, ref, rev string, now Around) (*Found, error) {
	return find(f, ref, rev, now, true)
}

// CanCarry returns the error of FindToCarry if there is no run that fits, or no revision rev. It reads no counts.
func CanCarry(f *runs.Finder, rev string) error {
	if _, _, err := choose(f, ""); err != nil {
		return err
	}
	_, err := git.Base(f.Store.Project, rev)
	return err
}

func find(f *runs.Finder, ref, rev string, now Around, carry bool) (*Found, error) {
	base := ""
	if rev != "" {
		var err error
		if base, err = git.Base(f.Store.Project, rev); err != nil {
			if errors.Is(err, git.ErrNoRevision) {
				err = exit.AsUsage(err)
			}
			return nil, err
		}
	}
	o, notes, err := choose(f, ref)
	if err != nil {
		return nil, err
	}
	if text := git.Ambiguous(f.Store.Project, rev); text != "" {
		notes = append(notes, text)
	}
	found := &Found{Run: o.Run, Base: base, Notes: notes, Dir: o.Dir,
		Selection: affected.Selection{OfClass: map[string]int{}}}
	leaves, err := o.LeavesByTest()
	if err != nil {
		return nil, err
	}
	found.last = lastRuns(leaves)
	for _, l := range leaves {
		if err := found.add(f.Store, l, now, carry); err != nil {
			return nil, err
		}
	}
	found.Unread = slices.DeleteFunc(found.Unread, func(name string) bool { // one of the runs may have read it
		return slices.ContainsFunc(found.Facts, func(f change.Fact) bool { return f.Path == name })
	})
	found.noteDoubtful()
	if ref == "" && !carry && slices.ContainsFunc(found.Facts, func(f change.Fact) bool { return f.Earlier }) {
		if id := runOf(f.Store, base); id != "" {
			found.Notes = append(found.Notes, fmt.Sprintf("run %s is of the revision itself: add --run %s, so that "+
				"changes between run %s and the revision select no tests", id, id, o.ID))
		}
	}
	slices.SortStableFunc(found.Tests, func(a, b affected.Selected) int { return strings.Compare(a.Name(), b.Name()) })
	return found, nil
}

// lastRuns returns the ID of the run that executed a test last, for each test.
func lastRuns(leaves []runs.Leaf) map[testcounts.Key]string {
	last := map[testcounts.Key]string{}
	var all []runs.Run
	for _, l := range leaves {
		all = append(all, l.Run)
	}
	compare := runs.Order(all)
	slices.SortStableFunc(leaves, func(a, b runs.Leaf) int { return compare(a.Run, b.Run) })
	for _, l := range leaves {
		tests := l.Tests.Tests()
		for i := range tests {
			if tests[i].Kind == testcounts.Case && tests[i].Status != testcounts.Skipped {
				last[tests[i].Key()] = l.ID
			}
		}
	}
	return last
}

// add adds the tests of a run that changes may concern.
func (found *Found) add(s runs.Store, l runs.Leaf, now Around, carry bool) error {
	if err := errPaths(s, l.Run); err != nil {
		return err
	}
	p := &project{store: s, leaf: l, dir: s.Abs(l.Sources), around: now}
	p.readSources()
	changes, err := p.sinceRun()
	if err != nil {
		return err
	}
	facts := append(found.withoutIgnored(now, changes.Facts), now.facts(l.Given)...)
	if found.Base != "" {
		p.unread = nil
		since, err := p.since(found.Base)
		if err != nil {
			return err
		}
		late := found.withoutIgnored(now, since.Facts)
		if len(late) == 0 && !carry {
			found.addUnread(p.unread)
			none := affected.None(l.Tests)
			found.Join(&none)
			return nil // nothing to test, however old the run is
		}
		facts = joined(late, facts)
	}
	found.addUnread(p.unread)
	in := affected.Input{Counts: l.Tests, Facts: facts, OldMembers: changes.Members, OldTypes: changes.Types,
		TestPath: p.isTest, Partial: partial(l), State: now.State, Whole: carry, Appeared: p.appeared(),
		Generates: generates(l.Run)}
	for _, s := range p.sources {
		in.Sources = append(in.Sources, *s)
	}
	slices.SortFunc(in.Sources, func(a, b affected.Source) int { return strings.Compare(a.Path, b.Path) })
	in.Together = affected.Together(in.Sources)
	sel := affected.Select(in)
	found.Facts = append(found.Facts, facts...)
	found.All = append(found.All, sel.All...)
	if p.noCommit {
		found.addNoCommit(l.Commit.ID)
	}
	if len(sel.All) > 0 {
		sel.Tests = append(sel.Tests, p.testsByFile(facts, sel.OfClass)...)
	}
	p.found, p.facts = append(sel.Gone, sel.Tests...), facts
	found.projects = append(found.projects, p)
	for _, t := range sel.Tests {
		if run := found.last[t.Key()]; t.New || run == "" || run == l.ID {
			found.Tests = append(found.Tests, t)
		}
	}
	found.Join(&sel)
	addPlugins(&found.Plugins, l)
	return nil
}

// addNoCommit selects all tests, as the clone lacks the commit of a run.
func (found *Found) addNoCommit(commit string) {
	why := affected.Reason{Rule: affected.NoCommit, How: fmt.Sprintf("this clone lacks the commit %s of the run: %s",
		git.Short(commit), git.FetchHistory)}
	if !slices.Contains(found.All, why) { // another part of a merged run may have the same reason
		found.All = append(found.All, why)
	}
}

// joined returns the facts since a revision, and the facts since the run. Facts that only the second list has are
// marked as earlier.
func joined(since, run []change.Fact) []change.Fact {
	type key struct {
		kind       change.Kind
		path, what string
		line       int
	}
	of := func(f *change.Fact) key { return key{f.Kind, f.Path, f.What(), f.Line} }
	late, known := map[key]bool{}, map[key]bool{}
	for i := range since {
		late[of(&since[i])] = true
	}
	list := slices.Clone(run)
	for i := range list {
		f := &list[i]
		known[of(f)] = true
		f.Earlier = !late[of(f)]
	}
	for i := range since {
		if f := &since[i]; !known[of(f)] {
			list = append(list, *f)
		}
	}
	return list
}

// choose returns the run that ref names. If ref is "", it returns the newest run of all tests.
func choose(f *runs.Finder, ref string) (o *runs.Opened, notes []string, err error) {
	if ref != "" {
		if o, err = f.One(ref, runs.WantTests); err == nil {
			if why := unfit(o.Run); why != "" {
				notes = append(notes, fmt.Sprintf("run %s %s: tests that it did not run may be missing in the "+
					"selection", o.ID, why))
			}
		}
		return o, notes, err
	}
	list, bad := f.Store.List()
	for _, err := range bad {
		if errors.As(err, new(*version.Newer)) {
			notes = append(notes, err.Error())
		}
	}
	if o := list.Last(runs.Run.HasTests, fits); o != nil {
		return o, notes, nil
	}
	if o := list.Last(runs.Run.HasTests); o != nil {
		return nil, nil, runs.NoRun(term.Errorf("run all tests once with --by-test, or name a run: --run ID",
			"no run by test fits: run %s %s", o.ID, unfit(o.Run)))
	}
	if len(list) == 0 {
		_, err = f.Store.Pick(runs.WantTests)
	}
	// A run that has not finished is no reason: it belongs to the build that calls this function.
	if o := list.Last(func(r runs.Run) bool { return !r.NotFinished }); o != nil {
		err = &runs.NoTestsError{Run: o.Run}
	}
	if err == nil {
		err = runs.NoRun(term.Errorf("run all tests once: jprof mvn --by-test verify, jprof gradle --by-test test",
			"no run by test"))
	}
	return nil, nil, err
}

// runOf returns the ID of the newest run by test that was made at a commit, without edits, and has all tests. It
// returns "" if there is none.
func runOf(s runs.Store, commit string) string {
	o := s.Last(runs.Run.HasTests, fits, func(r runs.Run) bool {
		return r.Commit != nil && r.Commit.ID == commit && len(r.Commit.Dirty) == 0
	})
	if o == nil {
		return ""
	}
	return o.ID
}

// Fits reports whether a build can carry counts over from a run: it has counts by test, of all tests.
func Fits(r runs.Run) bool { return r.HasTests() && fits(r) }

// fits reports whether a run has all tests.
func fits(r runs.Run) bool { return unfit(r) == "" }

// unfit returns the reason why a run lacks tests, "" if it has all.
func unfit(r runs.Run) string {
	if r.LacksShards() {
		return "lacks shards of its tests"
	}
	return lacking(r)
}

// lacking returns the reason why a run lacks tests of its own, "" if it has all. The tests of other shards are not its
// own.
func lacking(r runs.Run) string {
	switch filter := r.Filter(); {
	case filter != "":
		return "ran a part of the tests only (" + filter + ")"
	case r.Interrupted:
		return "was cancelled"
	case slices.ContainsFunc(r.Leaves(), stoppedEarly):
		return "stopped after a test had failed, as the build says"
	case len(r.NotBuilt) > 0:
		return "did not build all modules"
	case len(r.Incomplete) > 0:
		return "lacks counts: " + r.Incomplete[0]
	}
	return ""
}

// partial reports whether a run may lack tests that the build runs. Either the user asked for a part of the tests, or
// the run ended early, or a test failed. After a failed test, builds skip later test steps, and modules that need the
// module of the test.
func partial(l runs.Leaf) bool {
	return lacking(l.Run) != "" || anyFailed(l.Run) ||
		slices.ContainsFunc(l.Tests.Tests(), func(t testcounts.Test) bool {
			return t.Kind == testcounts.Case && t.Status.IsBad()
		})
}

// anyFailed reports whether the build or one of its tests failed. Builds may ignore failed tests.
func anyFailed(r runs.Run) bool { return r.Failed() || r.Results != nil && r.Results.Failed > 0 }

// stoppedEarly reports whether a test step of a run stopped after a test failed, as far as that is known.
func stoppedEarly(r runs.Run) bool {
	return anyFailed(r) && slices.ContainsFunc(r.Tests, func(s runs.TestStep) bool { return s.FailFast })
}
