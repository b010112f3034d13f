package runs

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestShards checks which shards a merged run lacks: each has its number, and one without tests has no counts.
func TestShards(t *testing.T) {
	shard := func(n int, selection, commit string) *Opened {
		r := Run{ID: fmt.Sprintf("20260102-03040%d-000000", n), Tool: "test", Command: []string{"mvn"}, Started: start,
			Ended: start, Title: "A", Commit: &Commit{ID: commit, Time: start},
			Shard: &Shard{Number: n, Of: 4, Tests: n % 2, Selection: selection}}
		o := newRun(t, r, 1, uint64(n))
		if n%2 == 0 {
			o.JVMs = 0
		}
		return o
	}
	for _, c := range []struct {
		in   []*Opened
		want string
	}{
		{[]*Opened{shard(1, "s", "c"), shard(2, "s", "c"), shard(3, "s", "c"), shard(4, "s", "c")}, "[{4 []}]"},
		{[]*Opened{shard(1, "s", "c"), shard(4, "s", "c")}, "[{4 [2 3]}]"},
		{[]*Opened{shard(2, "s", "c")}, "[{4 [1 3 4]}]"},
		{[]*Opened{shard(1, "s", "c"), shard(2, "s", "c"), shard(3, "other", "c"), shard(4, "s", "c")},
			"[{4 [1 2 4]} {4 [3]}]"},
		{[]*Opened{shard(1, "s", "c"), shard(2, "s", "c"), shard(3, "s", "c"), shard(4, "s", "d")},
			"[{4 [1 2 3]} {4 [4]}]"},
	} {
		r, notes, err := Merge(c.in, filepath.Join(t.TempDir(), "out.tar.gz"), "", Derive{})
		if err != nil || len(notes) > 0 {
			t.Fatal(notes, err)
		}
		got := fmt.Sprint(r.Shards())
		if len(r.Parts) != len(c.in) || got != c.want || r.LacksShards() != (c.want != "[{4 []}]") {
			t.Errorf("%d of %d runs, shards %s, want %s, lacks %t", len(r.Parts), len(c.in), got, c.want,
				r.LacksShards())
		}
	}
	if none := shard(2, "s", "c").NoCounts(); none != "no test is in shard 2 of 4" {
		t.Errorf("no counts: %s", none)
	}
	if all := (Run{}).Shards(); len(all) > 0 || (Run{}).LacksShards() {
		t.Errorf("shards of a run of all tests: %v", all)
	}
}
