package decl_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/report/assemble"
)

// labelled is a source with types of parameters as people write them.
const labelled = `package p;
class Outer<T> {
  static { f(); }
  { f(); }
  static void f(String[] a, int [] b, String... c) { }
  void g(java.util.Map<String,  List<? extends T>> a, Map.Entry<K,V>[]... b) { }
  void h(final int a[], @X Outer . Inner b, long
      c [ ] []) { }
  <U> Outer(T t, U u) { }
  class Inner { Inner(Outer<T> this$, Outer<T>.Inner in) { } void m(Inner this, A.B.C c) { } }
  record R<V>(List<V>  all, int... n) { R { f(); } void r(R<V> r) { } }
  enum E { A; E() { } void e(E[] e) { } }
  interface I { default void d(I i) { } }
}
`

// TestLabels checks that members are named as reports name methods.
func TestLabels(t *testing.T) {
	sources := map[string][]byte{"Outer.java": []byte(labelled)}
	files, err := filepath.Glob("../../../testdata/java/*.java")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if sources[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range sources {
		var p decl.Parser
		decls := p.Parse(text)
		f, err := instrument.Map(text, instrument.Origin{Name: name, Encoding: "UTF-8"})
		if name == "Compact.java" || name == "Escapes.java" {
			continue // a compact source file, and names with escapes: decl does not read them
		}
		if err != nil || decls.Unclear != "" {
			t.Errorf("%s: %v, %s", name, err, decls.Unclear)
			continue
		}
		f.Path = name
		labels := labels(t, f)
		for _, typ := range decls.Types {
			for _, m := range typ.Members {
				if !m.Body || m.Kind == decl.Field || m.Kind == decl.Constant {
					continue
				}
				if label := fmt.Sprintf("%d: %s, %s", m.Line, m, m.Title()); !slices.Contains(labels, label) {
					t.Errorf("%s: %s is not among %q", name, label, labels)
				}
			}
		}
	}
}

// labels lists the labels and titles of the methods of a source, each after the line of its name.
func labels(t *testing.T, f *probe.File) (list []string) {
	t.Helper()
	pkg := &probe.Package{Helper: "H", Files: []*probe.File{f}}
	m, err := assemble.Model(assemble.Input{Sets: []*probe.Set{{Packages: []*probe.Package{pkg}}},
		Counters: func(probe.ID) []uint64 { return nil },
		Source:   func(string, [32]byte) ([]byte, error) { return nil, nil }})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range m.AllMethods() {
		list = append(list, fmt.Sprintf("%d: %s, %s", r.Method().Name.Line, r.Method().Label, r.Title()))
	}
	return list
}
