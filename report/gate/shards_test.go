package gate_test

import (
	"slices"
	"testing"

	"jprof/report"
	"jprof/report/gate"
)

// TestShards checks that a run without one of its shards fails, unless that is allowed.
func TestShards(t *testing.T) {
	m := project(t, 10)
	others := []string{"ok: program of run: exit code 0, is exit code 0", "ok: built of modules: all, is 2 of 2"}
	m.Run.Shards = []report.Shards{{Of: 4}, {Of: 8, Missing: []int{2, 5}}}
	same(t, check(t, m, gate.Rules{Run: &gate.Run{}}), append(slices.Clone(others),
		"ok: shards of run: all, is 4 of 4", "FAILED: shards of run: all, is 6 of 8: 2 and 5 missing")...)
	if got := gate.Check(m, gate.Rules{Run: &gate.Run{}}).MayAllow(); !slices.Equal(got, []string{"shards-missing"}) {
		t.Errorf("may be allowed: %q", got)
	}
	same(t, check(t, m, gate.Rules{Run: &gate.Run{Allow: []report.FailureKind{report.ShardsMissing}}}), others...)
}
