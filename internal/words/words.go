// Package words puts numbers and words together in English, for messages and reports.
package words

import (
	"fmt"
	"strings"
)

// Plural is a number with its noun: "1 file", "2 files".
func Plural(n int, singular string) string { return fmt.Sprintf("%d %s", n, Noun(n, singular)) }

// Noun is the form of a regular noun that follows the number n.
func Noun(n int, singular string) string { return Form(n, singular, singular+"s") }

// Form is the form of a word, such as a verb, that goes with n things: one for a single thing, many for none or several.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Capital returns a text as the start of a sentence: its first letter, one of ASCII, in upper case.
func Capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
