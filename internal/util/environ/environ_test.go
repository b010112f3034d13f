package environ

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"jprof/internal/util/term"
)

func TestGet(t *testing.T) {
	env := []string{"A=1", "AB=2", "A=3", "EMPTY=", "no variable"}
	for name, want := range map[string]string{"A": "3", "AB": "2", "EMPTY": "", "B": "", "no variable": ""} {
		if got := Get(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestGetByCase checks that only Windows takes Path for PATH.
func TestGetByCase(t *testing.T) {
	env := []string{"Path=a", "PATHEXT=.EXE", "=C:=C:\\"}
	for system, want := range map[string]string{"windows": "a", "linux": "", "darwin": ""} {
		if got := get(env, "PATH", system); got != want {
			t.Errorf("%s: %q, want %q", system, got, want)
		}
	}
}

// TestLookPath checks that a file that cannot be executed, and a folder of the name, are skipped.
func TestLookPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no executable bits")
	}
	dir := t.TempDir()
	for _, sub := range []string{"folder/tool", "text", "bin", "later"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for file, mode := range map[string]os.FileMode{"text/tool": 0o666, "bin/tool": 0o777, "later/tool": 0o777} {
		if err := os.WriteFile(filepath.Join(dir, file), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	path := func(dirs ...string) []string {
		return []string{"PATH=" + strings.Join(dirs, string(os.PathListSeparator))}
	}
	at := func(sub string) string { return filepath.Join(dir, sub) }
	for _, c := range []struct {
		name, dir string
		env       []string
		want      string
	}{
		{"the first", "", path(at("folder"), at("text"), at("gone"), at("bin"), at("later")), at("bin/tool")},
		{"a relative folder", dir, path("bin", at("later")), at("bin/tool")},
		{"the folder itself", at("bin"), path("", at("later")), at("bin/tool")},
		{"no relative folder", "", path("bin", "", at("later")), at("later/tool")},
		{"none", dir, path(at("text")), ""},
		{"no PATH", dir, nil, ""},
	} {
		got, err := LookPath(c.env, c.dir, "tool")
		if got != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, exec.ErrNotFound) {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// TestMakeCache makes the folder. If it cannot, the error has a hint.
func TestMakeCache(t *testing.T) {
	dir := t.TempDir()
	e := Env{Vars: []string{"JPROF_CACHE=" + filepath.Join(dir, "a", "b")}}
	cache, err := e.MakeCache()
	if err != nil || cache != filepath.Join(dir, "a", "b") {
		t.Fatalf("%s, %v", cache, err)
	}
	if files, err := os.ReadDir(cache); err != nil || len(files) > 0 {
		t.Errorf("it has %v, %v", files, err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		_, err := Env{Vars: []string{"JPROF_CACHE=" + path}}.MakeCache()
		if hints := term.Hints(err); err == nil || !strings.Contains(err.Error(), file) || len(hints) != 1 ||
			!strings.Contains(hints[0], "set JPROF_CACHE") {
			t.Errorf("%s: %v, %q", path, err, hints)
		}
	}
}
