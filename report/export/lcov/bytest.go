package lcov

import (
	"bufio"
	"fmt"
	"io"

	"jprof/report"
	"jprof/report/tests/testview"
)

// WriteByTest writes, test by test, records of the code that the test executed. The records have the name of the test
// as TN. Underscores replace characters that the format does not allow, and a number makes equal names different.
// Set-up of classes, code outside of tests, and several tests at once have records like those of tests, so that all
// counts add up to those of the run. Code that no test executed is in records of the run, in which all counts are 0:
// readers add up records of one path. in selects files.
func WriteByTest(w io.Writer, m *testview.Model, in func(*report.File) bool) error {
	b := bufio.NewWriter(w)
	names := uniqueNames{}
	run := names.of(m.Report.Run.ID)
	for _, f := range m.Report.Files {
		if in(f) {
			writeFile(b, run, testview.Without(f), false)
		}
	}
	for i := range m.Tests {
		t := &m.Tests[i]
		name := t.String()
		if t.IsSetUp() {
			name = "set-up of " + name
		}
		name = names.of(name)
		for f := range m.FilesOf(i) {
			if in(f) {
				writeFile(b, name, f, true)
			}
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("lcov: %w", err)
	}
	return nil
}

// uniqueNames has the number of uses of each name.
type uniqueNames map[string]int

// of returns a name for TN that no other test has.
func (u uniqueNames) of(name string) string {
	name = testName(name)
	name = name[:min(len(name), longestName)]
	for {
		u[name]++
		if n := u[name]; n > 1 {
			name = fmt.Sprintf("%s_%d", name, n)
			continue
		}
		return name
	}
}
