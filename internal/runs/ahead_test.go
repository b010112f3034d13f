package runs

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestAhead: a run from a clock that is ahead passes no gate in the place of others, and the rest say what they read.
func TestAhead(t *testing.T) {
	s := Store{Project: t.TempDir()}
	save := func(id string, started time.Time) {
		t.Helper()
		if err := s.Save(&Run{ID: id, JVMs: 1, Command: []string{"mvn"}, Started: started},
			func(string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	save("future", time.Now().Add(24*time.Hour))
	if o, err := s.Pick(WantNewest); err != nil || o.Note.Text != "" {
		t.Errorf("the only run: %+v, %v", o.Note, err)
	}
	save("now", time.Now())
	const unknown = "later than now: it is not known which run is the newest"
	if _, err := s.Pick(WantNewest); !errors.Is(err, ErrNoRun) || !strings.HasSuffix(err.Error(), unknown) {
		t.Errorf("for gates: %v", err)
	}
	if o, err := s.Pick(WantCounts); err != nil || !o.Note.Warn || !strings.HasSuffix(o.Note.Text, unknown) {
		t.Errorf("for others: %+v, %v", o, err)
	}
	if err := s.Remove("future"); err != nil {
		t.Fatal(err)
	}
	save("soon", time.Now().Add(maxAhead/2))
	if o, err := s.Pick(WantNewest); err != nil || o.ID != "soon" {
		t.Errorf("a clock that is ahead a little: %+v, %v", o, err)
	}
}
