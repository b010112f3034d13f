package environ

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestGet(t *testing.T) {
	env := []string{"A=1", "AB=2", "A=3", "EMPTY=", "no variable"}
	for name, want := range map[string]string{"A": "3", "AB": "2", "EMPTY": "", "B": "", "no variable": ""} {
		if got := Get(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
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
