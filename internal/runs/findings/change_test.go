package findings_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/util/environ"
	"jprof/report/reporttest"
)

// TestMissedOfChange finds what was missed in the lines that differ from the commit: lines, and outcomes of branches.
func TestMissedOfChange(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on the PATH")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte("class A {\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	p := &reporttest.Project{}
	if err := p.Add(reporttest.File{Module: "g:a", Path: "A.java", Counters: []uint64{2, 0, 2, 2},
		Text: "‹t class A|class A {\n‹m f(int n) 0|void ¤f(int n) ‹b body 0|{\n" +
			"‹r 0|·if (‹c condition 1 2|n < 0›)› ‹b then 1|{\n‹r 1|·g();›\n}›\n}››\n}\n›"}); err != nil {
		t.Fatal(err)
	}
	if err := p.Save(dir, "r1"); err != nil {
		t.Fatal(err)
	}
	o := runs.Store{Project: dir}.Last()
	f := findings.Of(o, "HEAD", environ.Env{Dir: dir})
	if f.Change == nil {
		t.Fatal("the change is not known")
	}
	got := f.Change.Text()
	for _, m := range f.Missed {
		got += fmt.Sprintf("; %s: %s: %s", m.Place, m.What, m.Code)
	}
	want := "1 of 2 lines executed (50.0 %), 1 of 2 branches (50.0 %); " +
		"A.java:3: never true: n < 0; A.java:4: not executed: g();"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
