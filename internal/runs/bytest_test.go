package runs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/term"
)

// hostile is a name that a test may have.
var hostile = strings.Repeat("x", 4000) + "\n\"'<script>\x1b[31m"

// divide makes a run of newRun one by test: one test has all counts of each step.
func divide(t testing.TB, o *Opened, version int, counters ...uint64) *Opened {
	t.Helper()
	_, id := layout(t, version, len(counters))
	file := &probe.File{Counters: uint32(len(counters))}
	maps := []*probe.Set{{Packages: []*probe.Package{{ID: id, Files: []*probe.File{file}}}}}
	b := testcounts.NewBuilder(maps)
	b.AddJVMs(1)
	steps := []string{""}
	for _, s := range o.Tests {
		steps = append(steps, s.ID)
	}
	for _, step := range steps {
		s := testcounts.Section{ID: id}
		for k, n := range counters {
			s.Index, s.Count = append(s.Index, uint32(k)), append(s.Count, n)
		}
		if err := b.Add(b.Owner(testcounts.Test{Step: step, Class: "T", Method: hostile, Attempt: 1}), s); err != nil {
			t.Fatal(err)
		}
	}
	c := b.Counts()
	o.ByTest = DescribeTests(c)
	err := errors.Join(c.WriteFile(filepath.Join(o.Dir, TestsFile)),
		atomicfile.WriteJSON(filepath.Join(o.Dir, "run.json"), o.Run))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// testsOf reads the counts by test of a run, with its totals.
func testsOf(t testing.TB, o *Opened) (*Content, *testcounts.Counts) {
	t.Helper()
	c, err := o.Read()
	if err != nil {
		t.Fatal(err)
	}
	tests, err := c.Tests()
	if err != nil {
		t.Fatal(err)
	}
	var maps []*probe.Set
	for _, m := range append(slices.Clone(c.Maps), c.Older...) {
		maps = append(maps, m.Set)
	}
	if wrong := tests.Check(c.Totals, maps); len(wrong) > 0 {
		t.Errorf("the sum of all owners is not the run's: %v", wrong)
	}
	return c, tests
}

// TestMergeByTest merges runs by test and others, in random groups: the result is that of one merge, byte for byte, and
// the same tests of several runs are one.
func TestMergeByTest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var all []*Opened
	for i := range 6 {
		r := Run{ID: fmt.Sprintf("r%d", i), Started: start.Add(time.Duration(i) * time.Hour), Title: "t"}
		if i > 2 {
			r.Tests = []TestStep{{ID: "step-1", Module: "g:a", Kind: "unit"}}
		}
		o := newRun(t, r, i%2, uint64(i), 1)
		if i%3 != 0 {
			divide(t, o, i%2, uint64(i), 1)
		}
		all = append(all, o)
	}
	merge := func(in []*Opened) *Opened {
		out := filepath.Join(t.TempDir(), "merged.tar.gz")
		if _, _, err := Merge(in, out, "", Derive{}); err != nil {
			t.Fatal(err)
		}
		f := &Finder{Dir: t.TempDir()}
		t.Cleanup(func() { f.Close() })
		o, err := f.One(out, WantTests)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	once := merge(all)
	want := content(t, once.Dir)
	for range 5 {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		n := 2 + random.IntN(3) // each group has a run by test
		if got := content(t, merge([]*Opened{merge(all[:n+1]), merge(all[n-1:])}).Dir); !equalContent(got, want) {
			t.Fatal("another result")
		}
	}
	_, tests := testsOf(t, once)
	var got []string
	for i := range tests.Tests() {
		test := &tests.Tests()[i]
		got = append(got, fmt.Sprintf("%s/%.3s %d", test.Step, test.Name(), tests.Executions(i)))
	}
	// r1, r2, r4 and r5 are by test; all counts of r0 and r3 are outside.
	if want := []string{"/T#x 16", "step-1/T#x 11", "/out 5", "step-1/out 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if b := *once.ByTest; b != (ByTest{JVMs: 4, Tests: 6, Counted: 27}) {
		t.Errorf("%+v", b)
	}
}

func TestNoTests(t *testing.T) {
	s := stored(t, Run{ID: "divided", JVMs: 1, ByTest: &ByTest{Tests: 2}}, Run{ID: "plain", JVMs: 1,
		Command: []string{"gradle", "test", "a b"}},
		Run{ID: "contexts", Contexts: &Contexts{JVMs: 1}}, Run{ID: "silent", JVMs: 1, ByTest: &ByTest{}},
		Run{ID: "newest", JVMs: 1})
	f := &Finder{Store: s, Dir: s.Project}
	if o, err := f.One("divided", WantTests); err != nil || o.ID != "divided" {
		t.Errorf("by its ID: %v, %v", o, err)
	}
	for ref, want := range map[string][2]string{
		"plain": {"run plain has no counts by test: it was run without --by-test",
			`run it with --by-test: jprof gradle --by-test test "a b"`},
		"contexts": {"run contexts has no counts by test: it was run with --contexts", "run it with --by-test"},
		"silent":   {"run silent has no counts by test: no test reported to jprof", "docs/TESTS.md"},
		"":         {"run newest has no counts by test: it was run without --by-test", "--run divided, of 20"},
	} {
		_, err := f.One(ref, WantTests)
		no := (*NoTestsError)(nil)
		if !errors.As(err, &no) || !errors.Is(err, ErrNoRun) || err.Error() != want[0] ||
			!strings.Contains(strings.Join(term.Hints(err), ""), want[1]) {
			t.Errorf("%q: %v, hints %q", ref, err, term.Hints(err))
		}
	}
	o := newRun(t, Run{ID: "a", Started: start}, 1, 1)
	c, err := o.Read()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Tests(); !errors.As(err, new(*NoTestsError)) {
		t.Errorf("read: %v", err)
	}
}

// TestNotTested: a run whose build failed before its tests ran is only read if it is named, or if there is no other.
func TestNotTested(t *testing.T) {
	carried := &ByTest{JVMs: 1, Tests: 7, Carried: 7, From: "good"}
	uncompiled := []NotBuilt{{Module: "m", Name: "test", Failed: true}}
	later := []NotBuilt{{Module: "b", Name: "test"}}
	lacking := []string{"2 tests had to run, but did not: T#a, T#b"}
	good := Run{ID: "good", JVMs: 1, ByTest: &ByTest{JVMs: 1, Tests: 9}, ExitCode: 1, Results: &Results{Failed: 1}}
	for name, tt := range map[string]struct {
		newest Run
		want   string
	}{
		"compilation failed":         {Run{ExitCode: 1, ByTest: carried, NotBuilt: uncompiled}, "good"},
		"failed before compiling":    {Run{ExitCode: 1, ByTest: carried, Incomplete: lacking}, "good"},
		"a module after failed ones": {Run{ExitCode: 1, ByTest: good.ByTest, NotBuilt: later}, "new"},
		"tests failed":               {Run{ExitCode: 1, ByTest: good.ByTest, Results: &Results{Failed: 1}}, "new"},
		"nothing had to run":         {Run{ExitCode: 1, ByTest: carried}, "new"},
		"passed":                     {Run{ByTest: carried}, "new"},
	} {
		tt.newest.ID, tt.newest.JVMs = "new", 1
		s := stored(t, good, tt.newest)
		f := &Finder{Store: s, Dir: s.Project}
		if o, err := f.One("", WantTests); err != nil || o.ID != tt.want {
			t.Errorf("%s: %v, %v, want %s", name, o, err, tt.want)
		}
		if o, err := f.One("new", WantTests); err != nil || o.ID != "new" {
			t.Errorf("%s, by its ID: %v, %v", name, o, err)
		}
		s = stored(t, tt.newest)
		if o, err := (&Finder{Store: s, Dir: s.Project}).One("", WantTests); err != nil || o.ID != "new" {
			t.Errorf("%s, alone: %v, %v", name, o, err)
		}
	}
}

// TestWrongTests has counts by test that are damaged, are not there, or belong to other maps.
func TestWrongTests(t *testing.T) {
	steps := []TestStep{{ID: "step-1"}}
	for name, tt := range map[string]struct {
		spoil func(o *Opened) error
		want  string
	}{
		"cut":       {func(o *Opened) error { return os.Truncate(filepath.Join(o.Dir, TestsFile), 50) }, "cut short"},
		"no file":   {func(o *Opened) error { return os.Remove(filepath.Join(o.Dir, TestsFile)) }, "no such file"},
		"other map": {func(o *Opened) error { divide(t, o, 2, 1, 1); return nil }, "belong to other maps"},
		"unknown step": {func(o *Opened) error {
			o.Tests = []TestStep{{ID: "step-1"}, {ID: "step-2"}}
			divide(t, o, 1, 1, 1)
			o.Tests = steps
			return nil
		}, "test step step-2"},
	} {
		o := divide(t, newRun(t, Run{ID: "a", Started: start, Tests: steps}, 1, 1, 1), 1, 1, 1)
		testsOf(t, o)
		if err := tt.spoil(o); err != nil {
			t.Fatal(err)
		}
		c, err := o.Read()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Tests(); !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
		out := filepath.Join(t.TempDir(), "out")
		if _, _, err := Merge([]*Opened{o}, out, "", Derive{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: merged: %v", name, err)
		}
	}
}

// TestCarriedTwice: a run that has carried counts over is not to be merged with the run that they come from.
func TestCarriedTwice(t *testing.T) {
	base := divide(t, newRun(t, Run{ID: "base", Title: "t"}, 1, 1, 2), 1, 1, 2)
	later := divide(t, newRun(t, Run{ID: "later", Title: "t"}, 1, 1, 2), 1, 1, 2)
	later.ByTest.Carried, later.ByTest.From = 1, "base"
	if err := atomicfile.WriteJSON(filepath.Join(later.Dir, "run.json"), later.Run); err != nil {
		t.Fatal(err)
	}
	if note := later.CarriedNote(); note != "no test is affected: 1 of 1 test carried over from run base" {
		t.Errorf("note %q", note)
	}
	r, notes, err := Merge([]*Opened{base, later}, filepath.Join(t.TempDir(), "m"), "", Derive{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(notes, "; "), "the run later has counts of 1 test, which are in base, too") {
		t.Errorf("notes %q", notes)
	}
	if r.ByTest.Carried != 1 || r.ByTest.From != "base" {
		t.Errorf("%+v", r.ByTest)
	}
}
