package rejections

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
)

func TestSkips(t *testing.T) {
	e := Skips{"Old.java": "why"}
	part := Rejection{Path: "A.java", Line: 3, Message: "first", in: 2}
	added, own := e.Add([]Rejection{part, part, {Path: "B.java", Line: 1, Message: "x\ny"}})
	if own || len(added) != 2 {
		t.Errorf("added %v, own errors %v", added, own)
	}
	want := Skips{
		"Old.java": "why",
		"A.java:2": "javac does not accept it with counters: line 3: first",
		"B.java":   "javac does not accept it with counters: line 1: x",
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("got %v, want %v", e, want)
	}
	if !e.has("A.java") || !e.has("B.java") || e.has("A.jav") || e.has("C.java") {
		t.Error("has is wrong about what is skipped")
	}
	// An error in code without counters is the user's own.
	for _, again := range []Rejection{part, {Path: "D.java", Line: 9, plain: true}} {
		delete(e, "C.java")
		added, own = e.Add([]Rejection{again, {Path: "C.java", Line: 1, Message: "z"}})
		if !own || len(added) != 1 || added[0].Path != "C.java" {
			t.Errorf("added %v, own errors %v", added, own)
		}
	}
}

func TestDeepest(t *testing.T) {
	chain := strings.Repeat("if (a) b(); else ", 90)
	sources := map[string]string{
		"A.java": "class A {\nint f() { return " + strings.Repeat("g(", 40) + "1" + strings.Repeat(")", 40) + "; }\n" +
			"void h() { " + chain + "c(); }\nvoid i() { " + strings.Repeat("b(1 + 2, 3); ", 900) + "}\n}\n",
		"B.java": "class B {\nString s = \"\"" + strings.Repeat(" + f()", 150) + ";\n}\n",
	}
	line := func(n uint32) probe.Span {
		return probe.Span{Start: probe.Pos{Offset: 2 * n, Line: n}, End: probe.Pos{Offset: 2*n + 1, Line: n}}
	}
	counted := []*probe.File{
		{Path: "A.java", Types: []probe.Type{{Name: "A", Parent: -1}},
			Methods: []probe.Method{{Span: line(2)}, {Span: line(3)}, {Span: line(4)}}},
		{Path: "B.java", Blocks: []probe.Block{{Kind: probe.FieldBlock, Span: line(2)}}},
	}
	dir := t.TempDir()
	for name, text := range sources {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := Skips{}
	for _, want := range [][]string{{"A.java:2", "B.java:2"}, {"A.java:3"}, nil} {
		rejected := s.ChargeDeepest("why", counted, dir)
		var got []string
		for _, r := range rejected {
			got = append(got, r.key())
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		s.Add(rejected)
	}
}

func TestCharged(t *testing.T) {
	line := func(n uint32) probe.Pos { return probe.Pos{Offset: n, Line: n} }
	counted := []*probe.File{
		{Path: "p/A.java", Types: []probe.Type{{Name: "A", Parent: -1}}, Methods: []probe.Method{
			{Name: "run", Span: probe.Span{Start: line(5), End: line(6)}},
			{Name: "f", Params: "int", Span: probe.Span{Start: line(3), End: line(9)}}},
			Blocks:     []probe.Block{{Kind: probe.FieldBlock, Span: probe.Span{Start: line(14), End: line(16)}}},
			Unmeasured: []probe.Unmeasured{{Span: probe.Span{Start: line(20), End: line(22)}}}},
		{Path: "p/B.java"}, {Path: "q/C.java"},
	}
	for _, c := range []struct {
		path string
		line int
		want []string
	}{
		{"p/A.java", 4, []string{"p/A.java:3: A::f(int)"}}, // each error in a method is one of the method
		{"p/A.java", 9, []string{"p/A.java:3: A::f(int)"}},
		{"p/A.java", 5, []string{"p/A.java:3: A::f(int)"}},
		{"p/A.java", 15, []string{"p/A.java:15"}},
		{"p/A.java", 12, []string{"p/A.java"}},
		{"p/A.java", 21, []string{"p/A.java, own"}}, // without counters
		{"p/Skipped.java", 1, []string{"p/Skipped.java, own"}},
		{"p/Other.java", 1, nil},
		{"p/__Counter1a2b3c4d.java", 1, []string{"p/A.java", "p/B.java"}},
	} {
		var got []string
		for _, r := range (Skips{"p/Skipped.java:7": "why"}).Charge(Rejection{Path: c.path, Line: c.line}, counted) {
			place := r.Place()
			if r.Own() {
				place += ", own"
			}
			got = append(got, place)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:%d: got %v, want %v", c.path, c.line, got, c.want)
		}
	}
}

func TestIsHelper(t *testing.T) {
	for path, want := range map[string]bool{
		"a/__Counter1a2b3c4d.java": true,
		"__Counter0.java":          true,
		"a/Counter.java":           false,
		"__Counter/A.java":         false,
		"a/__Counter1.class":       false,
	} {
		if got := IsHelper(path); got != want {
			t.Errorf("isHelper(%q) = %v", path, got)
		}
	}
}

func TestOwnErrors(t *testing.T) {
	for message, want := range map[string]bool{
		"package a.b does not exist": true,
		"cannot find symbol\n  symbol:   class Strin\n  location: class demo.Foo":                           true,
		"cannot find symbol\n  symbol:   variable t\n  location: class demo.Foo":                            true,
		"cannot find symbol\n  symbol:   method f(int)\n  location: class Foo.Inner":                        true,
		"cannot access java.io.IOException\n  bad class file: /modules/java.base/java/io/IOException.class": true,
		// of what javac infers
		"cannot find symbol\n  symbol:   method f()\n  location: class Object":                   false,
		"cannot find symbol\n  symbol:   variable x\n  location: variable y of type Object":      false,
		"cannot find symbol\n  symbol:   class __Counter12345678\n  location: class demo.Foo":    false,
		"cannot find symbol\n  symbol:   variable __Counter12345678\n  location: class demo.Foo": false,
		"incompatible types: Object cannot be converted to String":                               false,
		"code too large": false,
		"unreported exception E; must be caught or declared to be thrown": false,
		"Foo is not abstract and does not override abstract method f()":   true,
	} {
		if got := (Rejection{Path: "src/demo/Foo.java", Line: 1, Message: message}).Own(); got != want {
			t.Errorf("%q: own %t", message, got)
		}
	}
}

func TestLost(t *testing.T) {
	packages := []*probe.Package{
		{Name: "a", Helper: "__Counter0123abcd", Files: []*probe.File{
			{Path: "main/a/Client.java", Counters: 3}, {Path: "main/a/Server.java", Counters: 1},
			{Path: "main/a/I.java"},
		}},
		{Name: "a", Helper: "__Counter4567abcd", Files: []*probe.File{{Path: "test/a/LoaderTest.java", Counters: 2}}},
		{Name: "", Helper: "__Counter89ababcd", Files: []*probe.File{{Path: "Top.java", Counters: 2}}},
	}
	const client = "main/a/Client.java by "
	for _, c := range []struct {
		text string
		want []string
	}{
		{"java.lang.NoClassDefFoundError: a/__Counter0123abcd\n\tat a.Client$In.<init>(Client.java:5)\n" +
			"\tat a.Client.f(Client.java)\n\tat java.base/java.lang.Class.forName0(Native Method)\n" +
			"\tat app//a.LoaderTest.loads(LoaderTest.java:9)\nCaused by: java.lang.ClassNotFoundException: " +
			"a.__Counter0123abcd\n\tat a.LoaderTest$L.find(LoaderTest.java:30)",
			[]string{client + "test/a/LoaderTest.java:9"}},
		{"expected: <1> but was: <Exception in thread main java.lang.NoClassDefFoundError: a/__Counter0123abcd\n" +
			"\tat a.Client.main(Client.java:5)\nCaused by: x\n\tat a.LoaderTest.f(LoaderTest.java:30)",
			[]string{client + "p.T.t"}},
		{"java.lang.IllegalAccessError: class a.Client (in unnamed module @0x1) cannot access class " +
			"a.__Counter0123abcd (in module m) because\n\tat a.Client.f(Client.java:3)", []string{client + "p.T.t"}},
		{"java.lang.reflect.InvocationTargetException\n\tat java.lang.reflect.Method.invoke(Method.java:9)\n" +
			"\tat a.LoaderTest.f(LoaderTest.java:7)\nCaused by: java.lang.NoClassDefFoundError: a/__Counter0123abcd\n" +
			"\tat a.Client.f(Client.java:3)\n\t... 9 more", []string{client + "test/a/LoaderTest.java:7"}},
		{"java.lang.NoClassDefFoundError: __Counter89ababcd\n\tat Top.f(Top.java:3)", []string{"Top.java by p.T.t"}},
		{"java.lang.NoClassDefFoundError: a/__Counter0123abcd$Rows\n\tat java.lang.Class.f(Native Method)\n" +
			"\tat a.LoaderTest.f(LoaderTest.java:3)",
			[]string{client + "test/a/LoaderTest.java:3", "main/a/Server.java by test/a/LoaderTest.java:3"}},
		{"java.lang.NoClassDefFoundError: Could not initialize class a.__Counter0123abcd", nil},
		{"expected: <[]> but was: <[__Counter0123abcd]>", nil},
	} {
		var got []string
		for _, r := range Lost(c.text, "p.T.t", packages) {
			got = append(got, r.Path+" by "+r.Asked)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot %v, want %v", c.text, got, c.want)
		}
	}
}

func TestChecksOfErrorProne(t *testing.T) {
	place := Rejection{Path: "A.java", Line: 2, Message: "incompatible types"}
	lint := Rejection{Path: "A.java", Line: 3, Message: "[unchecked] unchecked cast"}
	check := Rejection{Path: "A.java", Line: 4, Message: "[DifferentNameButSame] The name A refers to A"}
	if off, others := Checks([]Rejection{place, lint}, nil); len(off) > 0 || len(others) != 2 {
		t.Errorf("without a check: off %v, others %v", off, others)
	}
	off, others := Checks([]Rejection{place, check, lint}, nil)
	if !slices.Contains(off, "DifferentNameButSame") || !slices.Contains(off, "CheckReturnValue") ||
		!reflect.DeepEqual(others, []Rejection{place, lint}) {
		t.Errorf("off %v, others %v", off, others)
	}
	// A check that does not let itself be switched off: the place is skipped.
	if again, others := Checks([]Rejection{check}, off); !slices.Equal(again, off) || len(others) != 1 {
		t.Errorf("again: off %v, others %v", again, others)
	}
}
