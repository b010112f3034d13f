package shadow

import (
	"strings"
	"testing"
)

func TestFileName(t *testing.T) {
	tests := []struct{ in, want string }{
		{"org.x:core-a_b", "org.x+core-a_b"},
		{"main:default compile", "main+default%20compile"},
		{"../../etc", "%2e.%2f..%2fetc"},
		{"ü", "%c3%bc"},
		{strings.Repeat("m", 100), strings.Repeat("m", 100)},
		{strings.Repeat("m", 4000), strings.Repeat("m", 70) + "-2168659c795243c8"},
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
