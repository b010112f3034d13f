package runs

import (
	"strings"
	"testing"
)

// TestShown checks which run shows the state of a project: one of a part of the tests only if none has all.
func TestShown(t *testing.T) {
	build := func(id string, args ...string) Run {
		return Run{ID: id, JVMs: 1, Command: append([]string{"mvn", "verify"}, args...), ByTest: &ByTest{Tests: 2}}
	}
	all, filtered, plain := build("1all"), build("2part", "-Dtest=ATest"), build("1plain")
	plain.ByTest = nil
	broken := build("5broken")
	broken.ExitCode, broken.NotBuilt = 1, []NotBuilt{{Module: "m", Name: "main", Failed: true}}
	shard, cancelled, program := build("3shard"), build("4cancelled"), Run{ID: "5program", JVMs: 1, Interrupted: true,
		Command: []string{"Main.java"}}
	shard.Shard, cancelled.Interrupted = &Shard{Number: 1, Of: 3}, true
	for name, tt := range map[string]struct {
		list                 []Run
		counts, shown, tests string // IDs; "" for an error
		note                 string // a part of that of the shown run
	}{
		"all": {[]Run{filtered, build("3all")}, "3all", "3all", "3all", ""},
		"filtered": {[]Run{all, filtered}, "2part", "1all", "1all",
			"run 2part is newer, of a part of the tests (-Dtest=ATest); --run 2part reads it"},
		"shard": {[]Run{all, shard}, "3shard", "1all", "1all", "(shard 1 of 3)"},
		"cancelled": {[]Run{all, filtered, cancelled}, "4cancelled", "1all", "1all",
			"run 4cancelled is newer, of a part of the tests (it was cancelled)"},
		"a compile error": {[]Run{all, broken}, "5broken", "1all", "1all",
			"run 5broken is newer, of a part of the tests (it does not compile)"},
		"parts only":      {[]Run{filtered, shard}, "3shard", "3shard", "3shard", ""},
		"program":         {[]Run{all, program}, "5program", "5program", "", ""},
		"tests in a part": {[]Run{plain, filtered}, "2part", "1plain", "2part", "run 2part is newer"},
	} {
		s := stored(t, tt.list...)
		for want, id := range map[Want]string{WantCounts: tt.counts, WantShown: tt.shown, WantTests: tt.tests} {
			o, err := s.Pick(want)
			if (err == nil) != (id != "") || err == nil && o.ID != id {
				t.Errorf("%s: want %d: %v, %v, not %q", name, want, o, err, id)
			} else if want == WantShown && (!strings.Contains(o.Note.Text, tt.note) || o.Note.Warn ||
				(o.Note.Text == "") != (tt.note == "")) {
				t.Errorf("%s: note %q", name, o.Note.Text)
			}
		}
	}
	if why := (Run{JVMs: 1, Parts: []Run{shard}}).WhyPart(); why != "it lacks shards" {
		t.Errorf("one shard, merged: %q", why)
	}
}
