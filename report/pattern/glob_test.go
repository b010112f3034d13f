package pattern_test

import (
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/pattern"
	"jprof/report/reporttest"
)

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		pattern, text string
		want          bool
	}{
		{"a.*", "a.b", true},
		{"a.*", "a.b.c", false},
		{"a.**", "a.b.c", true},
		{"***", "a.b.c", true},
		{"a.****.c", "a.b.b.c", true},
		{"", "", true},
		{"ä*", "ä", true},
		{"ab", "a", false},
		{"a\nb*", "a\nbc", true},
		{"a\xff*", "a\xffb", true}, // not UTF-8
		{"a\xff", "ab", false},
	} {
		if got := pattern.NewGlob(tt.pattern, ".*", "[^.]*").MatchString(tt.text); got != tt.want {
			t.Errorf("%q matches %q: %v", tt.pattern, tt.text, got)
		}
	}
}

// TestLongPatterns has patterns whose regular expressions would take seconds for each text, or cannot be compiled.
func TestLongPatterns(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Package: "p", Path: "E.java",
		Text: "‹t class E|class E { ‹m f() 0|void ¤f() ‹b body 0|{ }›› }›"})
	r := report.MethodRef{File: m.Files[0]}
	for _, text := range []string{strings.Repeat("*", 5_000_000), strings.Repeat("*a", 3_000_000)} {
		p, err := pattern.ParseMethodEnd(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 10_000 {
			if got, want := p.Matches(r), text[1] == '*'; got != want {
				t.Fatalf("%.10s… matches: %v", text, got)
			}
		}
	}
}
