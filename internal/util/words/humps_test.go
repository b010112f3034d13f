package words

import "testing"

func TestHasHumps(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"HtmlTreeBuilder", "HTB", true},
		{"HtmlTreeBuilder", "HtTrB", true},
		{"HtmlTreeBuilder", "HBuild", true},
		{"HtmlTreeBuilder", "HTBuilder", true},
		{"HtmlTreeBuilder", "TB", false}, // the first word is another one
		{"HtmlTreeBuilder", "HBT", false},
		{"HtmlTreeBuilder", "HTBx", false},
		{"HtmlTreeBuilder", "H", false}, // one letter finds too much
		{"HtmlTreeBuilder", "htb", false},
		{"HTMLParser", "HP", true},
		{"HTMLParser", "HTMLP", true},
		{"ÄrgerÜbung", "ÄÜ", true},
		{"", "HTB", false},
		{"Html", "", false},
	} {
		if got := HasHumps(tt.name, tt.text, false); got != tt.want {
			t.Errorf("%s for %s: %v", tt.text, tt.name, got)
		}
	}
	if !HasHumps("HtmlTreeBuilder", "HTB", true) || HasHumps("HtmlTreeBuilderState", "HTB", true) {
		t.Error("HTB has a part for each word of HtmlTreeBuilder only")
	}
}
