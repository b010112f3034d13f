// Package sonar writes tests in SonarQube's generic format for test executions (sonar.testExecutionReportPaths):
//
//	testExecutions version="1" > file path="app/src/test/java/org/example/ParserTest.java"
//	file > testCase name="digits[1]" duration="12"              in milliseconds
//	testCase > skipped, failure or error message="..."
//
// The format has no counts. Paths are those of the source of the class of a test, relative to the root of the project.
// SonarQube rejects files that it does not know, so tests of classes whose source is not in the run are omitted; a
// comment gives their number. Of several attempts the last one counts.
package sonar

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/xmldoc"
	"jprof/report/tests/testview"
)

type file struct {
	XMLName xml.Name   `xml:"file"`
	Path    string     `xml:"path,attr"`
	Cases   []testCase `xml:"testCase"`
}

type testCase struct {
	Name     string   `xml:"name,attr"`
	Duration int64    `xml:"duration,attr"`
	Skipped  *message `xml:"skipped"`
	Failure  *message `xml:"failure"`
	Error    *message `xml:"error"`
}

type message struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Write writes all tests of m.
func Write(w io.Writer, m *testview.Model) error {
	paths := sources(m.Report)
	byPath := map[string][]testCase{}
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
		byPath[path] = append(byPath[path], caseOf(t))
	}
	d := xmldoc.New(w, "")
	if omitted > 0 {
		d.Comment(words.Plural(omitted, "test") + " of classes whose source is not in the run: omitted")
	}
	root := xml.StartElement{Name: xml.Name{Local: "testExecutions"},
		Attr: []xml.Attr{{Name: xml.Name{Local: "version"}, Value: "1"}}}
	d.Token(root)
	var order []string
	for path := range byPath {
		order = append(order, path)
	}
	slices.Sort(order)
	for _, path := range order {
		d.Value(file{Path: report.Printable(path), Cases: byPath[path]})
	}
	d.Token(root.End())
	if err := d.End(); err != nil {
		return fmt.Errorf("sonar: %w", err)
	}
	return nil
}

// sources are the paths of all types by their binary names; "" for one that several files have.
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

// pathOf is the path of a class, or of the class around it.
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

func caseOf(t *testview.Test) testCase {
	_, name, is := strings.Cut(t.Name(), "#")
	if !is {
		name = t.Name()
	}
	c := testCase{Name: cut(name), Duration: int64(math.Round(t.Seconds * 1000))}
	why := &message{cut(report.Printable(t.Reason)), ""}
	switch t.Status.String() {
	case "failed":
		c.Failure = why
	case "aborted", "skipped":
		c.Skipped = why
	case "unfinished":
		c.Error = why
		if why.Message == "" {
			why.Message = "the JVM ended before the test did"
		}
	}
	return c
}

func cut(text string) string {
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
