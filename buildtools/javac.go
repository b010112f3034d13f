package buildtools

import (
	"regexp"
	"strconv"
	"strings"
)

// Rejection is what javac says against a file.
type Rejection struct {
	File    string // as javac was given it; "" where the message names none
	Line    int    // counted from 1; 0 where it is not known
	Message string // without the place, its further lines joined by "\n"
}

// What javac prints of a place: Foo.java:12: error: message, or warning: message.
var javacLine = regexp.MustCompile(`^(.+?\.java):(\d+): (error|warning): (.*)$`)

// What javac says further of a symbol that it does not find, behind the line of the source.
var javacDetail = regexp.MustCompile(`^  (symbol|location): `)

// JavacRejections lists the errors in what javac has printed, in its order. Where warnings are errors, and nothing
// else is one, they are what it warned of.
func JavacRejections(output string) []Rejection {
	var errors, warnings []Rejection
	var last *Rejection // what details belong to
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		m := javacLine.FindStringSubmatch(line)
		if m == nil {
			if last != nil && javacDetail.MatchString(line) {
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
