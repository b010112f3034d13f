package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/term"
)

// repository makes a repository with a project in its folder "project" and one commit.
func repository(t *testing.T) (project string, git func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on the PATH")
	}
	top := t.TempDir()
	project = filepath.Join(top, "project")
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = project
		cmd.Env = append(Environ(os.Environ()), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@b", "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=2026-02-03T04:05:06+0100")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	put(t, project, map[string]string{"src/A.java": "1\n2\n3\n4\n", "src/Old Näme.java": "a\nb\nc\nd\ne\nf\n",
		"src/Gone.java": "x\n", "../outside.txt": "o\n"})
	git("init", "-q", "-b", "main", "..")
	git("add", "-A", "..")
	git("commit", "-q", "-m", "first")
	return project, git
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHead(t *testing.T) {
	project, git := repository(t)
	commit, committed := git("rev-parse", "HEAD"), time.Date(2026, 2, 3, 3, 5, 6, 0, time.UTC)
	wantHead(t, project, &State{Commit: commit, Time: committed, Depth: 1, Folder: "project", Branch: "main"})
	put(t, project, map[string]string{"src/A.java": "other\n", "new one.java": "", "../outside.txt": "changed\n"})
	if err := os.Remove(filepath.Join(project, "src/Gone.java")); err != nil {
		t.Fatal(err)
	}
	wantHead(t, project, &State{Commit: commit, Time: committed, Depth: 1, Folder: "project",
		Branch: "main", Dirty: []string{"new one.java", "src/A.java", "src/Gone.java"}})
	wantHead(t, t.TempDir(), nil)

	git("commit", "-q", "-a", "-m", "second")
	if got, err := Head(project); err != nil || got.Depth != 2 {
		t.Errorf("the second commit: %+v, %v", got, err)
	}
	clone := filepath.Join(t.TempDir(), "clone")
	git("clone", "-q", "--depth=1", "file://"+filepath.ToSlash(filepath.Dir(project)), clone)
	if got, err := Head(clone); err != nil || got.Commit == "" || got.Depth != 0 {
		t.Errorf("a shallow clone: %+v, %v", got, err)
	}
	git("checkout", "-q", "--detach")
	if got, err := Head(project); err != nil || got.Commit == "" || got.Branch != "" {
		t.Errorf("without a branch: %+v, %v", got, err)
	}
}

func wantHead(t *testing.T, dir string, want *State) {
	t.Helper()
	if got, err := Head(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// If the commit is not known, there is a reason.
func TestNoHead(t *testing.T) {
	project, git := repository(t)
	empty := t.TempDir()
	git("init", "-q", empty)
	if got, err := Head(empty); got != nil && got.Commit != "" || err == nil ||
		!strings.Contains(err.Error(), "no commit yet") {
		t.Errorf("without a commit: %+v, %v", got, err)
	}
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	_, head := Head(project)
	_, base := Base(project, "HEAD")
	asked := Ask(project).Close()
	for what, err := range map[string]error{"head": head, "base": base, "ask": asked} {
		hints := strings.Join(term.Hints(err), " ")
		if err == nil || errors.Is(err, ErrNoRevision) || !strings.Contains(err.Error(), "belongs to another user") ||
			!strings.Contains(hints, "git config --global --add safe.directory "+filepath.Dir(project)) {
			t.Errorf("a repository of another user: %s: %v, hints %q", what, err, hints)
		}
	}
}

func TestSince(t *testing.T) {
	project, git := repository(t)
	git("checkout", "-q", "-b", "feature")
	put(t, project, map[string]string{"src/A.java": "\t1 \nnew\n2\n4\n4a\n4b\n"}) // line 1 differs in white space
	git("mv", "src/Old Näme.java", "src/New \"Näme\".java")
	put(t, project, map[string]string{"src/New \"Näme\".java": "a\nb\nc\nd\ne\nF\n"})
	git("rm", "-q", "src/Gone.java")
	git("commit", "-q", "-a", "-m", "second")
	// Later changes of the other branch are not changes of this one.
	git("checkout", "-q", "main")
	put(t, project, map[string]string{"src/Gone.java": "1\n2\n3\n"})
	git("commit", "-q", "-a", "-m", "third")
	git("checkout", "-q", "feature")
	put(t, project, map[string]string{"src/A.java": "\t1 \nnew\n2\n4\n4a\n4b\nnot committed\n",
		"untracked/B.java": "b\n"})

	changes, err := Since(project, "main")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, at := range []struct {
		path string
		line int
	}{
		{"src/A.java", 1}, {"src/A.java", 2}, {"src/A.java", 3}, {"src/A.java", 4}, {"src/A.java", 5},
		{"src/A.java", 7}, {"src/A.java", 8},
		{"src/New \"Näme\".java", 5}, {"src/New \"Näme\".java", 6}, {"src/Gone.java", 1}, {"untracked/B.java", 100},
	} {
		if changes.Has(at.path, at.line) {
			got = append(got, at.path+" "+string(rune('0'+at.line%10)))
		}
	}
	want := []string{"src/A.java 2", "src/A.java 5", "src/A.java 7", "src/New \"Näme\".java 6", "untracked/B.java 0"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("changed %q, want %q (all: %v)", got, want, changes)
	}
	for rev, want := range map[string]string{"nowhere": "does not know the revision", "--output=x": "not a revision"} {
		if _, err := Since(project, rev); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Since(%q): %v, want %q", rev, err, want)
		}
	}
}
