package agent

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/cctbuild"
)

// Threads that have not ended have executed what testdata/Stop.java says, also with the JDK's methods and the hidden
// class of a lambda between their own. No context contradicts itself.
func TestStopped(t *testing.T) {
	want := map[string]uint64{"main": 14, "loop": 28, "leave": 45, "waiting": 6, "lambda": 1}
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			a := full(t, j)
			tree := ended(t, j, append(a.Options(), "-cp", compile(t, j, "testdata/Stop.java"), "Stop")...)
			got := map[string]uint64{}
			for _, s := range tree.ByMethod() {
				if m := tree.Methods[s.Method]; m.Class == "Stop" {
					name, _, _ := strings.Cut(m.Name, "$")
					got[name] = s.Self[cct.Bytecodes]
				}
			}
			delete(got, "<clinit>")
			if !maps.Equal(got, want) {
				t.Errorf("bytecodes %v, want %v", got, want)
			}
		})
	}
}

// ended is the tree of a JVM that prints nothing. No context contradicts itself.
func ended(t *testing.T, j jtest.JDK, args ...string) *cct.Tree {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	out, problems, err := java(t, j, []string{environ.CountsVariable + "=" + dir}, args...)
	if err != nil || out+problems != "" {
		t.Fatalf("%v\n%s%s", err, out, problems)
	}
	c, err := contexts.Collect(dir, time.Time{})
	if err != nil || len(c.Lacks()) > 0 {
		t.Fatalf("%v, problems %q", err, c.Problems)
	}
	tree, err := cctbuild.Tree(c.Profile.Source(), c.Pack, cctbuild.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tree.About.Contrary+tree.About.Negative > 0 || len(tree.About.Missing) > 0 {
		t.Errorf("%+v", tree.About)
	}
	return tree
}

// Threads that are at work until the JVM ends stop where their methods are entered: the numbers of a method and of its
// caller fit each other. A thread has at most one call of each that has not ended.
func TestRunning(t *testing.T) {
	const threads = 6
	for _, j := range jtest.JDKs(t) {
		for name, prepare := range map[string]func(*testing.T, jtest.JDK) *Agent{"app": application, "all": full} {
			t.Run(j.String()+"/"+name, func(t *testing.T) {
				t.Parallel()
				a, classes := prepare(t, j), compile(t, j, "testdata/Running.java")
				calls := map[string]uint64{}
				tree := ended(t, j, append(a.Options(), compilers, "-cp", classes, "Running", "400")...)
				for _, s := range tree.ByMethod() {
					if m := tree.Methods[s.Method]; m.Class == "Running" {
						calls[m.Name] += s.Self[cct.Calls]
					}
				}
				step, work, deeper := calls["step"], calls["work"], calls["deeper"]
				if step < 100 || work > step || step > work+threads || deeper > work || work > deeper+threads {
					t.Errorf("%d calls of step, %d of work, %d of deeper", step, work, deeper)
				}
			})
		}
	}
}

// With call sites, it is known which one of two calls on a line a thread stands at.
func TestStoppedAtSite(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			a, err := Prepare(t.Context(), term.New(os.Stderr, os.Getenv), dir, j.Java(),
				Settings{Coverage: App, CallSites: true, Out: dir})
			if err != nil {
				t.Fatal(err)
			}
			tree := ended(t, j, append(a.Options(), "-cp", compile(t, j, "testdata/Twice.java"), "Twice")...)
			if tree.About.Guessed > 1 { // main stands at a call of the JDK, which has no context
				t.Errorf("%d calls stopped at guessed places", tree.About.Guessed)
			}
			for _, s := range tree.ByMethod() {
				if m := tree.Methods[s.Method]; m.Name == "both" && s.Self[cct.Bytecodes] != 4 {
					t.Errorf("both: %d bytecodes, want 4", s.Self[cct.Bytecodes])
				}
			}
		})
	}
}
