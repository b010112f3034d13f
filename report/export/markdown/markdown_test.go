package markdown_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/markdown"
	"jprof/report/gate"
	"jprof/report/reporttest"
)

func write(t *testing.T, m *report.Model, v *gate.Verdict) string {
	t.Helper()
	var b strings.Builder
	if err := markdown.Write(&b, m, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSummary(t *testing.T) {
	got := write(t, reporttest.SampleModel(t), nil)
	want := "# jprof: `sample`\n" + `
## Executed in main sources

|  | executed |  |
| --- | ---: | ---: |
| lines | 15 of 19 | 78.9 % |
| branches | 7 of 10 | 70.0 % |
| methods | 9 of 12 | 75.0 % |

4 files measured; 1 file and 1 part unmeasured.

Test sources: 2 of 2 lines executed (100 %), 2 of 2 methods (100 %).

## Hottest methods
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to start with\n%s", got, want)
	}
	for _, line := range []string{
		"| 3,328,158 | 1,664,079 | `Fibonacci::fib(int n)` | `app/src/main/java/org/example/Fibonacci.java:6` |",
		"| 1 | `Shapes::register(int times)` | `app/src/main/java/org/example/Shapes.java:32` |",
		"| module | lines |  | branches |  | methods |  |",
		"| `org.example:app` | 15 of 19 | 78.9 % | 7 of 10 | 70.0 % | 9 of 12 | 75.0 % |",
		"Run `20260102-030405`, jprof `0.0-test`",
	} {
		if !strings.Contains(got, "\n"+line) {
			t.Errorf("no line %s in\n%s", line, got)
		}
	}
	for _, tt := range []struct{ column, name, head, want string }{
		{"module", "org.example:app", "lines", "15 of 19 78.9 %"},
		{"module", "org.example:app", "branches", "7 of 10 70.0 %"},
		{"package", "org.example.util", "methods", "2 of 2 100 %"},
		{"package", "org.example.util", "lines", "2 of 2 100 %"},
		{"package", "org.example.util", "branches", "0 of 0 –"},
	} {
		if cells := sumsOf(t, got, tt.column, tt.name)[tt.head]; cells != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.head, tt.name, cells, tt.want)
		}
	}
	if strings.Contains(got, "Gates") || strings.Contains(got, "Changed") {
		t.Errorf("there was no verdict:\n%s", got)
	}
}

// sumsOf returns the cells of a row by the heads of its table, whose first one is column. A column without a head
// belongs to the one before it.
func sumsOf(t *testing.T, text, column, name string) map[string]string {
	t.Helper()
	_, table, ok := strings.Cut(text, "\n| "+column+" | ")
	heads, rows, _ := strings.Cut(table, "\n")
	_, row, found := strings.Cut(rows, "\n| `"+name+"` | ")
	if !ok || !found {
		t.Fatalf("no row %s below %s", name, column)
	}
	row, _, _ = strings.Cut(row, "\n")
	cells, sums, last := strings.Split(row, "|"), map[string]string{}, ""
	for i, head := range strings.Split(heads, "|") {
		last = cmp.Or(strings.TrimSpace(head), last)
		sums[last] = strings.TrimSpace(sums[last] + " " + strings.TrimSpace(cells[i]))
	}
	return sums
}

func TestVerdict(t *testing.T) {
	got := write(t, reporttest.SampleModel(t), &gate.Verdict{
		Gates: []gate.Gate{
			{Rule: "lines", Subject: "project", Required: "at least 80 %", Actual: "81.0 % (17 of 21)", Passed: true},
			{Rule: "branches", Subject: "project", Required: "at least 80 %", Actual: "70.0 % (7 of 10)"},
		},
		Changed: &compare.ChangedLines{Since: "main", Lines: report.Ratio{Covered: 1, Total: 4},
			Branches:  report.Ratio{Total: 2},
			Uncovered: []compare.Range{{Path: "A.java", First: 3, Last: 3}, {Path: "A.java", First: 7, Last: 9}}},
	})
	want := "# jprof: `sample`\n\n**1 of 2 gates failed.**\n" +
		"\n## Changed since `main`\n\n1 of 4 lines executed (25.0 %), 0 of 2 branches (0 %).\n" + `
| not executed | lines |
| --- | ---: |
` + "| `A.java` | 3 |\n| `A.java` | 7–9 |\n" + `
## Gates

|  | gate | of | actual | required |
| --- | --- | --- | ---: | --- |
` + "| **failed** | `branches` | `project` | `70.0 % (7 of 10)` | `at least 80 %` |\n" +
		"| passed | `lines` | `project` | `81.0 % (17 of 21)` | `at least 80 %` |\n" +
		"\n## Executed in main sources\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to start with\n%s", got, want)
	}
	got = write(t, reporttest.SampleModel(t),
		&gate.Verdict{Gates: []gate.Gate{{Passed: true}}, Changed: &compare.ChangedLines{Since: "main"}})
	if !strings.Contains(got, "\nAll gates passed.\n") ||
		!strings.Contains(got, "\nNo statement with counters starts on a changed line.\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestBase checks that tests which fail now come after changed lines, and that totals are beside those of the base.
func TestBase(t *testing.T) {
	m, before := reporttest.SampleModel(t), *reporttest.SampleModel(t)
	before.Run.ID, before.Run.Command, before.Run.Start = "20260101-000000", []string{"mvn", "verify"}, time.Time{}
	before.Totals.Lines = report.Ratio{Covered: 16, Total: 19}
	before.Totals.Branches = report.Ratio{Covered: 14, Total: 20}
	diff := &compare.Comparison{Before: &before, After: m, Tests: compare.TestChanges{Failing: []compare.FailingTest{
		{Name: "a.BTest#c", Message: "expected: 1", Path: "B.java", Line: 3}, {Name: "a.NewTest", IsNew: true}}}}
	class := &report.Class{Name: "A", File: m.Files[0]}
	diff.Classes = []compare.ClassChange{{Old: class, New: class, Executed: compare.Change{Before: 1000, After: 1001},
		Invocations: compare.Change{Before: 5, After: 9}}}
	base := gate.Base{Run: before.Run.ID, Diff: diff}
	verdict := &gate.Verdict{Gates: []gate.Gate{{Passed: true}}, Base: &base}
	got := write(t, m, verdict)
	for _, want := range []string{
		"\nAll gates passed.\n\n## Tests that fail, and did not in run 20260101-000000\n",
		"\n| `a.BTest#c` | `B.java:3` | `expected: 1` |\n| `a.NewTest` (new) | (none) |  |\n\n## Gates\n",
		"\n|  | executed |  | before | change |\n",
		"\n| lines | 15 of 19 | 78.9 % | 84.2 % | -5.3 |\n| branches | 7 of 10 | 70.0 % | 70.0 % | 0 |\n" +
			"| methods | 9 of 12 | 75.0 % | 75.0 % | 0 |\n\n",
		"\n## Counts that differ\n\n1 class.\n",
		"` |  | 1,000 → 1,001 | ×1 | 5 → 9 |\n",
		"\nBefore: `run 20260101-000000: mvn verify`.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	before.TestTotals = report.Totals{} // other kinds of sources
	if got := write(t, m, verdict); strings.Contains(got, "before") {
		t.Errorf("totals of other sources are compared:\n%s", got)
	}
}

// TestFailures checks that failures of the run come first.
func TestFailures(t *testing.T) {
	m := reporttest.SampleModel(t)
	m.Run = reporttest.FailedRun()
	got := write(t, m, &gate.Verdict{Gates: []gate.Gate{{Passed: true}}})
	want := "# jprof: `sample`\n" + `
**Build failed (exit code 1), 2 of 40 tests failed, ` +
		`2 modules not built.** These numbers may not represent the whole project:

` + "- `the build failed (exit code 1)`\n- `2 of 40 tests failed`\n" +
		"- `module g:app was not built: 2 main sources and 1 test source are in no total`\n" +
		"- `module g:svc does not compile: its 1 main source was not executed; 3 test sources are in no total`\n\n" +
		"All gates passed.\n\n## Gates\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to start with\n%s", got, want)
	}
	got = write(t, m, &gate.Verdict{Gates: []gate.Gate{{Passed: true}}, Excused: true})
	want = "# jprof: `sample`\n\n**Only tests in the quarantine failed: 2 of 40.**\n\nAll gates passed.\n\n## Gates\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to start with\n%s", got, want)
	}
}

// TestHostileNames checks that rows have no markup outside of code spans but the bars between cells, whatever names
// are.
func TestHostileNames(t *testing.T) {
	m := reporttest.Model(t, reporttest.Hostile()...)
	m.Title = "`<script>` | @all\n# more"
	hostile := compare.Models(m, m)
	hostile.Tests = compare.TestChanges{
		Failing: []compare.FailingTest{{Name: "`|a\n", Message: "<b> | `x`", Path: m.Files[0].Path, Line: 1}},
		New:     []compare.NewTest{{Name: "`|a\n"}}, Lost: []compare.LostTest{{Name: "`|a\n", What: compare.Removed}}}
	hostile.NewlyMissed = compare.NewlyMissed{Lines: 1, Missed: m.Missed(nil)}
	got := write(t, m, &gate.Verdict{
		Gates: []gate.Gate{{Rule: "|", Subject: "a\\", Required: "``", Actual: " "}},
		Changed: &compare.ChangedLines{Since: "`x`", Lines: report.Ratio{Total: 1},
			Uncovered: []compare.Range{{Path: m.Files[0].Path, First: 1, Last: 2}}},
		Base: &gate.Base{Diff: hostile},
	})
	if !utf8.ValidString(got) || strings.ContainsAny(got, "\r\x1b\x07\u202e\u2028") {
		t.Errorf("control characters in %q", got)
	}
	columns := 0
	for line := range strings.SplitSeq(got, "\n") {
		parts := strings.Split(line, "`")
		if len(parts)%2 == 0 {
			t.Errorf("a code span is open in %q", line)
			continue
		}
		outside := ""
		for i := 0; i < len(parts); i += 2 {
			outside += parts[i]
		}
		if strings.ContainsAny(outside, "<>&@[]\\") {
			t.Errorf("markup outside of code spans in %q", line)
		}
		switch bars := strings.Count(line, "|"); {
		case bars == 0:
			columns = 0
		case columns == 0:
			columns = bars
		case bars != columns:
			t.Errorf("a row with %d bars in a table with %d: %q", bars, columns, line)
		}
		if utf8.RuneCountInString(line) > 5*cell {
			t.Errorf("a line of %d characters", utf8.RuneCountInString(line))
		}
	}
}

const cell = 250 // more than a cell ever has

func TestLimit(t *testing.T) {
	long := strings.Repeat("ü", 300)
	var files []reporttest.File
	for i := range 70 {
		name := fmt.Sprintf("%s%d", long, i)
		files = append(files, reporttest.File{Module: name, Package: name, Path: name + ".java",
			Counters: []uint64{uint64(i % 2)},
			Text:     "‹t class A" + name + "|class A { ‹m " + name + "() 0|¤‹b body 0|{}›› }›"})
	}
	m := reporttest.Model(t, files...)
	m.Title = long
	v := &gate.Verdict{Changed: &compare.ChangedLines{Since: long, Lines: report.Ratio{Total: 999}}}
	for i := range 999 {
		v.Gates = append(v.Gates, gate.Gate{Rule: long, Subject: long, Required: long, Actual: long, Passed: i < 998})
		v.Changed.Uncovered = append(v.Changed.Uncovered, compare.Range{Path: long, First: i, Last: i})
	}
	got := write(t, m, v)
	if n := utf8.RuneCountInString(got); n > markdown.Limit {
		t.Errorf("%d characters", n)
	}
	for _, want := range []string{"rows of this table are omitted", "799 more are not shown.",
		"\n20 more are not shown.\n", "25 more are not shown.", "## Packages", "| methods |"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Index(got, "**failed**") > strings.Index(got, "| passed") {
		t.Error("gates that are passed stand before one that is not")
	}
}

func TestWriteError(t *testing.T) {
	if err := markdown.Write(reporttest.Full{}, reporttest.SampleModel(t), nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}

func TestWhatIsMissingIsTold(t *testing.T) {
	m := reporttest.SampleModel(t)
	m.Dropped = []report.Dropped{{Path: "Old.java", Line: 3, What: "Old::f()", Title: "Old::f()", Count: 7}}
	var b strings.Builder
	if err := markdown.Write(&b, m,
		&gate.Verdict{Changed: &compare.ChangedLines{Since: "main", Missing: []string{"lib/New|.java"}}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the counts of code outside of methods in 1 file: ", "No statement with counters",
		"| changed, and unmeasured or not in the run |", "`lib/New¦.java`"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestHeadingOfContexts(t *testing.T) {
	run := report.RunInfo{Command: []string{"A.java", "a b"}}
	var b strings.Builder
	if err := markdown.Contexts(&b, ccttest.Large(10, 1), run, cct.Calls, nil); err != nil {
		t.Fatal(err)
	}
	if err := markdown.Efficiency(&b, &efficiency.Result{}, run); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"contexts", "efficiency"} {
		if want := "# jprof: " + what + " of `A.java \"a b\"`\n"; !strings.Contains(b.String(), want) {
			t.Errorf("%s\nhas no %s", &b, want)
		}
	}
}
