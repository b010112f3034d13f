package report_test

import (
	"testing"

	"jprof/report"
)

// TestIsTestPath covers changed sources that no run knows: the check fails for them, unless they are test sources.
func TestIsTestPath(t *testing.T) {
	for name, want := range map[string]bool{
		"src/test/java/p/A.java":                           true,
		"app/src/integrationTest/java/p/A.java":            true,
		"tests/p/A.java":                                   true,
		"app/src/testFixtures/java/p/A.java":               true,
		"app/src/integration-test/java/p/A.java":           true,
		"src/latest/java/p/A.java":                         false,
		"src/contest/java/p/A.java":                        false,
		"app/src/main/java/com/example/test/A.java":        false,
		"app/src/main/java/com/src/test/util/A.java":       false,
		"app/src/test/java/com/example/src/p/A.java":       true,
		"app/src/test/resources/demo/src/main/java/A.java": true,
		"src/com/example/test/A.java":                      true,
		"A.java":                                           false,
	} {
		if got := report.IsTestPath(name); got != want {
			t.Errorf("%s: test source %v, want %v", name, got, want)
		}
	}
}
