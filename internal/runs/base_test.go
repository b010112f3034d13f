package runs

import (
	"testing"
	"time"
)

// TestBase chooses the run that a run is compared with: the newest one before it of the base branch that passed.
func TestBase(t *testing.T) {
	of := func(id, branch string, code int) *Opened {
		return &Opened{Run: Run{ID: id, JVMs: 1, ExitCode: code, Started: time.Unix(1, 0), Command: []string{"mvn"},
			Commit: &Commit{Branch: branch}}}
	}
	list := List{of("1", "main", 0), of("2", "main", 1), of("3", "topic", 0), of("4", "topic", 0), of("5", "main", 0),
		of("6", "other", 0)}
	for _, c := range []struct {
		run        int
		base, want string
	}{
		{3, "main", "1"},  // 2 failed, and 5 is newer
		{5, "main", "5"},  // another branch
		{4, "main", "4"},  // of the base branch itself: any branch
		{3, "none", "3"},  // no run of that branch
		{1, "main", "1"},  // a failed one
		{0, "main", ""},   // the first
		{3, "", "3"},      // not known
		{2, "topic", "1"}, // of the base branch, which has no other before
	} {
		got := ""
		if o := list.Base(list[c.run], c.base); o != nil {
			got = o.ID
		}
		if got != c.want {
			t.Errorf("run %d, base %q: %s, want %s", c.run+1, c.base, got, c.want)
		}
	}
}
