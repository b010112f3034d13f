package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"

	"jprof/internal/runs"
	"jprof/internal/runs/remote"
	"jprof/report/reporttest"
)

// saved saves a run of a project. It returns the document of one of its sources.
func saved(t *testing.T, s *Server, dir, id string, p *reporttest.Project, err error) *document {
	t.Helper()
	if err == nil {
		err = p.Save(dir, id)
	}
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, s, dir)
}

// opened opens a source.
func opened(t *testing.T, s *Server, dir string) *document {
	t.Helper()
	path := filepath.Join(dir, "app", "src", "main", "java", "org", "example", "Parser.java")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
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
		if d.project.base.run == nil {
			list, _ := d.project.store.List()
			d.project.base.run = list[0]
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

// TestCompareWithStore compares with a run of a store, also after the project has another run.
func TestCompareWithStore(t *testing.T) {
	s, dir := newTestServer(), t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	s.env.Now = time.Now
	p, err := reporttest.Tested()
	d := saved(t, s, dir, "a", p, err)
	s.folders = []string{dir}
	list, _ := d.project.store.List()
	url := "file://" + filepath.ToSlash(t.TempDir())
	store, _, err := remote.Open(t.Context(), s.env, url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Push(t.Context(), list[0], false); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	compare := func(run string) {
		t.Helper()
		workspace := uriOf(dir)
		if _, err := s.compareWith(t.Context(), fmt.Appendf(nil, `{"workspace": %q, "run": %q}`, workspace,
			run)); err != nil {
			t.Fatal(err)
		}
	}
	compare(url + "#a")
	if err := os.RemoveAll(list[0].Dir); err != nil {
		t.Fatal(err)
	}
	d = saved(t, s, dir, "b", p, nil)
	_, v := d.settled(t.Context())
	for _, m := range v.methods {
		if got := s.difference(v, m); got != " (+0 to a)" {
			t.Errorf("%s: %q", m.title, got)
		}
	}
	if len(v.methods) == 0 || v.run().ID != "b" {
		t.Errorf("run %s: %v", v.run().ID, v.methods)
	}
	compare("")
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestFirstRunElsewhere opens a source before the first run, which is made in a folder above or below that of the
// workspace.
func TestFirstRunElsewhere(t *testing.T) {
	for _, folder := range []string{".", "project", "project/app"} {
		s, dir := newTestServer(), t.TempDir()
		s.folders = []string{filepath.Join(dir, folder)}
		p, err := reporttest.Tested()
		in := filepath.Join(dir, "project")
		saved(t, s, in, "a", p, err)
		if err := os.RemoveAll(filepath.Join(in, ".jprof")); err != nil {
			t.Fatal(err)
		}
		d := opened(t, s, in)
		if _, v := d.settled(t.Context()); v.note != errNoRun.Error() {
			t.Errorf("%s: before the first run: %q", folder, v.note)
		}
		if err := p.Save(in, "b"); err != nil {
			t.Fatal(err)
		}
		d.in().look()
		if s.place(d) != (folder != "project") {
			t.Errorf("%s: the project is %s", folder, d.in().store.Project)
		}
		d.in().look()
		d.recount()
		if _, v := d.settled(t.Context()); v.run() == nil || v.run().ID != "b" {
			t.Errorf("%s: the counts are those of %v: %s", folder, v.run(), v.note)
		}
	}
}

// TestBuilds repeats runs, in the folders where they were started.
func TestBuilds(t *testing.T) {
	s, p := newTestServer(), &project{store: runs.Store{Project: filepath.FromSlash("/p")}}
	s.options.Client = "test"
	byTest := &runs.ByTest{Tests: 1}
	for _, x := range []struct {
		run  runs.Run
		want string
	}{
		{runs.Run{Command: []string{"mvn", "test"}, Dir: "."}, "/p mvn test -Dx"},
		{runs.Run{Command: []string{"mvn", "test"}, Dir: "core", ByTest: byTest}, "/p/core mvn --by-test test -Dx"},
		{runs.Run{Command: []string{"Main.java", "1"}, Dir: "."}, "/p run Main.java 1"},
		{runs.Run{ByTest: byTest, Parts: []runs.Run{{Command: []string{"gradle", "test"}, Dir: ".", ByTest: byTest}}},
			"/p gradle --by-test test -Dx"},
		{runs.Run{ID: "x"}, "run x has no command"},
	} {
		got, err := s.build(p, x.run.Leaves()[0], []string{"-Dx"})
		text := fmt.Sprint(err)
		if b, ok := got.(*builds); ok {
			text = filepath.ToSlash(b.Dir) + " " + strings.Join(b.Command[1:], " ")
		}
		if text != x.want {
			t.Errorf("%q, want %q", text, x.want)
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
	asked, outcomes := 0, 0
	err = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".java") {
			return err
		}
		all, _ := s.coverageDetails(t.Context(), &coverageParams{URI: uriOf(path)})
		_, err = s.coverageDetails(t.Context(), &coverageParams{URI: uriOf(path), Test: "T#t"})
		for _, x := range all.Statements {
			outcomes += len(x.Branches)
		}
		if len(all.Statements) > 0 && (err == nil || !strings.Contains(err.Error(), "no counts by test")) {
			t.Errorf("%s: %v", path, err)
		}
		asked += len(all.Statements)
		return nil
	})
	if err != nil || asked == 0 || outcomes == 0 {
		t.Error(err, asked, outcomes)
	}
	_, err = s.coverageDetails(t.Context(), &coverageParams{URI: uriOf(filepath.Join(dir, "pom.xml"))})
	if err == nil {
		t.Error("a file that is not Java has coverage")
	}
}

// TestFaults checks that a fault is an answer, and does not end the server.
func TestFaults(t *testing.T) {
	s := &Server{ready: true}
	fault := func(context.Context, *jrpc2.Request) (any, error) { panic("no such line") }
	do := assigner{s, handler.Map{"fault": fault}}.Assign(t.Context(), "fault")
	_, err := do(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "a fault in jprof, please report it (fault): no such line\n") {
		t.Errorf("the answer is %v", err)
	}
}
