package runs

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestOrder checks that an ancestor is older, whatever times its commit has, if the depths of all are known.
func TestOrder(t *testing.T) {
	at := func(id string, depth, hours int) Run {
		return Run{ID: id, Commit: &Commit{ID: id, Depth: depth, Time: start.Add(time.Duration(hours) * time.Hour)}}
	}
	for want, list := range map[string][]Run{
		"c1 c2 c3": {at("c3", 3, 0), at("c1", 1, 2), at("c2", 2, 1)},
		"c3 c2 c1": {at("c3", 0, 0), at("c1", 1, 2), at("c2", 2, 1)}, // one comes from a shallow clone
		"c2 c1 r":  {at("c1", 1, 2), {ID: "r", Started: start.Add(5 * time.Hour)}, at("c2", 2, 1)},
	} {
		slices.SortFunc(list, Order(list))
		if got := list[0].ID + " " + list[1].ID + " " + list[2].ID; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	old := newRun(t, Run{ID: "a", Started: start, Commit: at("c1", 1, 2).Commit}, 1, 1, 1)
	late := newRun(t, Run{ID: "b", Started: start, Commit: at("c2", 2, 1).Commit}, 2, 2, 2)
	out := filepath.Join(t.TempDir(), "out")
	merged, _, err := Merge([]*Opened{old, late}, out, "", Derive{})
	if err != nil || merged.Sources != late.Sources {
		t.Fatal(merged, err)
	}
	o, err := Store{}.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := o.Read(); err != nil || len(c.Older) != 1 || c.Older[0].Newest.ID != "a" {
		t.Errorf("%+v, %v", c, err)
	}
}
