package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/report/reporttest"
)

// saved saves a run of a project. It returns the document of one of its sources.
func saved(t *testing.T, s *Server, dir, id string, p *reporttest.Project, err error) *document {
	t.Helper()
	if err == nil {
		err = p.Save(dir, id)
	}
	path := filepath.Join(dir, "app", "src", "main", "java", "org", "example", "Parser.java")
	raw, failed := os.ReadFile(path)
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	of := s.projectOf(filepath.Dir(path))
	of.look()
	d := &document{uri: uriOf(path), path: path, project: of, text: newText(raw), changed: func(*document, bool) {}}
	d.view = &view{lines: make([]line, d.text.lines())}
	d.recount()
	return d
}

func newTestServer() *Server {
	return &Server{units: utf8Units, options: defaultOptions, open: map[string]*document{},
		projects: map[string]*project{}, wake: make(chan struct{}, 1)}
}

// TestNewRunWhileTyping changes a text while the counts of a new run are awaited: its counts are those of the new run.
func TestNewRunWhileTyping(t *testing.T) {
	s, dir := newTestServer(), t.TempDir()
	p, err := reporttest.Tested()
	d := saved(t, s, dir, "a", p, err)
	if _, v := d.settled(t.Context()); v.run() == nil || v.run().ID != "a" {
		t.Fatalf("the counts are those of %v: %s", v.run(), v.note)
	}
	saved(t, s, dir, "b", p, nil)
	d.mu.Lock()
	d.took = longest // so the text changes before it is read
	d.mu.Unlock()
	d.recount()
	end := Position{Line: 1 << 20}
	for range 500 {
		d.edit([]textChange{{Range: &Range{end, end}, Text: "// x"}}, utf8Units)
	}
	if _, v := d.settled(t.Context()); v.run() == nil || v.run().ID != "b" {
		t.Errorf("the counts are those of %v, want run b", v.run())
	}
}

// TestCompareWithNextRun compares with a run, also after a newer one is shown.
func TestCompareWithNextRun(t *testing.T) {
	s, dir := newTestServer(), t.TempDir()
	p, err := reporttest.Tested()
	saved(t, s, dir, "a", p, err)
	for _, id := range []string{"b", "c"} {
		d := saved(t, s, dir, id, p, nil)
		_, v := d.settled(t.Context())
		d.project.mu.Lock()
		if d.project.base == nil {
			list, _ := d.project.store.List()
			d.project.base = list[0]
		}
		d.project.mu.Unlock()
		for _, m := range v.methods {
			if got := s.difference(v, m); got != " (+0 to a)" {
				t.Errorf("run %s: %s: %q", v.run().ID, m.title, got)
			}
		}
		if len(v.methods) == 0 || v.run().ID != id {
			t.Errorf("run %s: %v", id, v.methods)
		}
	}
}

// TestCoverageOfTest asks for the counts of a test in a run that has none by test.
func TestCoverageOfTest(t *testing.T) {
	s, dir := newTestServer(), t.TempDir()
	p, err := reporttest.Sample()
	p.Tests = nil
	if err == nil {
		err = p.Save(dir, "a")
	}
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".java") {
			return err
		}
		all, _ := s.coverageDetails(t.Context(), &coverageParams{URI: uriOf(path)})
		_, err = s.coverageDetails(t.Context(), &coverageParams{URI: uriOf(path), Test: "T#t"})
		if len(all.Statements) > 0 && (err == nil || !strings.Contains(err.Error(), "no counts by test")) {
			t.Errorf("%s: %v", path, err)
		}
		asked += len(all.Statements)
		return nil
	})
	if err != nil || asked == 0 {
		t.Error(err, asked)
	}
}
