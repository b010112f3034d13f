package driver

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestStore(t *testing.T) {
	s := store{t.TempDir()}
	if _, err := s.load(""); err == nil || !strings.Contains(err.Error(), "no run yet") {
		t.Errorf("load without a run: %v", err)
	}
	start := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	runs := []run{
		{ID: "20250304-050607-000001", JVMs: 2, Command: []string{"mvn"}, Started: start, Ended: start.Add(time.Second), Sources: "."},
		{ID: "20250304-050607-000002", Interrupted: true, Started: start, Ended: start},
	}
	for _, r := range runs {
		err := s.save(r, func(dir string) error { return os.WriteFile(filepath.Join(dir, "counts"), nil, 0o666) })
		if err != nil {
			t.Fatal(err)
		}
	}
	ids, err := s.ids()
	if err != nil || !reflect.DeepEqual(ids, []string{runs[0].ID, runs[1].ID}) {
		t.Errorf("ids: %v, %v", ids, err)
	}
	// The newest run has no counts: a report is on the one before.
	if got, err := s.load(""); err != nil || !reflect.DeepEqual(got, runs[0]) {
		t.Errorf("load: %+v, %v, want %+v", got, err, runs[0])
	}
	if got, err := s.load(runs[1].ID); err != nil || !got.Interrupted {
		t.Errorf("load of the second: %+v, %v", got, err)
	}
	for _, id := range []string{"..", "../..", "none", ".hidden", "a/b"} {
		if _, err := s.load(id); err == nil {
			t.Errorf("load(%q) succeeds", id)
		}
	}
	ignore, err := os.ReadFile(s.path(".gitignore"))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf(".gitignore: %q, %v", ignore, err)
	}

	// A run that cannot be saved leaves nothing.
	broken := errors.New("broken")
	if err := s.save(run{ID: "3"}, func(string) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("save: %v", err)
	}
	entries, err := os.ReadDir(s.runs())
	if err != nil || len(entries) != len(runs) {
		t.Errorf("after a failed save: %v, %v", entries, err)
	}
}

func TestFindStore(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := (store{root}).create(); err != nil {
		t.Fatal(err)
	}
	if s, err := findStore(inner); err != nil || s.project != root {
		t.Errorf("findStore(%s) = %v, %v", inner, s, err)
	}
}

func TestRunIDsSortByTime(t *testing.T) {
	at := time.Date(2025, 12, 31, 23, 59, 59, 0, time.FixedZone("", 3600))
	a, err := newRunID(at)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newRunID(at.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(a, "20251231-225959-") || a >= b {
		t.Errorf("IDs %s and %s", a, b)
	}
}

func TestExitCodes(t *testing.T) {
	if got := keepStatus(0, nil); got != nil {
		t.Errorf("keepStatus(0, nil) = %v", got)
	}
	failed := errors.New("failed")
	if got := keepStatus(0, failed); got != failed {
		t.Errorf("keepStatus(0, err) = %v", got)
	}
	if got := keepStatus(3, failed); !errors.Is(got, failed) {
		t.Errorf("keepStatus(3, err) = %v", got)
	}
}
