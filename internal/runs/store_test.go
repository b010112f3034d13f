package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/term"
)

func TestStore(t *testing.T) {
	s := Store{Project: t.TempDir()}
	f := &Finder{Store: s, Dir: s.Project}
	if _, err := f.One("", WantCounts); err == nil || !strings.Contains(err.Error(), "no run yet") {
		t.Errorf("without a run: %v", err)
	}
	start := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	list := []Run{
		{ID: "20250304-050607-000001", JVMs: 2, Command: []string{"mvn"}, Started: start, Ended: start.Add(time.Second),
			Sources: "."},
		{ID: "20250304-050607-000002", Interrupted: true, Started: start, Ended: start},
	}
	for _, r := range list {
		err := s.Save(&r, func(dir string) error { return os.WriteFile(filepath.Join(dir, "counts"), nil, 0o666) })
		if err != nil {
			t.Fatal(err)
		}
	}
	list[0].Format = recordfile.Version // Save has noted it
	found, bad := s.List()
	if len(bad) != 0 || len(found) != 2 || found[0].ID != list[0].ID || found[1].ID != list[1].ID {
		t.Errorf("list: %v, %v", found, bad)
	}
	// The newest run has no counts: a report is on the one before.
	if got, err := f.One("", WantCounts); err != nil || !reflect.DeepEqual(got.Run, list[0]) {
		t.Errorf("the newest: %+v, %v, want %+v", got, err, list[0])
	}
	if got, err := f.One(list[1].ID, WantCounts); err != nil || !got.Interrupted {
		t.Errorf("the second: %+v, %v", got, err)
	}
	if err := s.SetLabel(list[0].ID, "base"); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"base", "20250304-050607-000001", ".jprof/runs/" + list[0].ID} {
		if got, err := f.One(ref, WantCounts); err != nil || got.ID != list[0].ID || got.Label != "base" {
			t.Errorf("One(%q) = %+v, %v", ref, got, err)
		}
	}
	if got := s.Labelled("base"); got == nil || got.ID != list[0].ID || s.Labelled("") != nil {
		t.Errorf("the run with the label base: %+v", got)
	}
	if err := s.SetLabel(list[1].ID, "base"); err != nil {
		t.Fatal(err)
	}
	if got, err := f.One("base", WantCounts); err != nil || got.ID != list[1].ID {
		t.Errorf("a label that was given again: %+v, %v", got, err)
	}
	if got, err := f.One(list[0].ID, WantCounts); err != nil || got.Label != "" {
		t.Errorf("who had it before: %+v, %v", got, err)
	}
	if err := s.SetLabel(list[1].ID, list[0].ID); err != nil {
		t.Fatal(err)
	}
	if got, err := f.One(list[0].ID, WantCounts); err != nil || got.ID != list[0].ID {
		t.Errorf("an ID that is the label of a newer run: %+v, %v", got, err)
	}
	if CheckLabel(list[0].ID) == nil || CheckLabel("a b") == nil || CheckLabel("2025") != nil || CheckLabel("") != nil {
		t.Error("labels are not what users can write")
	}
	for ref, want := range map[string]string{
		"none": "no run with this ID", ".hidden": "no run", "a/b": "no run",
		"2025": "the IDs of 2 runs start with this", ".jprof": "holds 2 runs",
	} {
		if _, err := f.One(ref, WantCounts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("One(%q): %v, want %q", ref, err, want)
		}
	}
	ignore, err := os.ReadFile(s.Path(".gitignore"))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf(".gitignore: %q, %v", ignore, err)
	}

	// A run that cannot be saved leaves its note only.
	broken := errors.New("broken")
	err = s.Save(&Run{ID: "3", Started: start.Add(time.Hour)}, func(dir string) error {
		return errors.Join(broken, os.Mkdir(filepath.Join(dir, "maps"), 0o777))
	})
	if !errors.Is(err, broken) {
		t.Errorf("save: %v", err)
	}
	entries, err := os.ReadDir(s.RunDir("3"))
	if o := s.Last(); err != nil || len(entries) != 1 || o.ID != "3" || !o.NotFinished {
		t.Errorf("after a failed save: %v, %v; the newest is %+v", entries, err, o)
	}
}

// TestNote finds a noted run with its known facts. Gates take no older run for it; others read the older one that has
// its label, and say so.
func TestNote(t *testing.T) {
	s := Store{Project: t.TempDir()}
	f := &Finder{Store: s, Dir: s.Project}
	save := func(r Run) {
		t.Helper()
		if err := s.Save(&r, func(string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	first := Run{ID: "20250304-050607-000001", Label: "ci", JVMs: 1, Command: []string{"mvn"}, Started: start}
	save(first)
	second := Run{ID: "20250304-050608-000002", Label: "ci", Command: []string{"mvn"}, Started: start.Add(time.Second)}
	for why, want := range map[string]string{
		"": "it is not finished: it still runs, or jprof was killed", "no space": "jprof failed: no space",
	} {
		if err := s.Note(second, why); err != nil {
			t.Fatal(err)
		}
		for _, ref := range []string{"ci", second.ID} {
			o, err := f.One(ref, WantNewest)
			if err != nil || o.ID != second.ID || !o.Failed() || o.Outcome() != "not-finished" ||
				!strings.HasSuffix(o.NoCounts(), want) {
				t.Errorf("%s: %+v, %v", ref, o, err)
			}
		}
		if o := s.Last(); o.ID != second.ID {
			t.Errorf("the newest: %+v", o)
		}
		if o, err := f.One("ci", WantCounts); err != nil || o.ID != first.ID || !strings.HasPrefix(o.Note.Text,
			"ci is run "+first.ID+": the newer run "+second.ID+" with this label has no data") {
			t.Errorf("with counts: %+v, %v", o, err)
		}
	}
	if o, err := f.One(first.ID, WantCounts); err != nil || o.Label != "ci" {
		t.Errorf("the older run: %+v, %v", o, err)
	}
	second.JVMs = 1
	save(second)
	if o, err := f.One(first.ID, WantCounts); err != nil || o.Label != "" {
		t.Errorf("the older run has its label still: %+v, %v", o, err)
	}
	if o := s.Last(); o.ID != second.ID || o.Failed() || len(o.Incomplete) > 0 {
		t.Errorf("it is finished: %+v", o)
	}

	// There was no room for more than a name, or not even for a folder.
	for i, make := range []func(path string) error{
		func(path string) error { return os.Mkdir(path, 0o777) },
		func(path string) error { return os.WriteFile(path, nil, 0o666) },
	} {
		path := s.RunDir(fmt.Sprintf("20250304-050609-00000%d", i))
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		o, err := s.Pick(WantNewest)
		if !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), "never began") {
			t.Errorf("the newest: %+v, %v", o, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindStore(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := (Store{Project: root}).Create(); err != nil {
		t.Fatal(err)
	}
	if s, err := FindStore(inner); err != nil || s.Project != root {
		t.Errorf("FindStore(%s) = %v, %v", inner, s, err)
	}
}

func TestRunIDsSortByTime(t *testing.T) {
	at := time.Date(2025, 12, 31, 23, 59, 59, 0, time.FixedZone("", 3600))
	a, err := NewID(at)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewID(at.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(a, "20251231-225959-") || a >= b {
		t.Errorf("IDs %s and %s", a, b)
	}
}

func TestFindInFolders(t *testing.T) {
	dir := t.TempDir()
	place := func(path string) {
		t.Helper()
		makeRun(t, filepath.Join(dir, path), Run{ID: filepath.Base(path), Started: start, JVMs: 1,
			Sets: []Set{{Module: "g:a", Name: "main", Map: "main.map"}}}, 0, []uint64{1, 1})
	}
	place("artifacts/run-a/1")
	place("artifacts/.hidden/2")
	place("clone/.jprof/runs/3")
	place("a/b/c/4")
	place("a/b/c/d/too-deep")
	f := &Finder{Dir: dir}
	list, err := f.All(".")
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	if want := []string{"4", "1", "3"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("found %q, %v, want %q", ids, err, want)
	}
}

// TestFindInLargeFolders checks that folders which hold much more than runs are not searched for long.
func TestFindInLargeFolders(t *testing.T) {
	dir := t.TempDir()
	for i := range mostWithout {
		if err := os.MkdirAll(filepath.Join(dir, "x", strconv.Itoa(i/100), strconv.Itoa(i)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.VolumeName(dir) + string(filepath.Separator)
	for ref, want := range map[string]string{dir: "no run in 10000 folders before it", root: "no run in it"} {
		_, err := (&Finder{Dir: dir}).All(ref)
		if !errors.Is(err, ErrNoRun) || !strings.Contains(err.Error(), want) || len(term.Hints(err)) != 1 {
			t.Errorf("%s: %v, hints %q, want %q", ref, err, term.Hints(err), want)
		}
	}
	for i := range 100 { // a run in each hundred
		path := filepath.Join(dir, "x", strconv.Itoa(i), strconv.Itoa(100*i), "run")
		makeRun(t, path, Run{ID: fmt.Sprint("r", i), Started: start, JVMs: 1,
			Sets: []Set{{Module: "g:a", Name: "main", Map: "main.map"}}}, 0, []uint64{1, 1})
	}
	if list, err := (&Finder{Dir: dir}).All("x"); err != nil || len(list) != 100 {
		t.Errorf("found %d, %v", len(list), err)
	}
}
