package text

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// TestHostileTestNames checks that names of tests stay in their line, without control characters, and are cut.
func TestHostileTestNames(t *testing.T) {
	m := reporttest.HostileTests(t)
	var all []int32
	for i := range m.Tests {
		if m.Tests[i].IsTest() {
			all = append(all, int32(i))
		}
	}
	varying := []testview.Varied{{Name: m.Tests[all[0]].Name(), Statuses: []string{"passed"}}}
	for name, write := range map[string]func(*bytes.Buffer, int) error{
		"list": func(b *bytes.Buffer, w int) error { return Tests(b, w, m, all, "tests", 100) },
		"for": func(b *bytes.Buffer, w int) error {
			return TestsFor(b, w, m, "A.java", m.OfRegion(m.Report.Files[0], 0), 100)
		},
		"page":      func(b *bytes.Buffer, w int) error { return TestPage(b, w, m, m.Together(all[:1]), "x", 100) },
		"alike":     func(b *bytes.Buffer, w int) error { return AlikeTests(b, w, m, m.Alike(), 100) },
		"order":     func(b *bytes.Buffer, w int) error { return OrderedTests(b, w, m, m.Order(), 100) },
		"redundant": func(b *bytes.Buffer, w int) error { return RedundantTests(b, w, m, m.Redundant(), 100) },
		"flaky": func(b *bytes.Buffer, w int) error {
			return FlakyTests(b, w, m, Repeated{Runs: 2, Varying: varying}, 100)
		},
	} {
		for _, width := range []int{0, 80} {
			var b bytes.Buffer
			if err := write(&b, width); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(b.String(), "\n")
			if len(lines) > 40 {
				t.Errorf("%s: %d lines:\n%s", name, len(lines), b.String())
			}
			for _, line := range lines {
				isTableRow := strings.HasPrefix(line, "  ") // texts are not cut
				if n := columnsOf(line); n > 2*longestName || width > 0 && isTableRow && n > width {
					t.Errorf("%s: %d columns of %d: %.200s", name, n, width, line)
				}
				if strings.ContainsFunc(line, unicode.IsControl) {
					t.Errorf("%s: control characters in %q", name, line)
				}
			}
		}
	}
}

// TestVaryingTestsNameClassesOfTheSource checks the name of a method that varies: of an anonymous class, and of one
// that this run lacks.
func TestVaryingTestsNameClassesOfTheSource(t *testing.T) {
	p, err := reporttest.Sample()
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("sample")
	if err != nil {
		t.Fatal(err)
	}
	in := "app/src/main/java/org/example/Shapes.java"
	varying := []testview.Varied{
		{Name: "a", Methods: []testview.MethodName{{Path: in, Label: "Shapes$1::compare(Shape x, Shape y)"}}},
		{Name: "b", Methods: []testview.MethodName{{Path: in, Label: "Shapes$9::f()"}}}}
	var b bytes.Buffer
	if err := FlakyTests(&b, 0, m, Repeated{Runs: 2, Varying: varying}, 9); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  Shapes.new Comparator::compare(Shape x, Shape y)  a\n", "  Shapes$9::f() "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
