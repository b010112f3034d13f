package runner

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestRemoveWorkspace(t *testing.T) {
	w := open(t, "a", "deep/in/b")
	cache := filepath.Dir(filepath.Dir(w.Dir))
	sync(t, w)
	locked := filepath.Join(w.Mirror, "made", "by", "the build")
	put(t, locked, "text")
	if err := os.Chmod(filepath.Dir(locked), 0o500); err != nil {
		t.Fatal(err)
	}
	before, err := UsageOf(w.Dir)
	if err != nil || before.Root != w.Root {
		t.Errorf("%+v, %v", before, err)
	}
	put(t, filepath.Join(w.Counts, "more"), "12345")
	after, err := UsageOf(w.Dir)
	if err != nil || after.Files != before.Files+1 || after.Bytes != before.Bytes+5 {
		t.Errorf("%+v, then %+v, %v", before, after, err)
	}

	for _, dir := range []string{".", "deep/in", "deep/gone"} {
		place, root, ok := FindWorkspace(cache, filepath.Join(w.Root, dir))
		if dir != "deep/gone" && (place != w.Dir || root != w.Root || !ok) {
			t.Errorf("of %s: %s, %s, %t", dir, place, root, ok)
		}
	}
	if place, _, ok := FindWorkspace(cache, filepath.Dir(w.Root)); ok {
		t.Errorf("above the project there is %s", place)
	}
	put(t, filepath.Join(cache, "work", "notes", "lock"), "not of a workspace")
	put(t, filepath.Join(cache, "work", "0123456789ab", "x"), "not of a workspace")
	if all, err := Workspaces(cache); err != nil || !slices.Equal(all, []string{w.Dir}) {
		t.Errorf("workspaces: %q, %v", all, err)
	}
	if all, err := Workspaces(filepath.Join(cache, "gone")); err != nil || len(all) > 0 {
		t.Errorf("workspaces: %q, %v", all, err)
	}

	if _, err := RemoveWorkspace(w.Dir); !errors.Is(err, ErrBusy) {
		t.Errorf("while it is used: %v", err)
	}
	if again, err := UsageOf(w.Dir); err != nil || again != after {
		t.Errorf("after that %+v, %v", again, err)
	}
	// Somebody else waits for it: he must not get the lock of a workspace that is gone.
	late := *w
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if removed, err := RemoveWorkspace(w.Dir); err != nil || removed != after {
		t.Errorf("%+v, %v", removed, err)
	}
	if _, err := os.Lstat(w.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(w.Root, "a")); err != nil {
		t.Error(err)
	}
	if err := acquire(late.lock, late.Root); err != nil || !sameFile(late.lock) {
		t.Errorf("a lock after that: %v", err)
	}
	if err := late.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenWorkspace(cache, at(w.Root))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if s := sync(t, again); s.copied != 2 {
		t.Errorf("%+v", s)
	}
}

func TestLockOfRemovedFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes no open files")
	}
	w := open(t, "a")
	if !sameFile(w.lock) {
		t.Error("the lock is not that of the workspace")
	}
	if err := os.Remove(filepath.Join(w.Dir, lockName)); err != nil {
		t.Fatal(err)
	}
	if sameFile(w.lock) {
		t.Error("the lock of a file that is gone is taken for that of the workspace")
	}
	put(t, filepath.Join(w.Dir, lockName), "")
	if sameFile(w.lock) {
		t.Error("the lock of another file is taken for that of the workspace")
	}
}
