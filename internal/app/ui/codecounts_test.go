package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
)

// TestCodeCounts asks for the counts of sources: of a project without a run, with runs of which the newest has no
// counts, of a source that was saved meanwhile, and of a folder below that with the runs.
func TestCodeCounts(t *testing.T) {
	s := start(t, withJobs(t, `
for last; do :; done
echo "$*" >>"$0.log"
printf 'TN:x\nSF:core/A.java\nDA:2,7\nDA:4,0\nLF:2\nLH:1\nend_of_record\n' >"$last"
printf 'SF:../other/B.java\nLF:9\nLH:9\nend_of_record\nSF:core/I.java\nLF:0\nLH:0\nend_of_record\n' >>"$last"`))
	dir := t.TempDir()
	files(t, dir, map[string]string{"core/A.java": "1\n2\n3\n4\n5\n", "core/I.java": "", "core/pom.xml": ""})
	if err := os.Chtimes(filepath.Join(dir, "core/A.java"), time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	project := s.openProject(dir)
	calls := func(want int) {
		t.Helper()
		text, _ := os.ReadFile(s.Executable + ".log") // not there yet
		if got := strings.Count(string(text), "\n"); got != want {
			t.Errorf("%d commands, want %d:\n%s", got, want, text)
		}
	}
	var all CodeCounts
	var of SourceCounts
	s.get(project+"/counts", &all)
	s.get(project+"/counts/source?path=core/A.java", &of)
	if all.Run != "" || len(all.Files) > 0 || of.Counts != nil {
		t.Errorf("without a run: %+v, %+v", all, of)
	}
	save := func(id, label string, began time.Time, jvms int) {
		r := runs.Run{ID: id, Command: []string{"mvn"}, Label: label, Started: began, Ended: began, JVMs: jvms}
		if err := (runs.Store{Project: dir}).Save(&r, func(string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now().Add(-time.Hour).UTC()
	save(runA, "x", began, 1)
	save(runB, "", began.Add(time.Minute), 0)
	for range 2 {
		s.get(project+"/counts", &all)
		got := fmt.Sprintf("%s %s %t %v", all.Run, all.Label, all.Started.Equal(began), all.Files)
		if got != runA+" x true [{core/A.java 1 2}]" {
			t.Errorf("got %s", got)
		}
	}
	s.get(project+"/counts/source?path=core/A.java", &of)
	if len(of.Counts) != 4 || of.Counts[0] != nil || *of.Counts[1] != 7 || of.Counts[2] != nil || *of.Counts[3] != 0 ||
		of.Stale {
		t.Errorf("got %+v", of)
	}
	calls(1)
	core := s.openProject(filepath.Join(dir, "core"))
	s.get(core+"/counts", &all)
	if len(all.Files) != 1 || all.Files[0].Path != "A.java" {
		t.Errorf("below: %+v", all)
	}
	save(runC, "", began.Add(2*time.Minute), 1)
	s.get(project+"/counts", &all)
	if calls(3); all.Run != runC {
		t.Errorf("got %s", all.Run)
	}
	files(t, dir, map[string]string{"core/A.java": "1\n"})
	of = SourceCounts{}
	if s.get(project+"/counts/source?path=core/A.java", &of); of.Counts != nil || !of.Stale {
		t.Errorf("saved meanwhile: %+v", of)
	}
	s.fails("GET", project+"/counts/source?path=core/None.java", nil, 404, "None.java")
	s.fails("GET", project+"/counts/source?path=../x", nil, 403, "not a path")
}
