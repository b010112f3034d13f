package instrument

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// keptTree is a source root of two packages that is instrumented again and again.
type keptTree struct {
	*testing.T
	src, dst, mapFile, keptFile string
	options                     Options
	began                       time.Time
}

// tree instruments the root, with what the call before has left, and returns the map.
func (k *keptTree) tree() (*Result, []byte) {
	k.Helper()
	k.options.Kept = OpenKept(k.keptFile, k.mapFile)
	result, text := mapOf(k.T, []Root{{Src: k.src, Dst: k.dst, Rel: "src"}}, k.options)
	state, err := k.options.Kept.Bytes()
	if err != nil {
		k.Fatal(err)
	}
	write(k.T, k.mapFile, string(text))
	write(k.T, k.keptFile, string(state))
	return result, text
}

// set writes a source that was last changed a while before the test began.
func (k *keptTree) set(name, text string, age time.Duration) {
	k.Helper()
	path := filepath.Join(k.src, filepath.FromSlash(name))
	write(k.T, path, text)
	at := k.began.Add(-age)
	if err := os.Chtimes(path, at, at); err != nil {
		k.Fatal(err)
	}
}

// copyOf reads an instrumented copy.
func (k *keptTree) copyOf(name string) string {
	k.Helper()
	text, err := os.ReadFile(filepath.Join(k.dst, filepath.FromSlash(name)))
	if err != nil {
		k.Fatal(err)
	}
	return string(text)
}

func newKeptTree(t *testing.T) *keptTree {
	k := &keptTree{T: t, src: t.TempDir(), dst: t.TempDir(), began: time.Now()}
	k.mapFile, k.keptFile = filepath.Join(t.TempDir(), "set.map"), filepath.Join(t.TempDir(), "set.kept")
	k.set("p/A.java", "package p; class A { void f() { g(1); } }", 2*time.Hour)
	k.set("p/B.java", "package p; class {", 2*time.Hour)
	k.set("q/C.java", "package q; class C { void f() { "+strings.Repeat("f(); ", 900)+"} }", 2*time.Hour)
	k.set("q/note.txt", "not Java", 2*time.Hour)
	return k
}

// TestUnchangedIsKept shows by a change that leaves size and time that unchanged folders are not even read, and that
// the map is the same.
func TestUnchangedIsKept(t *testing.T) {
	k := newKeptTree(t)
	first, before := k.tree()
	k.set("p/A.java", "package p; class A { void f() { h(2); } }", 2*time.Hour)
	second, after := k.tree()
	if !bytes.Equal(before, after) {
		t.Error("the map of unchanged sources is another one")
	}
	if got := k.copyOf("p/A.java"); !strings.Contains(got, "g(1)") {
		t.Errorf("a source that looks unchanged was read: %s", got)
	}
	if second.Changed != 0 || second.Files != first.Files || second.Measured != first.Measured ||
		len(first.Unmeasured) != 1 || len(second.Unmeasured) != 1 || second.Unmeasured[0] != first.Unmeasured[0] {
		t.Errorf("the first result is %+v, the second %+v", first, second)
	}
	third, _ := k.tree() // of what the second has taken over
	if third.Files != first.Files || len(third.Unmeasured) != 1 || !slices.Equal(third.Long, []string{"q/C"}) {
		t.Errorf("the third result is %+v", third)
	}
}

// TestChangesAreSeen changes one thing at a time, and compares with what is instrumented without anything kept.
func TestChangesAreSeen(t *testing.T) {
	const other = "package p; class A { void f() { h(2); } }"
	remove := func(path ...string) func(k *keptTree) {
		return func(k *keptTree) {
			if err := os.Remove(filepath.Join(append([]string{k.dst}, path...)...)); err != nil {
				k.Fatal(err)
			}
		}
	}
	for name, change := range map[string]func(k *keptTree){
		"time":      func(k *keptTree) { k.set("p/A.java", other, 3*time.Hour) },
		"size":      func(k *keptTree) { k.set("p/A.java", other+" ", 2*time.Hour) },
		"new":       func(k *keptTree) { k.set("p/D.java", "package p; class D { int i = f(); }", 2*time.Hour) },
		"gone":      func(k *keptTree) { k.check(os.Remove(filepath.Join(k.src, "q", "C.java"))) },
		"copy gone": remove("p", "A.java"),
		"helper changed": func(k *keptTree) {
			found, err := filepath.Glob(filepath.Join(k.dst, "q", "__Counter*.java"))
			if err != nil || len(found) != 1 {
				k.Fatal(found, err)
			}
			write(k.T, found[0], "class Other {}")
		},
		"program":  func(k *keptTree) { k.options.Program = "2" },
		"encoding": func(k *keptTree) { k.options.Encoding = "ISO-8859-1" },
		"counts":   func(k *keptTree) { k.options.CountsDir = "/elsewhere" },
		"skipped":  func(k *keptTree) { k.options.Skip = map[string]string{"src/q/C.java": "not wanted"} },
		"map gone": func(k *keptTree) { k.check(os.Remove(k.mapFile)) },
		"map cut": func(k *keptTree) {
			text, err := os.ReadFile(k.mapFile)
			k.check(err)
			write(k.T, k.mapFile, string(text[:len(text)/2]))
		},
		"state damaged": func(k *keptTree) { write(k.T, k.keptFile, "nothing of that kind") },
	} {
		t.Run(name, func(t *testing.T) {
			k := newKeptTree(t)
			k.tree()
			change(k)
			_, got := k.tree()
			fresh := *k
			fresh.options.Kept, fresh.dst = nil, t.TempDir()
			_, want := mapOf(t, []Root{{Src: k.src, Dst: fresh.dst, Rel: "src"}}, fresh.options)
			if !bytes.Equal(got, want) {
				t.Error("the map is not that of the sources as they are")
			}
			for _, file := range []string{"p/A.java", "p/B.java"} {
				if got, want := k.copyOf(file), fresh.copyOf(file); got != want {
					t.Errorf("%s is\n%s\nwant\n%s", file, got, want)
				}
			}
			if got, want := listing(t, k.dst), listing(t, fresh.dst); !slices.Equal(got, want) {
				t.Errorf("files %q, want %q", got, want)
			}
			helpers, err := filepath.Glob(filepath.Join(fresh.dst, "*", "__Counter*.java"))
			if err != nil || len(helpers) == 0 {
				t.Fatal(helpers, err)
			}
			for _, path := range helpers {
				rel, err := filepath.Rel(fresh.dst, path)
				k.check(err)
				if k.copyOf(rel) != fresh.copyOf(rel) {
					t.Errorf("%s is another one", rel)
				}
			}
		})
	}
}

// TestRecentIsNotKept changes a source twice in the same moment: its time is the same after the second change.
func TestRecentIsNotKept(t *testing.T) {
	k := newKeptTree(t)
	for _, call := range []string{"i(3)", "j(4)"} {
		k.set("p/A.java", "package p; class A { void f() { "+call+"; } }", 0)
		k.tree()
	}
	if got := k.copyOf("p/A.java"); !strings.Contains(got, "j(4)") {
		t.Errorf("the second change was not seen: %s", got)
	}
}

// check fails the test if there is an error.
func (k *keptTree) check(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}
