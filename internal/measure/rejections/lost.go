package rejections

import (
	"cmp"
	"path"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/util/lazyregexp"
)

// HelperName matches the names of helper classes in messages.
var HelperName = lazyregexp.New(probe.HelperPrefix + `[0-9a-f]{8}`)

// Errors of a JVM that does not find a helper class, or does not let a class call it.
var loss = lazyregexp.New(`(?:NoClassDefFoundError: [^\s:]*|IllegalAccessError: .*)(` +
	probe.HelperPrefix + `[0-9a-f]{8})`)

// A line of a stack trace: loader and module, class, method, file, line.
var frame = lazyregexp.New(`^\s*at (?:[^()]*/)?([^()/\s]+)\.[^.()]+\(([^():]+\.java)(?::(\d+))?\)`)

// Lost lists the files with a class that was loaded without its helper class. text is a message with stack traces, of a
// test or of a step of the build; where is the name of that test or step. The first line of a trace is in the class.
// The next line in another source of the project asked for the class. If the trace names no such class, all files of
// the package are listed.
func Lost(text, where string, packages []*probe.Package) []Rejection {
	var lost []Rejection
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		m := loss().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		helper := m[1]
		from, rest := origin(lines[i+1:], packages)
		asked := from
		for from.helper == helper && asked.path == from.path {
			asked, rest = origin(rest, packages)
		}
		if asked.path == "" { // the trace of a cause has only its first lines; the others are in the trace before it
			asked, _ = origin(lines[:i], packages)
		}
		by := cmp.Or(asked.at, where)
		for _, p := range packages {
			if p.Helper != helper {
				continue
			}
			for _, f := range p.Files {
				if f.Counters > 0 && (f.Path == from.path || from.helper != helper) {
					lost = append(lost, Rejection{Path: f.Path, Asked: by})
				}
			}
		}
	}
	return lost
}

// place is a line of the project's sources.
type place struct {
	path   string
	at     string // the path, with the line if it is known
	helper string // the helper class of its package
}

// origin returns the first place in the lines of a stack trace that is in one of the packages, and the lines after it.
// If there is no such place before the next cause, the place is empty.
func origin(lines []string, packages []*probe.Package) (place, []string) {
	for i, line := range lines {
		m := frame().FindStringSubmatch(line)
		if m == nil {
			if strings.HasPrefix(strings.TrimSpace(line), "Caused by: ") {
				break
			}
			continue
		}
		name := ""
		if dot := strings.LastIndexByte(m[1], '.'); dot >= 0 {
			name = m[1][:dot]
		}
		for _, p := range packages {
			if p.Name != name {
				continue
			}
			for _, f := range p.Files {
				if path.Base(f.Path) == m[2] {
					return place{f.Path, strings.TrimSuffix(f.Path+":"+m[3], ":"), p.Helper}, lines[i+1:]
				}
			}
		}
	}
	return place{}, nil
}
