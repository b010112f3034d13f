package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HasHumps reports whether text is a short form of a camel-case name, as editors search for it: HTB, HTrBuilder and
// HBuild of HtmlTreeBuilder. Each capital letter in it begins a word of the name; the letters after it follow there.
// The first words must be the same. It returns false for a text with fewer than two capital letters. all means that the
// text has a part for each word of the name.
func HasHumps(name, text string, all bool) bool {
	asked, words := humps(text), humps(name)
	if all && len(asked) != len(words) {
		return false
	}
	if len(asked) < 2 || !startsUpper(asked[0]) || !strings.HasPrefix(words[0], asked[0]) {
		return false
	}
	for _, w := range words {
		if len(asked) > 0 && strings.HasPrefix(w, asked[0]) {
			asked = asked[1:]
		}
	}
	return len(asked) == 0
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// humps splits a name in front of each capital letter. The list has at least one element.
func humps(name string) []string {
	var list []string
	start := 0
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			list, start = append(list, name[start:i]), i
		}
	}
	return append(list, name[start:])
}
