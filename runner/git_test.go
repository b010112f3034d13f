package runner

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/util/git"
)

// runGit runs Git in dir, with no settings but those of the repository, and returns what it prints.
func runGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitCommand(t, dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

func gitCommand(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(jtest.NeedsTool(t, "git"), append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(git.Environ(os.Environ()), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=A",
		"GIT_COMMITTER_EMAIL=a@example.org", "GIT_AUTHOR_DATE=2020-01-02T03:04:05Z",
		"GIT_COMMITTER_DATE=2020-01-02T03:04:05Z", "LC_ALL=C")
	return cmd
}

// commit makes dir a repository, if it is none, and commits all of it.
func commit(t *testing.T, dir, message string) {
	t.Helper()
	if !git.At(dir) {
		runGit(t, dir, "init", "-q", "-b", "main")
	}
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", message)
}

// repoTree makes a tree with files in a folder of the test, without a repository.
func repoTree(t *testing.T, files ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, "the prüf tree")
	for _, name := range files {
		put(t, filepath.Join(root, name), name)
	}
	return root
}

// workspace opens that of root, with the cache beside the folder of the test.
func workspace(t *testing.T, root string) *Workspace {
	t.Helper()
	w, err := OpenWorkspace(filepath.Join(t.TempDir(), "cache"), at(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// wantSameGit compares the answers of Git in two folders.
func wantSameGit(t *testing.T, tree, mirror string, commands ...string) {
	t.Helper()
	for _, command := range commands {
		want := runGit(t, tree, strings.Fields(command)...)
		if got := runGit(t, mirror, strings.Fields(command)...); got != want {
			t.Errorf("git %s: %q, want %q", command, got, want)
		}
	}
}

var questions = []string{"describe --tags --always --dirty", "status --porcelain", "log --oneline --decorate --all",
	"rev-parse HEAD", "symbolic-ref -q --short HEAD", "branch -a", "ls-files", "diff --stat", "fsck"}

func TestPrivateGit(t *testing.T) {
	root := repoTree(t, "a", "d/b", ".gitignore")
	commit(t, root, "one")
	runGit(t, root, "tag", "-a", "-m", "one", "v1")
	put(t, filepath.Join(root, "a"), "more")
	commit(t, root, "two")
	runGit(t, root, "config", "core.hooksPath", filepath.Join(root, "hooks"))
	runGit(t, root, "config", "core.worktree", root)
	runGit(t, root, "config", "remote.origin.url", "https://example.org/x.git")
	w := workspace(t, root)
	if s := sync(t, w); len(s.notes) > 0 {
		t.Errorf("notes: %q", s.notes)
	}
	wantSameGit(t, root, w.Mirror, append(questions, "config remote.origin.url", "cat-file -p HEAD:a")...)
	before := jtest.TreeHash(t, root)
	if got := runGit(t, w.Mirror, "describe"); !strings.HasPrefix(got, "v1-1-g") {
		t.Errorf("describe: %s", got)
	}
	if got := runGit(t, w.Mirror, "rev-parse", "--show-toplevel"); got != w.Mirror {
		t.Errorf("the root of the copy is %s, want %s", got, w.Mirror)
	}
	if out, err := gitCommand(t, w.Mirror, "config", "core.hooksPath").Output(); err == nil {
		t.Errorf("hooks come from %s", out)
	}
	// A build may do all that in its own repository.
	put(t, filepath.Join(w.Mirror, "made"), "made")
	runGit(t, w.Mirror, "add", "made")
	runGit(t, w.Mirror, "commit", "-q", "-m", "by the build")
	runGit(t, w.Mirror, "tag", "made")
	runGit(t, w.Mirror, "switch", "-q", "-c", "made/branch")
	put(t, filepath.Join(w.Mirror, ".git", "index.lock"), "")
	if err := os.Remove(filepath.Join(w.Mirror, "made")); err != nil {
		t.Fatal(err)
	}
	if jtest.TreeHash(t, root) != before {
		t.Error("Git in the copy has changed the user's tree")
	}
	sync(t, w)
	wantSameGit(t, root, w.Mirror, questions...)

	// The user goes on: another branch, packed references, a change that is not committed.
	runGit(t, root, "switch", "-q", "-c", "made")
	put(t, filepath.Join(root, "new"), "new")
	commit(t, root, "three")
	runGit(t, root, "pack-refs", "--all", "--prune")
	put(t, filepath.Join(root, "d", "b"), "changed")
	put(t, filepath.Join(root, "untracked"), "untracked")
	sync(t, w)
	wantSameGit(t, root, w.Mirror, questions...)
	if got := runGit(t, w.Mirror, "describe", "--dirty"); !strings.HasSuffix(got, "-dirty") {
		t.Errorf("describe: %s", got)
	}
	runGit(t, root, "checkout", "-q", "--detach", "v1")
	sync(t, w)
	wantSameGit(t, root, w.Mirror, slices.DeleteFunc(slices.Clone(questions), func(q string) bool {
		return strings.HasPrefix(q, "symbolic-ref")
	})...)

	if err := os.RemoveAll(filepath.Join(root, ".git")); err != nil {
		t.Fatal(err)
	}
	sync(t, w)
	if git.At(w.Mirror) {
		t.Error("the user's tree has no repository any more, its copy has")
	}
}

// Nothing is written where nothing has changed, and Git need not look into files.
func TestPrivateGitIsCheap(t *testing.T) {
	root := repoTree(t, "a", "b/c")
	commit(t, root, "one")
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"a", "b/c"} {
		if err := os.Chtimes(filepath.Join(root, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	runGit(t, root, "update-index", "--refresh")
	w := workspace(t, root)
	sync(t, w)
	before := jtest.TreeHash(t, w.Dir)
	sync(t, w)
	if jtest.TreeHash(t, w.Dir) != before {
		t.Error("a second sync has changed files")
	}
	if out := runGit(t, w.Mirror, "diff-files", "--raw"); out != "" { // does not look into files, only at size and time
		t.Errorf("Git has to look into %s", out)
	}
}

func TestPrivateGitOfWorkingTree(t *testing.T) {
	main := repoTree(t, "a")
	commit(t, main, "one")
	runGit(t, main, "tag", "v1")
	runGit(t, main, "config", "extensions.worktreeConfig", "true")
	root := filepath.Join(filepath.Dir(main), "linked")
	runGit(t, main, "worktree", "add", "-q", "-b", "side", root)
	runGit(t, root, "config", "--worktree", "user.name", "Side")
	runGit(t, main, "config", "--worktree", "core.bare", "false")
	runGit(t, root, "update-ref", "refs/worktree/own", "HEAD")
	runGit(t, main, "update-ref", "refs/bisect/bad", "HEAD")
	put(t, filepath.Join(root, "b"), "b")
	runGit(t, root, "add", "b")
	w := workspace(t, root)
	if s := sync(t, w); len(s.notes) > 0 {
		t.Errorf("notes: %q", s.notes)
	}
	wantSameGit(t, root, w.Mirror, append(slices.DeleteFunc(slices.Clone(questions), func(q string) bool {
		return q == "branch -a"
	}),
		"config user.name", "for-each-ref")...)
	before := jtest.TreeHash(t, main)
	runGit(t, w.Mirror, "commit", "-q", "-m", "by the build")
	if jtest.TreeHash(t, main) != before {
		t.Error("Git in the copy has changed the user's repository")
	}
	sync(t, w)
	wantSameGit(t, root, w.Mirror, "rev-parse HEAD", "status --porcelain")
}

func TestPrivateGitOfSubmodules(t *testing.T) {
	lib := repoTree(t, "l")
	commit(t, lib, "lib")
	runGit(t, lib, "tag", "lib1")
	root := repoTree(t, "a")
	commit(t, root, "one")
	runGit(t, root, "submodule", "add", "-q", lib, "in/lib")
	runGit(t, root, "commit", "-q", "-m", "two")
	runGit(t, root, "tag", "v2")
	nested := filepath.Join(root, "in", "other")
	put(t, filepath.Join(nested, "o"), "o")
	commit(t, nested, "other")
	w := workspace(t, root)
	if s := sync(t, w); len(s.notes) > 0 {
		t.Errorf("notes: %q", s.notes)
	}
	for _, dir := range []string{".", "in/lib", "in/other"} {
		tree, mirror := filepath.Join(root, dir), filepath.Join(w.Mirror, dir)
		wantSameGit(t, tree, mirror, questions...)
		if got := runGit(t, mirror, "rev-parse", "--show-toplevel"); got != mirror {
			t.Errorf("the root of the copy is %s, want %s", got, mirror)
		}
	}
	put(t, filepath.Join(root, "in", "lib", "l"), "changed")
	sync(t, w)
	wantSameGit(t, root, w.Mirror, "status --porcelain", "submodule status", "describe --tags --dirty")

	if err := os.RemoveAll(nested); err != nil {
		t.Fatal(err)
	}
	sync(t, w)
	wantList(t, filepath.Join(w.Mirror, "in"),
		slices.DeleteFunc(list(t, filepath.Join(w.Mirror, "in")), func(name string) bool {
			return strings.HasPrefix(name, "other")
		})...)

	// The submodule as a project of its own.
	own := workspace(t, filepath.Join(root, "in", "lib"))
	sync(t, own)
	wantSameGit(t, own.Root, own.Mirror, questions...)
}

func TestPrivateGitOfFolderInRepository(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		t.Run("index version "+version, func(t *testing.T) {
			root := repoTree(t, ".gitignore", "other/file", "some/.gitignore", "some/where/a", "some/where/deep/b",
				"some/where else", "z")
			put(t, filepath.Join(root, ".gitignore"), "*.log\n")
			put(t, filepath.Join(root, "some", ".gitignore"), "*.tmp\n")
			commit(t, root, "one")
			runGit(t, root, "tag", "v1")
			runGit(t, root, "update-index", "--index-version", version)
			w := workspace(t, filepath.Join(root, "some", "where"))
			if s := sync(t, w); len(s.notes) > 0 || s.files != 2 {
				t.Errorf("%+v", s)
			}
			put(t, filepath.Join(w.Mirror, "a.log"), "ignored")
			put(t, filepath.Join(w.Mirror, "deep", "a.tmp"), "ignored")
			wantSameGit(t, w.Root, w.Mirror, append(questions, "rev-parse --show-prefix")...)
			if got := runGit(t, w.Mirror, "describe", "--dirty", "--tags"); got != "v1" {
				t.Errorf("describe: %s", got)
			}
			put(t, filepath.Join(w.Root, "a"), "changed")
			put(t, filepath.Join(w.Root, "new"), "new")
			runGit(t, w.Root, "add", "new")
			sync(t, w)
			wantSameGit(t, w.Root, w.Mirror, "status --porcelain", "diff --stat")
		})
	}
}

func TestPrivateGitOfShallowClone(t *testing.T) {
	origin := repoTree(t, "a")
	for i := range 3 {
		put(t, filepath.Join(origin, "a"), fmt.Sprint(i))
		commit(t, origin, fmt.Sprint(i))
	}
	root := filepath.Join(filepath.Dir(origin), "shallow")
	runGit(t, filepath.Dir(origin), "clone", "-q", "--depth=2", "file://"+origin, root)
	reference := filepath.Join(filepath.Dir(origin), "borrowing")
	runGit(t, filepath.Dir(origin), "clone", "-q", "--shared", origin, reference)
	for _, root := range []string{root, reference} {
		w := workspace(t, root)
		if s := sync(t, w); len(s.notes) > 0 {
			t.Errorf("notes: %q", s.notes)
		}
		wantSameGit(t, root, w.Mirror,
			append(questions, "rev-parse --is-shallow-repository", "rev-list --count HEAD", "rev-parse @{upstream}")...)
	}
}

func TestPrivateGitOfSHA256(t *testing.T) {
	root := repoTree(t, "m/a", "b")
	runGit(t, root, "init", "-q", "-b", "main", "--object-format=sha256")
	commit(t, root, "one")
	for _, dir := range []string{".", "m"} {
		w := workspace(t, filepath.Join(root, dir))
		sync(t, w)
		wantSameGit(t, w.Root, w.Mirror, questions...)
	}
}

// Repositories that jprof cannot read are not copied, with a note; the rest is copied.
func TestUnknownRepositories(t *testing.T) {
	root := repoTree(t, "a", "gone/.git", "fake/.git/HEAD", "fake/f")
	put(t, filepath.Join(root, "gone", ".git"), "gitdir: ../nowhere\n")
	put(t, filepath.Join(root, ".git", "HEAD"), "ref: refs/heads/.invalid\n")
	put(t, filepath.Join(root, ".git", "config"),
		"[core]\nrepositoryformatversion = 1\n[extensions]\nrefStorage = reftable\n")
	put(t, filepath.Join(root, ".git", "refs", "heads"), "this repository uses the reftable format\n")
	put(t, filepath.Join(root, ".git", "reftable", "tables.list"), "0x01.ref\n")
	put(t, filepath.Join(root, ".git", "reftable", "0x01.ref"), "REFT")
	put(t, filepath.Join(root, ".git", "objects", "pack")+"/", "")
	w := workspace(t, root)
	s := sync(t, w)
	for _, dir := range []string{"gone", "fake"} {
		if !slices.ContainsFunc(s.notes, func(note string) bool {
			return strings.HasPrefix(note,
				filepath.Join(root, dir, ".git")+": the copy has no Git repository there: not a Git repository")
		}) {
			t.Errorf("no note on %s: %q", dir, s.notes)
		}
	}
	wantList(t, filepath.Join(w.Mirror, ".git"), "HEAD", "config", "hooks/", "info/", "objects/", "objects/info/",
		"objects/info/alternates", "objects/pack/", "refs/", "refs/heads", "refs/tags/", "reftable/",
		"reftable/0x01.ref", "reftable/tables.list")
	wantList(t, filepath.Join(w.Mirror, "fake"), "f")
	wantList(t, filepath.Join(w.Mirror, "gone"))
}

func TestEnviron(t *testing.T) {
	w := open(t, "a")
	got := w.Environ([]string{"A=1", "GIT_DIR=/x", "GIT_INDEX_FILE=/x/index", "GIT_BRANCH=main",
		"GIT_CEILING_DIRECTORIES=/c"})
	want := []string{"A=1", "GIT_BRANCH=main", "GIT_CEILING_DIRECTORIES=/c",
		"GIT_CEILING_DIRECTORIES=" + w.Dir + string(filepath.ListSeparator) + "/c"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// A repository around the cache is not that of the project.
	runGit(t, filepath.Dir(w.Root), "init", "-q")
	sync(t, w)
	cmd := gitCommand(t, w.Mirror, "rev-parse", "--git-dir")
	cmd.Env = w.Environ(cmd.Env)
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("Git has found %s", out)
	}
}

// If the caller fills folders of the mirror, Git does not report them as changed.
func TestPrivateGitWithoutSources(t *testing.T) {
	root := repoTree(t, "m/src/A", "m/src/b/B", "m/srcs", "x")
	commit(t, root, "one")
	for _, dir := range []string{".", "m"} {
		w := workspace(t, filepath.Join(root, dir))
		rel, err := filepath.Rel(w.Root, filepath.Join(root, "m", "src"))
		if err != nil {
			t.Fatal(err)
		}
		w.WithoutSources([]string{filepath.ToSlash(rel)})
		sync(t, w)
		put(t, filepath.Join(w.Mirror, rel, "A"), "with counters")
		if got := runGit(t, w.Mirror, "status", "--porcelain"); got != "" {
			t.Errorf("status: %q", got)
		}
		put(t, filepath.Join(w.Mirror, rel, "..", "srcs"), "changed")
		if got := runGit(t, w.Mirror, "status", "--porcelain"); got != " M m/srcs" {
			t.Errorf("status: %q", got)
		}
	}
}
