package buildtools_test

import (
	"reflect"
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
			[]buildtools.Rejection{{File: "a b/Foo.java", Line: 12, Message: "code too large"},
				{File: `C:\x\Bar.java`, Line: 7, Message: "incompatible types\n  symbol: class X"}}},
		{"/s/Foo.java:3: warning: [deprecation] x\nerror: warnings found and -Werror specified\n1 error\n",
			[]buildtools.Rejection{{File: "/s/Foo.java", Line: 3, Message: "[deprecation] x"}}},
		{"/s/Foo.java:3: warning: [deprecation] x\n1 warning\n", nil},
	} {
		if got := buildtools.JavacRejections(test.output); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %v, want %v", test.output, got, test.want)
		}
	}
}
