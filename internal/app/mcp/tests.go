package mcp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"jprof/internal/runs/lookup"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/tests/next"
	"jprof/report/tests/testview"
)

// TestUse is a test that ran some code.
type TestUse struct {
	Place      string  `json:"place,omitempty" jsonschema:"file:line of the test"`
	Test       string  `json:"test"`
	Executions uint64  `json:"executions" jsonschema:"of the code, by this test"`
	Status     string  `json:"status,omitempty"`
	Seconds    float64 `json:"seconds,omitempty"`
}

func (x *TestUse) String() string {
	line := fmt.Sprintf("%s  %s  executions %s", x.Place, x.Test, report.Thousands(x.Executions))
	if x.Status != "" {
		line += fmt.Sprintf(", %s, %.3f s", x.Status, x.Seconds)
	}
	return strings.TrimSpace(line)
}

type useList = List[*TestUse]

func (s *server) testsOf(c *call, in struct {
	Code string `json:"code" jsonschema:"Foo.java:42, Foo.java:40-50, Foo.java:parse, Foo, Foo.parse(String)"`
	Chosen
	Page
}) (*useList, error) {
	run, err := s.testedOf(c, in.Run)
	if err != nil {
		return nil, err
	}
	uses, err := run.code(s, c, run.model, in.Run != "").UsesOf(run.tests, in.Code,
		"code: Foo.java:42, Foo.java:40-50, Foo.java:parse, Foo, Foo.parse(String)")
	if err != nil {
		return nil, err
	}
	list := listOf(in.Page, uses, func(u testview.Use) *TestUse {
		t := &run.tests.Tests[u.Test]
		x := &TestUse{Test: text.TestName(run.tests, u.Test), Executions: u.Count}
		if t.IsTest() {
			x.Status, x.Seconds = t.Status.String(), rounded(t.Seconds)
		}
		if path, line := next.PlaceOf(run.model, t.Class, t.Method); path != "" {
			x.Place, x.Test = fmt.Sprintf("%s:%d", report.Printable(path), line), withoutPackage(x.Test)
		}
		return x
	})
	list.Run = run.data.Run.ID
	list.Summary = words.Plural(run.tests.Cases(uses), "test") + " ran " + report.Printable(in.Code)
	if len(uses) == 0 {
		c.ui.Info("the tool missed, with in: %s, names the nearest test", report.Printable(in.Code))
	}
	return &list, nil
}

// rounded returns seconds with three decimals.
func rounded(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// MethodOfTest is a method that a test ran.
type MethodOfTest struct {
	Place      string       `json:"place" jsonschema:"file:line"`
	Method     string       `json:"method"`
	Executions uint64       `json:"executions" jsonschema:"of its statements"`
	Regions    report.Ratio `json:"regions" jsonschema:"its regions that ran; a region is statements that run together"`
	Alone      int          `json:"alone" jsonschema:"the number of regions that no other test ran"`
}

func (x *MethodOfTest) String() string {
	return fmt.Sprintf("%s  %s  executions %s, %s regions, %s alone", x.Place, x.Method,
		report.Thousands(x.Executions), x.Regions, words.Thousands(uint64(x.Alone)))
}

// TestAnswer is the answer of the tool test.
type TestAnswer struct {
	List[*MethodOfTest]
	Tests   int     `json:"tests" jsonschema:"the number of tests that match"`
	Seconds float64 `json:"seconds"`
	Regions int     `json:"regions" jsonschema:"that the tests ran"`
	Alone   int     `json:"alone" jsonschema:"regions that no other test ran"`
}

func (s *server) test(c *call, in struct {
	Test string `json:"test" jsonschema:"a test or a pattern: ParserTest, ParserTest#digits, *Test#parse*"`
	All  bool   `json:"all,omitempty" jsonschema:"true for all methods that it ran"`
	Chosen
	Page
}) (*TestAnswer, error) {
	run, err := s.testedOf(c, in.Run)
	if err != nil {
		return nil, err
	}
	if in.Test == "" {
		return nil, exit.Usagef("tests_of lists the tests that ran some code", "test: name a test")
	}
	matching, err := lookup.MatchingTests(run.tests, in.Test)
	if err != nil {
		return nil, err
	}
	owners := matching
	if !strings.Contains(in.Test, "#") { // classes
		owners = run.tests.WithSetUp(matching)
	}
	all := run.tests.Together(owners)
	methods := all.Methods()
	if !in.All {
		methods = slices.DeleteFunc(methods, func(m testview.MethodUse) bool { return m.Only == 0 })
		slices.SortStableFunc(methods, func(a, b testview.MethodUse) int { return cmp.Compare(b.Only, a.Only) })
	}
	code := run.code(s, c, run.model, in.Run != "")
	x := &TestAnswer{Tests: len(matching), Seconds: rounded(all.Seconds), Regions: all.Regions, Alone: all.Only}
	x.List = listOf(in.Page, methods, func(m testview.MethodUse) *MethodOfTest {
		item := &MethodOfTest{code.at(m.File, 1), "code in no method", m.Executions, m.Regions, m.Only}
		if m.Method >= 0 {
			of := report.MethodRef{File: m.File, Index: m.Method}
			item.Place, item.Method = code.at(m.File, int(of.Method().Name.Line)), shown(of.Title())
		}
		return item
	})
	x.Run = run.data.Run.ID
	x.Summary = fmt.Sprintf("%s, %.3f s, ran %s of main sources, %s of them alone", words.Plural(len(matching), "test"),
		all.Seconds, words.Plural(all.Regions, "region"), words.Thousands(uint64(all.Only)))
	return x, nil
}
