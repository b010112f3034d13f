package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestNewScratch makes a temporary folder: of the others, those that killed processes left a day ago are removed.
func TestNewScratch(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp) // Windows
	made := func(left bool, files ...string) string {
		t.Helper()
		own, err := NewScratch("mine")
		if err != nil {
			t.Fatal(err)
		}
		if !left {
			t.Cleanup(func() { own.Remove() })
		} else if err := own.Leave(); err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(own.Dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return own.Dir
	}
	folder := func(name string) string {
		t.Helper()
		dir := filepath.Join(tmp, name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	kept := []string{made(false), made(true), folder("other")}
	old := []string{kept[0], made(true, "a", "b"), folder("jprof-mine-unlocked")}
	kept = append(kept, folder("jprof-mine-full"))
	if err := os.Mkdir(filepath.Join(tmp, "jprof-mine-full", "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(old, kept[2:]...) {
		at := time.Now().Add(-scratchAge - time.Hour)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	kept = append(kept, made(false))
	got, err := filepath.Glob(filepath.Join(tmp, "*"))
	slices.Sort(kept)
	if slices.Sort(got); err != nil || !slices.Equal(got, kept) {
		t.Errorf("left: %q, want %q: %v", got, kept, err)
	}
}

// TestRemoveScratch removes the folders of ended processes, whatever their age, and no others. Meanwhile, folders are
// made: each of them is there, with its lock.
func TestRemoveScratch(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp) // Windows
	left, err := NewScratch("a")
	if err == nil {
		err = errors.Join(left.Leave(), os.Mkdir(filepath.Join(tmp, "jprof-other"), 0o777))
	}
	if err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
				if err := RemoveScratch(); err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	var made []*Own
	for range 200 {
		own, err := NewScratch("b")
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, own)
	}
	close(stop)
	if err := errors.Join(<-stopped, RemoveScratch()); err != nil {
		t.Error(err)
	}
	for _, own := range made {
		if _, err := os.Stat(own.lock.Path()); err != nil {
			t.Error(err)
		}
		if err := own.Remove(); err != nil {
			t.Error(err)
		}
	}
	if got, err := filepath.Glob(filepath.Join(tmp, "*")); err != nil || len(got) != 1 ||
		filepath.Base(got[0]) != "jprof-other" {
		t.Errorf("left: %q, %v", got, err)
	}
}
