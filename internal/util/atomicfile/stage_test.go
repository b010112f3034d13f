package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// replace replaces path by a folder or file with a text, and reports whether that worked.
func replace(t *testing.T, path, text string, folder bool) error {
	t.Helper()
	s, err := NewStage(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file := s.Path("new")
	if folder {
		if err := os.Mkdir(file, 0o777); err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(file, "file")
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return s.Replace("new")
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestReplace(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "a", "b") // made by NewStage
	path := filepath.Join(parent, "out")
	for _, folder := range []bool{true, true, false, false, true} {
		if err := replace(t, path, "text", folder); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.IsDir() != folder {
			t.Fatalf("folder %t: got %v, %v", folder, info, err)
		}
		if got := names(t, parent); len(got) != 1 {
			t.Errorf("beside it there is %q", got)
		}
	}
}

// TestReplaceFails checks that the old one is back if the new one cannot be moved.
func TestReplaceFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	if err := replace(t, path, "text", true); err != nil {
		t.Fatal(err)
	}
	s, err := NewStage(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Replace("missing"); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	s.Close()
	if text, err := os.ReadFile(filepath.Join(path, "file")); err != nil || string(text) != "text" {
		t.Errorf("got %q, %v", text, err)
	}
	if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"out"}) {
		t.Errorf("beside it there is %q", got)
	}
}

// TestReplaceInOneStep checks that a file is not moved away first: here there is no place to move it to.
func TestReplaceInOneStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	if err := replace(t, path, "old", false); err != nil {
		t.Fatal(err)
	}
	s, err := NewStage(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := errors.Join(os.WriteFile(s.Path("new"), []byte("new"), 0o666),
		os.Mkdir(s.Path("old"), 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := s.Replace("new"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "new" {
		t.Errorf("got %q, %v", text, err)
	}
}

// TestOldStages checks that the stage of a killed process is removed once no process can be using it.
func TestOldStages(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "out")
	for name, age := range map[string]time.Duration{".out-tmp-1": 25 * time.Hour, ".out-tmp-2": time.Hour,
		".in-tmp-3": 25 * time.Hour} {
		at := filepath.Join(parent, name)
		if err := os.MkdirAll(filepath.Join(at, "new"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := replace(t, path, "text", true); err != nil {
		t.Fatal(err)
	}
	if got := names(t, parent); !slices.Equal(got, []string{".in-tmp-3", ".out-tmp-2", "out"}) {
		t.Errorf("there is %q", got)
	}
}
