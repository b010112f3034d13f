package runmodel

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// oneCall is a profile of a thread that has called A.f.
type oneCall struct{ contexts.Header }

func (o *oneCall) Head() *contexts.Header { return &o.Header }

func (o *oneCall) Walk(v contexts.Visitor) error {
	return errors.Join(v.Root(contexts.Root{Name: "main"}), v.Node(&contexts.Node{Depth: 1, Calls: 3}))
}

// save writes the files of a run with one call.
func (o *oneCall) save(t *testing.T, dir string) *runs.Opened {
	t.Helper()
	o.Classes = []contexts.Class{{Name: "A", Loader: contexts.System, Source: "A.java"}}
	o.Methods = []contexts.Method{{Name: "f", Descriptor: "()V"}}
	o.About = contexts.About{Coverage: contexts.App, Blocks: contexts.Exact, Recursion: contexts.Full,
		Sites: contexts.NoSite, JVMs: 1, Steps: []string{""}, Nodes: 2}
	opened := &runs.Opened{Dir: filepath.Join(dir, "run"), Store: runs.Store{Project: dir}}
	if err := errors.Join(os.Mkdir(opened.Dir, 0o777), contexts.WriteFile(opened.ContextsPath(), o),
		contexts.NewPack().WriteFile(opened.ClassesPath())); err != nil {
		t.Fatal(err)
	}
	return opened
}

// TestContextsDamaged damages the contexts of a run behind what is read when it is opened: no run can be read then,
// whatever is asked for, and there is a hint.
func TestContextsDamaged(t *testing.T) {
	o := (&oneCall{}).save(t, t.TempDir())
	data, err := os.ReadFile(o.ContextsPath())
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(o.ContextsPath(), data, 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := OpenContexts(o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	rules := efficiency.Default()
	_, err = c.Tree(TreeOptions{})
	_, withEffects := c.Tree(TreeOptions{Effects: &rules})
	_, ofMethods := c.Efficiency(rules)
	for _, err := range []error{err, withEffects, ofMethods} {
		if !errors.Is(err, runs.ErrNoRun) || len(term.Hints(err)) != 1 {
			t.Errorf("%v, hints %q", err, term.Hints(err))
		}
	}
}

// TestContextsOpenOnce removes the files of a run when they are open: all that is read of them must still be there.
func TestContextsOpenOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files that are open")
	}
	dir := t.TempDir()
	o := (&oneCall{}).save(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte("class A { void f() {} void g() {} }"),
		0o666); err != nil {
		t.Fatal(err)
	}
	c, err := OpenContexts(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(o.Dir); err != nil {
		t.Fatal(err)
	}
	rules := efficiency.Default()
	for _, options := range []TreeOptions{{}, {Effects: &rules}, {Steps: c.StepIDs()}} {
		tree, err := c.Tree(options)
		if err != nil || tree.Contexts() != 1 || tree.HasEffects() != (options.Effects != nil) {
			t.Fatalf("%+v: %+v, %v", options, tree, err)
		}
		result, addEffects, err := c.Effects(rules)
		addEffects(tree)
		if err != nil || len(result.Methods) != 1 || !tree.HasEffects() {
			t.Errorf("%+v: %+v, %v", options, result, err)
		}
	}
	for name, want := range map[string]bool{"A.f": true, "A.g": true, "A.h": false} {
		p, err := pattern.ParseCompiled(name)
		if err != nil || c.Knows(p) != want {
			t.Errorf("%s: %t, %v", name, !want, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := OpenContexts(o); !errors.Is(err, runs.ErrNoRun) {
		t.Errorf("the files are gone: %v", err)
	}
}
