package decl

import (
	"slices"
	"strings"
	"testing"
)

func TestAround(t *testing.T) {
	for class, want := range map[string]string{
		"": "", "A": "A", "a.b.A": "a.b.A", "a.A$B$1": "a.A$B$1 a.A$B a.A", "a.$A": "a.$A", "a.$$A$B": "a.$$A$B a.$$A",
		"a$b.A": "a$b.A", "a$b.A$B": "a$b.A$B a$b.A", "$": "$", "a.A$": "a.A$ a.A", "a.": "a.",
	} {
		around := slices.Collect(Around(class))
		if got := strings.Join(around, " "); got != want {
			t.Errorf("%q: %s, want %s", class, got, want)
		}
		if got := Outermost(class); len(around) > 0 && got != around[len(around)-1] {
			t.Errorf("%q: outermost %q", class, got)
		}
	}
}

func TestQualified(t *testing.T) {
	if got := Qualified("", "A") + " " + Qualified("a.b", "A$B"); got != "A a.b.A$B" {
		t.Error(got)
	}
}

func TestIsWithin(t *testing.T) {
	for _, c := range []struct {
		class, other string
		want         bool
	}{
		{"a.A", "a.A", true}, {"a.A$B", "a.A", true}, {"a.A$B$C", "a.A$B", true}, {"a.AB", "a.A", false},
		{"a.A", "a.A$B", false}, {"a.A", "", false}, {"", "", true},
	} {
		if got := IsWithin(c.class, c.other); got != c.want {
			t.Errorf("%q in %q: %v", c.class, c.other, got)
		}
	}
}
