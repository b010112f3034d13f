package cli

import (
	"os/exec"
	"path/filepath"
	"testing"

	"jprof/internal/jtest"
)

// TestCIScriptsAreClean: the scripts that other projects run have no warnings, for each shell of POSIX.
func TestCIScriptsAreClean(t *testing.T) {
	scripts, err := filepath.Glob("../../.ci/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	if out, err := exec.Command(jtest.Consumer(t, "shellcheck"), scripts...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
