package testview_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// names are uses as "test count", in their order.
func names(m *testview.Model, uses []testview.Use) []string {
	var list []string
	for _, u := range uses {
		name := strings.TrimPrefix(m.Tests[u.Test].String(), "org.example.")
		list = append(list, fmt.Sprintf("%s %d", name, u.Count))
	}
	return list
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%q\nwant\n%q", what, got, want)
	}
}

// TestNumbers checks the numbers of each owner of counts.
func TestNumbers(t *testing.T) {
	m := reporttest.TestedModel(t)
	var got []string
	for _, x := range m.Tests {
		got = append(got, fmt.Sprintf("%s %d/%d/%d", strings.TrimPrefix(x.String(), "org.example."), x.Executions,
			x.Regions, x.Only))
	}
	want(t, "executions, regions, only", got,
		"OtherTest#fails 10/4/2", // twice n = 0, three times if, throw; isEmpty and throw are not in another test
		"ParserTest 4/3/0",
		"ParserTest#digits[1] 16/3/0", "ParserTest#digits[2] 8/3/0",
		"ParserTest#flaky 4/3/0", "ParserTest#flaky (attempt 2) 5/4/0", // signs executes n = -..., too
		"ParserTest#nothing 0/0/0", "ParserTest#signs 24/5/0", "ParserTest#skipped 0/0/0",
		"outside 6/5/0", "several tests at once 12/3/0")
}

// TestSummary checks how tests ended, and what was executed in none.
func TestSummary(t *testing.T) {
	s := reporttest.TestedModel(t).Summary()
	if got := s.Ends(); got != "7 tests: 6 passed, 1 skipped" {
		t.Errorf("ends: %q", got)
	}
	if s.Tests != 7 || s.Classes != 1 || s.SetUp != 4 || s.Outside != 6 || s.Several != 12 {
		t.Errorf("got %+v", s)
	}
	var none testview.Summary
	if got := none.Ends(); got != "0 tests" {
		t.Errorf("of no test: %q", got)
	}
}

// TestUses checks who executed parts of a file.
func TestUses(t *testing.T) {
	m := reporttest.TestedModel(t)
	f := m.Report.Files[0]
	line := func(text string) int {
		src, err := m.Report.ReadSource(f.Path, f.Hash)
		if err != nil {
			t.Fatal(err)
		}
		before, _, found := strings.Cut(string(src), text)
		if !found {
			t.Fatalf("%s is not in the source", text)
		}
		return strings.Count(before, "\n") + 1
	}
	want(t, "n = -", names(m, m.OfLine(f, line("n = -"))), "ParserTest#signs 4", "ParserTest#flaky (attempt 2) 1")
	want(t, "throw", names(m, m.OfLine(f, line("throw"))), "OtherTest#fails 2")
	want(t, "close", names(m, m.OfLine(f, line("void close"))), "outside 1") // invocations
	want(t, "a blank line", names(m, m.OfLine(f, line("void close")-1)))
	want(t, "the package", names(m, m.OfLine(f, 1)))
	closing := line("void close")
	end := line("return n") + 1 // the brace of the method, after which there is nothing up to the next
	for from, near := range map[int]int{1: 4, end: end - 1, end + 1: closing, closing + 2: closing + 1,
		1000: closing + 1} {
		if got := m.File(f).Near(from); got != near {
			t.Errorf("the line with counts nearest to %d is %d, want %d", from, got, near)
		}
	}
	want(t, "return", names(m, m.OfLine(f, line("return n"))), "ParserTest#signs 5", "ParserTest#digits[1] 4",
		"ParserTest#digits[2] 2", "ParserTest#flaky 1", "ParserTest#flaky (attempt 2) 1", "ParserTest 1", "outside 1",
		"several tests at once 3")
	want(t, "two lines", names(m, m.File(f).Lines(line("n = -"), line("throw"))), "OtherTest#fails 4",
		"ParserTest#signs 4", "ParserTest#flaky (attempt 2) 1", "outside 1")
	yes, no := m.OfBranch(f, 2) // isEmpty
	want(t, "empty", names(m, yes), "OtherTest#fails 2")
	want(t, "not empty", names(m, no), "outside 1")
	want(t, "method", names(m, m.OfMethod(f, 0)), "ParserTest#signs 24", "ParserTest#digits[1] 16",
		"OtherTest#fails 10", "ParserTest#digits[2] 8", "ParserTest#flaky (attempt 2) 5", "ParserTest#flaky 4",
		"ParserTest 4", "outside 5", "several tests at once 12")
	if n := m.Cases(m.OfClass(f.Classes[0])); n != 5 {
		t.Errorf("%d tests of the class, want 5: attempts are one", n)
	}
	// Each count of the report is the sum of its parts.
	for i, r := range f.Regions {
		var sum uint64
		for _, u := range m.OfRegion(f, i) {
			sum += u.Count
		}
		if sum != r.Count {
			t.Errorf("region %d: %d, the sum of all tests is %d", i, r.Count, sum)
		}
	}
}

// TestFootprint checks what tests executed: only main sources, with what they alone did.
func TestFootprint(t *testing.T) {
	m := reporttest.TestedModel(t)
	for i, x := range m.Tests {
		regions, only := 0, 0
		for _, f := range m.Footprint(i) {
			if f.File.IsTest() {
				t.Errorf("%s: %s is no main source", x.Name(), f.File.Path)
			}
			for _, r := range f.Regions {
				regions++
				if r.Only {
					only++
				}
				if !slices.Contains(m.OfRegion(f.File, int(r.Region)), testview.Use{Test: int32(i), Count: r.Count}) {
					t.Errorf("%s: region %d is not in the other direction", x.Name(), r.Region)
				}
			}
		}
		if regions != x.Regions || only != x.Only {
			t.Errorf("%s: %d regions and %d only, want %d and %d", x.Name(), regions, only, x.Regions, x.Only)
		}
	}
	if uses := m.File(&report.File{}).All(); len(uses) != 0 {
		t.Errorf("a file that is not in the report: %v", uses)
	}
}
