package rt

import (
	"bytes"
	"fmt"
	"io/fs"
	"testing"

	"jprof/plugins"
)

// TestHostVersion checks that the recorder of tests looks for hosts of this version: with another one it would find
// none, and all counts would be outside of tests. It also checks that the recorder's jar may lie on a module path: the
// name of its file would be no name of a module.
func TestHostVersion(t *testing.T) {
	sources, _, err := plugins.TestRecorder()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"jprof/tests/Recording.java": fmt.Sprintf(`HOST = "jprof-counts-%d "`, hostVersion),
		"META-INF/MANIFEST.MF":       "\nAutomatic-Module-Name: jprof.tests\n",
	} {
		text, err := fs.ReadFile(sources, file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s does not have %q", file, want)
		}
	}
}
