package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Flags in the index hide changes from Git, but not from jprof. Files that a sparse checkout omits are the same.
func TestSinceHidden(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"lib/L.java": "l\n", "src/Assumed.java": "a\n", "src/Skipped.java": "s\n",
		"src/Both.java": "b\n", "sparse/S.java": "s\n"})
	git("init", "-q", "lib")
	git("-C", "lib", "add", ".")
	git("-C", "lib", "commit", "-q", "-m", "lib")
	git("add", "-A", ".")
	git("commit", "-q", "-m", "second")
	git("update-index", "--assume-unchanged", "src/Assumed.java", "src/Both.java", "src/A.java")
	git("update-index", "--skip-worktree", "src/Skipped.java", "src/Both.java", "sparse/S.java")
	git("-C", "lib", "update-index", "--assume-unchanged", "L.java")
	if err := os.RemoveAll(filepath.Join(project, "sparse")); err != nil {
		t.Fatal(err)
	}
	wantChanged(t, project, "HEAD")
	sources := []string{"src/Assumed.java", "sparse/S.java"}
	if got, err := Deleted(project, "HEAD", sources); err != nil || len(got) > 0 {
		t.Errorf("deleted: %q, %v", got, err)
	}
	put(t, project, map[string]string{"src/Assumed.java": "other\n", "src/Skipped.java": "other\n",
		"src/Both.java": "other\n", "lib/L.java": "other\n"})
	index := filepath.Join(project, "..", ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	wantChanged(t, project, "HEAD", "lib/L.java: 1", "src/Assumed.java: 1", "src/Both.java: 1", "src/Skipped.java: 1")
	if after, err := os.ReadFile(index); err != nil || string(after) != string(before) {
		t.Errorf("the user's index has changed: %v", err)
	}
	if err := os.Remove(filepath.Join(project, "src", "Assumed.java")); err != nil {
		t.Fatal(err)
	}
	if got, err := Deleted(project, "HEAD", sources); err != nil || !slices.Equal(got, sources[:1]) {
		t.Errorf("deleted: %q, %v, want %q", got, err, sources[:1])
	}
}

// The sparse checkout is Git's own, with an index that has folders.
func TestSinceSparse(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"other/O.java": "o\n"})
	git("add", ".")
	git("commit", "-q", "-m", "second")
	git("-C", "..", "sparse-checkout", "set", "--cone", "--sparse-index", "project/src")
	if is(filepath.Join(project, "other")) {
		t.Fatal("the folder is there")
	}
	put(t, project, map[string]string{"src/A.java": "1\nnew\n3\n4\n"})
	wantChanged(t, project, "HEAD", "src/A.java: 2")
}

// Messages name the user's index, not the copy.
func TestBrokenIndex(t *testing.T) {
	project, _ := repository(t)
	index := filepath.Join(filepath.Dir(project), ".git", "index")
	for _, text := range []string{"garbage\n", strings.Repeat("garbage\n", 50)} {
		if err := os.WriteFile(index, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Since(project, "HEAD")
		if err == nil || !strings.Contains(filepath.ToSlash(err.Error()), ".git/index") ||
			strings.Contains(err.Error(), "jprof-git") {
			t.Errorf("an index of %d bytes: %v", len(text), err)
		}
	}
}
