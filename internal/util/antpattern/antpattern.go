// Package antpattern has the patterns of Ant, by which plugins of Maven choose files.
package antpattern

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Filter chooses the files that a pattern of Includes matches, or all files if there is no such pattern. It omits files
// that a pattern of Excludes matches. The zero value chooses all files.
type Filter struct {
	Includes []string `json:",omitempty"`
	Excludes []string `json:",omitempty"`
	Or       *Filter  `json:",omitempty"` // chooses more files
}

// Has reports whether the filter chooses a file, by its slash path from the folder that is searched.
func (f Filter) Has(path string) bool {
	matches := func(pattern string) bool { return match(pattern, path) }
	if f.Or != nil && f.Or.Has(path) {
		return true
	}
	return (len(f.Includes) == 0 || slices.ContainsFunc(f.Includes, matches)) &&
		!slices.ContainsFunc(f.Excludes, matches)
}

// escape escapes the characters that have a meaning for doublestar, but none in patterns of Ant.
var escape = strings.NewReplacer("[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)

// match reports whether a pattern matches a path: ? is a character, * any number of them, ** any number of folders, and
// a slash at the end all that is below a folder. %regex[...] is a regular expression; one that Go does not know matches
// nothing.
func match(pattern, path string) bool {
	pattern = strings.TrimSpace(pattern)
	if text, ok := strings.CutPrefix(pattern, "%regex["); ok {
		re, err := regexp.Compile("^(?:" + strings.TrimSuffix(text, "]") + ")$")
		return err == nil && re.MatchString(path)
	}
	if text, ok := strings.CutPrefix(pattern, "%ant["); ok {
		pattern = strings.TrimSuffix(text, "]")
	}
	pattern = strings.ReplaceAll(pattern, `\`, "/")
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	return doublestar.MatchUnvalidated(escape.Replace(pattern), path)
}
