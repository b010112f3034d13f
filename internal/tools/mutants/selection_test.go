package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// asked is a project whose jprof prints an answer, if the change is there.
func asked(t *testing.T, answer string) (*work, *place) {
	t.Helper()
	dir := t.TempDir()
	jprof := jtest.FakeTool(t, filepath.Join(dir, "bin"), "jprof",
		"[ \"$*\" = 'affected --since HEAD --format json' ] || exit 3\n"+
			"grep -q 'return 2' src/main/java/A.java || exit 4\ncat <<'EOF'\n"+answer+"\nEOF")
	w := &work{dir: dir, jprof: jprof, compiler: &compiler{}}
	p := w.place(project{name: "mime4j"})
	source := filepath.Join(p.sources(p.tree()), "A.java")
	if err := os.MkdirAll(filepath.Dir(source), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, []byte("class A { int f() { return 1; } }"), 0o666); err != nil {
		t.Fatal(err)
	}
	return w, p
}

// change is the change of that project.
var change = mutant{Kind: literals, File: "src/main/java/A.java", Line: 1, Start: 27, End: 28, Was: "1", Text: "2"}

func TestSelection(t *testing.T) {
	const answer = `{"format": "jprof-affected", "all": false, "of": 8, "whyAll": [], "tests": [
		{"class": "A", "method": "one", "reasons": [{"rule": "executed", "change": 0}, {"rule": "uses-class"}]},
		{"class": "A", "method": "two", "reasons": [{"rule": "mentions-name"}]}]}`
	w, p := asked(t, answer)
	b := plain("one", "two", "three", "four")
	for i := range b.Tests {
		b.Tests[i].Seconds = 1
	}
	failed := []failure{{b.Tests[0], "failed", ""}}
	r := &record{Mutant: change, Full: &fullRun{Ended: endedItself, Failed: failed}}
	s, err := w.selection(p, b, r, false)
	if err != nil {
		t.Fatal(err)
	}
	if s.Tests != 2 || s.Of != 8 || s.Time != 0.5 || s.Kinds["it executed what has changed"] != 1 ||
		s.Kinds["it executed code that mentions the name"] != 1 || s.All != nil || s.Missed != nil {
		t.Errorf("got %+v", s)
	}
	text, err := os.ReadFile(filepath.Join(p.sources(p.tree()), "A.java"))
	if err != nil || !strings.Contains(string(text), "return 1") {
		t.Errorf("the change was not taken back: %s, %v", text, err)
	}
	s.keepMissed(map[string]bool{"A#two": true}, r.Full)
	if len(s.Missed) != 1 || s.Missed[0].ID != "one" {
		t.Errorf("missed: %+v", s.Missed)
	}
}

func TestSelectionOfAll(t *testing.T) {
	w, p := asked(t, `{"format": "jprof-affected", "of": 8, "all": true,
		"whyAll": [{"rule": "resource"}], "tests": []}`)
	r := &record{Mutant: change, Full: &fullRun{Failed: []failure{{test{ID: "one"}, "failed", ""}}}}
	s, err := w.selection(p, plain("one"), r, true)
	if err != nil {
		t.Fatal(err)
	}
	if s.Tests != 8 || s.Time != 1 || s.Missed != nil || len(s.All) != 1 ||
		s.All[0] != "resources" {
		t.Errorf("got %+v", s)
	}
}

func TestSelectionFails(t *testing.T) {
	for _, answer := range []string{"no JSON", `{"format": "jprof-runs"}`} {
		w, p := asked(t, answer)
		r := &record{Mutant: change, Full: &fullRun{}}
		if s, err := w.selection(p, plain("one"), r, false); err == nil {
			t.Errorf("%s: got %+v", answer, s)
		}
	}
}

func TestDocument(t *testing.T) {
	w, p := asked(t, "")
	if text, err := w.document(); err == nil {
		t.Errorf("without a result: got %s", text)
	}
	b := plain("one", "two")
	b.Excluded = []excluded{{test{Class: "A", Method: "flaky"}, []string{"passed", "failed"}},
		{test{Class: "A", Method: "disabled"}, []string{"skipped", "skipped"}}}
	b.Runs = 2
	if err := b.write(p); err != nil {
		t.Fatal(err)
	}
	failed := []failure{{b.Tests[0], "failed", ""}}
	for i, r := range []record{
		{Full: &fullRun{Failed: failed}, Selected: &selection{Tests: 1, Of: 4, Time: 0.5,
			Kinds: map[string]int{"executed": 1}, Alone: &alone{CPU: 1, AllCPU: 4}}},
		{Full: &fullRun{}, Selected: &selection{Tests: 4, Of: 4, Time: 1, All: []string{"resource"}}},
		{Full: &fullRun{}, Selected: &selection{Tests: 1, Of: 4, Alone: &alone{2, 4, []string{"A#one"}}}},
		{Full: &fullRun{Failed: failed}, Selected: &selection{Of: 4, Missed: failed}},
		{Rejected: "javac"},
		{Full: &fullRun{}}, // jprof was not asked yet
	} {
		r.Project, r.Seed, r.Number, r.Mutant = p.name, 1, i, change
		if err := p.save(&r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := w.document()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| mime4j | 4 | 4 | 2 | 37.5 % | 25.0 % | 37.5 % | 25.0 % | 1 | 1 | 1 of 2 |\n",
		"| all |  | 4 | 2 |", "| literals | 4 | 2 |", "| executed | 100.0 % |", "| resource | 100.0 % |",
		"selected tests alone took 37.5 % of the CPU time of those that ran all",
		"- mime4j: 2 tests are compared", "in each of 2 plain runs: `A#flaky` (passed, failed).",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "disabled") {
		t.Errorf("a test that never runs is named in\n%s", text)
	}
}

func TestRecordOfAnotherChange(t *testing.T) {
	_, p := asked(t, "")
	if err := p.save(&record{Seed: 1, Number: 7, Mutant: change}); err != nil {
		t.Fatal(err)
	}
	if r, err := p.load(1, 7, change); err != nil || r.Mutant != change {
		t.Errorf("got %+v, %v", r, err)
	}
	other := change
	other.Text = "3"
	if r, err := p.load(1, 7, other); err == nil {
		t.Errorf("got %+v", r)
	}
}

// TestDiffer checks which tests differ between a run of all tests and one of the chosen ones.
func TestDiffer(t *testing.T) {
	run := func(ids ...string) *fullRun {
		r := &fullRun{}
		for _, id := range ids {
			r.Failed = append(r.Failed, failure{test: test{ID: id, Class: "T", Method: id}})
		}
		return r
	}
	chosen := map[string]bool{"T#both": true, "T#alone": true, "T#full": true}
	got := differ(run("both", "alone", "other"), run("both", "full"), chosen)
	want := []string{"alone fails, and passes with all", "full passes, and fails with all"}
	if !slices.Equal(got, want) {
		t.Errorf("differ: %q, want %q", got, want)
	}
}
