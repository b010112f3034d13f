package cct_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/instrument"
	"jprof/internal/format/contexts"
	"jprof/internal/format/probe"
	"jprof/internal/java/classfile"
	"jprof/internal/java/decl"
	"jprof/internal/jtest"
	"jprof/report/assemble"
	"jprof/report/contexts/cct"
)

// bodies is a source with classes of all forms.
const bodies = `package p.q;
import java.util.*;
enum Bodies implements Runnable {
  ONE(new int[] {1}) { public void run() { new Object() { }; class Local { Runnable r = () -> { }; } new Local(); } },
  @Deprecated TWO { class In { } public void run() { switch (ONE) { case ONE: new Thread("b") { }; default: } } };
  Bodies(int... all) { }
  static Comparator<Map.Entry<String, int[]>> c = new Comparator<>() {
    public int compare(Map.Entry<String, int[]> a, Map.Entry<String, int[]> b) {
      return new AbstractMap.SimpleEntry<>(1, new ArrayList<Integer>() { }) { }.getKey(); } };
  static class A$B { class C2 { } static void f() { class C2 { } new C2() { }; new Comparable<A$B>() {
    public int compareTo(A$B o) { return 0; } }; } }
  interface I { enum E { X { } } record R(int r) { } }
  enum Last { A(Last.class) { }, B; Last(Class<?>... c) { } }
}
class $Other { class $In { } Object o = new $In() { }; }
`

// compile compiles a source. It returns the classes, with their class files.
func compile(t *testing.T, name, text string) (*contexts.Header, func(*contexts.Class) *classfile.File) {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, name)
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jtest.Newest(t).Run("javac", "-nowarn", "-d", dir, source); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	h, files := &contexts.Header{}, map[string]*classfile.File{}
	if err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := classfile.Parse(data)
		if err == nil {
			class := strings.ReplaceAll(f.Name, "/", ".")
			h.Classes, files[class] = append(h.Classes, contexts.Class{Name: class}), f
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return h, func(c *contexts.Class) *classfile.File { return files[c.Name] }
}

// titles returns the names of the classes of a source, from its map.
func titles(t *testing.T, name, text string) map[string]string {
	t.Helper()
	var p decl.Parser
	f, err := instrument.Map([]byte(text), instrument.Origin{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	f.Path = name
	pkg := &probe.Package{Name: p.Parse([]byte(text)).Package, Helper: "H", Files: []*probe.File{f}}
	m, err := assemble.Model(assemble.Input{Sets: []*probe.Set{{Packages: []*probe.Package{pkg}}},
		Counters: func(probe.ID) []uint64 { return nil },
		Source:   func(string, [32]byte) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for i, typ := range m.Files[0].Types {
		list[decl.Qualified(pkg.Name, typ.Name)] = decl.Qualified(pkg.Name, m.Files[0].TypeName(i))
	}
	return list
}

// TestClassNames checks that class files give the names that reports have, which are from sources.
func TestClassNames(t *testing.T) {
	sources := map[string]string{"Bodies.java": bodies}
	for _, name := range []string{"Classes.java", "Names.java"} {
		text, err := os.ReadFile(filepath.Join("../../../testdata/java", name))
		if err != nil {
			t.Fatal(err)
		}
		sources[name] = string(text)
	}
	for source, text := range sources {
		h, file := compile(t, source, text)
		want := titles(t, source, text)
		names := cct.ClassNames(h, file)
		seen := map[string]int{}
		for i, c := range h.Classes {
			m := cct.Method{Class: c.Name, Shown: names[i]}
			seen[m.TitleOfClass()]++
			switch title, ok := want[c.Name]; {
			case !ok && file(&c).Access&classfile.Synthetic == 0:
				t.Errorf("%s: the source has no %s", source, c.Name)
			case ok && m.TitleOfClass() != title:
				t.Errorf("%s: %s is %s, in reports %s", source, c.Name, m.TitleOfClass(), title)
			}
		}
		for i, c := range h.Classes {
			if names[i].Name != "" && names[i].Alike != (seen[names[i].Name] > 1) {
				t.Errorf("%s: %s is %+v", source, c.Name, names[i])
			}
		}
		if source == "Bodies.java" && (seen["p.q.Bodies.ONE"] != 1 || seen["p.q.Bodies.A$B.C2"] != 2) {
			t.Errorf("classes %v", seen)
		}
	}
}

// TestTitlesOfNestedClasses checks the names of methods for people, also of classes without a class file.
func TestTitlesOfNestedClasses(t *testing.T) {
	const descriptor = "(ILp/Token$Tag;[Lp/A$1Local;)V"
	for _, tt := range []struct {
		m    cct.Method
		want string
	}{
		{cct.Method{Class: "p.A$B"}, "p.A.B.f(int,Token.Tag,A.Local[])"},
		{cct.Method{Class: "p.A$1$C", Bridge: true}, "p.A$1.C.f(int,Token.Tag,A.Local[]) (bridge)"},
		{cct.Method{Class: "p.A$$Lambda$7"}, "p.A$$Lambda$7.f(int,Token.Tag,A.Local[])"},
		{cct.Method{Class: "p.$A"}, "p.$A.f(int,Token.Tag,A.Local[])"},
		{cct.Method{Class: "p.A$1", Line: 7, Shown: cct.ClassName{Name: "p.A.new B"}},
			"p.A.new B.f(int,Token.Tag,A.Local[])"},
		{cct.Method{Class: "p.A$1", Line: 7, Synthetic: true, Shown: cct.ClassName{Name: "p.A.new B", Alike: true}},
			"p.A.new B.f(int,Token.Tag,A.Local[]) (line 7) (synthetic)"},
	} {
		tt.m.Name, tt.m.Descriptor = "f", descriptor
		if got := tt.m.Title(); got != tt.want {
			t.Errorf("%s: title %s, want %s", tt.m.Class, got, tt.want)
		}
		if got := tt.m.Label(); !strings.HasPrefix(got, tt.m.Class+".f(int,Token$Tag,A$1Local[])") {
			t.Errorf("%s: programs get %s", tt.m.Class, got)
		}
	}
}
