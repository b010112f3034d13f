package git

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The lists have the variables that the Git of this machine calls local to a repository, but for settings.
func TestLocalVariables(t *testing.T) {
	out, err := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	if err != nil {
		t.Skip(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		isSetting := name == "GIT_CONFIG_PARAMETERS" || name == "GIT_CONFIG_COUNT"
		if known := slices.Contains(places, name) || slices.Contains(others, name); known == isSetting {
			t.Errorf("%s: known: %t", name, known)
		}
	}
}

func TestSubcommand(t *testing.T) {
	for line, want := range map[string]string{"diff -c": "diff", "-c a.b=c --git-dir=/x config --list": "config",
		"-c": ""} {
		if got := subcommand(strings.Fields(line)); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
