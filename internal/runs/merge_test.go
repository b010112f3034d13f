package runs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testreports"
)

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// layout is a map with one file, of which each version has another ID.
func layout(t testing.TB, version, counters int) (text []byte, id probe.ID) {
	t.Helper()
	var out bytes.Buffer
	w, err := probe.NewWriter(&out, "test", "g:a", "main")
	if err != nil {
		t.Fatal(err)
	}
	p := &probe.Package{Name: "p", Helper: "__Counter00000001", Files: []*probe.File{{
		Path: "src/A.java", Hash: sha256.Sum256(fmt.Append(nil, version)), Encoding: "UTF-8",
		Counters: uint32(counters),
	}}}
	if err := w.Add(p); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), p.ID
}

// countsOf is the file of counts of a run: its first test step, if it has some, has counted all of it once more.
func countsOf(t testing.TB, r Run, id probe.ID, counters []uint64) []byte {
	t.Helper()
	var file bytes.Buffer
	sections := []counts.Section{{ID: id, Counters: counters}}
	f := &counts.File{Merged: true, JVMs: 1, Start: r.Started, Java: []string{"17"}, Sections: sections}
	if len(r.Tests) > 0 {
		f.Steps = []counts.Step{{Name: r.Tests[0].ID, Sections: sections}}
	}
	err := counts.Write(&file, f)
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// newRun makes a run with that map and these counts in a folder.
func newRun(t testing.TB, r Run, version int, counters ...uint64) *Opened {
	t.Helper()
	dir := filepath.Join(t.TempDir(), r.ID)
	r.Sets = []Set{{Module: "g:a", Name: "main", Map: "main.map", Files: 1, Measured: 1}}
	r.JVMs = 1
	makeRun(t, dir, r, version, counters)
	o, err := Store{}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// content is all files below a folder.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func equalContent(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for name, text := range a {
		if b[name] != text {
			return false
		}
	}
	return true
}

// TestMergeIsAUnion merges random runs in random groups, and groups that overlap: the result is always that of one
// merge of all, byte for byte.
func TestMergeIsAUnion(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []*Opened
	for i := range 7 {
		r := Run{ID: fmt.Sprintf("r%d", i), Started: start.Add(time.Duration(i%3) * time.Hour), Title: "t"}
		if i < 2 { // before what is in no repository
			r.Commit = &Commit{ID: "c", Time: start.Add(-time.Hour)}
		}
		if i > 2 { // r3 and r5 have one step, r4 and r6 another
			r.Tests = []TestStep{{ID: fmt.Sprintf("step-%d", i%2), Module: "g:a", Kind: "unit"}}
		}
		o := newRun(t, r, i%2, uint64(i), counts.MaxCount-uint64(i))
		failed := []testreports.Case{{Name: "f", Outcome: testreports.Failed, Message: "no"}}
		if err := testreports.Write(filepath.Join(o.Dir, TestReportsDir), testreports.FromCounts,
			[]testreports.Suite{{Module: "a", Name: r.ID, Time: 1234567, Cases: failed}}); err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	merge := func(in []*Opened) *Opened {
		out := filepath.Join(t.TempDir(), "merged")
		if random.IntN(2) == 0 {
			out += ".tar.gz"
		}
		if _, _, err := Merge(in, out, "", Derive{}); err != nil {
			t.Fatal(err)
		}
		f := &Finder{Dir: t.TempDir()}
		t.Cleanup(func() { f.Close() })
		o, err := f.One(out, WantCounts)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	want := content(t, merge(all).Dir)
	for n := range 20 {
		var groups []*Opened
		rest := slices.Clone(all)
		random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		for len(rest) > 0 {
			k := 1 + random.IntN(len(rest))
			group := append(slices.Clone(rest[:k]), all[random.IntN(len(all))]) // one may be there already
			if len(groups) > 0 && random.IntN(2) == 0 {
				group = append(group, groups[random.IntN(len(groups))])
			}
			groups = append(groups, merge(group))
			rest = rest[k:]
		}
		if got := content(t, merge(groups).Dir); !equalContent(got, want) {
			t.Fatalf("round %d: another result", n)
		}
	}
	o := merge(all)
	suites, problems := o.Store.TestReports(o.Run, o.Dir)
	if len(suites) != len(all) || suites[6].Name != "r6" || suites[6].Module != "a" ||
		suites[6].Cases[0].Trace != "no" || len(problems) > 0 {
		t.Errorf("test reports %+v, %v", suites, problems)
	}
	c, err := o.Read()
	if err != nil {
		t.Fatal(err)
	}
	_, even := layout(t, 0, 2)
	_, odd := layout(t, 1, 2)
	if got := c.Totals.Counters(even); !slices.Equal(got, []uint64{0 + 2 + 2*(4+6), counts.MaxCount}) ||
		!c.Totals.Saturated() {
		t.Errorf("counters %d, saturated: %v", got, c.Totals.Saturated())
	}
	if got := c.Totals.Counters(odd); !slices.Equal(got, []uint64{1 + 2*(3+5), counts.MaxCount}) {
		t.Errorf("counters of the other version %d", got)
	}
	if len(o.Tests) != 2 || o.Tests[0].ID != "step-0" || o.Tests[1].ID != "step-1" ||
		!slices.Equal(c.Totals.Steps(), []string{"step-0", "step-1"}) {
		t.Errorf("test steps %+v, counts of %q", o.Tests, c.Totals.Steps())
	}
	if got := c.Totals.CountersOf("step-0", even); !slices.Equal(got, []uint64{4 + 6, counts.MaxCount}) ||
		c.Totals.CountersOf("step-1", even) != nil {
		t.Errorf("counters of step-0 %d, of step-1 %d", got, c.Totals.CountersOf("step-1", even))
	}
	// The newest run is r5, whose map is the odd one.
	if len(c.Maps) != 1 || len(c.Older) != 1 || c.Maps[0].Packages[0].ID != odd || c.Totals.JVMs() != 7 ||
		len(o.Parts) != 7 {
		t.Errorf("maps %v, older ones %v, %d JVMs, %d parts", c.Maps, c.Older, c.Totals.JVMs(), len(o.Parts))
	}
}

// TestMergedKinds checks the kind of a source set where several runs have it: the newest that knows it says it.
func TestMergedKinds(t *testing.T) {
	var all []*Opened
	for i, kind := range []probe.Kind{probe.MainSources, probe.TestSources, ""} { // jprof 0.2 wrote the last
		r := newRun(t, Run{ID: fmt.Sprintf("r%d", i), Started: start, Commit: &Commit{ID: "c"}}, i%2, 1, 1)
		r.Sets[0].Kind = kind
		all = append(all, r)
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, _, err := Merge(all, out, "", Derive{}); err != nil {
		t.Fatal(err)
	}
	o, err := Store{}.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	c, err := o.Read()
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Sets) != 2 || len(c.Maps) != 2 { // two versions of its map
		t.Fatalf("source sets %+v, maps %v", o.Sets, c.Maps)
	}
	for i := range 2 {
		if o.Sets[i].Kind != probe.TestSources || !c.Maps[i].IsTest() {
			t.Errorf("source set %+v, map of tests: %v", o.Sets[i], c.Maps[i].IsTest())
		}
	}
}

// TestMergedNumbers checks the numbers of a merged run that are no sums of its files: the totals of its report, and how
// long it took, which is not the time between the first start and the last end. A folder without counters that two
// runs have alike is there once.
func TestMergedNumbers(t *testing.T) {
	made := []Unmeasured{{Path: "made", Files: 1, Names: []string{"A.java"}}}
	a := newRun(t, Run{ID: "a", Started: start, Ended: start.Add(53 * time.Second), Unmeasured: made}, 1, 1, 1)
	later := start.Add(time.Hour)
	b := newRun(t, Run{ID: "b", Started: later, Ended: later.Add(75 * time.Second), Unmeasured: made}, 1, 2, 2)
	totals := Totals{Lines: Share{3, 4}}
	f := &Finder{Dir: t.TempDir()}
	defer f.Close()
	for _, name := range []string{"out", "out.tar.gz"} {
		out := filepath.Join(f.Dir, name)
		r, _, err := Merge([]*Opened{a, b}, out, "", Derive{Totals: func(o *Opened) (Totals, error) {
			if c, err := o.Read(); err != nil || c.Totals.JVMs() != 2 {
				t.Errorf("%+v, %v", c, err)
			}
			return totals, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		o, err := f.One(out, WantCounts)
		if err != nil || r.Totals == nil || *r.Totals != totals || o.Totals == nil || *o.Totals != totals {
			t.Fatalf("%s: %+v, %+v, %v", name, r, o, err)
		}
		if !reflect.DeepEqual(o.Unmeasured, made) {
			t.Errorf("%s: unmeasured %+v", name, o.Unmeasured)
		}
		if got := o.Duration(); got != 128*time.Second {
			t.Errorf("%s: it took %s", name, got)
		}
	}
	failed := errors.New("no sources")
	none := filepath.Join(t.TempDir(), "none")
	_, _, err := Merge([]*Opened{a, b}, none, "", Derive{Totals: func(*Opened) (Totals, error) {
		return Totals{}, failed
	}})
	if _, left := os.Stat(none); !errors.Is(err, failed) || left == nil {
		t.Errorf("%v, %v", err, left)
	}
}

// TestReadOneCommit checks that of runs of one commit, which are set up in different ways, no map is older than
// another.
func TestReadOneCommit(t *testing.T) {
	a := newRun(t, Run{ID: "a", Started: start, Commit: &Commit{ID: "c1"}, JDK: "17.0.2, 25"}, 1, 1, 1)
	b := newRun(t, Run{ID: "b", Started: start.Add(time.Hour), Commit: &Commit{ID: "c1"}, JDK: "21.0.1, 25"}, 2, 2, 2)
	out := filepath.Join(t.TempDir(), "out")
	r, _, err := Merge([]*Opened{a, b}, out, "both", Derive{})
	if err != nil || r.Label != "both" || r.Commit == nil || r.JDK != "17.0.2, 21.0.1, 25" {
		t.Fatal(r, err)
	}
	o, err := Store{}.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := o.Read(); err != nil || len(c.Maps) != 2 || len(c.Older) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestReadOlderCommit checks that the sources of a newer commit are newer, whenever they were measured and whatever the
// clocks showed.
func TestReadOlderCommit(t *testing.T) {
	late := newRun(t, Run{ID: "b", Started: start.Add(time.Hour),
		Commit: &Commit{ID: "c1", Time: start.Add(-2 * time.Hour)}}, 1, 1, 1)
	early := newRun(t, Run{ID: "a", Started: start, Commit: &Commit{ID: "c2", Time: start.Add(-time.Hour)}}, 2, 2, 2)
	out := filepath.Join(t.TempDir(), "out")
	if _, _, err := Merge([]*Opened{late, early}, out, "", Derive{}); err != nil {
		t.Fatal(err)
	}
	o, err := Store{}.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	_, newer := layout(t, 2, 2)
	if c, err := o.Read(); err != nil || len(c.Maps) != 1 || len(c.Older) != 1 || c.Maps[0].Packages[0].ID != newer {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestMergeBadInput(t *testing.T) {
	a := newRun(t, Run{ID: "a", Started: start}, 1, 1, 1)
	altered := newRun(t, Run{ID: "a", Started: start}, 1, 1, 2)
	b := newRun(t, Run{ID: "b", Started: start}, 1, 5, 5)
	other := newRun(t, Run{ID: "c", Started: start}, 1, 5, 5)
	other.Sets[0].Module = "g:other"
	none := newRun(t, Run{ID: "d", Started: start}, 1, 5, 5)
	none.JVMs = 0
	cut := newRun(t, Run{ID: "e", Started: start}, 1, 5, 5)
	data, err := os.ReadFile(filepath.Join(cut.Dir, "counts"))
	if err == nil {
		err = os.WriteFile(filepath.Join(cut.Dir, "counts"), data[:len(data)-3], 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		in   []*Opened
		want string
	}{
		"one ID, two runs": {[]*Opened{a, altered}, "two different runs with the ID a"},
		"another project":  {[]*Opened{a, other}, "another project"},
		"no counts":        {[]*Opened{none}, "no run with counts"},
		"cut short":        {[]*Opened{a, cut}, "counts"},
	} {
		out := filepath.Join(dir, "out")
		if _, _, err := Merge(tt.in, out, "", Derive{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
			t.Errorf("%s leaves %v, %v", name, entries, err)
		}
	}
	// The user's own folder stays; what Merge has written is replaced.
	if _, _, err := Merge([]*Opened{a}, a.Dir, "", Derive{}); err == nil ||
		!strings.Contains(err.Error(), "it is not replaced") {
		t.Errorf("onto a run: %v", err)
	}
	for _, out := range []string{"merged", "merged.tar.gz"} {
		for _, in := range [][]*Opened{{a}, {a, b}} {
			if _, _, err := Merge(in, filepath.Join(dir, out), "", Derive{}); err != nil {
				t.Errorf("%s of %d: %v", out, len(in), err)
			}
		}
		f := &Finder{Dir: dir}
		if o, err := f.One(out, WantCounts); err != nil || len(o.Parts) != 2 {
			t.Errorf("%s: %+v, %v", out, o, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	_, notes, err := Merge([]*Opened{a, a, none}, filepath.Join(dir, "notes"), "", Derive{})
	if err != nil || len(notes) != 2 || !strings.Contains(notes[0], "counted once") ||
		!strings.Contains(notes[1], "not merged") {
		t.Errorf("notes %q, %v", notes, err)
	}
}

// TestReadUnknownStep has counts of a test step that the run does not describe.
func TestReadUnknownStep(t *testing.T) {
	o := newRun(t, Run{ID: "a", Started: start, Tests: []TestStep{{ID: "step-1"}}}, 1, 1)
	if _, err := o.Read(); err != nil {
		t.Errorf("a step that it knows: %v", err)
	}
	o.Tests[0].ID = "step-2"
	if _, err := o.Read(); err == nil || !strings.Contains(err.Error(), "test step step-1") {
		t.Errorf("one that it does not know: %v", err)
	}
}
