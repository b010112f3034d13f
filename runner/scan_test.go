package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Folders that Git ignores are not copied if they have the name of an output; files that Git tracks are copied.
func TestSyncAsksGit(t *testing.T) {
	root := repoTree(t, "pom.xml", "src/main/java/build/New.java", // a package that Git ignores by mistake
		"target/classes/A.class", "target/kept", "target/classes/kept", // a build directory with files that are tracked
		"bin/tracked", "bin/not", // ignored, but not all of it
		"m/bin/A.class", "logs/x", ".idea/x", // ignored outputs
		"out/B.java", "dist/d", // not ignored
		"generated/x", "local.properties", "m/local/target/x", // ignored, but no outputs by name
		"node_modules/own/o", "node_modules/m", ".gradle/x",
		".jprof/runs/r", "m/.jprof/runs/r", "src/test/resources/.jprof/kept") // of runs, but for the last
	put(t, filepath.Join(root, ".gitignore"),
		"bin/\nbuild/\n/target\nlogs\n.idea\n!/out\nout\n/out/\n!out/\ngenerated/\nlocal*\nnode_modules/\n"+
			".gradle/\n.jprof/\n")
	runGit(t, root, "init", "-q")
	runGit(t, root, "add", "-f", "pom.xml", ".gitignore", "target/kept", "target/classes/kept", "bin/tracked",
		"node_modules/own", "src/test/resources")
	runGit(t, root, "commit", "-q", "-m", "one")
	w := workspace(t, root)
	if s := sync(t, w); len(s.notes) > 0 {
		t.Errorf("notes: %q", s.notes)
	}
	files := func() []string {
		return slices.DeleteFunc(list(t, w.Mirror), func(name string) bool { return strings.HasPrefix(name, ".git/") })
	}
	want := []string{".gitignore", "bin/", "bin/not", "bin/tracked", "dist/", "dist/d", "generated/", "generated/x",
		"local.properties", "m/", "m/local/", "m/local/target/", "m/local/target/x", "node_modules/",
		"node_modules/own/", "node_modules/own/o", "out/", "out/B.java", "pom.xml", "src/", "src/main/",
		"src/main/java/", "src/main/java/build/", "src/main/java/build/New.java", "src/test/", "src/test/resources/",
		"src/test/resources/.jprof/", "src/test/resources/.jprof/kept", "target/", "target/classes/",
		"target/classes/kept", "target/kept"}
	if got := files(); !slices.Equal(got, want) {
		t.Errorf("in the mirror:\n%q\nwant\n%q", got, want)
	}
	if got := runGit(t, w.Mirror, "status", "--porcelain"); got != runGit(t, root, "status", "--porcelain") {
		t.Errorf("status: %s", got)
	}

	// Without Git only the marks count.
	t.Setenv("PATH", t.TempDir())
	if s := sync(t, w); len(s.notes) > 0 {
		t.Errorf("notes: %q", s.notes)
	}
	want = []string{".gitignore", ".idea/", ".idea/x", "bin/", "bin/not", "bin/tracked", "dist/", "dist/d",
		"generated/", "generated/x", "local.properties", "logs/", "logs/x", "m/", "m/bin/", "m/bin/A.class", "m/local/",
		"m/local/target/", "m/local/target/x", "out/", "out/B.java", "pom.xml", "src/", "src/main/", "src/main/java/",
		"src/main/java/build/", "src/main/java/build/New.java", "src/test/", "src/test/resources/"}
	if got := files(); !slices.Equal(got, want) {
		t.Errorf("without Git:\n%q\nwant\n%q", got, want)
	}
}

// Each repository is asked about its own files, and the one above the project about the project's.
func TestSyncAsksEachRepository(t *testing.T) {
	top := repoTree(t, "p/pom.xml", "p/bin/x", "p/inner/bin/x", "p/inner/logs/x", "p/inner/dist/x", "p/logs/x",
		"p/dist/x")
	put(t, filepath.Join(top, ".gitignore"), "bin/\n")
	put(t, filepath.Join(top, "p", "inner", ".gitignore"), "logs/\n")
	commit(t, filepath.Join(top, "p", "inner"), "inner")
	commit(t, top, "outer")
	w := workspace(t, filepath.Join(top, "p"))
	sync(t, w)
	got := slices.DeleteFunc(list(t, w.Mirror), func(name string) bool {
		return strings.Contains(name, ".git") || strings.HasSuffix(name, "/")
	})
	if want := []string{"dist/x", "inner/bin/x", "inner/dist/x", "logs/x", "pom.xml"}; !slices.Equal(got, want) {
		t.Errorf("in the mirror: %q, want %q", got, want)
	}
}

// In a repository that ignores all but a few files, as for those of a home folder, Git's answer says
// nothing.
func TestSyncInIgnoredFolder(t *testing.T) {
	top := repoTree(t, "p/pom.xml", "p/bin/x")
	put(t, filepath.Join(top, ".gitignore"), "*\n")
	runGit(t, top, "init", "-q")
	runGit(t, top, "add", "-f", ".gitignore")
	w := workspace(t, filepath.Join(top, "p"))
	sync(t, w)
	wantList(t, w.Mirror, "pom.xml", "bin/", "bin/x")
}

// If Git fails, there is a note, and the tree is copied as without Git.
func TestSyncWithBrokenGit(t *testing.T) {
	root := repoTree(t, "a", "bin/x")
	put(t, filepath.Join(root, ".gitignore"), "bin\n")
	commit(t, root, "one")
	put(t, filepath.Join(root, ".git", "index"), "rubbish")
	w := workspace(t, root)
	s := sync(t, w)
	if len(s.notes) != 1 || !strings.HasPrefix(s.notes[0],
		root+": Git does not list its files: git ls-files: .git/index: index file smaller than expected") {
		t.Errorf("notes: %q", s.notes)
	}
	if _, err := os.Stat(filepath.Join(w.Mirror, "bin", "x")); err != nil {
		t.Error(err)
	}
}
