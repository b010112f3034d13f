package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/lcov"
	"jprof/report/export/sonar"
	"jprof/report/tests/testview"
)

// testFormat is a format of jprof export for counts by test. in selects the files; formats without sources
// ignore it.
type testFormat struct {
	described
	write   func(w io.Writer, m *testview.Model, in func(*report.File) bool) error
	sources bool // it has sources: --tests includes those of tests
}

// testFormats are the formats of jprof export for counts by test.
var testFormats = []testFormat{
	{described{"tests-json", "all tests, and what each executed, for programs", "tests.json"},
		func(w io.Writer, m *testview.Model, _ func(*report.File) bool) error {
			return json.AllTests(w, m)
		}, false},
	{described{"tests-lcov", "counts of lines and branches of each test, for genhtml --show-details", "tests.info"},
		lcov.WriteByTest, true},
	{described{"tests-sonar", "results and times of tests, for SonarQube", "sonar-tests.xml"},
		func(w io.Writer, m *testview.Model, _ func(*report.File) bool) error {
			return sonar.Write(w, m)
		}, false},
}

// exportTests writes the counts by test of a run.
func (s *session) exportTests(c *cli.Context, f testFormat) error {
	if err := noOptions(c, f.name, "map", "counts", "since", "title", "metric", "min"); err != nil {
		return err
	}
	if !f.sources {
		if err := noOptions(c, f.name, "tests"); err != nil {
			return err
		}
	}
	run, err := s.chosenTests(c)
	if err != nil {
		return err
	}
	all := c.Bool("tests") || len(run.Report.TestSources().Files) == len(run.Report.Files)
	in := func(x *report.File) bool { return all || !x.IsTest() }
	return s.output(c.Path("o"), func(w io.Writer) error { return f.write(w, run.Model, in) })
}
