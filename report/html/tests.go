package html

import (
	"cmp"
	"slices"
	"time"

	"jprof/internal/format/testreports"
	"jprof/internal/java/decl"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/layout"
)

// slowRows limits the list of the slowest tests.
const slowRows = 20

// testTotals has the numbers of tests by result.
type testTotals struct {
	All, Passed, Skipped, Failed int
	Time                         string
}

func (t *testTotals) add(s *testreports.Suite) {
	t.All += len(s.Cases)
	t.Passed += s.Count(testreports.Passed)
	t.Skipped += s.Count(testreports.Skipped)
	t.Failed += s.Count(testreports.Failed)
}

// sumUpTests returns the totals of all suites.
func sumUpTests(suites []testreports.Suite) testTotals {
	var t testTotals
	var all time.Duration
	for i := range suites {
		t.add(&suites[i])
		all += suites[i].Time
	}
	t.Time = words.Seconds(all.Seconds())
	return t
}

type testRow struct {
	Class, Name, Href string // Href is "" if the report lacks the class
	Time              string
	Message           string

	took time.Duration
}

type suiteRow struct {
	testTotals
	Class, Href, Module string
}

type testsPage struct {
	Frame                    layout.Frame
	Totals                   testTotals
	Carried                  string // report.RunInfo.Carried
	Failed, Skipped, Slowest []testRow
	Suites                   []suiteRow // the longest first
}

func (s *site) tests() testsPage {
	p := testsPage{Frame: s.frame("", "tests", "Tests"), Totals: s.testTotals,
		Carried: report.Printable(s.model.Run.Carried)}
	page := func(class string) string { return s.classPage[s.testClasses[decl.Outermost(class)]] }
	var slow []testRow
	byTime := func(a, b testreports.Suite) int { return cmp.Compare(b.Time, a.Time) }
	for _, suite := range slices.SortedStableFunc(slices.Values(s.suites), byTime) {
		r := suiteRow{Class: report.Printable(suite.Name), Href: page(suite.Name),
			Module: report.Printable(suite.Module)}
		r.add(&suite)
		r.Time = words.Seconds(suite.Time.Seconds())
		p.Suites = append(p.Suites, r)
		for _, c := range suite.Cases {
			class := cmp.Or(c.Class, suite.Name)
			row := testRow{report.Printable(class), report.Printable(c.Name), page(class),
				words.Seconds(c.Time.Seconds()), report.Printable(c.Message), c.Time}
			switch c.Outcome {
			case testreports.Failed:
				p.Failed = append(p.Failed, row)
			case testreports.Skipped:
				p.Skipped = append(p.Skipped, row)
			}
			slow = append(slow, row)
		}
	}
	slices.SortStableFunc(slow, func(a, b testRow) int { return cmp.Compare(b.took, a.took) })
	p.Slowest = slow[:min(slowRows, len(slow))]
	return p
}
