package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// inFolder returns the URL of the store in a folder.
func inFolder(dir string) string { return "file://" + filepath.ToSlash(dir) }

// open opens the store in a folder.
func open(t testing.TB, dir string) *Store { return openURL(t, inFolder(dir)) }

// openURL opens the store of a URL until the test ends.
func openURL(t testing.TB, url string) *Store {
	t.Helper()
	env, err := environ.Env{}.WithDefaults()
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Open(t.Context(), env, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// project makes an empty project.
func project(t testing.TB) runs.Store {
	t.Helper()
	s := runs.Store{Project: t.TempDir()}
	if err := s.Create(); err != nil {
		t.Fatal(err)
	}
	return s
}

// add adds a run to a project. Its map has the text code, and the other files have the ID of the run in them.
func add(t testing.TB, s runs.Store, r runs.Run, code string) *runs.Opened {
	t.Helper()
	r.Sets = []runs.Set{{Module: "g:a", Name: "main", Map: "main.map", Files: 1, Measured: 1}}
	if r.JVMs == 0 {
		r.JVMs = 1
	}
	dir := s.RunDir(r.ID)
	for name, text := range map[string]string{
		"maps/main.map": code, runs.CountsFile: "counts of " + r.ID, runs.TestsFile: "tests of " + r.ID,
		runs.SourcesDir + "/" + strings.Repeat("ab", 32) + ".gz": "source",
		runs.TestReportsDir + "/a/TEST-A.xml":                    "<testsuite/>",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.WriteJSON(filepath.Join(dir, "run.json"), r); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// run describes a run that started n minutes after start.
func run(n int) runs.Run {
	at := start.Add(time.Duration(n) * time.Minute)
	return runs.Run{ID: fmt.Sprintf("%s-%06x", at.Format("20060102-150405"), n), Started: at, Ended: at,
		Commit: &runs.Commit{ID: fmt.Sprintf("%010x%030x", n/10, n/10), Time: start, Branch: "main"}}
}

// content has the files below a folder.
func content(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(strings.TrimPrefix(path, dir))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func push(t testing.TB, s *Store, o *runs.Opened) Pushed {
	t.Helper()
	done, err := s.Push(t.Context(), o, false)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func list(t testing.TB, s *Store, q Query) []string {
	t.Helper()
	found, bad, err := s.List(t.Context(), q)
	if err != nil || len(bad) > 0 {
		t.Fatal(err, bad)
	}
	var ids []string
	for _, l := range found {
		ids = append(ids, l.ID)
	}
	return ids
}

// only returns the run of a store that has one.
func only(t testing.TB, s *Store) Listed {
	t.Helper()
	found, bad, err := s.List(t.Context(), Query{})
	if err != nil || len(bad) > 0 || len(found) != 1 {
		t.Fatal(found, bad, err)
	}
	return found[0]
}

// TestPushAndPull checks that runs arrive as they were, and that what they share is there once.
func TestPushAndPull(t *testing.T) {
	here, there := project(t), project(t)
	s := open(t, t.TempDir())
	a, b := run(1), run(2)
	a.Label, b.Label = "unit", "unit"
	one, two := add(t, here, a, "map"), add(t, here, b, "map")
	if done := push(t, s, one); done.There || done.Parts != 4 || done.All != 4 || done.Sent == 0 {
		t.Errorf("the first push: %+v", done)
	}
	if done := push(t, s, two); done.There || done.Parts != 2 || done.All != 4 {
		t.Errorf("the second run of a commit: %+v", done)
	}
	if err := here.SetLabel(one.ID, ""); err != nil {
		t.Fatal(err)
	}
	if one, _ = here.Open(one.Dir); one.Label != "" {
		t.Fatal(one.Label)
	}
	if done := push(t, s, one); !done.There || done.Parts != 0 {
		t.Errorf("pushed again, without its label: %+v", done)
	}
	if got := list(t, s, Query{}); !slices.Equal(got, []string{b.ID, a.ID}) {
		t.Errorf("listed: %q", got)
	}
	found, _, err := s.List(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range slices.Backward(found) {
		for _, want := range []bool{true, false} {
			if made, err := s.Pull(t.Context(), l, there); err != nil || made != want {
				t.Errorf("%s: %v, %v", l.ID, made, err)
			}
		}
	}
	if got, want := content(t, there.RunDir(b.ID)), content(t, here.RunDir(b.ID)); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if o := there.Labelled("unit"); o == nil || o.ID != b.ID {
		t.Errorf("the label: %v", o)
	}
	if all, bad := there.List(); len(all) != 2 || len(bad) != 0 {
		t.Errorf("%d runs, %v", len(all), bad)
	}
	entries, err := os.ReadDir(there.Runs())
	if err != nil || len(entries) != 2 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// A run without one of its maps is not pushed, and there is a hint.
func TestPushWithoutMap(t *testing.T) {
	o := add(t, project(t), run(1), "code")
	if err := os.Remove(o.MapPath(o.Sets[0])); err != nil {
		t.Fatal(err)
	}
	_, err := open(t, t.TempDir()).Push(t.Context(), o, false)
	if !errors.Is(err, runs.ErrNoRun) || !errors.Is(err, fs.ErrNotExist) || len(term.Hints(err)) != 1 {
		t.Errorf("%v, hints %q", err, term.Hints(err))
	}
}

// TestSameID checks that no other run takes the place of one.
func TestSameID(t *testing.T) {
	s := open(t, t.TempDir())
	push(t, s, add(t, project(t), run(1), "map"))
	_, err := s.Push(t.Context(), add(t, project(t), run(1), "another map"), false)
	if err == nil || !strings.Contains(err.Error(), "another run with the ID") {
		t.Error(err)
	}
	going := add(t, project(t), run(2), "map")
	going.Running = true
	if _, err := s.Push(t.Context(), going, false); err == nil || !strings.Contains(err.Error(), "still goes on") {
		t.Error(err)
	}
	gone := add(t, project(t), run(3), "map")
	if err := os.Remove(filepath.Join(gone.Dir, "maps", "main.map")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Push(t.Context(), gone, false); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if got := list(t, s, Query{}); !slices.Equal(got, []string{run(1).ID}) {
		t.Error(got)
	}
}

func TestRaces(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	race(t, rounds, inFolder(t.TempDir()))
}

func TestAcceptanceRaces(t *testing.T) {
	jtest.Acceptance(t)
	race(t, 1000, inFolder(t.TempDir()))
}

// race has 16 writers push the same run: one writes it.
func race(t *testing.T, rounds int, url string) {
	here := project(t)
	env, err := environ.Env{}.WithDefaults()
	if err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		o := add(t, here, run(i), fmt.Sprint("map", i/3))
		const writers = 16
		var first [writers]bool
		var errs [writers]error
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				s, _, err := Open(context.Background(), env, url)
				if errs[w] = err; err == nil {
					defer s.Close()
					done, err := s.Push(context.Background(), o, false)
					first[w], errs[w] = !done.There, err
				}
			})
		}
		group.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range first {
			if f {
				n++
			}
		}
		if n != 1 {
			t.Fatalf("round %d: %d writers have written the run", i, n)
		}
	}
	s := openURL(t, url)
	if got := list(t, s, Query{}); len(got) != rounds {
		t.Errorf("%d runs", len(got))
	}
	if left, err := s.bucket.List(t.Context(), bucket.Scratch+"/"); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	there := project(t)
	found, _, _ := s.List(t.Context(), Query{})
	for _, l := range found[:min(20, len(found))] {
		if _, err := s.Pull(t.Context(), l, there); err != nil {
			t.Error(err)
		}
	}
}

// TestDamaged changes each object of a run, in each way: nothing of it arrives, and pushing the run again mends it.
func TestDamaged(t *testing.T) {
	here := project(t)
	o := add(t, here, run(1), strings.Repeat("map", 1000))
	for name, damage := range map[string]func(file string, text []byte) error{
		"cut":     func(file string, text []byte) error { return os.WriteFile(file, text[:len(text)/2], 0o666) },
		"empty":   func(file string, _ []byte) error { return os.WriteFile(file, nil, 0o666) },
		"longer":  func(file string, text []byte) error { return os.WriteFile(file, append(text, 0), 0o666) },
		"removed": func(file string, _ []byte) error { return os.Remove(file) },
		"a bit": func(file string, text []byte) error {
			text[len(text)/2] ^= 4
			return os.WriteFile(file, text, 0o666)
		},
		"a link": func(file string, _ []byte) error {
			return errors.Join(os.Remove(file), os.Symlink("/etc/passwd", file))
		},
	} {
		dir := t.TempDir()
		s := open(t, dir)
		push(t, s, o)
		l := only(t, s)
		for object, text := range content(t, dir) {
			file := filepath.Join(dir, filepath.FromSlash(object))
			if err := damage(file, []byte(text)); err != nil {
				t.Fatal(err)
			}
			there := project(t)
			_, err := s.Pull(t.Context(), l, there)
			if err == nil || !strings.Contains(err.Error(), "file://") {
				t.Errorf("%s, %s: %v", name, object, err)
			}
			if all, bad := there.List(); len(all)+len(bad) > 0 {
				t.Errorf("%s, %s: %d runs and %v", name, object, len(all), bad)
			}
			if _, err := s.Push(t.Context(), o, true); err != nil {
				t.Errorf("%s, %s: push again: %v", name, object, err)
				continue
			}
			if _, err := s.Pull(t.Context(), l, there); err != nil {
				t.Errorf("%s, %s: after the push: %v", name, object, err)
			}
		}
	}
}

// TestEntryBytes checks that a description which is not that of its key is refused.
func TestEntryBytes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	push(t, s, add(t, project(t), run(1), "map"))
	l := only(t, s)
	text, err := os.ReadFile(filepath.Join(dir, l.key))
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"version": 1`: `"version": 2`, l.ID: run(2).ID, entryFormat: "x", `"kind": "map"`: `"kind": "map", "x": 1`,
	} {
		changed := bytes.ReplaceAll(text, []byte(from), []byte(to))
		if bytes.Equal(changed, text) {
			t.Fatal(from)
		}
		if _, err := parseEntry(changed, l); err == nil || !strings.Contains(err.Error(), "another SHA-256") {
			t.Errorf("%s: %v", from, err)
		}
	}
}
