package efficiency_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

const timeFormat = "../../../testdata/contexts/TimeFormat.java"

// without is a pack that lacks a class, or has another one in its place.
func without(t *testing.T, c *contexts.Collected, class, instead string) (contexts.Source, *contexts.Pack) {
	t.Helper()
	source := c.Profile.Source()
	head := *source.Head()
	head.Classes = slices.Clone(head.Classes)
	find := func(name string) *contexts.Class {
		i := slices.IndexFunc(head.Classes, func(c contexts.Class) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("no class %s", name)
		}
		return &head.Classes[i]
	}
	find(class).SHA = contexts.SHA{}
	if instead != "" {
		find(class).SHA = find(instead).SHA
	}
	return other{source, &head}, c.Pack
}

// other is a source with another header.
type other struct {
	contexts.Source
	head *contexts.Header
}

func (o other) Head() *contexts.Header { return o.head }

// TestWithoutClass has a class whose class file is missing, or is another one: the rest is right, value is not
// understated, and it is said.
func TestWithoutClass(t *testing.T) {
	c := recorded(t, jtest.Newest(t), timeFormat, "TimeFormat")
	whole := byKey(analyzed(t, c, efficiency.Default()))
	for _, instead := range []string{"", "Ascii"} {
		source, pack := without(t, c, "Encoder", instead)
		r, err := efficiency.Analyze(source, pack, efficiency.Default())
		if err != nil {
			t.Fatal(err)
		}
		notes := notesOf(r)
		if !strings.Contains(notes, "Encoder") || len(r.Missing)+len(r.Damaged) == 0 {
			t.Errorf("notes: %s", notes)
		}
		for key, m := range byKey(r) {
			if strings.HasPrefix(key, "Encoder.") {
				if m.In(efficiency.NoEffect) || m.In(efficiency.NoSideEffect) {
					t.Errorf("%s is in a list, and nobody knows what it did", key)
				}
				continue
			}
			w := whole[key]
			switch {
			case m.Name == "getBytes" || m.Name == "outputTime" || m.Name == "main":
				if m.Value < w.Value-1 || m.Value == 0 { // less the byte array that Encoder made
					t.Errorf("%s: value %d, was %d", key, m.Value, w.Value)
				}
			case numbers(m) != numbers(w) || m.Cost != w.Cost:
				t.Errorf("%s: %s, was %s", key, numbers(m), numbers(w))
			}
		}
	}
	source := c.Profile.Source()
	r, err := efficiency.Analyze(source, contexts.NewPack(), efficiency.Default())
	if err != nil || len(r.Missing) != 8 || r.Total.Cost != 0 || len(r.In(efficiency.NoEffect)) > 0 {
		t.Errorf("no class files: %v, missing %q, %d bytecodes", err, r.Missing, r.Total.Cost)
	}
}

// notesOf are the texts of notes.
func notesOf(r *efficiency.Result) string {
	var list []string
	for _, n := range r.Notes() {
		list = append(list, n.Text)
	}
	return strings.Join(list, "\n")
}

func byKey(r *efficiency.Result) map[string]*efficiency.Method {
	methods := map[string]*efficiency.Method{}
	for _, m := range r.Methods {
		methods[m.Key()] = m
	}
	return methods
}

// TestBeyondTheLimit has more contexts than there is room for: sums that do not depend on callers are right, and no
// method beyond the limit is said to have no effect because what it called is not known.
func TestBeyondTheLimit(t *testing.T) {
	jdk := jtest.Newest(t)
	whole := byKey(analyzed(t, recorded(t, jdk, timeFormat, "TimeFormat"), efficiency.Default()))
	c, err := contexts.Collect(recordedIn(t, jdk, timeFormat, "TimeFormat", "limit=8\n"), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	r := analyzed(t, c, efficiency.Default())
	if r.Beyond == 0 || r.Contexts > 8 || !strings.Contains(notesOf(r), "beyond the limit") {
		t.Errorf("%d contexts, %d calls beyond: %q", r.Contexts, r.Beyond, notesOf(r))
	}
	for key, m := range byKey(r) {
		w := whole[key]
		if m.Invocations != w.Invocations || m.Local != w.Local || m.Value < w.Local-min(w.Local, w.Captured) {
			t.Errorf("%s: %+v, was %+v", key, m.Numbers, w.Numbers)
		}
		for _, l := range []efficiency.List{efficiency.NoSideEffect, efficiency.NoEffect} {
			if m.In(l) && !w.In(l) {
				t.Errorf("%s is in %v", key, l)
			}
		}
	}
	if n := r.Total; n.Local != n.Writes {
		t.Errorf("%d writes, %d local ones", n.Writes, n.Local)
	}
}

// TestCutFile has a file of a JVM that was cut in the middle: what was read of it is analysed.
func TestCutFile(t *testing.T) {
	out := recordedIn(t, jtest.Newest(t), timeFormat, "TimeFormat", "")
	files, err := filepath.Glob(filepath.Join(out, "*.contexts"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{1, len(data) / 8, len(data) / 4, len(data) / 2} {
		if err := os.WriteFile(files[0], data[:len(data)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := contexts.Collect(out, time.Time{})
		if err != nil || len(c.Problems) == 0 {
			t.Fatalf("cut by %d: %v, %q", cut, err, c.Problems)
		}
		r, err := efficiency.Analyze(c.Profile.Source(), c.Pack, efficiency.Default())
		if err != nil {
			t.Fatalf("cut by %d: %v", cut, err)
		}
		checkSums(t, r)
	}
}

// TestFolded has recursion that was folded: value is not understated.
func TestFolded(t *testing.T) {
	jdk := jtest.Newest(t)
	const source = "../../../testdata/contexts/Effects.java"
	whole := byKey(analyzed(t, recorded(t, jdk, source, "Effects"), efficiency.Default()))
	c, err := contexts.Collect(recordedIn(t, jdk, source, "Effects", "recursion=folded\n"), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	r := analyzed(t, c, efficiency.Default())
	for key, m := range byKey(r) {
		if w := whole[key]; m.Value < w.Value || m.Cost != w.Cost || m.Invocations != w.Invocations {
			t.Errorf("%s: %+v, was %+v", key, m.Numbers, w.Numbers)
		}
	}
	checkSums(t, r)
}

// TestCallsOnly has a run without blocks.
func TestCallsOnly(t *testing.T) {
	c, err := contexts.Collect(recordedIn(t, jtest.Newest(t), timeFormat, "TimeFormat", "blocks=calls\n"), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := efficiency.Analyze(c.Profile.Source(), c.Pack, efficiency.Default()); !errors.Is(err,
		efficiency.ErrCallsOnly) {
		t.Errorf("%v", err)
	}
}
