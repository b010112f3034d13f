package rejections

import (
	"reflect"
	"testing"

	"jprof/internal/probe"
)

func TestSkips(t *testing.T) {
	e := Skips{"Old.java": "why"}
	part := Rejection{Path: "A.java", Line: 3, Message: "first", part: true}
	added, own := e.Add([]Rejection{part, part, {Path: "B.java", Line: 1, Message: "x\ny"}})
	if own || len(added) != 2 {
		t.Errorf("added %v, own errors %v", added, own)
	}
	want := Skips{
		"Old.java": "why",
		"A.java:3": "javac does not accept it with counters: line 3: first",
		"B.java":   "javac does not accept it with counters: line 1: x",
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("got %v, want %v", e, want)
	}
	if !e.has("A.java") || !e.has("B.java") || e.has("A.jav") || e.has("C.java") {
		t.Error("has is wrong about what is skipped")
	}
	// What is rejected without counters, too, is the user's own affair.
	added, own = e.Add([]Rejection{part, {Path: "C.java", Line: 1, Message: "z"}})
	if !own || len(added) != 1 || added[0].Path != "C.java" {
		t.Errorf("added %v, own errors %v", added, own)
	}
}

func TestCharged(t *testing.T) {
	line := func(n uint32) probe.Pos { return probe.Pos{Offset: n, Line: n} }
	counted := []*probe.File{
		{Path: "p/A.java", Methods: []probe.Method{{Span: probe.Span{Start: line(3), End: line(9)}}}},
		{Path: "p/B.java"}, {Path: "q/C.java"},
	}
	for _, c := range []struct {
		path string
		line int
		want []string
	}{
		{"p/A.java", 4, []string{"p/A.java:4"}},
		{"p/A.java", 12, []string{"p/A.java"}},
		{"p/Skipped.java", 1, []string{"p/Skipped.java"}},
		{"p/Other.java", 1, nil},
		{"p/__Counter1a2b3c4d.java", 1, []string{"p/A.java", "p/B.java"}},
	} {
		var got []string
		for _, r := range (Skips{"p/Skipped.java:7": "why"}).Charge(Rejection{Path: c.path, Line: c.line}, counted) {
			got = append(got, r.key())
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
		"cannot find symbol\n  symbol:   class Strin\n  location: class demo.Foo":    true,
		"cannot find symbol\n  symbol:   variable t\n  location: class demo.Foo":     true,
		"cannot find symbol\n  symbol:   method f(int)\n  location: class Foo.Inner": true,
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
