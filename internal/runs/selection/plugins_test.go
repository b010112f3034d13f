package selection

import "testing"

// TestIsOld checks versions of Surefire.
func TestIsOld(t *testing.T) {
	for version, want := range map[string]bool{"2.12.4": true, "2.18": true, "2.19": false, "2.19.1": false,
		"2.22.2": false, "3.5.2": false, "3.0.0-M5": false, "2.9-beta": true, "1.0": true, "unknown": false} {
		if isOld(version) != want {
			t.Errorf("%s: %v", version, !want)
		}
	}
}
