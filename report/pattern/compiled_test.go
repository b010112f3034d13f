package pattern_test

import (
	"testing"

	"jprof/report/pattern"
)

func TestMatchesCompiled(t *testing.T) {
	for _, tt := range []struct {
		pattern, class, name, parameters string
		want                             bool
	}{
		{"com.example.Foo.bar", "com.example.Foo", "bar", "int", true},
		{"com.example.Foo.bar", "com.example.Foo$Bar", "bar", "", false},
		{"com.example.Foo.Bar.bar", "com.example.Foo$Bar", "bar", "", true},
		{"com.example.Foo$Bar.bar", "com.example.Foo$Bar", "bar", "", true},
		{"com.example.**", "com.example.Foo", "<clinit>", "", true},
		{"**.Foo.<init>", "com.example.Foo", "<init>", "int", true},
		{"**.Bar.Bar", "com.example.Foo$Bar", "<init>", "int", true},
		{"**.bar(int, String[])", "Foo", "bar", "int,String[]", true},
		{"**.bar(int, String...)", "Foo", "bar", "int,String[]", true},
		{"**.bar(int)", "Foo", "bar", "int,String[]", false},
		{"**.bar()", "Foo", "bar", "int", false},
		{"**.bar(..)", "Foo", "bar", "int", true},
		{"Foo::bar(int)", "Foo", "bar", "int", true},
	} {
		p, err := pattern.ParseMethod(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.MatchesCompiled(tt.class, tt.name, tt.parameters); got != tt.want {
			t.Errorf("%s, %s.%s(%s): %v", tt.pattern, tt.class, tt.name, tt.parameters, got)
		}
	}
}
