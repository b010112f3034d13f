package runs

import (
	"path/filepath"
	"testing"
)

// TestMergedLabel checks that a single run keeps its label, unless it gets another.
func TestMergedLabel(t *testing.T) {
	a := newRun(t, Run{ID: "a", Label: "all", Started: start}, 1, 1)
	b := newRun(t, Run{ID: "b", Label: "other", Started: start}, 1, 1)
	named := filepath.Join(t.TempDir(), "named")
	if _, _, err := Merge([]*Opened{a}, named, "ci", Derive{}); err != nil {
		t.Fatal(err)
	}
	merged, err := Store{}.Open(named)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in          []*Opened
		label, want string
	}{{[]*Opened{merged}, "", "ci"}, {[]*Opened{a}, "", "all"},
		{[]*Opened{a, a}, "", "all"}, {[]*Opened{a}, "x", "x"}, {[]*Opened{a, b}, "", ""}} {
		r, _, err := Merge(c.in, filepath.Join(t.TempDir(), "out"), c.label, Derive{})
		if err != nil || r.Label != c.want {
			t.Errorf("%d runs with label %q: label %q, %v; want %q", len(c.in), c.label, r.Label, err, c.want)
		}
	}
}
