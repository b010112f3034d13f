package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/util/paths"
)

func TestCollectTestReports(t *testing.T) {
	top := t.TempDir()
	start := time.Now().Add(-time.Minute)
	report := func(module, folder, name string, at time.Time) string {
		t.Helper()
		dir := filepath.Join(top, module, "target", folder)
		put(t, filepath.Join(dir, name), name)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	tests := func(id, dir, reports string) buildtools.Tests {
		return buildtools.Tests{Execution: buildtools.Execution{Module: buildtools.Module{ID: id, Dir: dir}},
			Reports: reports}
	}
	now := time.Now()
	report("a", "surefire-reports", "old.xml", start.Add(-time.Hour))
	report("a", "surefire-reports", "sub/deep.txt", now)
	a := report("a", "surefire-reports", "a.xml", now)
	b := report("b", "surefire-reports", "b.xml", now)
	c := report("x/b", "surefire-reports", "c.xml", now)
	it := report("a", "failsafe-reports", "it.xml", now)
	other := report("a", "other/surefire-reports", "other.xml", now)
	old := report("old", "surefire-reports", "o.xml", start.Add(-time.Second))

	dest := filepath.Join(top, "dest")
	n, err := CollectTestReports([]buildtools.Tests{
		tests("g:a", "a", a), tests("g:a", "a", it), tests("g:a", "a", a), tests("g:a", "a", other),
		tests("g:b", "b", b), tests("h:b", "x/b", c), tests("g:old", "old", old),
		tests("g:none", "none", filepath.Join(top, "none")),
	}, start, dest)
	if err != nil || n != 6 {
		t.Errorf("%d files, %v", n, err)
	}
	wantList(t, dest, "a/", "a/surefire-reports/", "a/surefire-reports/a.xml", "a/surefire-reports/sub/",
		"a/surefire-reports/sub/deep.txt", "a/failsafe-reports/", "a/failsafe-reports/it.xml", "a/surefire-reports-2/",
		"a/surefire-reports-2/other.xml", "b/", "b/surefire-reports/", "b/surefire-reports/b.xml", "x-b/",
		"x-b/surefire-reports/", "x-b/surefire-reports/c.xml")

	if n, err := CollectTestReports(nil, start, filepath.Join(top, "nothing")); n != 0 || err != nil ||
		paths.IsDir(filepath.Join(top, "nothing")) {
		t.Errorf("without tests: %d, %v", n, err)
	}
}

// TestLeaveTestReports checks that reports come to where the build would have left them, that those of the build before
// go from a folder that was made for them, and that other files stay.
func TestLeaveTestReports(t *testing.T) {
	top := t.TempDir()
	w := &Workspace{Root: filepath.Join(top, "p"), Mirror: filepath.Join(top, "t")}
	start := time.Now().Add(-time.Minute)
	tests := func(folders ...string) (list []buildtools.Tests) {
		for _, f := range folders {
			list = append(list, buildtools.Tests{Reports: filepath.Join(w.Mirror, f)})
		}
		return list
	}
	put(t, filepath.Join(w.Mirror, "a/target/surefire-reports/TEST-A.xml"), "new")
	put(t, filepath.Join(w.Mirror, "b/target/surefire-reports/TEST-B.xml"), "new")
	put(t, filepath.Join(w.Root, "b/target/surefire-reports/TEST-Own.xml"), "own")
	outside := buildtools.Tests{Reports: filepath.Join(top, "elsewhere")}
	put(t, filepath.Join(outside.Reports, "TEST-C.xml"), "new")
	folders := append(tests("a/target/surefire-reports", "b/target/surefire-reports", "none"), outside)
	if err := w.LeaveTestReports(folders, start); err != nil {
		t.Fatal(err)
	}
	wantList(t, w.Root, "a/", "a/target/", "a/target/surefire-reports/", "a/target/surefire-reports/.gitignore",
		"a/target/surefire-reports/TEST-A.xml", "b/", "b/target/", "b/target/surefire-reports/",
		"b/target/surefire-reports/TEST-B.xml", "b/target/surefire-reports/TEST-Own.xml")

	if err := os.Rename(filepath.Join(w.Mirror, "a/target/surefire-reports/TEST-A.xml"),
		filepath.Join(w.Mirror, "a/target/surefire-reports/TEST-D.xml")); err != nil {
		t.Fatal(err)
	}
	if err := w.LeaveTestReports(folders, start); err != nil {
		t.Fatal(err)
	}
	wantList(t, filepath.Join(w.Root, "a/target/surefire-reports"), ".gitignore", "TEST-D.xml")
}
