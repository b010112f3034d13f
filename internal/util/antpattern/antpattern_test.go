package antpattern

import "testing"

func TestFilterHas(t *testing.T) {
	tests := []struct {
		includes, excludes []string
		path               string
		want               bool
	}{
		{nil, nil, "a/B.java", true},
		{nil, []string{"a/B.java"}, "a/B.java", false},
		{nil, []string{"B.java"}, "a/B.java", true},
		{nil, []string{"**/B.java"}, "a/b/B.java", false},
		{nil, []string{"**/B.java"}, "B.java", false},
		{nil, []string{"a/**"}, "a/b/c/B.java", false},
		{nil, []string{"a/"}, "a/b/B.java", false},
		{nil, []string{`a\b\*.java`}, "a/b/B.java", false},
		{nil, []string{"a/*.java"}, "a/b/B.java", true},
		{nil, []string{"**/*Old*"}, "a/MyOldOne.java", false},
		{nil, []string{"**/?.java"}, "a/Bc.java", true},
		{nil, []string{"**/b/**/B.java"}, "a/b/B.java", false},
		{nil, []string{"**/{A,B}.java"}, "a/B.java", true},
		{nil, []string{"%regex[a/.*[BC]\\.java]"}, "a/x/C.java", false},
		{nil, []string{"%ant[**/C.java]", "%regex[(]"}, "a/C.java", false},
		{[]string{"a/**", "**/C.java"}, nil, "b/C.java", true},
		{[]string{"a/**", "**/C.java"}, nil, "b/D.java", false},
		{[]string{"a/**"}, []string{"**/x/*"}, "a/x/D.java", false},
	}
	for _, test := range tests {
		if got := (Filter{Includes: test.includes, Excludes: test.excludes}).Has(test.path); got != test.want {
			t.Errorf("includes %q, excludes %q: has %s: %v, want %v", test.includes, test.excludes, test.path, got,
				test.want)
		}
	}
	either := Filter{Excludes: []string{"a/*"}, Or: &Filter{Includes: []string{"a/B.java"}}}
	if !either.Has("a/B.java") || either.Has("a/C.java") || !either.Has("b/C.java") {
		t.Error("one of two filters is to choose a file")
	}
}
