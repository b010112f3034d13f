package efficiency_test

import (
	"slices"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestUnknownNeverLowersValue removes the facts known of one class after the other: the writes of its own code are in
// no number then, but no other value falls, and no method is in a list without effect that it was not in. The same
// holds without the table for code that has no context.
func TestUnknownNeverLowersValue(t *testing.T) {
	jdk := jtest.Newest(t)
	for _, program := range []string{"Effects", "TimeFormat", "Contexts"} {
		c := recorded(t, jdk, "../../../testdata/contexts/"+program+".java", program)
		all := analyzed(t, c, efficiency.Default())
		whole := byKey(all)
		lower := efficiency.Default()
		lower.Unknown = false
		for key, m := range byKey(analyzed(t, c, lower)) {
			notUnderstated(t, program+" with the table", whole[key], m, 0)
		}
		var classes []string
		for _, class := range c.Profile.Source().Head().Classes {
			classes = append(classes, class.Name)
		}
		for _, class := range slices.Compact(classes) {
			source, pack := without(t, c, class, "")
			r, err := efficiency.Analyze(source, pack, efficiency.Default())
			if err != nil {
				t.Fatal(err)
			}
			own := all.Total.Local - r.Total.Local
			for key, m := range byKey(r) {
				if m.Class != class {
					notUnderstated(t, program+" without "+class, m, whole[key], own)
				}
			}
		}
	}
}

// notUnderstated checks a method of which less is known against what it is with all known, without some writes.
func notUnderstated(t *testing.T, where string, m, known *efficiency.Method, lost uint64) {
	t.Helper()
	if m.Value+lost < known.Value {
		t.Errorf("%s: %s: value %d, with all known %d, of which %d may be missing", where, m.Key(), m.Value,
			known.Value, lost)
	}
	for _, l := range []efficiency.List{efficiency.NoSideEffect, efficiency.NoEffect} {
		if m.In(l) && !known.In(l) {
			t.Errorf("%s: %s is in the list %v", where, m.Key(), l)
		}
	}
}
