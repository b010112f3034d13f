// Package lazyregexp compiles regular expressions when they are first used, so that a program starts sooner. Each
// command uses few of them. To compile those of all package variables, with classes of Unicode, took a third of the
// time of jprof version.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// New returns a function that returns the regular expression of a text, compiled at the first call. Use it for package
// variables. If the text is no regular expression, the function panics. In a test, New itself panics.
func New(text string) func() *regexp.Regexp {
	if strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") {
		regexp.MustCompile(text)
	}
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
