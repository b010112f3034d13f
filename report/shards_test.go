package report_test

import (
	"testing"

	"jprof/report"
)

// TestShards checks what is said of missing shards.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		of         int
		missing    []int
		text, note string
	}{
		{of: 4},
		{4, []int{3}, "shard 3 of 4 is missing: its tests are in no total", "shard 3 of 4 missing"},
		{4, []int{2, 4}, "shards 2 and 4 of 4 are missing: their tests are in no total", "2 of 4 shards missing"},
		{4, []int{1, 2, 4}, "only shard 3 of 4 is there: the tests of the others are in no total",
			"only shard 3 of 4"},
		{4, []int{1, 2, 3}, "only shard 4 of 4 is there: the tests of the others are in no total",
			"only shard 4 of 4"},
		{2, []int{1}, "shard 1 of 2 is missing: its tests are in no total", "shard 1 of 2 missing"},
		{20, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
			"shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more of 20 are missing: their tests are in no total",
			"12 of 20 shards missing"},
	} {
		r := report.RunInfo{ID: "1", Shards: []report.Shards{{Of: c.of, Missing: c.missing}}}
		text := ""
		for _, f := range r.Failures() {
			text += f.Text
			if f.Kind != report.ShardsMissing {
				t.Errorf("%v: kind %s", c.missing, f.Kind)
			}
		}
		if note := r.FailureNote(); text != c.text || note != c.note {
			t.Errorf("%v of %d: %q, %q, want %q, %q", c.missing, c.of, text, note, c.text, c.note)
		}
	}
}
