package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
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

// Git would run this hook after it has refreshed the private index.
func TestNoHooks(t *testing.T) {
	project, git := repository(t)
	marker := filepath.Join(t.TempDir(), "ran")
	hook := filepath.Join(project, "..", ".git", "hooks", "post-index-change")
	put(t, filepath.Dir(hook), map[string]string{filepath.Base(hook): "#!/bin/sh\n>'" + marker + "'\n"})
	if err := os.Chmod(hook, 0o777); err != nil {
		t.Fatal(err)
	}
	git("update-index", "--assume-unchanged", "src/A.java") // jprof changes its copy of the index, then
	if !is(marker) {
		t.Skip("this Git does not know the hook")
	}
	if err := os.Remove(marker); err != nil {
		t.Fatal(err)
	}
	makeStale(t, filepath.Join(project, "src"))
	askAll(t, project)
	if is(marker) {
		t.Error("the hook has run")
	}
}

// Replacements of commits and files hide no changes.
func TestSinceReplaced(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"src/A.java": "1\nnew\n3\n4\n"})
	put(t, project, map[string]string{"src/Old.java": "1\nnewer\n3\n4\n"})
	git("add", ".")
	git("commit", "-q", "-m", "second")
	git("replace", "HEAD~1", "HEAD")
	wantChanged(t, project, "HEAD~1", "src/A.java: 2", "src/Old.java: 1 2 3 4")
	git("replace", "-d", "HEAD~1")
	git("replace", "HEAD~1:project/src/A.java", "HEAD:project/src/A.java")
	wantChanged(t, project, "HEAD~1", "src/A.java: 2", "src/Old.java: 1 2 3 4")
	git("replace", "-d", git("rev-parse", "HEAD~1:project/src/A.java"))

	// A file that Git has written from a replacement seems to be the one in the index.
	git("replace", "HEAD:project/src/A.java", "HEAD:project/src/Old.java")
	if err := os.Remove(filepath.Join(project, "src", "A.java")); err != nil {
		t.Fatal(err)
	}
	git("checkout", "-q", "HEAD", "--", "src/A.java")
	later := time.Now().Add(time.Hour) // Git reads files that are as new as the index
	if err := os.Chtimes(filepath.Join(project, "..", ".git", "index"), later, later); err != nil {
		t.Fatal(err)
	}
	wantChanged(t, project, "HEAD", "src/A.java: 2")
}
