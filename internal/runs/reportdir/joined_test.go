package reportdir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/report/reporttest"
)

func TestOtherSources(t *testing.T) {
	dir := t.TempDir()
	store := runs.Store{Project: dir}
	model := reporttest.Model(t, reporttest.File{Path: "src/A.java", Text: "‹t class A|class A {}›"})
	model.Run.Commit = "1111111"
	path := filepath.Join(dir, "src", "A.java")
	text, err := model.ReadSource("src/A.java", model.Files[0].Hash)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	write := func(text string, changed time.Time) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	check := func(what string, r runs.Run, want string) {
		t.Helper()
		r.Sources, r.Started = ".", now
		got := otherSources(&runs.Opened{Run: r, Store: store}, model)
		if got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("nothing is here", runs.Run{}, "the sources are not here")
	other := &runs.Commit{ID: "2222222222"}
	check("another commit", runs.Run{Commit: other}, "of the commit 222222222")
	check("the same commit", runs.Run{Commit: &runs.Commit{ID: "1111111"}}, "")
	check("changed files", runs.Run{Commit: &runs.Commit{ID: "1111111", Dirty: []string{"src/A.java"}}},
		"the sources are not here")
	write(string(text), now.Add(-time.Hour))
	check("the same source", runs.Run{Commit: other}, "")
	write(string(text), now.Add(time.Hour))
	check("written later", runs.Run{Commit: other},
		"src/A.java was modified after the contexts were recorded, by its time (cp -a")
	write("class B {}", now.Add(-time.Hour))
	check("other text", runs.Run{Commit: other}, "src/A.java has changed since it was counted")
}
