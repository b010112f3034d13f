package doctor

import (
	"slices"
	"testing"

	"jprof/internal/util/systems"
)

// TestLimitsOfSystem checks that the limits of a system are under the line with the version.
func TestLimitsOfSystem(t *testing.T) {
	for system, name := range map[string]string{"linux": "", "darwin": "on macOS", "windows": "on Windows"} {
		var d examiner
		d.line("jprof", "1.0")
		d.limits(system)
		var texts []string
		for _, f := range d.Here[1:] {
			texts = append(texts, f.Text)
			if f.What != name || !f.Under || f.Problem {
				t.Errorf("%s: %+v", system, f)
			}
		}
		if want := systems.Limits(system); !slices.Equal(texts, want) {
			t.Errorf("%s: %q, want %q", system, texts, want)
		}
	}
}
