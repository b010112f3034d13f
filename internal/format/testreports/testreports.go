// Package testreports reads the test reports of a build: the XML that Surefire, Failsafe and Gradle write for each
// class of tests, in the format of Ant's JUnit task.
package testreports

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Suite is the report of the tests of one class.
type Suite struct {
	Module string // the folder with the reports of the module: mostly its artifactId
	Name   string // qualified name of the class
	Time   time.Duration
	Cases  []Case

	added bool // Write has added it to the reports of the build
}

// Case is a test.
type Case struct {
	Class   string // qualified name, if the report has one
	Name    string
	Outcome Outcome
	Time    time.Duration
	Message string // the reason why it failed or was skipped, "" if the report has none
	Trace   string // if it failed, its message with the stack trace
	Retries int    // the number of executions that failed before the last one, by the report
}

// Outcome is the result of a test. A test that failed at first and passed when it was run again has passed.
type Outcome int

// The outcomes.
const (
	Passed Outcome = iota
	Skipped
	Failed // by an assertion or by any other exception
)

// Added reports whether Write has added the whole suite to the reports of the build.
func (s *Suite) Added() bool { return s.added }

// Count returns the number of tests of a suite with an outcome.
func (s *Suite) Count(o Outcome) int {
	n := 0
	for _, c := range s.Cases {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// Read reads the reports in dir/MODULE/..., by module and name. A folder that does not exist has none. problems are the
// errors for reports that cannot be read: see Unreadable.
func Read(dir string) (suites []Suite, problems []error) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "junitreports" {
			return fs.SkipDir // TestNG's own reports, of tests that are in those of the build as well
		}
		if !isReport(d) {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		module, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		var list []Suite
		f, err := os.Open(path)
		if err == nil {
			defer f.Close() // only read
			list, err = parse(f, module)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", path, err))
			list = withUnreadable(list, module, d.Name(), err)
		}
		folder := filepath.Base(filepath.Dir(path))
		for i := range list {
			list[i].added = slices.Contains([]string{CarriedOver, FromCounts, FromBuild}, folder)
		}
		suites = append(suites, list...)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, err)
	}
	slices.SortStableFunc(suites, func(a, b Suite) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	return joined(suites), problems
}

// Unreadable is the name of the test that the part of a report counts as which cannot be read. It has failed, as
// it is not known what the tests in that part have done.
const Unreadable = "(report)"

// withUnreadable adds such a test to the suites of a report.
func withUnreadable(suites []Suite, module, file string, err error) []Suite {
	if len(suites) == 0 {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "TEST-"), ".xml")
		suites = []Suite{{Module: module, Name: name}}
	}
	last := &suites[len(suites)-1]
	message := "the test report cannot be read: " + err.Error()
	last.Cases = append(last.Cases, Case{Class: last.Name, Name: Unreadable, Outcome: Failed, Message: message,
		Trace: message})
	return suites
}

// Naming lists the failed tests that mention text in their messages or stack traces. It reads the reports in a folder
// that were written at since or later. Reports that cannot be read are ignored.
func Naming(dir, text string, since time.Time) []Case {
	var all []Case
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !isReport(d) {
			return nil
		}
		if info, err := d.Info(); err != nil || info.ModTime().Before(since.Truncate(time.Second)) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte(text)) {
			return nil
		}
		suites, _ := parse(bytes.NewReader(data), "")
		for _, s := range suites {
			for _, c := range s.Cases {
				if c.Outcome == Failed && strings.Contains(c.Trace, text) {
					c.Class = cmp.Or(c.Class, s.Name)
					all = append(all, c)
				}
			}
		}
		return nil
	})
	return all
}

// isReport reports whether a file is the report of a class of tests, by its name.
func isReport(d fs.DirEntry) bool {
	return d.Type().IsRegular() && strings.HasPrefix(d.Name(), "TEST-") && strings.HasSuffix(d.Name(), ".xml")
}

// joined joins the suites of a class that ran and those that Write has added for it to one suite each.
func joined(suites []Suite) []Suite {
	var list []Suite
	for _, s := range suites {
		last := len(list) - 1
		if last < 0 || list[last].Module != s.Module || list[last].Name != s.Name || !s.added && !list[last].added {
			list = append(list, s)
			continue
		}
		list[last].Cases = append(list[last].Cases, s.Cases...)
		list[last].Time += s.Time
		list[last].added = list[last].added && s.added
	}
	return list
}

// parse reads one report. If the report is cut short, it returns the part that is there, and an error.
func parse(r io.Reader, module string) ([]Suite, error) {
	d := xml.NewDecoder(newLegal(r))
	d.Entity = xml.HTMLEntity
	var suites []Suite
	for empty := true; ; {
		token, err := d.Token()
		if err == io.EOF && empty {
			return nil, errors.New("it has no element")
		}
		if err == io.EOF {
			return suites, nil
		}
		if err != nil {
			return suites, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		empty = false
		switch start.Name.Local {
		case "testsuite":
			suites = append(suites, Suite{Module: cmp.Or(module, attribute(start, "module")),
				Name: attribute(start, "name"), Time: seconds(attribute(start, "time"))})
		case "testcase":
			if len(suites) == 0 {
				return nil, errors.New("a test outside of a suite")
			}
			c, err := parseCase(d, start)
			if err != nil {
				return suites, err
			}
			suite := &suites[len(suites)-1]
			suite.Cases = append(suite.Cases, c)
		case "properties", "system-out", "system-err":
			if err := d.Skip(); err != nil {
				return suites, err
			}
		}
	}
}

// problem is an element with the reason for which a test failed or was skipped.
type problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// message returns the first line of the message, or the type of the exception if there is no message.
func (p problem) message() string {
	text, _, _ := strings.Cut(strings.TrimSpace(p.Message), "\n")
	return cmp.Or(strings.TrimSpace(text), p.Type)
}

// parseCase reads a test up to the end of its element.
func parseCase(d *xml.Decoder, start xml.StartElement) (Case, error) {
	var e struct {
		Class    string    `xml:"classname,attr"`
		Name     string    `xml:"name,attr"`
		Time     string    `xml:"time,attr"`
		Failures []problem `xml:"failure"`
		Errors   []problem `xml:"error"`
		Skipped  []problem `xml:"skipped"`
		// Surefire writes these for the executions of a test that it runs again: the first ones of a test that passed
		// in the end, and those after the first of a test that did not.
		FlakyFailures []struct{} `xml:"flakyFailure"`
		FlakyErrors   []struct{} `xml:"flakyError"`
		RerunFailures []struct{} `xml:"rerunFailure"`
		RerunErrors   []struct{} `xml:"rerunError"`
	}
	err := d.DecodeElement(&e, &start)
	c := Case{Class: e.Class, Name: e.Name, Time: seconds(e.Time),
		Retries: len(e.FlakyFailures) + len(e.FlakyErrors) + len(e.RerunFailures) + len(e.RerunErrors)}
	for _, p := range append(e.Failures, e.Errors...) {
		c.Outcome, c.Message, c.Trace = Failed, p.message(), cmp.Or(strings.TrimSpace(p.Text), p.Message)
	}
	for _, p := range e.Skipped {
		c.Outcome, c.Message = Skipped, p.message()
	}
	return c, err
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// seconds reads "1,234.567", and returns 0 for other text.
func seconds(text string) time.Duration {
	s, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil || s < 0 || s > 1e9 {
		return 0
	}
	return time.Duration(s * float64(time.Second))
}
