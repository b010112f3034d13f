package plugins

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"jprof/internal/util/version"
)

// TestVSCode checks the extension of VS Code without an editor: types, and the unit tests of its own.
func TestVSCode(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is missing: it starts the tests of the extension of VS Code")
	}
	if _, err := os.Stat("vscode/node_modules"); err != nil {
		t.Skip("plugins/vscode/node_modules is missing: make vscode installs what the extension is made with")
	}
	for _, script := range []string{"check", "test"} {
		cmd := exec.Command("npm", "run", "--silent", script)
		cmd.Dir = "vscode"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("npm run %s: %v\n%s", script, err, out)
		}
	}
}

// TestVSCodeVersion checks that the extension has the version that the sources are on their way to, which it needs.
func TestVSCodeVersion(t *testing.T) {
	text, err := os.ReadFile("vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != version.Next {
		t.Errorf("vscode/package.json has version %s, jprof %s", manifest.Version, version.Next)
	}
}
