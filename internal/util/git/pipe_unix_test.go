//go:build unix

package git

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes has pipes in the place of files for which Git would wait.
func TestPipes(t *testing.T) {
	for _, name := range []string{"HEAD", "index", "config", "packed-refs", "commondir"} {
		project, _ := repository(t)
		path := filepath.Join(Above(project), ".git", name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Head(project); err == nil || !strings.Contains(err.Error(), path+": not a regular file") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := local(project, "rev-parse", "HEAD"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
