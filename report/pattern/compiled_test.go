package pattern_test

import (
	"testing"

	"jprof/report/contexts/cct"
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
		{"**.bar(Map$Entry, Item[])", "Foo", "bar", "(Ljava/util/Map$Entry;[Lp/Shop$Item;)V", false},
		{"**.bar(Map$Entry, Shop$Item[])", "Foo", "bar", "(Ljava/util/Map$Entry;[Lp/Shop$Item;)V", true},
		{"**.bar(Map.Entry, Shop.Item...)", "Foo", "bar", "(Ljava/util/Map$Entry;[Lp/Shop$Item;)V", true},
		{"**.bar(Entry, Item[])", "Foo", "bar", "(Ljava/util/Map$Entry;[Lp/Shop$Item;)V", true},
		{"**.bar(Map, Item[])", "Foo", "bar", "(Ljava/util/Map$Entry;[Lp/Shop$Item;)V", false},
		{"**.bar(C,D$)", "Foo", "bar", "(Lp/A$B$C;Lp/D$;)V", true},
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

// TestParseCompiled checks what users may write: the key of a method, or a pattern without package or class.
func TestParseCompiled(t *testing.T) {
	m := cct.Method{Class: "com.example.Foo$Bar", Name: "bar", Descriptor: "(I[Ljava/lang/String;)V"}
	for text, want := range map[string]bool{
		"bar":                        true,
		"Bar.bar":                    true,
		"Bar.bar(int, String<T>[])":  true,
		"Foo.Bar.bar":                true,
		"Foo$Bar.bar(int, String[])": true,
		"com.example.Foo.Bar.*":      true,
		"**.bar":                     true,
		"com.example.Foo$Bar.bar(I[Ljava/lang/String;)V": true,
		"ar":                                 false,
		"bar(int)":                           false,
		"Foo.bar":                            false,
		"Foo$Bar.bar(I[Ljava/lang/String;)V": false, // a key is whole
		"com.example.Foo$Bar.bar(I)V":        false,
	} {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Matches(&m); got != want || p.String() != text {
			t.Errorf("%s: %v", text, got)
		}
		if any := p.OfAnyParameters(); text == "bar(int)" && !any.Matches(&m) {
			t.Errorf("%s with any parameters: no match", text)
		}
	}
	for _, text := range []string{"", "a.b(I)Q", "a(", "a.b()V "} {
		if _, err := pattern.ParseCompiled(text); err == nil {
			t.Errorf("%q is a pattern", text)
		}
	}
}
