package csv

import (
	"io"

	"jprof/internal/util/words"
	"jprof/report/tests/testview"
)

// testColumns are the columns of Tests. Programs read them, so do not change them.
var testColumns = []string{"test", "status", "seconds", "executions", "regions", "only"}

// Tests writes a line for each of the given tests. Each attempt has its own line:
//
//	test        class#method, with (types) where the class has several of that name, and [1] for an invocation
//	status      passed, failed, aborted, skipped, or unfinished
//	seconds     from the XML of the build, else as jprof measured them
//	executions  of statements in main sources
//	regions     of main sources that it executed
//	only        regions that no other test executed
func Tests(w io.Writer, m *testview.Model, list []int32) error {
	return write(w, false, testColumns, func(row func(cells ...string)) {
		for _, i := range list {
			t := &m.Tests[i]
			row(text(t.Name()), t.Status.String(), words.Seconds(t.Seconds), number(t.Executions),
				number(t.Regions), number(t.Only))
		}
	})
}
