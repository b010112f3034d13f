package git

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"jprof/internal/util/term"
)

// changed lists those of the first 20 lines of each Java source that have changed since a commit: "src/A.java: 2 5".
func changed(t *testing.T, project, rev string) []string {
	t.Helper()
	changes, err := Since(project, rev)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for name := range changes {
		text := name + ":"
		for line := range 20 {
			if changes.Has(name, line) {
				text += fmt.Sprint(" ", line)
			}
		}
		if strings.HasSuffix(name, ".java") {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return list
}

func wantChanged(t *testing.T, project, rev string, want ...string) {
	t.Helper()
	if got := changed(t, project, rev); !reflect.DeepEqual(got, want) {
		t.Errorf("changed since %s: %q, want %q", rev, got, want)
	}
}

const whole = ": 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"

func utf16Text(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

func TestSinceBinary(t *testing.T) {
	project, git := repository(t)
	write := func(line string) {
		text := "class A {\n" + line + "\n}\n"
		put(t, project, map[string]string{
			"Wide.java": utf16Text(binary.LittleEndian, "\ufeff"+text), "Big.java": utf16Text(binary.BigEndian, text),
			"NoDiff.java": text, "Driver.java": text,
			"Converted.java":      utf16Text(binary.LittleEndian, text),
			"threshold/Long.java": text + strings.Repeat("// long\n", 100),
		})
	}
	put(t, project, map[string]string{".gitattributes": "NoDiff.java -diff\nDriver.java diff=none\n" +
		"Converted.java text working-tree-encoding=UTF-16LE\n"})
	git("config", "diff.none.binary", "true")
	git("config", "core.bigFileThreshold", "500")
	write("int a;")
	git("add", "-A", ".")
	git("commit", "-q", "-m", "second")
	write("int other;") // of another length: Git reads files of one length at once, and finds them text
	wantChanged(t, project, "HEAD", "Big.java: 2", "Converted.java: 2", "Driver.java: 2", "NoDiff.java: 2",
		"Wide.java: 2", "threshold/Long.java: 2")
}

func TestSinceEndsOfLines(t *testing.T) {
	project, git := repository(t)
	write := func(word string) {
		text := "a\rb\rc\n" + "d\n" + word + "\r\n" + "f\r\r\n" + "g\r" + word + "\r" + "i\n" + "j\r"
		wide := "a\r\n" + word + "\r\nc\r\n"
		put(t, project, map[string]string{
			"Mixed.java": text, "Old.java": word + "\rb\r", "Crlf.java": wide,
			"Wide.java":      utf16Text(binary.LittleEndian, wide),
			"WideMixed.java": utf16Text(binary.LittleEndian, "a\r"+wide),
			"Gurmukhi.java":  utf16Text(binary.LittleEndian, "// ਅ\n"+wide), // U+0A05
		})
	}
	write("x")
	git("add", "-A", ".")
	git("commit", "-q", "-m", "second")
	write("y")
	wantChanged(t, project, "HEAD", "Crlf.java: 2", "Gurmukhi.java"+whole, "Mixed.java: 5 8 9 10", "Old.java: 1 2",
		"Wide.java: 2", "WideMixed.java"+whole)
}

func TestSinceSettings(t *testing.T) {
	project, git := repository(t)
	git("config", "diff.interHunkContext", "10")
	git("config", "diff.context", "4")
	git("config", "diff.suppressBlankEmpty", "true")
	git("config", "diff.orderFile", "not there")
	put(t, project, map[string]string{"src/A.java": "1\nnew\n3\n4\nnew\n"})
	wantChanged(t, project, "HEAD", "src/A.java: 2 5")
	t.Setenv("GIT_DIFF_OPTS", "-u5")
	wantChanged(t, project, "HEAD", "src/A.java: 2 5")
}

// Context is no change, whatever brings it.
func TestParseContext(t *testing.T) {
	got, err := parse([]byte("diff --git a/A.java b/A.java\n--- a/A.java\n+++ b/A.java\n@@ -1,5 +1,6 @@ class\n 1\n" +
		"-2\n+++ 2\n\n+4\n+5\n 6\n\\ No newline at end of file\n"))
	if want := (Changes{"A.java": {{2, 2}, {4, 5}}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// Hooks have variables that name the repository they run for.
func TestForeignRepository(t *testing.T) {
	project, git := repository(t)
	first := git("rev-parse", "HEAD")
	other, otherGit := repository(t)
	put(t, other, map[string]string{"src/A.java": "other\n"})
	otherGit("commit", "-q", "-a", "-m", "second")
	put(t, project, map[string]string{"src/A.java": "1\n2\nnew\n4\n"})
	t.Setenv("GIT_DIR", filepath.Join(other, "..", ".git"))
	t.Setenv("GIT_WORK_TREE", filepath.Dir(other))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, "..", ".git", "no index"))
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(other, "..", ".git", "objects"))
	t.Setenv("GIT_LITERAL_PATHSPECS", "1")
	wantChanged(t, project, "HEAD", "src/A.java: 3")
	head, err := Head(project)
	if err != nil || head.Commit != first || !slices.Equal(head.Dirty, []string{"src/A.java"}) {
		t.Errorf("head %+v, want %s with src/A.java changed", head, first)
	}
	if otherHead := otherGit("rev-parse", "HEAD"); Has(project, otherHead) {
		t.Errorf("the commit %s of another repository is there", otherHead)
	}
	if got := File(project, "HEAD", "src/A.java", taking("1\n2\n3\n4\n")); string(got) != "1\n2\n3\n4\n" {
		t.Errorf("a file of another repository: %q", got)
	}
}

// Settings by GIT_CONFIG_COUNT are the user's, such as safe folders.
func TestSettingsOfTheEnvironment(t *testing.T) {
	project, _ := repository(t)
	put(t, project, map[string]string{"ignored/B.java": "b\n", "ignore": "ignored\n"})
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.excludesFile")
	t.Setenv("GIT_CONFIG_VALUE_0", filepath.Join(project, "ignore"))
	if got := changed(t, project, "HEAD"); len(got) > 0 {
		t.Errorf("changed: %q", got)
	}
}

// Sources that are gone are distinguished from those that Git never had, such as generated ones.
func TestDeleted(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"lib/L.java": "1\n"})
	git("init", "-q", "-b", "main", "lib")
	git("-C", "lib", "add", ".")
	git("-C", "lib", "commit", "-q", "-m", "lib")
	git("rm", "-q", "src/Gone.java")
	git("-C", "lib", "rm", "-q", "L.java")
	sources := []string{"lib/L.java", "src/A.java", "src/Gone.java", "target/Generated.java"}
	for commit, want := range map[string][]string{"HEAD": {"lib/L.java", "src/Gone.java"}, "nothing": {"lib/L.java"}} {
		if got, err := Deleted(project, commit, sources); err != nil || !slices.Equal(got, want) {
			t.Errorf("deleted since %s: %q, %v, want %q", commit, got, err, want)
		}
	}
}

func TestSinceWithoutMergeBase(t *testing.T) {
	project, git := repository(t)
	git("checkout", "-q", "-b", "feature")
	put(t, project, map[string]string{"src/A.java": "1\n2\n3\n4\n5\n"})
	git("commit", "-q", "-a", "-m", "second")
	git("checkout", "-q", "main")
	put(t, project, map[string]string{"src/Gone.java": "y\n"})
	git("commit", "-q", "-a", "-m", "third")
	url := "file://" + filepath.ToSlash(filepath.Dir(project))
	clone := filepath.Join(t.TempDir(), "clone")
	git("clone", "-q", "--depth=1", "--no-single-branch", "--branch=feature", url, clone)
	cloned := filepath.Join(clone, "project")
	_, err := Since(cloned, "origin/main")
	if err == nil || !strings.Contains(err.Error(), "shallow") ||
		!strings.Contains(strings.Join(term.Hints(err), " "), "fetch-depth: 0") {
		t.Errorf("a shallow clone: %v, hints %q", err, term.Hints(err))
	}
	if got := changed(t, cloned, "HEAD"); len(got) > 0 {
		t.Errorf("since its commit, a shallow clone has changed %q", got)
	}
	git("-C", clone, "fetch", "-q", "--unshallow")
	wantChanged(t, cloned, "origin/main", "src/A.java: 5")

	git("checkout", "-q", "--orphan", "unrelated")
	git("commit", "-q", "-m", "other first")
	if _, err := Since(project, "main"); err == nil || !strings.Contains(err.Error(), "no commit in common") ||
		len(term.Hints(err)) > 0 {
		t.Errorf("unrelated: %v, hints %q", err, term.Hints(err))
	}
}

// Several branches and tags of one name are named, in any form of a revision.
func TestAmbiguous(t *testing.T) {
	project, git := repository(t)
	git("tag", "v1")
	git("branch", "v1")
	git("branch", "origin/side")
	git("update-ref", "refs/remotes/origin/side", "HEAD")
	git("branch", "other/v1")
	v1 := "v1 is the name of refs/tags/v1 and refs/heads/v1: Git takes refs/tags/v1"
	for rev, want := range map[string]string{"v1": v1, "v1~0^{commit}": v1, "v1@{0}": v1, "main": "", "other/v1": "",
		"refs/heads/v1": "", "HEAD": "", "-v1": "", ":/first": "", "": "", "nothing": "",
		"origin/side": "origin/side is the name of refs/heads/origin/side and refs/remotes/origin/side: Git takes " +
			"refs/heads/origin/side"} {
		if got := Ambiguous(project, rev); got != want {
			t.Errorf("%s: %q, want %q", rev, got, want)
		}
	}
	if got := Ambiguous(t.TempDir(), "v1"); got != "" {
		t.Errorf("without a repository: %q", got)
	}
}

func TestSinceSubmodules(t *testing.T) {
	project, git := repository(t)
	// A submodule in one, and one that does not change.
	for _, dir := range []string{"lib/in", "lib", "same", "moved"} {
		put(t, project, map[string]string{dir + "/L.java": "1\n2\n3\n", dir + "/src/Näme.java": "1\n2\n3\n",
			dir + "/Space.java": "x\n", dir + "/.gitignore": "out\n"})
		git("init", "-q", "-b", "main", dir)
		git("-C", dir, "add", ".")
		git("-C", dir, "commit", "-q", "-m", dir)
	}
	git("add", "-A", ".")
	git("commit", "-q", "-m", "with submodules")
	git("tag", "base")
	if got := changed(t, project, "base"); len(got) > 0 {
		t.Errorf("nothing has changed, but %q", got)
	}
	// Only files that are not known.
	git("config", "diff.submodule", "log")
	git("config", "diff.ignoreSubmodules", "all")
	for _, dir := range []string{".", "lib", "lib/in"} {
		git("-C", dir, "config", "status.showUntrackedFiles", "no")
	}
	put(t, project, map[string]string{"lib/in/New.java": "new\n"})
	wantChanged(t, project, "base", "lib/in/New.java"+whole)

	put(t, project, map[string]string{"lib/L.java": "1\nnew\n3\n", "lib/src/Näme.java": "1\n2\nnew\n",
		"lib/in/L.java": "new\n2\n3\n", "lib/Space.java": " x\n", "lib/out/O.java": "o\n"})
	git("-C", "lib/in", "commit", "-q", "-a", "-m", "second")
	git("-C", "lib", "commit", "-q", "-a", "-m", "second")
	put(t, project, map[string]string{"lib/L.java": "1\nnew\nnot committed\n"})
	git("mv", "moved", "renamed")
	// One that is new, one that is not known, with another in it.
	for _, dir := range []string{"added", "nested/in", "nested"} {
		put(t, project, map[string]string{dir + "/N.java": "1\n", dir + "/.gitignore": "out\n"})
		git("init", "-q", "-b", "main", dir)
		git("-C", dir, "add", ".")
		git("-C", dir, "commit", "-q", "-m", dir)
		put(t, project, map[string]string{dir + "/U.java": "1\n", dir + "/out/O.java": "o\n"})
	}
	git("add", "added")
	want := []string{
		"added/N.java" + whole, "added/U.java" + whole, "lib/L.java: 2 3", "lib/in/L.java: 1",
		"lib/in/New.java" + whole, "lib/src/Näme.java: 3",
		"nested/N.java" + whole, "nested/U.java" + whole, "nested/in/N.java" + whole, "nested/in/U.java" + whole,
	}
	wantChanged(t, project, "base", want...)
	git("add", "lib")
	git("-c", "diff.ignoreSubmodules=none", "commit", "-q", "-m", "submodules changed")
	wantChanged(t, project, "base", want...)

	// A commit that the submodule has not is not one without changes.
	git("update-index", "--cacheinfo", "160000,0123456789012345678901234567890123456789,project/same")
	git("-c", "diff.ignoreSubmodules=none", "commit", "-q", "-m", "not there")
	if _, err := Since(project, "HEAD"); err == nil || !strings.Contains(err.Error(), "in the submodule same/") ||
		len(term.Hints(err)) == 0 {
		t.Errorf("a commit that is not there: %v", err)
	}
	// Nor is a submodule that is not checked out, with a folder and without, also in a submodule that is.
	notThere := func(rev string, want ...string) {
		t.Helper()
		changes, err := Since(project, rev)
		if got := changes.NotCheckedOut(); err != nil || !slices.Equal(got, want) {
			t.Errorf("not checked out, and changed since %s: %q, %v, want %q", rev, got, err, want)
		}
	}
	notThere("base")
	for _, dir := range []string{"same", "lib/in", "added", "renamed"} {
		if err := os.Rename(filepath.Join(project, dir), filepath.Join(t.TempDir(), "gone")); err != nil {
			t.Fatal(err)
		}
	}
	notThere("base", "lib/in/", "same/")
	notThere("HEAD")
	put(t, project, map[string]string{"same/.keep": "", "lib/in/.keep": "", "added/.keep": "", "renamed/.keep": ""})
	notThere("base", "added/", "lib/in/", "same/")
	notThere("HEAD")
	// Git would answer for the repository around it.
	if err := os.RemoveAll(filepath.Join(project, "nested", "in", ".git")); err != nil {
		t.Fatal(err)
	}
	put(t, project, map[string]string{"nested/in/.git/broken": ""})
	if _, err := Since(project, "base"); err == nil || !strings.Contains(err.Error(), "not a Git repository") {
		t.Errorf("a broken submodule: %v", err)
	}
}
