package testreports

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// The folders of a module that Write writes to. No build tool has folders of these names.
const (
	CarriedOver = "carried-over" // reports of tests that an earlier run executed
	FromCounts  = "from-counts"  // reports of tests that are known by their counts only
	FromBuild   = "from-build"   // reports of failures that are known by what the build has said only
)

// The elements of a report, as far as Read reads them.
type (
	suiteElement struct {
		XMLName xml.Name      `xml:"testsuite"`
		Module  string        `xml:"module,attr,omitempty"` // only in files of Pack
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Tests   int           `xml:"tests,attr"`
		Cases   []caseElement `xml:"testcase"`
	}
	caseElement struct {
		Class   string   `xml:"classname,attr,omitempty"`
		Name    string   `xml:"name,attr"`
		Time    string   `xml:"time,attr"`
		Failure *outcome `xml:"failure"`
		Skipped *outcome `xml:"skipped"`
	}
	outcome struct {
		Message string `xml:"message,attr,omitempty"`
		Trace   string `xml:",chardata"`
	}
)

// Write adds suites to the reports in dir, in a folder of each module. If the reports already have a suite of the same
// name, Read joins both.
func Write(dir, folder string, suites []Suite) error {
	for i := range suites {
		s := &suites[i]
		text, err := xml.MarshalIndent(s.element(false), "", "  ")
		if err != nil {
			return err
		}
		to := filepath.Join(dir, s.Module, folder)
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		name := fmt.Sprintf("TEST-%d.xml", i) // a suite may have any name
		if err := os.WriteFile(filepath.Join(to, name), append([]byte(xml.Header), text...), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// element returns the element of a suite. Traces of tests that failed are in it with traces.
func (s *Suite) element(traces bool) suiteElement {
	e := suiteElement{Name: s.Name, Time: inSeconds(s.Time), Tests: len(s.Cases)}
	for _, c := range s.Cases {
		at := caseElement{Class: c.Class, Name: c.Name, Time: inSeconds(c.Time)}
		switch c.Outcome {
		case Failed:
			at.Failure = &outcome{Message: c.Message}
			if traces {
				at.Failure.Trace = c.Trace
			}
		case Skipped:
			at.Skipped = &outcome{Message: c.Message}
		}
		e.Cases = append(e.Cases, at)
	}
	return e
}

// Pack writes suites to one file, which Unpack reads. It writes what it has read byte for byte again.
func Pack(w io.Writer, suites []Suite) error {
	all := struct {
		XMLName xml.Name       `xml:"testsuites"`
		Suites  []suiteElement `xml:"testsuite"`
	}{}
	for i := range suites {
		e := suites[i].element(true)
		e.Module = suites[i].Module
		all.Suites = append(all.Suites, e)
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	return e.Encode(all)
}

// Unpack reads the suites of a file of Pack.
func Unpack(r io.Reader) ([]Suite, error) { return parse(r, "") }

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
