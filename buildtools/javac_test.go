package buildtools_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/buildtools"
)

func TestJavacRejections(t *testing.T) {
	for _, test := range []struct {
		output string
		want   []buildtools.Rejection
	}{
		{"a b/Foo.java:12: error: code too large\n    void f() {\n         ^\n" +
			"Foo.java:3: warning: [deprecation] x\r\n" +
			"C:\\x\\Bar.java:7: error: incompatible types\r\n" +
			"    X x;\n  symbol: class X\n1 error\nNote: Foo.java uses unchecked operations.\n" +
			"Baz.java:99999999999999999999: error: x\n",
			[]buildtools.Rejection{{File: "a b/Foo.java", Line: 12, Column: 10, Message: "code too large"},
				{File: `C:\x\Bar.java`, Line: 7, Message: "incompatible types\n  symbol: class X"}}},
		{"/s/Foo.java:3: warning: [deprecation] x\nerror: warnings found and -Werror specified\n1 error\n",
			[]buildtools.Rejection{{File: "/s/Foo.java", Line: 3, Message: "[deprecation] x"}}},
		{"/s/Foo.java:3: warning: [deprecation] x\n1 warning\n", nil},
		{"\nThe system is out of resources.\njava.lang.StackOverflowError\n\tat jdk.compiler/com.sun.tools.javac.A.b\n",
			[]buildtools.Rejection{{Message: "java.lang.StackOverflowError"}}},
	} {
		if got := buildtools.JavacRejections(test.output); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %v, want %v", test.output, got, test.want)
		}
	}
}

// TestJavacWarnings checks that warnings have the columns of their carets.
func TestJavacWarnings(t *testing.T) {
	got := buildtools.JavacWarnings("warning: [options] x\nFoo.java:2: error: y\n" +
		"Foo.java:3: warning: [deprecation] x\n  new X();\n  ^\n2 warnings\n")
	want := []buildtools.Rejection{{File: "Foo.java", Line: 3, Column: 3, Message: "[deprecation] x"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestMessage checks that an error is shown as javac prints it, with the caret below its column.
func TestMessage(t *testing.T) {
	source := "\tint a() {\treturn \"x\"; }"
	column := buildtools.ColumnAt(source, strings.IndexByte(source, '"'))
	r := buildtools.Rejection{File: "/p/A.java", Line: 3, Column: column, Message: "bad\n  symbol: class X"}
	want := "/p/A.java:3: error: bad\n" + source + "\n\t         \t       ^\n  symbol: class X"
	got := buildtools.Info{}.Message("error", r, source)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := buildtools.JavacRejections(got); len(again) != 1 || again[0] != r {
		t.Errorf("read again: %+v", again)
	}
}
