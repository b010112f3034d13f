package agent

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"jprof/internal/util/paths"
)

// Stores of versions that nobody uses any more go when a new version comes, or when the user asks for room.
func TestPrune(t *testing.T) {
	cache := t.TempDir()
	age := func(s store, days int) {
		t.Helper()
		then := time.Now().Add(-time.Duration(days) * 24 * time.Hour)
		if err := os.Chtimes(filepath.Join(s.dir, usedFile), then, then); err != nil {
			t.Fatal(err)
		}
	}
	open := func(jar string) store {
		t.Helper()
		s, err := openStore(cache, []byte(jar))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	old, recent := open("version 1"), open("version 2")
	if err := os.MkdirAll(filepath.Join(old.dir, "jdk-1"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(old.dir, "jdk-1", patchJar), make([]byte, 1000), 0o666); err != nil {
		t.Fatal(err)
	}
	age(old, 31)
	age(recent, 29)
	open("version 2") // no new version: nothing goes
	if !paths.IsDir(old.dir) {
		t.Error("the store of an old version was removed without need")
	}
	age(recent, 29)
	current := open("version 3")
	if paths.IsDir(old.dir) || !paths.IsDir(recent.dir) {
		t.Errorf("old version there: %v, recent one: %v", paths.IsDir(old.dir), paths.IsDir(recent.dir))
	}
	removed, kept, bytes, err := Prune(cache, KeptOnClean)
	if removed != 1 || kept != 1 || bytes != int64(len("version 2")) || err != nil {
		t.Errorf("%d removed with %d bytes, %d kept, %v", removed, bytes, kept, err)
	}
	if !paths.IsFile(current.jar) {
		t.Error("the store that is used was removed")
	}
	if _, _, _, err := Prune(t.TempDir(), 0); err != nil {
		t.Error(err)
	}
}
