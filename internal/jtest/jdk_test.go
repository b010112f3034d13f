package jtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestJDKsAreDistinctAndAscending(t *testing.T) {
	jdks := JDKs(t)
	for i, j := range jdks {
		if i > 0 && jdks[i-1].Version >= j.Version {
			t.Errorf("%v stands after %v", j, jdks[i-1])
		}
		for _, tool := range []string{j.Java(), j.Javac()} {
			if _, err := exec.LookPath(tool); err != nil {
				t.Errorf("%v: %v", j, err)
			}
		}
	}
	if got := Newest(t); got != jdks[len(jdks)-1] {
		t.Errorf("Newest is %v, of %v", got, jdks)
	}
}

func TestFeatureRelease(t *testing.T) {
	for release, want := range map[string]int{
		"JAVA_VERSION=\"1.8.0_442\"\n":                              8,
		"IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.9\"\nOS_NAME=\"L\"": 17,
		"JAVA_VERSION=\"25\"\r\n":                                   25,
		"JAVA_VERSION=\"26-ea\"\n":                                  26,
		"OS_NAME=\"Linux\"\n":                                       0,
		"JAVA_VERSION=\"\"\n":                                       0,
	} {
		home := t.TempDir()
		if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := featureRelease(home); err == nil {
			t.Error("a folder without a compiler is a JDK")
		}
		if err := os.WriteFile(filepath.Join(home, "bin", "javac"), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, "release"), []byte(release), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := featureRelease(home)
		if got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: got %d, %v, want %d", release, got, err, want)
		}
	}
}
