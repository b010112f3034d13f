package gate_test

import (
	"testing"

	"jprof/report/gate"
	"jprof/report/pattern"
)

// TestNamedParts adds up the files of each owner: a file may have several, or none.
func TestNamedParts(t *testing.T) {
	owner := func(text string) (pattern.Name, error) { return pattern.ParseText("owner", text) }
	owners := map[string][]string{"app/A.java": {"@a", "@both"}, "util/B.java": {"@both"}}
	rules := gate.Rules{
		NamesOf: map[gate.Scope]func(string) []string{gate.Owner: func(path string) []string { return owners[path] }},
		Minimums: []gate.Minimum{
			{Of: gate.Owner, Match: names(t, owner, "*"), Lines: percent(t, "60")},
			{Of: gate.Owner, Match: names(t, owner, "*"), Except: names(t, owner, "@a"), Methods: percent(t, "70")},
			{Of: gate.Owner, Match: names(t, owner, "@c"), Lines: percent(t, "1")},
		}}
	same(t, check(t, project(t, 10), rules),
		"FAILED: lines of owner @a: at least 60 %, is 50 % (2 of 4)",
		"ok: lines of owner @both: at least 60 %, is 60 % (3 of 5)",
		"FAILED: methods of owner @both: at least 70 %, is 66.66 % (2 of 3)",
		"FAILED: threshold of owner @c: at least one owner, is no match")
}
