// Package sonar writes tests in SonarQube's generic format for test executions (sonar.testExecutionReportPaths):
//
//	testExecutions version="1" > file path="app/src/test/java/org/example/ParserTest.java"
//	file > testCase name="digits[1]" duration="12"              in milliseconds
//	testCase > skipped, failure or error message="..."
//
// The format has no counts. Paths are those of the source of the class of a test, relative to the root of the project.
// SonarQube rejects files that it does not know, so tests of classes whose source is not in the run are omitted. A
// comment gives their number. If a test has several attempts, only the last one is written.
package sonar

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/xmldoc"
	"jprof/report/tests/testview"
)

// Write writes all tests of m.
func Write(w io.Writer, m *testview.Model) error {
	paths := sources(m.Report)
	byPath := map[string][]*testview.Test{}
	omitted := 0
	for i := range m.Tests {
		t := &m.Tests[i]
		if !t.IsTest() || !m.IsLast(int32(i)) {
			continue
		}
		path := pathOf(paths, t.Class)
		if path == "" {
			omitted++
			continue
		}
		byPath[path] = append(byPath[path], t)
	}
	d := xmldoc.New(w, "")
	if omitted > 0 {
		d.Comment(words.Plural(omitted, "test") + " of classes whose source is not in the run: omitted")
	}
	d.Element(func() {
		for _, path := range slices.Sorted(maps.Keys(byPath)) {
			d.Element(func() {
				for _, t := range byPath[path] {
					writeCase(d, t)
				}
			}, "file", "path", report.Printable(path))
		}
	}, "testExecutions", "version", 1)
	if err := d.End(); err != nil {
		return fmt.Errorf("sonar: %w", err)
	}
	return nil
}

// sources returns the paths of all types by their binary names, "" if several files have the type.
func sources(m *report.Model) map[string]string {
	paths := map[string]string{}
	for _, f := range m.Files {
		for _, t := range f.Types {
			name := decl.Qualified(f.Package, t.Name)
			if other, known := paths[name]; known && other != f.Path {
				paths[name] = ""
			} else {
				paths[name] = f.Path
			}
		}
	}
	return paths
}

// pathOf returns the path of a class, or that of the class around it.
func pathOf(paths map[string]string, class string) string {
	for class := range decl.Around(class) {
		if path := paths[class]; path != "" {
			return path
		}
	}
	return ""
}

// longest limits a name or reason, in characters.
const longest = 1000

func writeCase(d *xmldoc.Document, t *testview.Test) {
	_, name, is := strings.Cut(t.Name(), "#")
	if !is {
		name = t.Name()
	}
	d.Element(func() {
		why := cut(report.Printable(t.Reason))
		switch t.Status.String() {
		case "failed":
			d.Element(nil, "failure", "message", why)
		case "aborted", "skipped":
			d.Element(nil, "skipped", "message", why)
		case "unfinished":
			d.Element(nil, "error", "message", cmp.Or(why, "the JVM ended before the test did"))
		}
	}, "testCase", "name", cut(name), "duration", int64(math.Round(t.Seconds*1000)))
}

func cut(text string) string {
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
