package gradle

import (
	"path/filepath"
	"testing"
)

func TestOutputs(t *testing.T) {
	top := layout(t, `
-- settings.gradle.kts --
-- core/core.gradle --
-- core/build/classes/java/main/A.class --
-- core/target/classes/java/main/A.class --
-- core/sub/build/libs/a.jar --
-- web/build.gradle.kts --
-- web/build/reports/tests/index.html --
-- docs/build.gradle --
-- docs/build/notes.txt --
-- state/.gradle --
-- state/build/libs/a.jar --
`)
	outputs := Tool{}.Info().Outputs.Folders[0]
	for dir, want := range map[string]bool{
		"core/build": true, "web/build": true,
		"core/target": false, "core/sub/build": false, "docs/build": false, "state/build": false,
	} {
		if got := outputs.Matches(filepath.Join(top, filepath.FromSlash(dir))); got != want {
			t.Errorf("%s: %t", dir, got)
		}
	}
}
