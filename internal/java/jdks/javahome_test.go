package jdks

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFeature(t *testing.T) {
	for release, want := range map[string]int{
		"JAVA_VERSION=\"1.8.0_442\"\n":                              8,
		"IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.9\"\nOS_NAME=\"L\"": 17,
		"JAVA_VERSION=\"25\"\r\n":                                   25,
		"JAVA_VERSION=\"26-ea\"\n":                                  26,
		"OS_NAME=\"Linux\"\n":                                       0,
		"JAVA_VERSION=\"\"\n":                                       0,
	} {
		home := t.TempDir()
		if _, err := Feature(home); err == nil {
			t.Error("an empty folder is a JDK")
		}
		if err := os.WriteFile(filepath.Join(home, "release"), []byte(release), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Feature(home)
		if got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: got %d, %v, want %d", release, got, err, want)
		}
	}
}
