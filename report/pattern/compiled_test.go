package pattern_test

import (
	"testing"

	"jprof/report/cct"
	"jprof/report/pattern"
)

func TestMatchesCompiled(t *testing.T) {
	for _, tt := range []struct {
		pattern, class, name, descriptor string
		want                             bool
	}{
		{"com.example.Foo.bar", "com.example.Foo", "bar", "(I)V", true},
		{"com.example.Foo.bar", "com.example.Foo$Bar", "bar", "()V", false},
		{"com.example.Foo.Bar.bar", "com.example.Foo$Bar", "bar", "()V", true},
		{"com.example.Foo$Bar.bar", "com.example.Foo$Bar", "bar", "()V", true},
		{"com.example.**", "com.example.Foo", "<clinit>", "()V", true},
		{"**.Foo.<init>", "com.example.Foo", "<init>", "(I)V", true},
		{"**.Bar.Bar", "com.example.Foo$Bar", "<init>", "(I)V", true},
		{"**.bar(int, String[])", "Foo", "bar", "(I[Ljava/lang/String;)V", true},
		{"**.bar(int, String...)", "Foo", "bar", "(I[Ljava/lang/String;)V", true},
		{"**.bar(int)", "Foo", "bar", "(I[Ljava/lang/String;)V", false},
		{"**.bar()", "Foo", "bar", "(I)V", false},
		{"**.bar(..)", "Foo", "bar", "(I)V", true},
		{"Foo::bar(int)", "Foo", "bar", "(I)V", true},
	} {
		p, err := pattern.ParseMethod(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		m := cct.Method{Class: tt.class, Name: tt.name, Descriptor: tt.descriptor}
		if got := p.MatchesCompiled(&m); got != tt.want {
			t.Errorf("%s, %s: %v", tt.pattern, m.Key(), got)
		}
	}
}
