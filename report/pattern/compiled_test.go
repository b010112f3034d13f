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

// TestCompiledMatchesTitles checks that commands accept the names that tables have.
func TestCompiledMatchesTitles(t *testing.T) {
	m := cct.Method{Class: "a.E$1$2", Name: "f", Descriptor: "(I)V", Shown: cct.ClassName{Name: "a.E.ONE.new List"}}
	for text, want := range map[string]bool{"E.ONE.new List.f": true, "a.E.ONE.new List.f(int)": true, m.Title(): true,
		m.Label(): true, "new List::f": true, "E.ONE.**": true, "E.TWO.**": false, "E.ONE.new List.f()": false} {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Matches(&m); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	m.Line, m.Shown.Alike, m.Synthetic = 7, true, true
	if p, err := pattern.ParseCompiled(m.Title()); err != nil || !p.Matches(&m) {
		t.Errorf("%s does not match: %v", m.Title(), err)
	} else if m.Line = 8; p.Matches(&m) {
		t.Errorf("%v matches a method of line 8", p)
	}
	p, err := pattern.ParseMethod("a.E.ONE.**")
	if err != nil {
		t.Fatal(err)
	}
	if p.MatchesCompiled(&m) {
		t.Error("what is excluded must not depend on titles")
	}
}
