package testview

import (
	"slices"

	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
)

// Cases finds the tests of test reports. For each case of each suite, it returns the index of the test, -1 for none.
func Cases(tests []testcounts.Test, suites []testreports.Suite, module func(step string) string) [][]int {
	m := modelOf(tests)
	return m.cases(suites, m.setSeconds(suites, module))
}

// LastAttempts returns test reports in which each test is there once, as in Summary. For tests with several attempts,
// build tools list each attempt, and some of them report the first ones as skipped. The suites keep their times.
func LastAttempts(tests []testcounts.Test, suites []testreports.Suite, module func(step string) string,
) []testreports.Suite {
	m := modelOf(tests)
	return m.lastAttempts(suites, m.setSeconds(suites, module))
}

// modelOf returns a model with nothing but the tests.
func modelOf(tests []testcounts.Test) *Model {
	m := &Model{Tests: make([]Test, len(tests))}
	for i := range tests {
		m.Tests[i].Test = tests[i]
	}
	m.groups = groupsOf(m.Tests)
	return m
}

// cases returns the tests that setSeconds has found: see Cases.
func (m *Model) cases(suites []testreports.Suite, all reports) [][]int {
	index := make(map[*Test]int, len(m.Tests))
	for i := range m.Tests {
		index[&m.Tests[i]] = i
	}
	list := make([][]int, len(suites))
	for i := range suites {
		list[i] = make([]int, len(suites[i].Cases))
	}
	for _, of := range all.classes {
		for _, c := range of {
			list[c.suite][c.index] = -1
			if c.test != nil {
				list[c.suite][c.index] = index[c.test]
			}
		}
	}
	return list
}

func (m *Model) lastAttempts(suites []testreports.Suite, all reports) []testreports.Suite {
	list := slices.Clone(suites)
	for i, cases := range m.cases(suites, all) {
		list[i].Cases = nil
		for k, test := range cases {
			if test < 0 || m.IsLast(int32(test)) {
				list[i].Cases = append(list[i].Cases, suites[i].Cases[k])
			}
		}
	}
	return list
}
