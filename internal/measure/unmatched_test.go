package measure

import (
	"strings"
	"testing"

	"jprof/internal/runs"
)

// TestOfAll has command lines and runs that build all of a project, as far as is known, and others.
func TestOfAll(t *testing.T) {
	for command, want := range map[string]bool{
		"mvn -B verify": true, "mvn -Dx=a:b verify": true, "gradle test": true,
		"mvn -pl core verify": false, "mvn -Dtest=A test": false, "gradle :core:test": false,
	} {
		if got := ofAll(runs.Run{Dir: ".", Command: strings.Fields(command)}); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
	for _, r := range []runs.Run{{Dir: "core"}, {Dir: ".", ExitCode: 1}, {Dir: ".", Interrupted: true},
		{Dir: ".", NotBuilt: []runs.NotBuilt{{Module: "m"}}}} {
		if ofAll(r) {
			t.Errorf("%+v", r)
		}
	}
}
