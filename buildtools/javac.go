package buildtools

import (
	"strconv"
	"strings"

	"jprof/internal/lazyregexp"
)

// Rejection is an error of javac about a file.
type Rejection struct {
	File    string // as in javac's arguments; "" where the message names none
	Line    int    // counted from 1; 0 where it is not known
	Message string // without the place, its further lines joined by "\n"
}

// A message of javac with a place: Foo.java:12: error: message, or warning: message.
var javacLine = lazyregexp.New(`^(.+?\.java):(\d+): (error|warning): (.*)$`)

// Lines that javac prints about a symbol that it does not find, after the line of the source.
var javacDetail = lazyregexp.New(`^  (symbol|location): `)

// JavacRejections lists the errors in the output of javac, in its order. Where warnings are errors, and there is no
// other error, it lists the warnings.
func JavacRejections(output string) []Rejection {
	var errors, warnings []Rejection
	var last *Rejection // the rejection that details belong to
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		m := javacLine().FindStringSubmatch(line)
		if m == nil {
			if last != nil && javacDetail().MatchString(line) {
				last.Message += "\n" + line
			}
			continue
		}
		last = nil
		n, err := strconv.Atoi(m[2])
		if err != nil {
			continue // a number that no line has
		}
		r := Rejection{File: m[1], Line: n, Message: m[4]}
		if m[3] == "error" {
			errors = append(errors, r)
			last = &errors[len(errors)-1]
		} else {
			warnings = append(warnings, r)
		}
	}
	if len(errors) == 0 && strings.Contains(output, "-Werror specified") {
		return warnings
	}
	return errors
}
