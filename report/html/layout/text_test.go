package layout

import (
	"strings"
	"testing"
)

func TestLevel(t *testing.T) {
	for _, tt := range []struct {
		count, hottest uint64
		level          int
	}{{0, 0, 0}, {0, 5, 0}, {5, 5, 10}, {1, 1 << 62, 1}, {1 << 31, 1 << 62, 5}, {1, 1, 10}} {
		if got := Level(tt.count, tt.hottest); got != tt.level {
			t.Errorf("%d of %d: level %d, want %d", tt.count, tt.hottest, got, tt.level)
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
		"TextReader.java:678":        "Text|Reader.|java:|678",
		"A.In::f(Token, TextTree)":   "A.|In::|f(|Token, Text|Tree)",
		"A::f()":                     "A::|f()",
	} {
		if got := strings.Join(wordsOf(name), "|"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
