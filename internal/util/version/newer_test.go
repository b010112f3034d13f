package version

import (
	"strings"
	"testing"
)

func TestNewer(t *testing.T) {
	for writer, want := range map[string]string{
		"0.9.0":                    "in format 7 by jprof 0.9.0; this is jprof " + String(),
		"0.9.0-dev+1a2b3c4d.dirty": ", which reads formats up to 6: install jprof 0.9.0 or newer",
		"":                         "in format 7 by a newer jprof;",
		"0.9.0\x1b[31m":            "up to 6: install a newer one",
		strings.Repeat("9.", 60):   "by a newer jprof",
	} {
		if got := (&Newer{7, 6, writer}).Error(); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", writer, got, want)
		}
	}
}

func TestIsBefore(t *testing.T) {
	ascending := []string{"0.1", "0.1.1-dev", "0.2.0", "0.10.0-dev+1a2b", "1.0", "1.0.1"}
	for i, a := range ascending {
		for j, b := range ascending {
			if IsBefore(a, b) != (i < j) {
				t.Errorf("IsBefore(%q, %q) = %v", a, b, IsBefore(a, b))
			}
		}
	}
	if IsBefore("0.2", "0.2.0") || IsBefore("0.2.0", "0.2") {
		t.Error("0.2 and 0.2.0 are one release")
	}
	for _, bad := range []string{"", "1", "x.y", "1.", "1..2", "-1.0", "1.99999999999"} {
		if IsVersion(bad) {
			t.Errorf("IsVersion(%q)", bad)
		}
	}
}
