package runner

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/jtest"
)

// open makes a tree with files, those that end in a slash being folders, and its workspace.
func open(t *testing.T, files ...string) *Workspace {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, "the prüf tree")
	for _, name := range files {
		put(t, filepath.Join(root, name)+strings.Repeat("/", strings.Count(name[len(name)-1:], "/")), name)
	}
	w, err := OpenWorkspace(filepath.Join(top, "cache"), at(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if strings.HasSuffix(path, "/") {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sync syncs, and checks that the tree is as it was.
// outputs are those of a tool whose build file is called pom.xml.
var outputs = buildtools.Outputs{State: []string{".gradle"}, Folders: []buildtools.OutputFolder{
	{Beside: []string{"pom.xml"}, Holds: []string{"maven-status", "surefire-reports"}},
	{Name: "target", Beside: []string{"pom.xml"}, Holds: []string{"classes"}},
}}

func sync(t *testing.T, w *Workspace) stats {
	t.Helper()
	before := jtest.TreeHash(t, w.Root)
	stats, err := w.sync(outputs)
	if err != nil {
		t.Fatal(err)
	}
	if jtest.TreeHash(t, w.Root) != before {
		t.Error("Sync has changed the tree")
	}
	return stats
}

// list names what is in dir, folders with a slash at the end.
func list(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			rel += "/"
		}
		names = append(names, rel)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func wantList(t *testing.T, dir string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := list(t, dir); !slices.Equal(got, want) {
		t.Errorf("in %s:\n%q\nwant\n%q", dir, got, want)
	}
}

func TestSyncLeavesOut(t *testing.T) {
	w := open(t, "pom.xml", "src/A.java", ".git/HEAD", ".jprof/runs/1/x", "node_modules/m.js", ".gradle/x", "m/.git",
		"target/classes/A.class", "out/maven-status/x", "build/surefire-reports/x", // outputs next to a pom
		"m/pom.xml", "m/target/notes.txt", "m/src/classes/B.java", // not outputs
		"src/test/it/pom.xml", "src/test/it/target/classes/C.class", // a test input
		"n/target/classes/D.class", // no pom next to it
		"empty/", ".mvn/maven.config")
	sync(t, w)
	wantList(t, w.Mirror, "pom.xml", "src/", "src/A.java", "m/", "m/pom.xml", "m/target/", "m/target/notes.txt",
		"m/src/", "m/src/classes/", "m/src/classes/B.java", "src/test/", "src/test/it/", "src/test/it/pom.xml",
		"src/test/it/target/", "src/test/it/target/classes/", "src/test/it/target/classes/C.class", "n/", "n/target/",
		"n/target/classes/", "n/target/classes/D.class", "empty/", ".mvn/", ".mvn/maven.config")
}

func TestSyncIsIncremental(t *testing.T) {
	w := open(t, "a", "b", "d/c", "d/gone", "e/gone", "f/gone", "kind")
	for name, mode := range map[string]fs.FileMode{"a": 0o755, "b": 0o400, "d": 0o555} {
		if err := os.Chmod(filepath.Join(w.Root, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(w.Root, "d"), 0o755) })
	old := time.Date(2001, 2, 3, 4, 5, 6, 789, time.UTC)
	if err := os.Chtimes(filepath.Join(w.Root, "a"), old, old); err != nil {
		t.Fatal(err)
	}
	if s := sync(t, w); s.files != 7 || s.copied != 7 || s.bytes != 1+1+3+6+6+6+4 || s.deleted != 0 {
		t.Errorf("first: %+v", s)
	}
	info, err := os.Stat(filepath.Join(w.Mirror, "a"))
	original, failed := os.Stat(filepath.Join(w.Root, "a"))
	if err != nil || failed != nil || info.Mode() != original.Mode() || !info.ModTime().Equal(original.ModTime()) {
		t.Errorf("a is %v, %v, %v", info, err, failed)
	}
	if s := sync(t, w); s.files != 7 || s.copied != 0 || s.deleted != 0 {
		t.Errorf("second: %+v", s)
	}

	// The user edits, deletes, and makes a folder of a file; the build edits, deletes and adds.
	put(t, filepath.Join(w.Root, "a"), "A")
	if err := os.Chmod(filepath.Join(w.Root, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"d/gone", "e", "f", "kind"} {
		if err := os.RemoveAll(filepath.Join(w.Root, gone)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(w.Root, "kind", "of", "x"), "x")
	put(t, filepath.Join(w.Mirror, "d/c"), "formatted by the build")
	put(t, filepath.Join(w.Mirror, "f/made"), "by the build")
	put(t, filepath.Join(w.Mirror, "target/classes/A.class"), "by the build")
	if err := os.Remove(filepath.Join(w.Mirror, "b")); err != nil {
		t.Fatal(err)
	}
	if s := sync(t, w); s.files != 4 || s.copied != 4 || s.deleted != 3 {
		t.Errorf("third: %+v", s)
	}
	wantList(t, w.Mirror, "a", "b", "d/", "d/c", "f/", "f/made", "kind/", "kind/of/", "kind/of/x", "target/",
		"target/classes/", "target/classes/A.class")
	for name, want := range map[string]string{"a": "A", "d/c": "d/c"} {
		if data, err := os.ReadFile(filepath.Join(w.Mirror, name)); err != nil || string(data) != want {
			t.Errorf("%s holds %q, %v", name, data, err)
		}
	}

	// The copies of the last Sync are not known: nothing may stay that could be gone.
	put(t, w.synced, "rubbish")
	if s := sync(t, w); s.copied != 4 {
		t.Errorf("without a manifest: %+v", s)
	}
	wantList(t, w.Mirror, "a", "b", "d/", "d/c", "kind/", "kind/of/", "kind/of/x")
}

func TestSyncLinks(t *testing.T) {
	w := open(t, "in/file", "pom.xml")
	outside := filepath.Join(filepath.Dir(w.Root), "outside")
	put(t, outside, "outside")
	for name, target := range map[string]string{
		"relative":  "in/file",
		"absolute":  filepath.Join(w.Root, "in", "file"),
		"escaping":  "../outside",
		"out":       outside,
		"dangling":  "nowhere",
		"in/folder": "..",
	} {
		if err := os.Symlink(target, filepath.Join(w.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := jtest.MakePipe(filepath.Join(w.Root, "pipe")); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Fatal(err)
	}
	sync(t, w)
	for name, want := range map[string]string{
		"relative":  "in/file",
		"absolute":  filepath.Join(w.Mirror, "in", "file"),
		"escaping":  outside,
		"out":       outside,
		"dangling":  "nowhere",
		"in/folder": "..",
	} {
		if got, err := os.Readlink(filepath.Join(w.Mirror, name)); err != nil || got != want {
			t.Errorf("%s -> %s, %v, want %s", name, got, err, want)
		}
	}
	wantList(t, w.Mirror, "in/", "in/file", "in/folder", "pom.xml", "relative", "absolute", "escaping", "out",
		"dangling")
	if s := sync(t, w); s.copied != 0 {
		t.Errorf("links were copied again: %+v", s)
	}
}

// A build may put a link to the user's tree where a folder was.
func TestSyncDoesNotFollowLinksOutOfTheMirror(t *testing.T) {
	w := open(t, "d/a", "d/b")
	victim := filepath.Join(filepath.Dir(w.Root), "victim")
	put(t, filepath.Join(victim, "a"), "precious")
	put(t, filepath.Join(victim, "b"), "precious")
	sync(t, w)
	if err := os.RemoveAll(filepath.Join(w.Mirror, "d")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, filepath.Join(w.Mirror, "d")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(w.Root, "d", "b")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(w.Root, "d", "a"), "new")
	sync(t, w)
	wantList(t, w.Mirror, "d/", "d/a")
	wantList(t, victim, "a", "b")
	if data, err := os.ReadFile(filepath.Join(victim, "a")); err != nil || string(data) != "precious" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestDiskFull(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/x", Err: diskFull}
	dir := t.TempDir()
	err := explain(full, dir)
	if !errors.Is(err, diskFull) ||
		!strings.Contains(err.Error(), "the disk mounted at "+mountPoint(dir)+" is full") {
		t.Errorf("%v", err)
	}
	if other := errors.New("other"); explain(other, "/") != other {
		t.Error("another error was changed")
	}

	if os.Getuid() != 0 {
		t.Skip("mounting a small disk needs root")
	}
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", disk).Run() })
	root := t.TempDir()
	put(t, filepath.Join(root, "big"), strings.Repeat("x", 1<<20))
	w, err := OpenWorkspace(disk, at(root))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.sync(outputs); err == nil || !strings.Contains(err.Error(), "the disk mounted at "+disk+" is full") {
		t.Errorf("a full disk: %v", err)
	}
	if err := os.Remove(filepath.Join(root, "big")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.sync(outputs); err != nil { // room was made
		t.Errorf("after that: %v", err)
	}
	wantList(t, w.Mirror)
}

func TestCacheInTheTree(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "a"), "a")
	w, err := OpenWorkspace(filepath.Join(root, "cache"), at(root))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.sync(outputs); err != nil {
		t.Fatal(err)
	}
	wantList(t, w.Mirror, "a")
}

func TestOneAtATime(t *testing.T) {
	w := open(t, "a")
	cache := filepath.Dir(filepath.Dir(w.Dir))
	_, err := OpenWorkspace(cache, at(w.Root))
	if !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "(process ") ||
		!strings.Contains(err.Error(), w.Root) {
		t.Errorf("a second time: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenWorkspace(cache, at(w.Root))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	put(t, filepath.Join(again.Counts, "x"), "x")
	put(t, filepath.Join(again.Events, "d", "x"), "x")
	put(t, filepath.Join(again.Maps, "x"), "x")
	if err := again.Reset(); err != nil {
		t.Fatal(err)
	}
	wantList(t, again.Counts)
	wantList(t, again.Events)
	wantList(t, again.Maps, "x")
	if _, err := OpenWorkspace(cache, at("/")); err == nil {
		t.Error("/ was taken for a project")
	}
}

// at is a project that is all of a folder.
func at(root string) buildtools.Project { return buildtools.Project{Root: root, Home: root} }

// TestWithoutCounters checks that outputs of a build with counters are not in the mirror of a build without, and the
// other way round.
func TestWithoutCounters(t *testing.T) {
	w := open(t, "A.java")
	sync(t, w)
	counted, own := w.Mirror, w.Own
	put(t, filepath.Join(counted, "target/classes/A.class"), "with counters")
	if err := w.WithoutCounters(); err != nil {
		t.Fatal(err)
	}
	sync(t, w)
	if w.Mirror == counted || w.Own == own || filepath.Dir(w.Hook) != w.Own {
		t.Errorf("mirror %s, own %s, hook file %s", w.Mirror, w.Own, w.Hook)
	}
	if _, err := os.Stat(filepath.Join(w.Mirror, "A.java")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(w.Mirror, "target")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("classes with counters came along: %v", err)
	}
	put(t, filepath.Join(w.Mirror, "target/classes/B.class"), "without")
	root, cache := w.Root, w.cache
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenWorkspace(cache, at(root))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	sync(t, again)
	found, err := filepath.Glob(filepath.Join(again.Mirror, "target/classes/*"))
	if err != nil || len(found) != 1 || filepath.Base(found[0]) != "A.class" {
		t.Errorf("the mirror with counters has %q (%v)", found, err)
	}
}
