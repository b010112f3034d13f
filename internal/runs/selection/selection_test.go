package selection_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/instrument/syntax"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/runs/selection"
	"jprof/internal/util/git"
	"jprof/runner"
)

const (
	mainPath = "src/main/java/p/A.java"
	testPath = "src/test/java/p/ATest.java"
	mainText = "package p;\nclass A {\n  int f() { return 1; }\n  int g() { return 2; }\n}\n"
	testText = "package p;\nclass ATest {\n  @Test void f() { new A().f(); }\n  @Test void g() { new A().g(); }\n}\n"
)

// project is a project with a run by test: each test has executed itself and the method of its name.
type project struct {
	t   testing.TB
	dir string

	jdk  string
	vars []string
	call buildtools.Call

	ignore []string // see selection.Around
}

func newProject(t testing.TB, withGit bool) *project {
	t.Helper()
	repository := ""
	if withGit {
		repository = "."
	}
	return newProjectIn(t, t.TempDir(), repository)
}

// newProjectIn makes a project in the folder dir. The path of its repository is relative to dir, "" for none.
func newProjectIn(t testing.TB, dir, repository string) *project {
	t.Helper()
	p := &project{t: t, dir: dir}
	mirror := &project{t: t, dir: t.TempDir()} // it has old sources, for projects without Git
	mirror.write(mainPath, mainText)
	mirror.write(testPath, testText)
	p.write(mainPath, mainText)
	p.write(testPath, testText)
	p.write("pom.xml", "<project/>")
	run := runs.Run{ID: "r1", Started: time.Now().Add(time.Hour), Ended: time.Now().Add(time.Hour), Sources: ".",
		Mirror: mirror.dir, Title: "t", JVMs: 1, Command: []string{"mvn", "verify"}}
	if repository != "" {
		p.git("init", "-q", repository)
		p.git("add", ".")
		p.git("commit", "-qm", "first")
		run.Commit = p.commit(true)
	}
	p.save(run)
	return p
}

func (p *project) save(run runs.Run) {
	p.t.Helper()
	parser := syntax.NewParser()
	defer parser.Close()
	var maps []*probe.Set
	store := runs.Store{Project: p.dir}
	err := store.Save(&run, func(dir string) error {
		if err := os.Mkdir(filepath.Join(dir, "maps"), 0o777); err != nil {
			return err
		}
		for name, path := range map[string]string{"main": mainPath, "test": testPath} {
			text, err := os.ReadFile(filepath.Join(p.dir, path))
			if err != nil {
				return err
			}
			s, err := instrument.File(parser, text, instrument.Origin{Name: filepath.Base(path)},
				func(string) instrument.Helper { return instrument.Helper{Class: "H", Method: "h"} })
			if err != nil {
				return err
			}
			s.Probes.Path, s.Probes.Encoding = path, "UTF-8"
			pkg := &probe.Package{Name: "p", Helper: "H", Files: []*probe.File{s.Probes}}
			file := filepath.Join(dir, "maps", name+".map")
			out, err := os.Create(file)
			if err != nil {
				return err
			}
			w, err := probe.NewWriter(out, "jprof", "", name)
			if err == nil {
				err = errors.Join(w.Add(pkg), w.Close(), out.Close())
			}
			if err != nil {
				return err
			}
			set, err := probe.ReadFile(file)
			if err != nil {
				return err
			}
			maps = append(maps, set)
			run.Sets = append(run.Sets, runs.Set{Name: name, Map: name + ".map", Files: 1, Measured: 1})
		}
		b := testcounts.NewBuilder(maps)
		for _, set := range maps {
			for _, m := range set.Packages[0].Files[0].Methods {
				owner := b.Owner(testcounts.Test{Class: "p.ATest", Method: m.Name, Attempt: 1})
				if err := b.Add(owner, testcounts.Section{ID: set.Packages[0].ID,
					Index: []uint32{m.Count[0].Counter}, Count: []uint64{1}}); err != nil {
					return err
				}
			}
		}
		c := b.Counts()
		run.ByTest = runs.DescribeTests(c)
		around := p.around()
		run.Given = &around.Given
		var err error
		if run.Files, err = selection.Untold(p.dir, &run, maps, around.Files); err != nil {
			return err
		}
		file, err := os.Create(filepath.Join(dir, "counts"))
		if err != nil {
			return err
		}
		return errors.Join(counts.Write(file, &counts.File{Merged: true, JVMs: 1, Start: time.Now()}), file.Close(),
			selection.KeepSources(store, run, maps, dir), c.WriteFile(filepath.Join(dir, runs.TestsFile)))
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) write(path, text string) {
	p.t.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(path))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) git(args ...string) {
	p.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

// around returns the surroundings of the sources of the project.
func (p *project) around() selection.Around {
	p.t.Helper()
	found, err := runner.Look(p.t.TempDir(), buildtools.Project{Root: p.dir, Home: p.dir}, buildtools.Outputs{})
	if err != nil {
		p.t.Fatal(err)
	}
	a, err := selection.NewAround(p.dir, slices.Collect(maps.Keys(found.Files)), p.jdk, p.vars, &p.call)
	if err != nil {
		p.t.Fatal(err)
	}
	a.Ignore = p.ignore
	return a
}

// selects is the expression for Maven of the tests that are selected.
func (p *project) selects(since string) string {
	p.t.Helper()
	return p.find(since).ForMaven()
}

// find returns what the newest run selects.
func (p *project) find(since string) *selection.Found {
	p.t.Helper()
	f := &runs.Finder{Store: runs.Store{Project: p.dir}, Dir: p.dir}
	found, err := selection.Find(f, "", since, p.around())
	if err != nil {
		p.t.Fatal(err)
	}
	if found.Of == 0 {
		p.t.Errorf("since %q: the run has no tests", since)
	}
	return found
}

// TestFind checks what is compared: the run, a revision and the working tree, with Git and without.
func TestFind(t *testing.T) {
	for _, withGit := range []bool{true, false} {
		p := newProject(t, withGit)
		since := []string{""}
		if withGit {
			since = append(since, "HEAD")
		}
		for _, rev := range since {
			check := func(what, want string) {
				t.Helper()
				if got := p.selects(rev); got != want {
					t.Errorf("git %v, since %q: %s: %q, want %q", withGit, rev, what, got, want)
				}
			}
			check("no change", "")
			p.write(mainPath, strings.Replace(mainText, "return 1", "return 3", 1))
			check("a method", "p.ATest#f")
			p.write(mainPath, mainText)
			p.write(testPath, strings.Replace(testText, "@Test void g()", "@Test void h() {} @Test void g()", 1))
			check("a new test", "p.ATest#h")
			p.write(testPath, testText)
			p.write("README.md", "read me")
			check("for people", "")
			p.write("src/test/resources/x.csv", "1")
			check("a resource", "*")
			if err := os.RemoveAll(filepath.Join(p.dir, "src/test/resources")); err != nil {
				t.Fatal(err)
			}
			p.write("pom.xml", "<project> </project>")
			check("a build file", "*")
			p.write("pom.xml", "<project/>")
			check("taken back", "")
		}
	}
}

// TestSince checks runs that are not of the revision.
func TestSince(t *testing.T) {
	p := newProject(t, true)
	p.write(mainPath, strings.Replace(mainText, "return 1", "return 3", 1))
	p.git("commit", "-qam", "second")
	if got := p.selects("HEAD"); got != "" {
		t.Errorf("an old run, no change: %q", got)
	}
	if got := p.selects("HEAD~1"); got != "p.ATest#f" {
		t.Errorf("the run of the revision: %q", got)
	}
	p.write(mainPath, strings.Replace(mainText, "return 2", "return 4", 1))
	if got := p.selects("HEAD"); got != "p.ATest" && got != "p.ATest#f+g" {
		t.Errorf("an old run: %q", got)
	}
	f := &runs.Finder{Store: runs.Store{Project: p.dir}, Dir: p.dir}
	if _, err := selection.Find(f, "", "nothing", p.around()); !errors.Is(err, git.ErrNoRevision) {
		t.Errorf("a revision that does not exist: %v", err)
	}
}

// TestKeptSources checks that sources which were not committed are found again when neither the working tree nor the
// copy that was built has them any more, also in a merged run and an archive; and the message if they are lost.
func TestKeptSources(t *testing.T) {
	for _, withGit := range []bool{true, false} {
		p := newProject(t, withGit)
		p.write(mainPath, strings.Replace(mainText, "return 1", "return 5", 1))
		p.save(runs.Run{ID: "r2", Started: time.Now().Add(2 * time.Hour), Ended: time.Now().Add(2 * time.Hour),
			Sources: ".", Title: "t", JVMs: 1, Command: []string{"mvn", "verify"}, Commit: p.commit(withGit)})
		store := runs.Store{Project: p.dir}
		kept, err := os.ReadDir(filepath.Join(store.RunDir("r2"), runs.SourcesDir))
		if want := map[bool]int{true: 1, false: 2}[withGit]; err != nil || len(kept) != want {
			t.Fatalf("git %v: %d sources are kept, want %d: %v", withGit, len(kept), want, err)
		}
		p.write(mainPath, strings.Replace(mainText, "return 2", "return 6", 1))
		if got := p.selects(""); got != "p.ATest#f+g" {
			t.Errorf("git %v: selects %q", withGit, got)
		}
		o, err := store.Open(store.RunDir("r2"))
		if err != nil {
			t.Fatal(err)
		}
		archive := filepath.Join(t.TempDir(), "all.tar.gz")
		if _, _, err := runs.Merge([]*runs.Opened{o}, archive, "", runs.Derive{}); err != nil {
			t.Fatal(err)
		}
		f := &runs.Finder{Store: store, Dir: p.dir}
		found, err := selection.Find(f, archive, "", p.around())
		if err != nil || found.ForMaven() != "p.ATest#f+g" {
			t.Errorf("git %v: an archive: %v, selects %q", withGit, err, found.ForMaven())
		}
		if err := errors.Join(f.Close(), os.RemoveAll(filepath.Join(store.RunDir("r2"), runs.SourcesDir))); err != nil {
			t.Fatal(err)
		}
		found, err = selection.Find(f, "", "", p.around())
		if err != nil || len(found.All) == 0 || !strings.Contains(found.All[0].Text(),
			mainPath+": changed, and the source of the run is not kept any more; ") {
			t.Errorf("git %v: lost: %v, %v", withGit, err, found)
		}
	}
}

// TestLineEnds checks that other ends of lines select no test, with Git and without.
func TestLineEnds(t *testing.T) {
	for _, withGit := range []bool{true, false} {
		p := newProject(t, withGit)
		p.write("notes.txt", "a\nb\n")
		p.save(runs.Run{ID: "r2", Started: time.Now().Add(2 * time.Hour), Ended: time.Now().Add(2 * time.Hour),
			Sources: ".", Title: "t", JVMs: 1, Command: []string{"mvn", "verify"}, Commit: p.commit(withGit)})
		for path, text := range map[string]string{mainPath: mainText, testPath: testText, "notes.txt": "a\nb\n"} {
			p.write(path, strings.ReplaceAll(text, "\n", "\r\n"))
		}
		if got := p.selects(""); got != "" {
			t.Errorf("git %v: selects %q", withGit, got)
		}
	}
}

// commit is the state of the repository, nil for none.
func (p *project) commit(withGit bool) *runs.Commit {
	if !withGit {
		return nil
	}
	head, err := git.Head(p.dir)
	if err != nil {
		p.t.Fatal(err)
	}
	return &runs.Commit{ID: head.Commit, Time: head.Time, Dirty: head.Dirty}
}

// TestEarlierChanges checks that changes between the run and the revision are not among those since the revision, and
// that a run of the revision itself is named.
func TestEarlierChanges(t *testing.T) {
	p := newProject(t, true)
	edited := strings.Replace(mainText, "return 2", "return 7", 1)
	p.write(mainPath, edited)
	p.save(runs.Run{ID: "r2", Started: time.Now().Add(2 * time.Hour), Ended: time.Now().Add(2 * time.Hour),
		Sources: ".", Title: "t", JVMs: 1, Command: []string{"mvn", "verify"},
		Commit: p.commit(true)})
	p.write(mainPath, strings.Replace(mainText, "return 1", "return 3", 1)) // and the edit is taken back
	f := &runs.Finder{Store: runs.Store{Project: p.dir}, Dir: p.dir}
	found, err := selection.Find(f, "", "HEAD", p.around())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, fact := range found.Facts {
		got += fmt.Sprintf("%s %v; ", fact.What(), fact.Earlier)
	}
	if got != "A::f() false; A::g() true; " || found.ForMaven() != "p.ATest#f+g" {
		t.Errorf("%s selects %s", got, found.ForMaven())
	}
	const note = "run r1 is of the revision itself: add --run r1, so that "
	if len(found.Notes) != 1 || !strings.HasPrefix(found.Notes[0], note) {
		t.Errorf("notes: %q", found.Notes)
	}
	found, err = selection.Find(f, "r1", "HEAD", p.around())
	if err != nil || found.ForMaven() != "p.ATest#f" || found.Notes != nil {
		t.Errorf("--run r1: %v, %q", err, found.ForMaven())
	}
	p.git("tag", "v1")
	p.git("branch", "v1")
	found, err = selection.Find(f, "r1", "v1", p.around())
	if err != nil || len(found.Notes) != 1 || !strings.HasPrefix(found.Notes[0], "v1 is the name of refs/tags/v1 and") {
		t.Errorf("a tag and a branch: %v, %q", err, found.Notes)
	}
}

// TestFailedRuns checks that a run in which a test failed selects also what it may lack, and that one that stopped then
// is not taken by itself.
func TestFailedRuns(t *testing.T) {
	p := newProject(t, false)
	const other = "package p;\nclass BTest {\n  @Test void h() { new A().g(); }\n}\n"
	changed := func() string { // the test class is no change
		p.write(mainPath, strings.Replace(mainText, "return 1", "return 3", 1))
		defer p.write(mainPath, mainText)
		return p.selects("")
	}
	p.write(testPath, testText+strings.TrimPrefix(other, "package p;\n"))
	run := func(id string, change func(*runs.Run)) runs.Run {
		at := time.Now().Add(time.Hour)
		r := runs.Run{ID: id, Started: at, Ended: at, Sources: ".", Mirror: p.dir, Title: "t", JVMs: 1,
			Command: []string{"mvn", "verify"}, Tests: []runs.TestStep{{ID: "s", FailFast: true}}}
		change(&r)
		return r
	}
	for _, c := range []struct {
		id, want string
		change   func(*runs.Run)
	}{
		{"r2", "p.ATest#f", func(r *runs.Run) {}},
		{"r3", "p.ATest#f,p.BTest", func(r *runs.Run) { r.Tests, r.ExitCode = nil, 1 }},
		{"r4", "p.ATest#f,p.BTest", func(r *runs.Run) { r.Tests, r.Results = nil, &runs.Results{Failed: 1} }},
		{"r5", "p.ATest#f", func(r *runs.Run) { r.Tests, r.Results = nil, &runs.Results{Tests: 2, Skipped: 1} }},
		{"r6", "p.ATest#f", func(r *runs.Run) { r.Results = &runs.Results{Failed: 1} }}, // by r5
		{"r7", "p.ATest#f", func(r *runs.Run) { r.ExitCode = 1 }},
	} {
		p.save(run(c.id, c.change))
		if got := changed(); got != c.want {
			t.Errorf("%s selects %s, want %s", c.id, got, c.want)
		}
	}
}
