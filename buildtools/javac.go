package buildtools

import (
	"strconv"
	"strings"

	"jprof/internal/util/lazyregexp"
)

// Rejection is an error of javac about a file, or the end of javac itself. A warning has the same form.
type Rejection struct {
	File    string // as in javac's arguments; "" if the message names none
	Line    int    // counted from 1; 0 if it is not known
	Column  int    // counted from 1 as javac does, with tabs up to the next multiple of 8; 0 if it is not known
	Message string // without the place, its further lines joined by "\n"
}

// Messages of a javac that ended without naming a place in a source, for the overflow of its stack and for all other
// reasons.
const (
	overflow = "java.lang.StackOverflowError"
	Silent   = "javac ended without naming a place"
)

// Ended reports whether javac ended without naming a place in a source.
func (r Rejection) Ended() bool {
	return r.File == "" && (strings.Contains(r.Message, overflow) || r.Message == Silent)
}

// A message of javac with a place: Foo.java:12: error: message, or warning: message.
var javacLine = lazyregexp.New(`^(.+?\.java):(\d+): (error|warning): (.*)$`)

// Lines that javac prints about a symbol that it does not find, after the line of the source.
var javacDetail = lazyregexp.New(`^  (symbol|location): `)

// JavacRejections lists the errors in the output of javac, in its order. If there are no errors because warnings count
// as errors, it lists the warnings. If javac's stack overflowed, the list has one Rejection without a file.
func JavacRejections(output string) []Rejection {
	errors, warnings := javacMessages(output)
	switch {
	case len(errors) > 0:
	case strings.Contains(output, overflow):
		return []Rejection{{Message: overflow}}
	case strings.Contains(output, "-Werror specified"):
		return warnings
	}
	return errors
}

// JavacWarnings lists the warnings in the output of javac that name a line, in its order.
func JavacWarnings(output string) []Rejection {
	_, warnings := javacMessages(output)
	return warnings
}

// javacMessages lists the errors and the warnings in the output of javac that name a line.
func javacMessages(output string) (errors, warnings []Rejection) {
	var last *Rejection // the message that details belong to
	before := ""
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		m := javacLine().FindStringSubmatch(line)
		if m == nil {
			switch {
			case last == nil:
			case javacDetail().MatchString(line):
				last.Message += "\n" + line
			case strings.TrimSpace(line) == "^" && last.Column == 0:
				last.Column = ColumnAt(before, len(line)-1)
			}
			before = line
			continue
		}
		last = nil
		n, err := strconv.Atoi(m[2])
		if err != nil {
			continue // a number that no line has
		}
		r := Rejection{File: m[1], Line: n, Message: m[4]}
		list := &warnings
		if m[3] == "error" {
			list = &errors
		}
		*list = append(*list, r)
		last = &(*list)[len(*list)-1]
	}
	return errors, warnings
}

// tabWidth is the distance of tab stops, for javac.
const tabWidth = 8

// ColumnAt returns the column of the character with an index in a line, counted as javac does.
func ColumnAt(line string, index int) int {
	column := 0
	for i, c := range []rune(line) {
		if i == index {
			break
		}
		column++
		if c == '\t' {
			column += (tabWidth - column%tabWidth) % tabWidth
		}
	}
	return column + 1
}

// IndexAt returns the index of the character in a column of a line, as the inverse of ColumnAt. If the line has fewer
// columns, it returns the length of the line.
func IndexAt(line string, column int) int {
	length := len([]rune(line))
	for i := range length {
		if ColumnAt(line, i) >= column {
			return i
		}
	}
	return length
}

// caret returns a line to print below a line of a source, with a mark in the given column.
func caret(source string, column int) string {
	var b strings.Builder
	for _, c := range []rune(source)[:IndexAt(source, column)] {
		if c != '\t' {
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String() + "^"
}
