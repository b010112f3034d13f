package maven

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOutputs(t *testing.T) {
	top := tree(t, map[string]string{
		"pom.xml": "", "target/classes/A.class": "", "out/maven-status/x": "", "build/surefire-reports/x": "",
		"classes/failsafe-reports/x": "",
		"other/classes/B.class":      "", "docs/x": "", "n/target/classes/D.class": "", "m/target/notes.txt": "",
		"m/pom.xml": "",
	})
	for dir, want := range map[string]bool{
		"target": true, "out": true, "build": true, "classes": true,
		"other": false, "docs": false, "n/target": false, "m/target": false,
	} {
		path := filepath.Join(top, dir)
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		got := false
		for _, o := range (Tool{}).Info().Outputs.Folders {
			got = got || o.Matches(path)
		}
		if got != want {
			t.Errorf("%s: %t", dir, got)
		}
	}
}
