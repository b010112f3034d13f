package json_test

import (
	"bytes"
	"testing"
	"time"

	"jprof/docs/schema"
	"jprof/internal/format/testcounts"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// TestAffectedFitsItsSchema checks documents about selected tests, with all of them selected and without.
func TestAffectedFitsItsSchema(t *testing.T) {
	facts := []change.Fact{{Kind: change.Resource, Path: "src/main/resources/a.txt"}}
	test := affected.Selected{Test: testcounts.Test{Step: "unit", Class: "p.T", Method: "one", Attempt: 1},
		Reasons: []affected.Reason{{Rule: affected.Executed, Fact: &facts[0], How: "executed it"},
			{Rule: affected.NotPassed, How: "it failed in the run"}}}
	fresh := affected.Selected{Test: testcounts.Test{Class: "p.New"}, New: true,
		Reasons: []affected.Reason{{Rule: affected.ClassNotRun, How: "the run has no test of this class"}}}
	all := affected.Reason{Rule: affected.Resource, Fact: &facts[0], How: "counts do not say who reads it"}
	s := compiled(t, schema.Affected, true)
	for name, c := range map[string]struct {
		affected.Selection
		fits bool
	}{
		"none":    {affected.Selection{Of: 2}, true},
		"some":    {affected.Selection{Of: 2, Tests: []affected.Selected{test, fresh}}, true},
		"all":     {affected.Selection{Of: 2, All: []affected.Reason{all}}, true},
		"ignored": {affected.Selection{Of: 2, Ignored: []string{"docs/a.txt"}}, true},
		"a shard": {affected.Selection{Of: 2, Tests: []affected.Selected{test},
			Shard: &affected.Shard{Number: 1, Of: 2, Classes: 1, OfClasses: 3, Time: time.Second}}, true},
		"explained": {affected.Selection{Of: 2, Explained: []affected.Explanation{{Test: test, Selected: true},
			{Test: fresh, Executed: []affected.Member{{Path: "p/A.java", Line: 3, Name: "A::f()"}}}}}, true},
		"a budget": {affected.Selection{Of: 2, Tests: []affected.Selected{test}, Budget: &affected.Budget{
			Limit: time.Minute, Omitted: []affected.Omitted{{Selected: fresh, Tests: 1, Time: time.Hour}}}}, true},
		"no rule":           {affected.Selection{All: []affected.Reason{{How: "why"}}}, false},
		"a rule not listed": {affected.Selection{All: []affected.Reason{{Rule: "why", How: "why"}}}, false},
	} {
		var b bytes.Buffer
		if err := json.Affected(&b, report.RunInfo{}, &c.Selection, facts, "f3c172e9a"); err != nil {
			t.Fatal(err)
		}
		document := parse(t, b.Bytes())
		if err := s.Validate(document); (err == nil) != c.fits {
			t.Errorf("%s: %v\n%s", name, err, b.Bytes())
		}
		for _, x := range document["tests"].([]any) {
			first := x.(map[string]any)["reasons"].([]any)[0].(map[string]any)
			if _, has := first["change"]; has != (first["rule"] == "executed") {
				t.Errorf("%s: %v", name, first)
			}
		}
	}
}
