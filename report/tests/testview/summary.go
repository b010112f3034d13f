package testview

import (
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/util/words"
	"jprof/report"
)

// Summary counts the tests of a run by how they ended, and the executions in no test.
type Summary struct {
	Tests   int // attempts of one test are one
	Classes int // with set-up that was counted
	// Executions of statements in main sources, in set-up of classes, outside of tests, and in several tests at once.
	SetUp, Outside, Several uint64

	ended [testcounts.Unfinished + 1]int // tests by status, of several attempts the last one
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

// Ends returns the number of tests by how they ended: "937 tests: 930 passed, 5 failed, 2 skipped".
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
