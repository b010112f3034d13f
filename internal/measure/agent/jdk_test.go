package agent

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

func TestInspect(t *testing.T) {
	const hotspot = "JAVA_VERSION=\"17.0.1\"\n"
	tests := []struct {
		name    string
		release string
		files   []string
		refused string // a part of the reason
	}{
		{"jdk", hotspot, []string{"lib/modules"}, ""},
		{"temurin", hotspot + "JVM_VARIANT=\"Hotspot\"\n", []string{"lib/modules"}, ""},
		{"java8", "JAVA_VERSION=\"1.8.0_442\"\n", nil, "Java 8 has no modules"},
		{"semeru", hotspot + "JVM_VARIANT=\"Openj9\"\n", []string{"lib/modules"}, "OpenJ9"},
		{"openj9", hotspot, []string{"lib/modules", "lib/j9vm/libjvm.so"}, "OpenJ9"},
		{"graal", hotspot + "GRAALVM_VERSION=\"23\"\n", []string{"lib/modules"}, "GraalVM"},
		{"exploded", hotspot, nil, "no file lib/modules"},
		{"nothing", "", []string{"lib/modules"}, "does not say which version"},
	}
	for _, test := range tests {
		home := filepath.Join(t.TempDir(), test.name)
		for _, f := range append(test.files, "release") {
			path := filepath.Join(home, filepath.FromSlash(f))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(test.release), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got := inspect(home)
		if (got.refused == "") != (test.refused == "") || !strings.Contains(got.refused, test.refused) {
			t.Errorf("%s: refused with %q, want %q", test.name, got.refused, test.refused)
		}
		if (got.key == "") != (test.refused != "") {
			t.Errorf("%s: key %q", test.name, got.key)
		}
	}
	if got := inspect(t.TempDir()); !strings.Contains(got.refused, "no file release") {
		t.Errorf("an empty folder is refused with %q", got.refused)
	}
	jre := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(jre, "lib"), 0o777),
		os.WriteFile(filepath.Join(jre, "lib", "rt.jar"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if got := inspect(jre); !strings.Contains(got.refused, "Java 8 has no modules") {
		t.Errorf("Java 8 without a file release is refused with %q", got.refused)
	}
}

// A launcher may be a link or a script, as version managers have.
func TestHomeOf(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		dir := t.TempDir()
		link, script := filepath.Join(dir, "java"), filepath.Join(dir, "shim", "bin", "java")
		if err := os.Symlink(j.Java(), link); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(script), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(script, []byte("#!/bin/sh\nexec "+j.Java()+` "$@"`), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, java := range []string{j.Java(), link, script} {
			if got := homeOf(t.Context(), java); got != j.Home {
				t.Errorf("%s belongs to %s, want %s", java, got, j.Home)
			}
		}
	}
}
