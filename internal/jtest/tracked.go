package jtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Tracked lists the files of the Git repository in the folder dir, as slash paths below it: the files that are
// committed, and those that Git does not ignore. If dir is in no repository, it skips the test.
func Tracked(t testing.TB, dir string) []string {
	t.Helper()
	c := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Skipf("git ls-files: %v: the files are not in a working tree", err)
	}
	var names []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil { // else removed, and not committed yet
			names = append(names, name)
		}
	}
	return names
}
