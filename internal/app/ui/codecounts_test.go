package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/report/reporttest"
)

// codeProject returns a project of two modules, with counts: core/A.java and core/I.java, which has no code, and
// other/B.java.
func codeProject(t *testing.T) *reporttest.Project {
	t.Helper()
	p := &reporttest.Project{}
	body := func(class, more string) string {
		return "‹t class " + class + "|class " + class + " {\n‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x(\n1);›\n" +
			more + "}››}›"
	}
	if err := p.Add(
		reporttest.File{Module: "core", Path: "core/A.java", Counters: []uint64{7, 0},
			Text: body("A", "if (‹c condition 1 0-1|y›) ‹b then 1|{\n‹r 1|·z();› }›")},
		reporttest.File{Module: "core", Path: "core/I.java", Text: "‹t interface I|interface I {}›"},
		reporttest.File{Module: "other", Path: "other/B.java", Counters: []uint64{1}, Text: body("B", "")},
	); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCodeCounts asks for the counts of sources: of a project without a run, with runs of which the newest has no
// counts, of a source that was saved meanwhile, and of a folder below that with the runs. It starts no program.
func TestCodeCounts(t *testing.T) {
	s := start(t, withJobs(t, "exit 1"))
	dir := t.TempDir()
	files(t, dir, map[string]string{"core/A.java": "", "core/pom.xml": ""})
	project := s.openProject(dir)
	var all CodeCounts
	var of SourceCounts
	s.get(project+"/counts", &all)
	s.get(project+"/counts/source?path=core/A.java", &of)
	if all.Run != "" || all.Files == nil || len(all.Files) > 0 || of.Counts != nil {
		t.Errorf("without a run: %+v, %+v", all, of)
	}
	save := func(id string) {
		t.Helper()
		if err := codeProject(t).Save(dir, id); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, "core/A.java"), time.Time{}, time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
	}
	save(runA)
	store := runs.Store{Project: dir}
	if err := store.Save(&runs.Run{ID: runB, Command: []string{"mvn"}}, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := store.SetLabel(runA, "x"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.get(project+"/counts", &all)
		if got := fmt.Sprint(all.Run, " ", all.Label, " ", all.Started.Year(), " ", all.Files); got !=
			runA+" x 2026 [{core/A.java 1 2} {other/B.java 1 1}]" {
			t.Errorf("got %s", got)
		}
	}
	s.get(project+"/counts/source?path=core/A.java", &of)
	var shown []string // as beside the lines of the report, also where a statement goes on
	for _, n := range of.Counts {
		if n == nil {
			shown = append(shown, "-")
		} else {
			shown = append(shown, strconv.FormatUint(*n, 10))
		}
	}
	if got := strings.Join(shown, " "); got != "- 7 7 0 0" || of.Stale {
		t.Errorf("got %s, %v", got, of.Stale)
	}
	core := s.openProject(filepath.Join(dir, "core"))
	s.get(core+"/counts", &all)
	if len(all.Files) != 1 || all.Files[0].Path != "A.java" {
		t.Errorf("below: %+v", all)
	}
	save(runC)
	if s.get(project+"/counts", &all); all.Run != runC {
		t.Errorf("got %s", all.Run)
	}
	files(t, dir, map[string]string{"core/A.java": "1\n"})
	of = SourceCounts{}
	if s.get(project+"/counts/source?path=core/A.java", &of); of.Counts != nil || !of.Stale {
		t.Errorf("saved meanwhile: %+v", of)
	}
	of = SourceCounts{}
	if s.get(project+"/counts/source?path=core/I.java", &of); of.Counts != nil || of.Stale {
		t.Errorf("without code: %+v", of)
	}
	s.fails("GET", project+"/counts/source?path=core/None.java", nil, 404, "None.java")
	s.fails("GET", project+"/counts/source?path=../x", nil, 403, "not a path")

	var trend Trend
	s.get(project+"/trend?methods=A::f(&methods=f&methods=none", &trend)
	a, b := trend.Runs[0], trend.Runs[1]
	if len(trend.Runs) != 2 || trend.More || a.ID != runA || a.Executions == nil || b.Executions == nil {
		t.Fatalf("%+v", trend)
	}
	if *a.Executions != 8 || *a.Costs[0] != 7 || *a.Costs[1] != 8 || *a.Costs[2] != 0 {
		t.Errorf("%d, %d %d %d", *a.Executions, *a.Costs[0], *a.Costs[1], *a.Costs[2])
	}
	wantPrivate(t, s)
}
