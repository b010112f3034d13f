package testreports

import (
	"strconv"
	"strings"

	"jprof/internal/util/lazyregexp"
)

// Frame is a line of a stack trace with a place in a source.
type Frame struct {
	Class string // qualified, with $ before the names of nested classes
	File  string // its name, without folders
	Line  int
}

// frame matches a line of a stack trace. It may name a module or a class loader before the class.
var frame = lazyregexp.New(`^\s*at (?:[^/(]*/)*([\w.$]+)\.[\w$<>]+\(([^:()]+):(\d+)\)`)

// Frames returns the lines of the trace before the stack, and the frames of the exception itself, the innermost first:
// not those of its causes, and of suppressed exceptions.
func (c *Case) Frames() (head []string, frames []Frame) {
	for line := range strings.SplitSeq(c.Trace, "\n") {
		m := frame().FindStringSubmatch(line)
		switch {
		case m != nil:
			n, _ := strconv.Atoi(m[3]) // digits
			frames = append(frames, Frame{m[1], m[2], n})
		case len(frames) == 0:
			head = append(head, line)
		case strings.HasPrefix(line, "Caused by: ") || strings.HasPrefix(line, "\tSuppressed: "):
			return head, frames
		}
	}
	return head, frames
}

// Source returns the path of the source below its source root, with slashes: org/example/A.java.
func (f Frame) Source() string {
	return strings.ReplaceAll(f.Class[:strings.LastIndexByte(f.Class, '.')+1], ".", "/") + f.File
}
