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

// TestBaseTests prefers runs without uncommitted changes, and those of the same tests, or of all.
func TestBaseTests(t *testing.T) {
	of := func(id string, dirty bool, args ...string) *Opened {
		o := &Opened{Run: Run{ID: id, JVMs: 1, Started: time.Unix(1, 0), Command: append([]string{"mvn"}, args...),
			Commit: &Commit{Branch: "main"}}}
		if dirty {
			o.Commit.Dirty = []string{"A.java"}
		}
		return o
	}
	const a, b = "-Dtest=ATest", "-Dtest=BTest"
	list := List{of("1", true, "test"), of("2", true, "test"), of("3", false, "test"), of("4", true, "test"),
		of("5", false, "test", a), of("6", false, "test"), of("7", false, a, "test"), of("8", true, b), of("9", true)}
	list[0].Commit, list[0].Command = nil, []string{"Main.java", "-pl"} // a program without a repository
	for i, want := range []string{"", "1", "1", "3", "3", "3", "5", "6", "6"} {
		got := ""
		if o := list.Base(list[i], "main"); o != nil {
			got = o.ID
		}
		if got != want {
			t.Errorf("run %d: %s, want %s", i+1, got, want)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		command []string
		want    string
	}{
		{[]string{"mvn", "-q", "-Dtest=A#b", "test"}, "-Dtest=A#b"},
		{[]string{"mvn", "-pl", "core", "test"}, "-pl core"},
		{[]string{"mvn", "-x", "test"}, ""},
		{[]string{"gradle", "test", "--tests", "ATest"}, "--tests ATest"},
		{[]string{"gradle", "check", "-x", "test"}, "-x test"},
		{[]string{"gradle", "--tests=ATest"}, "--tests=ATest"},
		{[]string{"A.java", "-pl", "b"}, ""},
	} {
		if got := (Run{Command: c.command}).Filter(); got != c.want {
			t.Errorf("%q: %q, want %q", c.command, got, c.want)
		}
	}
}
