package git

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/term"
)

// content has the bytes and the time of each file below a folder.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = fmt.Sprint(info.ModTime(), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// makeStale gives the files of a project another time than the index has.
func makeStale(t *testing.T, project string) {
	t.Helper()
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for path := range content(t, project) {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
}

// askAll asks everything, and fails if anything has changed since HEAD.
func askAll(t *testing.T, project string) {
	t.Helper()
	if head, err := Head(project); err != nil || len(head.Dirty) > 0 {
		t.Errorf("head: %+v, %v", head, err)
	}
	if names, err := Changed(project, "HEAD"); err != nil || len(names) > 0 {
		t.Errorf("changed: %q, %v", names, err)
	}
	wantChanged(t, project, "HEAD")
	Has(project, "HEAD")
	File(project, "HEAD", "src/A.java", taking("nothing"))
	if _, err := BlobsOf(project, "HEAD"); err != nil {
		t.Error(err)
	}
	a := Ask(project)
	a.Ignores(filepath.Join(project, "target"))
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := readConfig(filepath.Join(project, "..", ".git", "config")); err != nil {
		t.Error(err)
	}
}

// Paths that Git returns are relative to the folder, not to a link that leads there.
func TestLinkToProject(t *testing.T) {
	project, _ := repository(t)
	link := filepath.Join(filepath.Dir(project), "a", "b", "link")
	if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(project, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	askAll(t, link)
}

// Files whose times alone differ are equal, and the repository stays as it is, byte by byte.
func TestNothingIsWritten(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"lib/L.java": "l\n"})
	git("init", "-q", "lib")
	git("-C", "lib", "add", ".")
	git("-C", "lib", "commit", "-q", "-m", "lib")
	git("add", "lib")
	git("commit", "-q", "-m", "second")
	git("update-index", "--refresh")
	makeStale(t, project)
	for _, settings := range []string{"", "[core]\nfsmonitor = true\nuntrackedCache = true\nsplitIndex = true\n" +
		"[diff]\nautoRefreshIndex = false\n"} {
		put(t, project, map[string]string{"../.git/included": settings})
		git("config", "include.path", "included")
		top := filepath.Dir(project)
		before := content(t, top)
		askAll(t, project)
		if !maps.Equal(content(t, top), before) {
			t.Errorf("a file has changed; settings: %q", settings)
		}
	}
}

// Modes and ends of lines are no content.
func TestContentDecides(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"run.sh": "a\nb\n", "later.sh": "a\nb\n", "dos.txt": "a\r\nb\r\n",
		"binary": "a\x00\r\n", "binary.sh": "a\x00b", "empty": "", "gone": "", "end.txt": "a\n"})
	git("add", "-A", ".")
	git("commit", "-q", "-m", "second")
	put(t, project, map[string]string{"run.sh": "a\r\nb\r\n", "dos.txt": "a\nb\n", "binary": "a\x00\n", "new": "",
		"end.txt": "a"})
	for _, name := range []string{"run.sh", "later.sh", "binary.sh"} {
		if err := os.Chmod(filepath.Join(project, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git("rm", "-q", "gone", "empty")
	git("update-index", "--chmod=+x", "later.sh", "binary.sh")
	want := []string{"binary", "empty", "end.txt", "gone", "new"}
	if names, err := Changed(project, "HEAD"); err != nil || !slices.Equal(names, want) {
		t.Errorf("changed: %q, %v, want %q", names, err, want)
	}
	if head, err := Head(project); err != nil || !slices.Equal(head.Dirty, want) {
		t.Errorf("not committed: %+v, %v, want %q", head, err, want)
	}
	git("add", "new")
	git("commit", "-q", "-m", "third")
	git("reset", "-q", "--hard")
	if names, err := Changed(project, "HEAD~1"); err != nil || !slices.Equal(names, []string{"empty", "gone", "new"}) {
		t.Errorf("changed since the commit before: %q, %v", names, err)
	}
}

// Files that a partial clone lacks are fetched, and not kept in it.
func TestPartialClone(t *testing.T) {
	project, git := repository(t)
	git("config", "uploadpack.allowFilter", "true")
	git("config", "uploadpack.allowAnySHA1InWant", "true")
	put(t, project, map[string]string{"src/A.java": "1\n2\n3\nnew\n"})
	git("commit", "-q", "-a", "-m", "second")
	clone := filepath.Join(t.TempDir(), `a "clone": it`)
	git("clone", "-q", "--filter=blob:none", "file://"+filepath.ToSlash(filepath.Dir(project)), clone)
	before := content(t, clone)
	wantChanged(t, filepath.Join(clone, "project"), "HEAD~1", "src/A.java: 4")
	if !maps.Equal(content(t, clone), before) {
		t.Error("a file has changed")
	}
	if err := os.Rename(filepath.Dir(project), filepath.Join(t.TempDir(), "away")); err != nil {
		t.Fatal(err)
	}
	_, err := Since(filepath.Join(clone, "project"), "HEAD~1")
	if err == nil || !strings.Contains(err.Error(), "this clone is partial") ||
		!strings.Contains(strings.Join(term.Hints(err), " "), "--filter") {
		t.Errorf("a partial clone whose remote is away: %v, hints %q", err, term.Hints(err))
	}
}
