//go:build unix

package runner

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"jprof/buildtools"
)

// TestAccess opens workspaces of projects that some users cannot reach: they cannot reach the copy either.
func TestAccess(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, "project")
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(home), 0o755); err != nil { // made for this user only
		t.Fatal(err)
	}
	for _, c := range []struct{ home, project, want fs.FileMode }{
		{0o755, 0o755, 0o755}, {0o700, 0o755, 0o700}, {0o755, 0o750, 0o750}, {0o711, 0o775, 0o711},
		{0o777, 0o777, 0o755},
	} {
		if err := os.Chmod(root, c.project); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(home, c.home); err != nil {
			t.Fatal(err)
		}
		w, err := OpenWorkspace(filepath.Join(t.TempDir(), "cache"), buildtools.Project{Root: root, Home: root})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(w.Dir); err != nil || info.Mode().Perm() != c.want {
			t.Errorf("%o below %o: %v, %v, want %o", c.project, c.home, info.Mode(), err, c.want)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
