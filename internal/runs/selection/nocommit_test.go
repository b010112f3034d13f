package selection_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/runs"
	"jprof/internal/runs/selection"
	"jprof/internal/util/git"
	"jprof/report/tests/affected"
)

// TestNoCommit checks that all tests run, and why, where a shallow clone lacks the commit of the run. That is no change
// of a file, whether others are known or not.
func TestNoCommit(t *testing.T) {
	p := newProject(t, true)
	commit := git.Short(p.commit(true).ID)
	p.write("README.md", "read me")
	p.git("add", "README.md")
	p.git("commit", "-qm", "second")
	clone := &project{t: t, dir: t.TempDir()}
	clone.git("clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(p.dir), ".")
	f := &runs.Finder{Store: runs.Store{Project: clone.dir}, Dir: clone.dir}
	for _, changed := range []int{0, 1} {
		if changed > 0 {
			clone.write("src/test/java/p/B.java", "package p;\nclass B {}\n")
			clone.write(testPath, strings.Replace(testText, "new A().f()", "new A().g()", 1))
		}
		found, err := selection.Find(f, runs.Store{Project: p.dir}.RunDir("r1"), "", clone.around())
		if err != nil {
			t.Fatal(err)
		}
		want := affected.Reason{Rule: affected.NoCommit,
			How: "this clone lacks the commit " + commit + " of the run: " + git.FetchHistory}
		if !slices.Contains(found.All, want) || len(found.Facts) != changed || found.ForMaven() != "*" {
			t.Errorf("%d changes: all because of %v; changes %v", changed, found.All, found.Facts)
		}
	}
}
