package counts

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
)

// TestCollectSteps has files in the folders of test steps, also in a shared folder.
func TestCollectSteps(t *testing.T) {
	put := func(dir, name string, f *File) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, encode(t, f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, shared := t.TempDir(), t.TempDir()
	put(dir, "1.counts", jvm(start, Section{a, []uint64{1, 0, 0}}))
	put(dir, "unit/1.counts", jvm(start, Section{a, []uint64{0, 2, 0}}, Section{b, []uint64{1, 1}}))
	put(dir, "unit/2.counts", jvm(start, Section{a, []uint64{0, 3, 0}}))
	put(dir, "it/1.counts", jvm(start, Section{a, []uint64{0, 0, 7}}))
	put(shared, "it/1.counts", jvm(start, Section{a, []uint64{0, 0, 50}}))
	put(shared, "it/old.counts", jvm(start.Add(-time.Hour), Section{a, []uint64{9, 9, 9}}))
	put(shared, "2.counts", jvm(start, Section{a, []uint64{100, 0, 0}}))
	put(shared, "others/1.counts", jvm(start, Section{a, []uint64{9, 9, 9}}))
	if err := os.WriteFile(filepath.Join(dir, "it", "3.part"), encode(t, jvm(start))[:50], 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := Collect(dir, maps, start, Steps([]string{"unit", "it", "none", "unit"}), Shared(shared))
	if err != nil {
		t.Fatal(err)
	}
	check := func(got *Totals) {
		t.Helper()
		if steps := got.Steps(); !slices.Equal(steps, []string{"it", "unit"}) || got.JVMs() != 6 {
			t.Errorf("steps %q, %d JVMs", steps, got.JVMs())
		}
		for step, want := range map[string][]uint64{"": {101, 0, 0}, "unit": {0, 5, 0}, "it": {0, 0, 57}} {
			if counters := got.CountersOf(step, a); !slices.Equal(counters, want) {
				t.Errorf("%q: %d, want %d", step, counters, want)
			}
		}
		if sum := got.Counters(a); !slices.Equal(sum, []uint64{101, 5, 57}) {
			t.Errorf("the sum is %d", sum)
		}
		if got.CountersOf("it", b) != nil || !slices.Equal(got.Counters(b), []uint64{1, 1}) {
			t.Errorf("b: %d and %d", got.CountersOf("it", b), got.Counters(b))
		}
	}
	check(got)
	check(got) // asking changes nothing
	if p := got.Problems(); len(p) != 1 ||
		!strings.Contains(p[0], filepath.Join(dir, "it", "3.part")+": the JVM has not written") {
		t.Errorf("problems %q", p)
	}
	var file bytes.Buffer
	if err := got.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := ParseTotals(file.Bytes(), "f", maps)
	if err != nil {
		t.Fatal(err)
	}
	check(read)

	// A merged file in the folder of a step belongs to that step; elsewhere it names the steps itself.
	put(dir, "unit/1.counts", &File{Merged: true, JVMs: 3, Steps: []Step{{"it", []Section{{b, []uint64{5, 5}}}}}})
	put(dir, "1.counts", &File{Merged: true, JVMs: 3,
		Steps: []Step{{"it", []Section{{b, []uint64{40, 40}}}}, {"other", []Section{{b, []uint64{600, 600}}}}}})
	if got, err = Collect(dir, maps, time.Time{}, Steps([]string{"unit", "it"})); err != nil {
		t.Fatal(err)
	}
	for step, want := range map[string]uint64{"unit": 5, "it": 40, "": 600} {
		if n := got.CountersOf(step, b); !slices.Equal(n, []uint64{want, want}) {
			t.Errorf("of merged files %q: %d, want %d", step, n, want)
		}
	}
}

func TestMergeSteps(t *testing.T) {
	of := func(step string, n uint64) *Totals {
		t.Helper()
		data := encode(t, &File{Merged: true, JVMs: 1, Sections: []Section{{a, []uint64{1, 0, 0}}},
			Steps: []Step{{step, []Section{{a, []uint64{0, n, 0}}}}}})
		totals, err := ParseTotals(data, "f", maps)
		if err != nil {
			t.Fatal(err)
		}
		return totals
	}
	sum := of("x", 1)
	sum.Merge(of("y", MaxCount))
	sum.Merge(of("x", 5))
	for step, want := range map[string]uint64{"x": 6, "y": MaxCount} {
		if got := sum.CountersOf(step, a)[1]; got != want {
			t.Errorf("%s: %d, want %d", step, got, want)
		}
	}
	if got := sum.Counters(a); got[0] != 3 || got[1] != MaxCount || !sum.Saturated() {
		t.Errorf("the sum is %d, saturated: %v", got, sum.Saturated())
	}
}

// TestSaturatedSum has a sum that is saturated, though none of its parts is.
func TestSaturatedSum(t *testing.T) {
	var totals Totals
	totals.add("x", Section{a, []uint64{MaxCount - 1}})
	if totals.Saturated() {
		t.Error("one below the limit is taken for it")
	}
	totals.add("y", Section{a, []uint64{1}})
	if got := totals.Counters(a); !slices.Equal(got, []uint64{MaxCount}) || !totals.Saturated() {
		t.Errorf("%d, saturated: %v", got, totals.Saturated())
	}
}

// TestTotalsOfPackages has the totals of one of two packages.
func TestTotalsOfPackages(t *testing.T) {
	var totals Totals
	totals.add("x", Section{a, []uint64{1}})
	totals.add("y", Section{a, []uint64{2}})
	totals.add("y", Section{b, []uint64{MaxCount}})
	of := totals.Of([]probe.ID{a})
	if got := of.Counters(a); !slices.Equal(got, []uint64{3}) || of.Counters(b) != nil || of.Saturated() {
		t.Errorf("%d, of the other package %d, saturated: %v", got, of.Counters(b), of.Saturated())
	}
	if got := of.Steps(); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("steps %q", got)
	}
}

// TestFramesOfSteps counts a frame for the step of its JVM.
func TestFramesOfSteps(t *testing.T) {
	pkg, texts := frameMap(t, a, "A.java")
	dir := folder(t, nil)
	if err := os.Mkdir(filepath.Join(dir, "it"), 0o755); err != nil {
		t.Fatal(err)
	}
	f := jvm(start, Section{a, make([]uint64, len(texts))})
	f.Frames = []Frame{{"p.A", "f", 4, "p.A", "b", 3}}
	for name, f := range map[string]*File{"it/1.counts": f,
		"2.counts": jvm(start, Section{a, make([]uint64, len(texts))})} {
		if err := os.WriteFile(filepath.Join(dir, name), encode(t, f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Collect(dir, []*probe.Set{{Packages: []*probe.Package{pkg}}}, start, Steps([]string{"it"}))
	if err != nil || !slices.Contains(got.CountersOf("it", a), 3) || slices.Contains(got.CountersOf("", a), 3) {
		t.Errorf("%d and %d, %v", got.CountersOf("it", a), got.CountersOf("", a), err)
	}
}

// TestCollectAncestors has JVMs without the variable: they belong to the step of the JVM that started them, if that is
// certain.
func TestCollectAncestors(t *testing.T) {
	dir, shared := t.TempDir(), t.TempDir()
	written := start.Add(time.Minute)
	put := func(dir, name string, f *File) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, encode(t, f), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, written, written); err != nil {
			t.Fatal(err)
		}
	}
	of := func(pid uint64, at time.Time, n uint64, ancestors ...uint64) *File {
		return &File{JVMs: 1, PID: pid, Start: at, Ancestors: ancestors, Sections: []Section{{b, []uint64{n, 0}}}}
	}
	put(dir, "it/10.counts", of(10, start, 1, 7, 1))
	put(dir, "unit/20.counts", of(20, start, 0x100, 7, 1))
	put(dir, "unit/10.counts", of(10, start.Add(2*time.Minute), 0, 7, 1)) // the same number, later
	put(dir, "11.counts", of(11, start.Add(time.Second), 2, 10, 7, 1))
	put(dir, "12.counts", of(12, written, 4, 99, 98, 10, 7, 1)) // through others
	put(dir, "13.counts", of(13, start.Add(time.Second), 0x200, 20, 7, 1))
	put(dir, "14.counts", of(14, start.Add(time.Second), 0x10000, 7, 1))        // started by the build
	put(dir, "15.counts", of(15, start.Add(-time.Second), 0x20000, 10, 7, 1))   // there was another 10 before
	put(dir, "16.counts", of(16, start.Add(90*time.Second), 0x40000, 10, 7, 1)) // and one behind it
	put(dir, "17.counts", of(17, start.Add(time.Second), 0x80000))
	// of a container, which has its own numbers
	put(shared, "18.counts", of(18, start.Add(time.Second), 0x100000, 10, 7, 1))
	got, err := Collect(dir, maps, start.Add(-time.Hour), Steps([]string{"it", "unit"}), Shared(shared))
	if err != nil {
		t.Fatal(err)
	}
	for step, want := range map[string]uint64{"it": 7, "unit": 0x300, "": 0x1f0000} {
		if n := got.CountersOf(step, b)[0]; n != want {
			t.Errorf("%q: %#x, want %#x", step, n, want)
		}
	}
}
