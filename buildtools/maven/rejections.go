package maven

import (
	"regexp"
	"strconv"
	"strings"

	"jprof/buildtools"
)

// Rejection is a file that javac does not accept.
type Rejection struct {
	File    string // absolute, as javac was given it; "" where the message names none
	Line    int    // counted from 1; 0 where it is not known
	Message string // without the place, its further lines joined by "\n"
}

// place is the start of a line of maven-compiler-plugin's messages: "FILE.java:[LINE,COLUMN] ",
// "FILE.java:[LINE] " or "FILE.java: "; and of javac's own, which a forked javac leaves in the text
// where the plugin does not know them: "FILE.java:LINE: ". The path is absolute, so that a word in
// a message that ends in .java is none; it may hold spaces and colons.
var place = regexp.MustCompile(`^(?:\[?ERROR\]? |error: )?((?:/|[A-Za-z]:[\\/]).*?\.java)(?::\[(\d+)(?:,\d+)?\]|:(\d+):|:)(?: |$)(.*)$`)

// Rejections lists what javac does not accept, in the order of the message, each pair of file and
// line once, errors without a file last.
//
// Where warnings are errors (-Werror, failOnWarning), javac's one error names no file. The files
// are then those that it warned of.
func Rejections(f buildtools.Failure) []Rejection {
	placed, bare := rejections(f.Message)
	if len(placed) == 0 && isWerror(f.Message) {
		placed, _ = rejections(f.Warnings)
	}
	return append(placed, bare...)
}

func isWerror(message string) bool {
	return strings.Contains(message, "-Werror") || strings.Contains(message, "warnings found")
}

func rejections(text string) (placed, bare []Rejection) {
	type key struct {
		file string
		line int
	}
	seen := map[key]bool{}
	var current *Rejection
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := place.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2] + m[3]) // one of them is empty; 0 where both are
			current = nil
			if k := (key{m[1], n}); !seen[k] {
				seen[k] = true
				placed = append(placed, Rejection{m[1], n, strings.TrimPrefix(m[4], "error: ")})
				current = &placed[len(placed)-1]
			}
			continue
		}
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" || trimmed == "Compilation failure" || trimmed == "Compilation failure:":
		case strings.HasPrefix(line, " ") && current != nil: // "  symbol:   class Foo"
			current.Message += "\n" + line
		case !strings.HasPrefix(line, " "):
			bare = append(bare, Rejection{Message: trimmed})
			current = nil
		}
	}
	return placed, bare
}
