package json_test

import (
	"bytes"
	"testing"

	"jprof/docs/schema"
	"jprof/report/export/json"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// TestTestsFitTheirSchema checks the documents about tests, of an ordinary project and of one with hostile names.
func TestTestsFitTheirSchema(t *testing.T) {
	s := compiled(t, schema.Tests, true)
	for name, m := range map[string]*testview.Model{
		"tested": reporttest.TestedModel(t), "hostile": reporttest.HostileTests(t),
	} {
		all := make([]int32, 0, len(m.Tests))
		for i := range m.Tests {
			if m.Tests[i].IsTest() {
				all = append(all, int32(i))
			}
		}
		varying := []testview.Varied{{Name: "a#b", Attempt: 1, Runs: 2, Statuses: []string{"passed"}, Most: 3,
			Methods: []testview.MethodName{{Path: "A.java", Label: "A::b()"}}}}
		seen := map[string]any{"run": "r", "started": "2026-01-31T12:00:00Z", "branch": "", "commit": ""}
		inHistory := json.FlakyHistory{Runs: 3, Tests: []any{map[string]any{"module": "m", "test": "a.B#c", "runs": 3,
			"failed": 1, "first": seen, "last": seen}}}
		for kind, write := range map[string]func(*bytes.Buffer) error{
			"all":  func(b *bytes.Buffer) error { return json.AllTests(b, m) },
			"list": func(b *bytes.Buffer) error { return json.Tests(b, m, all) },
			"idle": func(b *bytes.Buffer) error { return json.IdleTests(b, m) },
			"for": func(b *bytes.Buffer) error {
				return json.TestsFor(b, m, "A.java:1", m.OfRegion(m.Report.Files[0], 0))
			},
			"test":      func(b *bytes.Buffer) error { return json.TestPage(b, m, m.Together(all)) },
			"alike":     func(b *bytes.Buffer) error { return json.AlikeTests(b, m, m.Alike()) },
			"order":     func(b *bytes.Buffer) error { return json.OrderedTests(b, m, m.Order()) },
			"redundant": func(b *bytes.Buffer) error { return json.RedundantTests(b, m, m.Redundant()) },
			"flaky":     func(b *bytes.Buffer) error { return json.FlakyTests(b, m, 2, varying, inHistory) },
			"history":   func(b *bytes.Buffer) error { return json.FlakyOverTime(b, m.Report.Run, inHistory) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(parse(t, b.Bytes())); err != nil {
				t.Errorf("%s, %s: %v\n%s", name, kind, err, b.Bytes())
			}
		}
	}
}
