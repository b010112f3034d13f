package efficiency_test

import (
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestKindsOfOutput has an array given to each kind of output: its writes are output of that kind only.
func TestKindsOfOutput(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		r := analyzed(t, recorded(t, jdk, "../../../testdata/contexts/Outputs.java", "Outputs"), efficiency.Default())
		methods := map[string]*efficiency.Method{}
		for _, m := range r.Methods {
			methods[m.Name] = m
		}
		for name, kind := range map[string]efficiency.Kind{"console": efficiency.Console, "log": efficiency.Log,
			"socket": efficiency.Socket, "file": efficiency.File, "stream": efficiency.Stream} {
			m := methods[name]
			if m == nil {
				t.Fatalf("no method %s in %d", name, len(methods))
			}
			for k, n := range m.Outputs {
				want := uint64(0)
				if efficiency.Kind(k) == kind {
					want = m.Output
				}
				if n != want || m.Output < 3 {
					t.Errorf("%v: %s: %d writes of %v, %d in all", jdk, name, n, efficiency.Kind(k), m.Output)
				}
			}
		}
	}
}
