package cli

import (
	"reflect"
	"strings"
	"testing"

	"jprof/internal/probe"
)

func TestRewrite(t *testing.T) {
	tests := []struct{ in, want string }{
		{"jprof", "jprof"},
		{"jprof mvn verify", "jprof mvn verify"},
		{"jprof mvn -v", "jprof mvn -v"},
		{"jprof Main.java -d x", "jprof run Main.java -d x"},
		{"jprof -i src", "jprof instrument src"},
		{"jprof --instrument-only src", "jprof instrument src"},
		{"jprof -r", "jprof report"},
		{"jprof --generate-report --text", "jprof report --text"},
		{"jprof --help", "jprof --help"},
		{"jprof --help run", "jprof help run"},
		{"jprof -v", "jprof version"},
		{"jprof --version", "jprof --version"},
		{"jprof report", "jprof report"},
	}
	for _, test := range tests {
		if got := strings.Join(rewrite(strings.Fields(test.in)), " "); got != test.want {
			t.Errorf("%s becomes %q, want %q", test.in, got, test.want)
		}
	}
}

func TestFileName(t *testing.T) {
	tests := []struct{ in, want string }{
		{"org.x:core-a_b", "org.x+core-a_b"},
		{"main:default compile", "main+default%20compile"},
		{"../../etc", "%2e.%2f..%2fetc"},
		{"ü", "%c3%bc"},
	}
	seen := map[string]bool{}
	for _, test := range tests {
		got := fileName(test.in)
		if got != test.want || seen[got] {
			t.Errorf("fileName(%q) = %q, want %q", test.in, got, test.want)
		}
		seen[got] = true
	}
}

func TestExclusions(t *testing.T) {
	e := skips{"Old.java": "why"}
	part := rejection{path: "A.java", line: 3, message: "first", part: true}
	added, own := e.add([]rejection{part, part, {path: "B.java", line: 1, message: "x\ny"}})
	if own || len(added) != 2 {
		t.Errorf("added %v, own errors %v", added, own)
	}
	want := skips{
		"Old.java": "why",
		"A.java:3": "javac does not accept it with counters: line 3: first",
		"B.java":   "javac does not accept it with counters: line 1: x",
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("got %v, want %v", e, want)
	}
	if !e.has("A.java") || !e.has("B.java") || e.has("A.jav") || e.has("C.java") {
		t.Error("has does not tell what is left as it is")
	}
	// What is rejected without counters, too, is the user's own affair.
	added, own = e.add([]rejection{part, {path: "C.java", line: 1, message: "z"}})
	if !own || len(added) != 1 || added[0].path != "C.java" {
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
		{"p/Left.java", 1, []string{"p/Left.java"}},
		{"p/Other.java", 1, nil},
		{"p/__Counter1a2b3c4d.java", 1, []string{"p/A.java", "p/B.java"}},
	} {
		var got []string
		for _, r := range (skips{"p/Left.java:7": "why"}).charged(rejection{path: c.path, line: c.line}, counted) {
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
		if got := isHelper(path); got != want {
			t.Errorf("isHelper(%q) = %v", path, got)
		}
	}
}

func TestOwnErrors(t *testing.T) {
	for message, want := range map[string]bool{
		"package a.b does not exist": true,
		"cannot find symbol\n  symbol:   class Strin\n  location: class demo.Foo":                true,
		"cannot find symbol\n  symbol:   variable t\n  location: class demo.Foo":                 true,
		"cannot find symbol\n  symbol:   method f(int)\n  location: class Foo.Inner":             true,
		"cannot find symbol\n  symbol:   method f()\n  location: class Object":                   false, // of what javac infers
		"cannot find symbol\n  symbol:   variable x\n  location: variable y of type Object":      false,
		"cannot find symbol\n  symbol:   class __Counter12345678\n  location: class demo.Foo":    false,
		"cannot find symbol\n  symbol:   variable __Counter12345678\n  location: class demo.Foo": false,
		"incompatible types: Object cannot be converted to String":                               false,
		"code too large": false,
		"unreported exception E; must be caught or declared to be thrown": false,
		"Foo is not abstract and does not override abstract method f()":   true,
	} {
		if got := (rejection{path: "src/demo/Foo.java", line: 1, message: message}).own(); got != want {
			t.Errorf("%q: own %t", message, got)
		}
	}
}
