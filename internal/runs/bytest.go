package runs

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// The files with the counts of a run, and with those by test, in its folder: see packages counts and testcounts.
const (
	CountsFile = "counts"
	TestsFile  = "tests"
)

// ByTest describes the counts by test of a run. A merged run has the sums of its runs. Sums end at counts.MaxCount.
type ByTest struct {
	JVMs  int `json:"jvms"`  // the number of JVMs whose tests reported to jprof
	Tests int `json:"tests"` // the number of executions of tests: each attempt is one
	// Retried is the number of earlier attempts of tests. They are included in Tests.
	Retried int    `json:"retried,omitempty"`
	Classes int    `json:"classes"` // the number of classes with counts of their own, for their set-up
	Counted uint64 `json:"counted"` // the sum of all counters
	Outside uint64 `json:"outside"` // the part of Counted that is in no test
	Shared  uint64 `json:"shared"`  // the part of Counted that is in several tests at once
	// Carried is the number of tests whose counts were carried over from an earlier run; a test with several attempts
	// counts once. From is the ID of the earlier run, "" if there is none or more than one.
	Carried int    `json:"carried,omitempty"`
	From    string `json:"carriedFrom,omitempty"`
}

// Distinct returns the number of tests; all attempts of a test are one.
func (b *ByTest) Distinct() int { return b.Tests - b.Retried }

// DescribeTests returns the description of counts by test.
func DescribeTests(c *testcounts.Counts) *ByTest {
	b := ByTest{JVMs: c.JVMs()}
	for i := range c.Tests() {
		n := c.Executions(i)
		addUpTo(&b.Counted, n)
		switch c.Tests()[i].Kind {
		case testcounts.Case:
			b.Tests++
			if i > 0 && c.Tests()[i].IsAttemptOf(&c.Tests()[i-1]) {
				b.Retried++
			} else if c.Tests()[i].Carried {
				b.Carried++
			}
		case testcounts.Class:
			b.Classes++
		case testcounts.Outside:
			addUpTo(&b.Outside, n)
		case testcounts.Shared:
			addUpTo(&b.Shared, n)
		}
	}
	return &b
}

// addUpTo adds n to sum. The sum ends at counts.MaxCount.
func addUpTo(sum *uint64, n uint64) {
	*sum = min(*sum, counts.MaxCount) + min(n, counts.MaxCount)
	*sum = min(*sum, counts.MaxCount)
}

// addByTest adds the description of a part to that of a merged run. part is nil if it has no counts by test.
func (r *Run) addByTest(part *ByTest) {
	if part == nil {
		return
	}
	if r.ByTest == nil {
		r.ByTest = &ByTest{}
	}
	r.ByTest.JVMs += part.JVMs
	r.ByTest.Tests += part.Tests
	r.ByTest.Retried += part.Retried
	r.ByTest.Classes += part.Classes
	switch {
	case part.Carried == 0:
	case r.ByTest.Carried == 0:
		r.ByTest.From = part.From
	case r.ByTest.From != part.From:
		r.ByTest.From = ""
	}
	r.ByTest.Carried += part.Carried
	addUpTo(&r.ByTest.Counted, part.Counted)
	addUpTo(&r.ByTest.Outside, part.Outside)
	addUpTo(&r.ByTest.Shared, part.Shared)
}

// CarriedNote returns a text with the shard of the run, the number of tests that were carried over, and their earlier
// run, and with the runs that were carried forward; "" for none.
func (r Run) CarriedNote() string {
	var notes []string
	if r.Shard != nil {
		notes = append(notes, r.Shard.String())
	}
	if r.ByTest != nil && r.ByTest.Carried > 0 {
		notes = append(notes, r.carriedOver())
	}
	for _, f := range r.Forwarded() {
		notes = append(notes, f.Text())
	}
	return strings.Join(notes, "; ")
}

// carriedOver returns a text with the number of tests that were carried over, and their earlier run.
func (r Run) carriedOver() string {
	from := "earlier runs"
	if r.ByTest.From != "" {
		from = "run " + r.ByTest.From
	}
	none := ""
	if r.ByTest.Carried == r.ByTest.Distinct() && !r.Failed() && len(r.Incomplete) == 0 && !r.LacksShards() {
		none = "no test is affected: "
	}
	return fmt.Sprintf("%s%s of %s carried over from %s", none, words.Thousands(uint64(r.ByTest.Carried)),
		words.Plural(r.ByTest.Distinct(), "test"), from)
}

// carriedTwice returns notes about runs with counts that were carried over, or carried forward, from another one of the
// runs.
func carriedTwice(runs map[string]leaf) (notes []string) {
	for _, l := range runs {
		if f := l.Forward; f != nil {
			if _, both := runs[f.From]; both {
				notes = append(notes, fmt.Sprintf("the run %s was carried forward from %s, which is merged, too: its "+
					"counts are counted twice; merge one of the two", l.ID, f.From))
			}
		}
		if l.ByTest == nil || l.ByTest.From == "" {
			continue
		}
		if _, both := runs[l.ByTest.From]; both {
			notes = append(notes, fmt.Sprintf("the run %s has counts of %s, which are in %s, too: they are counted "+
				"twice; merge one of the two", l.ID, words.Plural(l.ByTest.Carried, "test"), l.ByTest.From))
		}
	}
	return notes
}

// IsByTest reports whether the run was made by test. It may have no tests, if none reported to jprof.
func (r Run) IsByTest() bool { return r.ByTest != nil }

// HasTests reports whether the run has counts by test.
func (r Run) HasTests() bool { return r.IsByTest() && r.ByTest.Tests > 0 }

// NoTestsError means that counts by test were asked for, and the run has none. It wraps ErrNoRun.
type NoTestsError struct {
	Run    Run
	Newest *Run // the newest run with counts by test that could be read instead; nil for none
}

var _ term.Hinter = (*NoTestsError)(nil)

// Error names the reason why the run has no counts by test.
func (e *NoTestsError) Error() string {
	why := "it was run without --by-test"
	switch {
	case e.Run.IsContexts():
		why = "it was run with --contexts"
	case e.Run.IsByTest():
		why = "no test reported to jprof"
	}
	return fmt.Sprintf("run %s has no counts by test: %s", e.Run.ID, why)
}

// Unwrap returns ErrNoRun.
func (e *NoTestsError) Unwrap() error { return ErrNoRun }

// Hints returns the remedies.
func (e *NoTestsError) Hints() []string {
	hint := "run it with --by-test: " + e.Run.Again("--by-test", true)
	if e.Run.IsByTest() {
		hint = "docs/TESTS.md lists the frameworks that report their tests"
	}
	if e.Newest != nil {
		hint += fmt.Sprintf("; or name an older run: --run %s, of %s, is the newest with counts by test", e.Newest.ID,
			e.Newest.When())
	}
	return []string{hint}
}

// TestsMissing returns the reason why a run by test lacks tests that its build was to run, "" if no test is missing.
// Either a source set does not compile, or the build failed before its first test, so that all counts are carried over.
func (r Run) TestsMissing() string {
	failed := slices.ContainsFunc(r.NotBuilt, func(n NotBuilt) bool { return n.Failed })
	none := r.Failed() && r.HasTests() && r.ByTest.Carried == r.ByTest.Distinct() &&
		len(r.NotBuilt)+len(r.Incomplete) > 0
	if failed || none {
		return r.HowEnded()
	}
	return ""
}

// Tests reads the counts by test. If the run has none, the error is a *NoTestsError; other errors wrap ErrNoRun. In a
// merged run, the counts of runs without counts by test become counts outside of tests.
func (c *Content) Tests() (*testcounts.Counts, error) {
	if !c.from.HasTests() {
		return nil, &NoTestsError{Run: c.from.Run}
	}
	var maps []*probe.Set
	for _, m := range append(c.Maps[:len(c.Maps):len(c.Maps)], c.Older...) {
		maps = append(maps, m.Set)
	}
	var list []*testcounts.Counts
	for _, leaf := range c.from.Leaves() {
		t, err := c.from.leafTests(leaf, maps, c.isPart)
		if err != nil {
			return nil, NoRun(c.from.in.broken(err))
		}
		list = append(list, t)
	}
	return testcounts.Merge(list...), nil
}

// leafTests reads the counts by test of a leaf. If it has none, all its counts are outside of tests. If part is true,
// it takes only those that belong to the maps.
func (o *Opened) leafTests(leaf Run, maps []*probe.Set, part bool) (*testcounts.Counts, error) {
	if !leaf.HasTests() {
		totals, err := (&Content{isPart: part}).totals(o.file(leaf, CountsFile), maps)
		if err != nil {
			return nil, err
		}
		return testcounts.OutsideOf(totals, maps)
	}
	data, err := regular.ReadFile(o.file(leaf, TestsFile))
	if err != nil {
		return nil, err
	}
	t, err := leaf.parseTests(data, o.file(leaf, TestsFile), maps, part)
	if err != nil {
		return nil, err
	}
	files, err := o.leafFiles(leaf)
	t.SetFiles(files)
	return t, err
}

// parseTests reads the counts by test of a run, and checks that they belong to its maps and test steps. If part is
// true, it takes only those that belong to the maps.
func (r Run) parseTests(data []byte, name string, maps []*probe.Set, part bool) (
	*testcounts.Counts, error) {
	t, err := testcounts.Read(bytes.NewReader(data), name)
	if err != nil {
		return nil, err
	}
	if err := t.Fits(maps, part); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if part {
		t = t.In(maps)
	}
	var steps []string
	for i := range t.Tests() {
		if step := t.Tests()[i].Step; step != "" && (len(steps) == 0 || steps[len(steps)-1] != step) {
			steps = append(steps, step)
		}
	}
	return t, r.knows(steps)
}

// writeTests writes the counts by test of a run with these maps to the folder dir of a merged run.
func (l leaf) writeTests(dir string, maps []*probe.Set) error {
	if !l.HasTests() {
		return nil
	}
	from := l.from.file(l.Run, TestsFile)
	data, err := regular.ReadFile(from)
	if err == nil {
		_, err = l.parseTests(data, from, maps, false)
	}
	if err != nil {
		return l.from.in.broken(err)
	}
	if err := os.WriteFile(partFile(dir, l.ID, TestsFile), data, 0o666); err != nil {
		return err
	}
	files, err := l.from.leafFiles(l.Run)
	if err != nil {
		return l.from.in.broken(err)
	}
	if files == nil {
		return nil
	}
	return files.Write(partFile(dir, l.ID, FilesFile))
}

// Leaf is a run with its own maps and counts by test. It is one of the runs in a merged run, or a run that was not
// merged.
type Leaf struct {
	Run
	Dir   string // the folder of the run that it is in
	Maps  []*probe.Set
	Tests *testcounts.Counts
}

// LeavesByTest reads the runs with counts by test among the runs that make up a run. Its error wraps ErrNoRun.
func (o *Opened) LeavesByTest() ([]Leaf, error) {
	var list []Leaf
	kinds := o.kinds()
	for _, r := range o.Leaves() {
		if !r.HasTests() {
			continue
		}
		l := Leaf{Run: r, Dir: o.Dir}
		for _, s := range r.Sets {
			m, err := probe.ReadFile(o.MapPath(s))
			if err != nil {
				return nil, NoRun(o.in.broken(err))
			}
			m.Kind = kinds[setName{m.Module, m.Name}]
			l.Maps = append(l.Maps, m)
		}
		var err error
		if l.Tests, err = o.leafTests(r, l.Maps, false); err != nil {
			return nil, NoRun(o.in.broken(err))
		}
		list = append(list, l)
	}
	return list, nil
}
