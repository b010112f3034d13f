package html

import (
	"fmt"
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		rows, want string // x: has to be seen; stretches, folded ones in parentheses
	}{
		{"", ""},
		{"........", "(0-8)"},
		{".......", "0-7"},
		{"x..........", "0-11"},
		{"x...........", "0-4 (4-12)"},
		{"...........x..........x", "(0-8) 8-23"},
		{"x..............x", "0-4 (4-12) 12-16"},
	} {
		var got []string
		for _, s := range fold(len(tt.rows), func(i int) bool { return tt.rows[i] == 'x' }) {
			form := "%d-%d"
			if s.folded {
				form = "(%d-%d)"
			}
			got = append(got, fmt.Sprintf(form, s.from, s.to))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.rows, strings.Join(got, " "), tt.want)
		}
	}
}

func TestNamesBreakBetweenWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                           "",
		"org.example.":               "org.|example.",
		"CSVFormatTest":              "CSVFormat|Test",
		"parsesUTF8Text[100]":        "parses|UTF8|Text|[100]",
		"ATest#a_b(int,String)":      "ATest#|a_|b(|int,|String)",
		"src/test/java/A$Inner.java": "src/|test/|java/|A$|Inner.|java",
	} {
		if got := strings.Join(wordsOf(name), "|"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
