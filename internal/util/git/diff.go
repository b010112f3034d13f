package git

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lines is lines of a file, numbered from 1, First to Last.
type Lines struct{ First, Last int }

// Changes has the lines that the working tree has and a commit lacks, by slash path relative to the folder.
type Changes map[string][]Lines

// Has reports whether a line of a file is changed.
func (c Changes) Has(path string, line int) bool {
	return slices.ContainsFunc(c[path], func(l Lines) bool { return l.First <= line && line <= l.Last })
}

// all represents all lines of a file that is changed as a whole.
var all = []Lines{{1, int(^uint(0) >> 1)}}

// parse reads the lines that a diff adds.
func parse(diff []byte) (Changes, error) {
	changes := Changes{}
	path := ""
	header := true // of a file; after a hunk, lines start with + or -
	next := 0      // line of the new file
	in := bufio.NewScanner(bytes.NewReader(diff))
	in.Buffer(nil, 1<<30)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "diff --git "):
			header, path = true, ""
		case header && strings.HasPrefix(line, "+++ "):
			name, err := unquote(line[len("+++ "):])
			if err != nil {
				return nil, err
			}
			path = strings.TrimPrefix(name, "b/")
			if name == "/dev/null" {
				path = ""
			}
		case strings.HasPrefix(line, "@@ "):
			header = false
			var err error
			if next, err = start(line); err != nil {
				return nil, err
			}
		case header:
		case strings.HasPrefix(line, "+"):
			if path != "" {
				changes.add(path, next)
			}
			next++
		case line == "" || line[0] == ' ': // context, which some settings bring
			next++
		}
	}
	return changes, in.Err()
}

// add adds a line after the other lines of a file.
func (c Changes) add(path string, line int) {
	if list := c[path]; len(list) > 0 && list[len(list)-1].Last == line-1 {
		list[len(list)-1].Last = line
		return
	}
	c[path] = append(c[path], Lines{line, line})
}

// start reads the first line of the new file in the header of a hunk: @@ -12,3 +14,2 @@.
func start(header string) (int, error) {
	if fields := strings.Fields(header); len(fields) > 2 && strings.HasPrefix(fields[2], "+") {
		first, _, _ := strings.Cut(fields[2][1:], ",")
		if n, err := strconv.Atoi(first); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("unexpected output of git diff: %q", header)
}

// unquote reads a name as Git writes it. A name with quotes, backslashes or control characters is in quotes, as in C.
func unquote(name string) (string, error) {
	name = strings.TrimSuffix(name, "\t") // after names with blanks
	if !strings.HasPrefix(name, `"`) {
		return name, nil
	}
	s, err := strconv.Unquote(name) // the escapes of C that Git uses are Go's as well
	if err != nil {
		return "", fmt.Errorf("git diff names a file that jprof cannot read: %s", name)
	}
	return s, nil
}
