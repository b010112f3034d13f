package runner

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jprof/buildtools"
)

// fromSlash are paths as the system writes them.
func fromSlash(paths ...string) []string {
	for i := range paths {
		paths[i] = filepath.FromSlash(paths[i])
	}
	return paths
}

// TestLook compares snapshots: what is in them, and what differs after changes.
func TestLook(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"pom.xml", "src/A.java", ".jprof/runs/r/run.json", ".git/HEAD", "node_modules/m",
		"cache/work/x", "src/target/T.java"} {
		put(t, filepath.Join(root, name), name)
	}
	look := func() Snapshot {
		s, err := Look(filepath.Join(root, "cache"), buildtools.Project{Root: root}, buildtools.Outputs{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := look()
	names := slices.Sorted(maps.Keys(first.Files))
	if want := fromSlash("pom.xml", "src/A.java", "src/target/T.java"); !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	slices.Sort(first.Folders)
	if want := fromSlash(".", "src", "src/target"); !slices.Equal(first.Folders, want) {
		t.Errorf("folders %q, want %q", first.Folders, want)
	}
	if again := look(); !maps.Equal(first.Files, again.Files) {
		t.Errorf("without a change: %v, %v", first.Files, again.Files)
	}
	path := filepath.Join(root, "src/A.java")
	put(t, path, "src/B.java") // as long as before
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	now := look()
	a := filepath.FromSlash("src/A.java")
	if now.Files[a] == first.Files[a] || now.Files["pom.xml"] != first.Files["pom.xml"] {
		t.Errorf("after a change: %v, %v", first.Files, now.Files)
	}
}

func TestLookAt(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"src/Main.java", "src/Other.java"} {
		put(t, filepath.Join(root, name), name)
	}
	s, err := LookAt(filepath.Join(root, "src/Main.java"), filepath.Join(root, "jprof.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Files) != 1 || s.Files["Main.java"] == "" || !slices.Equal(s.Folders, []string{".", ".."}) {
		t.Errorf("got %+v", s)
	}
	put(t, filepath.Join(root, "jprof.yaml"), "")
	more, err := LookAt(filepath.Join(root, "jprof.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	all, settings := s.With(more), filepath.FromSlash("../jprof.yaml")
	if len(all.Files) != 2 || all.Files[settings] != more.Files["jprof.yaml"] {
		t.Errorf("together %+v", all)
	}
}
