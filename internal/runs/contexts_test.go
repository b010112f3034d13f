package runs

import (
	"errors"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/term"
)

// stored makes a store with runs, oldest first.
func stored(t *testing.T, list ...Run) Store {
	t.Helper()
	s := Store{Project: t.TempDir()}
	for i, r := range list {
		r.Started = time.Date(2025, 3, 4, 5, 6, i, 0, time.UTC)
		if err := s.Save(&r, func(string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Each kind of command reads the newest run of its own kind, as if there were no other.
func TestNewestOfKind(t *testing.T) {
	counts, none := Run{ID: "counts", JVMs: 1}, Run{ID: "none"}
	some, empty := Run{ID: "contexts", Contexts: &Contexts{JVMs: 1}}, Run{ID: "empty", Contexts: &Contexts{}}
	tests := []struct {
		runs                                     []Run
		newest, withCounts, inContexts, toRecord string
	}{
		{[]Run{counts, some}, "counts", "counts", "contexts", "contexts"},
		{[]Run{some, counts, none, empty}, "none", "counts", "contexts", "empty"},
		{[]Run{none, some, empty}, "none", "none", "contexts", "empty"},
		{[]Run{counts, empty}, "counts", "counts", "empty", "empty"},
		{[]Run{some, counts}, "counts", "counts", "contexts", "contexts"},
		{[]Run{some}, "contexts", "contexts", "contexts", "contexts"},
		{[]Run{counts}, "counts", "counts", "counts", "counts"},
	}
	for _, test := range tests {
		s := stored(t, test.runs...)
		for what, find := range map[string]struct {
			newest func() (*Opened, error)
			want   string
		}{
			"newest":        {s.Newest, test.newest},
			"with counts":   {s.NewestWithCounts, test.withCounts},
			"with contexts": {s.NewestWithContexts, test.inContexts},
			"to record":     {s.NewestToRecord, test.toRecord},
		} {
			if o, err := find.newest(); err != nil || o.ID != find.want {
				t.Errorf("%v: %s: %v, %v, want %s", test.runs, what, o, err, find.want)
			}
		}
	}
}

func TestOneWithContexts(t *testing.T) {
	good := []Run{{ID: "counts", JVMs: 1}, {ID: "some", Contexts: &Contexts{JVMs: 2}}}
	failed := Run{ID: "empty", Contexts: &Contexts{}, ExitCode: 1, Command: []string{"mvn"}}
	s := stored(t, good...)
	if o, err := (&Finder{Store: s, Dir: s.Project}).OneWithContexts(""); err != nil || o.ID != "some" {
		t.Errorf("the newest: %v, %v", o, err)
	}
	s = stored(t, append(good, failed, Run{ID: "later", JVMs: 1})...)
	f := &Finder{Store: s, Dir: s.Project}
	for ref, want := range map[string]string{
		"counts": "run counts has no contexts: it was run without --contexts",
		"empty":  "run empty has no contexts: no JVM recorded contexts: the build failed before",
		"other":  "other: no run with this ID or label",
		"":       "the newest run with --contexts, empty of 20",
	} {
		if _, err := f.OneWithContexts(ref); !errors.Is(err, ErrNoRun) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ref, err, want)
		}
	}
	_, err := f.OneWithContexts("")
	if hints := strings.Join(term.Hints(err), ""); !strings.Contains(err.Error(), "the build failed before") ||
		!strings.Contains(hints, "--run some, of 20") {
		t.Errorf("%v; hints %s", err, hints)
	}
	if o, err := f.OneWithContexts("some"); err != nil || o.ID != "some" {
		t.Errorf("by its ID: %v, %v", o, err)
	}
}
