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
		runs                             []Run
		newest, withCounts, withContexts string // "" where that is an error
	}{
		{[]Run{counts, some}, "counts", "counts", "contexts"},
		{[]Run{some, counts, none, empty}, "", "counts", ""},
		{[]Run{none, some, empty}, "", "none", ""},
		{[]Run{counts, empty}, "counts", "counts", ""},
		{[]Run{some, counts}, "counts", "counts", "contexts"},
		{[]Run{some}, "", "contexts", "contexts"},
		{[]Run{counts}, "counts", "counts", ""},
	}
	for _, test := range tests {
		s := stored(t, test.runs...)
		for want, id := range map[Want]string{WantNewest: test.newest, WantCounts: test.withCounts,
			WantContexts: test.withContexts} {
			o, err := s.Pick(want)
			if id == "" && !errors.Is(err, ErrNoRun) || id != "" && (err != nil || o.ID != id) {
				t.Errorf("%v: %v: %v, %v, want %s", test.runs, want, o, err, id)
			}
		}
	}
}

// TestOlder explains why an older run is chosen, and says nothing for the newest.
func TestOlder(t *testing.T) {
	for want, newer := range map[Note]Run{
		{}: {JVMs: 1},
		{"the numbers are of run old, the newest with counts: run new has no counts", false}: {ExitCode: 1},
		{"the numbers are of run old, the newest with counts: run new was refused", true}: {
			Refused: true, NotFinished: true},
		{"the numbers are of run old, the newest with counts: run new is not finished (it still runs, or jprof " +
			"failed)", true}: {NotFinished: true},
	} {
		newer.ID = "new"
		o, err := stored(t, Run{ID: "old", JVMs: 1}, newer).Pick(WantCounts)
		if err != nil || o.Note != want {
			t.Errorf("%+v: %+v, %v, want %+v", newer, o, err, want)
		}
	}
}

func TestOneWithContexts(t *testing.T) {
	good := []Run{{ID: "counts", JVMs: 1}, {ID: "some", Contexts: &Contexts{JVMs: 2}}}
	failed := Run{ID: "empty", Contexts: &Contexts{}, ExitCode: 1, Command: []string{"mvn"}}
	s := stored(t, good...)
	if o, err := (&Finder{Store: s, Dir: s.Project}).One("", WantContexts); err != nil || o.ID != "some" {
		t.Errorf("the newest: %v, %v", o, err)
	}
	s = stored(t, append(good, failed, Run{ID: "later", JVMs: 1})...)
	f := &Finder{Store: s, Dir: s.Project}
	for ref, want := range map[string]string{
		"counts": "run counts has no contexts: it was run without --contexts",
		"empty":  "run empty has no contexts: no JVM recorded contexts: the build failed first",
		"other":  "other: no run with this ID or label",
		"":       "the newest run with --contexts, empty of 20",
	} {
		if _, err := f.One(ref, WantContexts); !errors.Is(err, ErrNoRun) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", ref, err, want)
		}
	}
	_, err := f.One("", WantContexts)
	if hints := strings.Join(term.Hints(err), ""); !strings.Contains(err.Error(), "the build failed first") ||
		!strings.Contains(hints, "--run some, of 20") {
		t.Errorf("%v; hints %s", err, hints)
	}
	if o, err := f.One("some", WantContexts); err != nil || o.ID != "some" {
		t.Errorf("by its ID: %v, %v", o, err)
	}
}
