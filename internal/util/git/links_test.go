package git

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// link makes symbolic links, by their paths in the project, in the place of what is there.
func link(t *testing.T, project string, links map[string]string) {
	t.Helper()
	for name, to := range links {
		path := filepath.Join(project, name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(to), path); err != nil {
			t.Skip(err)
		}
	}
}

// wantFollowed checks the lines of all sources that have changed since a commit, with links.
func wantFollowed(t *testing.T, project, rev string, sources []string, want Changes) {
	t.Helper()
	base, err := Base(project, rev)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := Since(project, rev)
	if err != nil {
		t.Fatal(err)
	}
	if err := changes.Follow(project, base, sources); err != nil || !reflect.DeepEqual(changes, want) {
		t.Errorf("changed since %s: %v, %v, want %v", rev, changes, err, want)
	}
}

// A source that is a link has changed where its text has.
func TestFollow(t *testing.T) {
	project, git := repository(t)
	commit := func(message string) {
		t.Helper()
		git("add", "-A", "..")
		git("commit", "-q", "-m", message)
	}
	put(t, project, map[string]string{"src/B.java": "1\n2\n3\n"})
	commit("second")
	sources := []string{"src/A.java", "src/B.java"}

	// The text moves to where Git sees no source, and changes; the other one does not change.
	put(t, project, map[string]string{"../lib/A.txt": "1\n2\nnew\n4\n", "../lib/B.txt": "1\n2\n3\n"})
	link(t, project, map[string]string{"src/A.java": "../../lib/A.txt", "src/B.java": "../../lib/B.txt"})
	want := Changes{"src/A.java": {{3, 3}}}
	wantFollowed(t, project, "HEAD", sources, want)
	commit("links")
	wantFollowed(t, project, "HEAD~1", sources, want)
	wantFollowed(t, project, "HEAD", sources, Changes{})

	// Later, the text alone changes; also where no run has the sources.
	put(t, project, map[string]string{"../lib/A.txt": "1\n2\nnew\nnewer\n"})
	wantFollowed(t, project, "HEAD", sources, Changes{"src/A.java": {{4, 4}}})
	wantFollowed(t, project, "HEAD", nil, Changes{"src/A.java": {{4, 4}}})
	commit("text")
	wantFollowed(t, project, "HEAD~2", sources, Changes{"src/A.java": {{3, 4}}})

	// A link on the way leads elsewhere.
	link(t, project, map[string]string{"../lib/B.txt": "A.txt"})
	wantFollowed(t, project, "HEAD", sources, Changes{"src/B.java": {{3, 4}}})
	commit("link on the way")
	wantFollowed(t, project, "HEAD", sources, Changes{})

	// Another name of a source is not one that a run lacks.
	put(t, project, map[string]string{"src/Real.java": "1\n"})
	link(t, project, map[string]string{"src/Other.java": "Real.java"})
	commit("another name")
	put(t, project, map[string]string{"src/Real.java": "1\n2\n"})
	wantFollowed(t, project, "HEAD", append(sources, "src/Real.java"), Changes{"src/Real.java": {{2, 2}}})
	wantFollowed(t, project, "HEAD", append(sources, "src/Other.java"),
		Changes{"src/Real.java": {{2, 2}}, "src/Other.java": {{2, 2}}})
}

// Nothing is known of files outside the repository. What Git ignores has not changed.
func TestFollowFolders(t *testing.T) {
	project, git := repository(t)
	outside := t.TempDir()
	put(t, outside, map[string]string{"O.java": "1\n", "generated/G.java": "1\n"})
	put(t, project, map[string]string{"../lib/p/P.java": "1\n2\n", ".gitignore": "/target\n"})
	link(t, project, map[string]string{"src/O.java": filepath.Join(outside, "O.java"), "src/p": "../../lib/p",
		"target": outside, "src/Gone.java": "nowhere"})
	git("add", "-A", "..")
	git("commit", "-q", "-m", "second")
	sources := []string{"src/O.java", "src/p/P.java", "target/generated/G.java"}
	want := Changes{"src/O.java": all, "src/Gone.java": all}
	wantFollowed(t, project, "HEAD", append(sources, "src/Gone.java"), want)
	delete(want, "src/Gone.java")
	put(t, project, map[string]string{"../lib/p/P.java": "1\nnew\n"})
	want["src/p/P.java"] = []Lines{{2, 2}}
	wantFollowed(t, project, "HEAD", sources, want)
	if got, err := Ignored(project, sources); err != nil || !slices.Equal(got, []string{"target/generated/G.java"}) {
		t.Errorf("ignored: %q, %v", got, err)
	}
}

// Sources that Git ignores are those of no repository that the project's own leads to.
func TestIgnored(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{".gitignore": "/gen\n/vendor\n", "gen/G.java": "", "gen/Forced.java": "",
		"src/New.java": "", "ä/.gitignore": "L.java\n", "ä/L.java": "", "src/Excluded.java": "",
		"../.git/info/exclude": "Excluded.java\n"})
	for _, dir := range []string{"vendor", "nested", "module"} {
		put(t, project, map[string]string{dir + "/N.java": "", dir + "/.gitignore": "out\n", dir + "/out/O.java": ""})
		git("init", "-q", dir)
		git("-C", dir, "add", ".")
		git("-C", dir, "commit", "-q", "-m", dir)
	}
	git("add", "--force", "gen/Forced.java", "module")
	want := []string{"src/Excluded.java", "gen/G.java", "ä/L.java", "vendor/N.java", "nested/out/O.java",
		"module/out/O.java"}
	got, err := Ignored(project, append([]string{"src/A.java", "src/New.java", "gen/Forced.java", "gen/Gone.java",
		"nested/N.java", "module/N.java", filepath.ToSlash(t.TempDir())}, want...))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("ignored: %q, %v, want %q", got, err, want)
	}
}

// Links in submodules are compared with the commit of the submodule.
func TestFollowSubmodules(t *testing.T) {
	project, git := repository(t)
	put(t, project, map[string]string{"lib/L.txt": "1\n2\n", "lib/R.java": "1\n"})
	link(t, project, map[string]string{"lib/L.java": "L.txt", "src/R.java": "../lib/R.java"})
	git("init", "-q", "lib")
	git("-C", "lib", "add", ".")
	git("-C", "lib", "commit", "-q", "-m", "lib")
	git("add", ".")
	git("commit", "-q", "-m", "second")
	sources := []string{"lib/L.java"}
	wantFollowed(t, project, "HEAD", sources, Changes{})
	put(t, project, map[string]string{"lib/L.txt": "1\nnew\n"})
	wantFollowed(t, project, "HEAD", sources, Changes{"lib/L.java": {{2, 2}}})
	git("-C", "lib", "commit", "-q", "-a", "-m", "second")
	wantFollowed(t, project, "HEAD", append(sources, "src/R.java"),
		Changes{"lib/L.java": {{2, 2}}, "src/R.java": all}) // of another repository than the link
}
