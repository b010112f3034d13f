package testview

import (
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/util/words"
	"jprof/report"
)

// Summary has the numbers of tests of a run by result, and of executions in no test.
type Summary struct {
	Tests   int // attempts of one test count as one
	Classes int // number of classes whose set-up was counted
	// SetUp, Outside and Several are executions of statements in main sources: in set-up of classes, outside of tests,
	// and in several tests at once.
	SetUp, Outside, Several uint64

	ended [testcounts.Unfinished + 1]int // tests by status; if a test has several attempts, that of the last
}

// Summary adds up all tests and other owners.
func (m *Model) Summary() Summary {
	var s Summary
	for i := range m.Tests {
		switch t := &m.Tests[i]; {
		case t.IsTest():
			if m.IsLast(int32(i)) {
				s.Tests++
				s.ended[min(t.Status, testcounts.Unfinished)]++
			}
		case t.IsSetUp():
			s.Classes++
			s.SetUp = report.Add(s.SetUp, t.Executions)
		case t.IsOutside():
			s.Outside = report.Add(s.Outside, t.Executions)
		default:
			s.Several = report.Add(s.Several, t.Executions)
		}
	}
	return s
}

// Ends returns the number of tests by result: "937 tests: 930 passed, 5 failed, 2 skipped".
func (s *Summary) Ends() string {
	var list []string
	for status, n := range s.ended {
		if n > 0 {
			list = append(list, report.Thousands(uint64(n))+" "+testcounts.Status(status).String())
		}
	}
	text := words.Plural(s.Tests, "test")
	if len(list) > 0 {
		text += ": " + strings.Join(list, ", ")
	}
	return text
}
