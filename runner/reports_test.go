package runner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/paths"
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
