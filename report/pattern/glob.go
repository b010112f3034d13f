package pattern

import (
	"cmp"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"jprof/internal/util/lazyregexp"
)

// Glob is a pattern in which * and ** match other text.
type Glob struct {
	literals int // the number of characters that every text has which matches
	exp      func() *regexp.Regexp
}

// stars matches what means the same as **.
var stars = lazyregexp.New(`\*{3,}`)

// NewGlob makes a Glob. many is the regular expression that replaces **, and one replaces *, "" for the same one.
func NewGlob(pattern, many, one string) *Glob {
	pattern = stars().ReplaceAllLiteralString(pattern, "**")
	expression := func() *regexp.Regexp {
		parts := strings.Split(pattern, "**")
		for i, p := range parts {
			parts[i] = strings.ReplaceAll(regexp.QuoteMeta(p), `\*`, cmp.Or(one, many))
		}
		valid := string([]rune(strings.Join(parts, many))) // a regexp reads text that is not UTF-8 in the same way
		return regexp.MustCompile("^(?s:" + valid + ")$")
	}
	return &Glob{utf8.RuneCountInString(pattern) - strings.Count(pattern, "*"), sync.OnceValue(expression)}
}

// MatchString reports whether the pattern matches the whole text. The time is bounded by the text: a pattern with more
// characters matches nothing, and is not compiled.
func (g *Glob) MatchString(text string) bool {
	return g.literals <= utf8.RuneCountInString(text) && g.exp().MatchString(text)
}
