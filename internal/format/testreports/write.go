package testreports

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// addedDir is the folder of a module that Write writes to.
const addedDir = "carried-over"

// The elements of a report, as far as Read reads them.
type (
	suiteElement struct {
		XMLName xml.Name      `xml:"testsuite"`
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
	}
)

// Write adds suites to the reports in dir. If the reports already have a suite of the same name, Read joins both.
func Write(dir string, suites []Suite) error {
	for i := range suites {
		s := &suites[i]
		e := suiteElement{Name: s.Name, Time: inSeconds(s.Time), Tests: len(s.Cases)}
		for _, c := range s.Cases {
			at := caseElement{Class: c.Class, Name: c.Name, Time: inSeconds(c.Time)}
			switch c.Outcome {
			case Failed:
				at.Failure = &outcome{c.Message}
			case Skipped:
				at.Skipped = &outcome{c.Message}
			}
			e.Cases = append(e.Cases, at)
		}
		text, err := xml.MarshalIndent(e, "", "  ")
		if err != nil {
			return err
		}
		to := filepath.Join(dir, s.Module, addedDir)
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

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
