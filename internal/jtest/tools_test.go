package jtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestToolsRunLikePrograms(t *testing.T) {
	for _, jdk := range JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			dir := t.TempDir()
			source := filepath.Join(dir, "Größe.java")
			write := func(text string) {
				t.Helper()
				if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			compile := []string{"-encoding", "UTF-8", "-d", dir, source}
			write("class Größe { int f() { return text; } }")
			if out, err := jdk.Run("javac", compile...); err == nil ||
				!strings.Contains(string(out), "error: cannot find symbol") {
				t.Errorf("%v, %q", err, out)
			}
			write("class Größe { int f() { return 1; } }")
			if out, err := jdk.Run("javac", compile...); err != nil || len(out) > 0 {
				t.Errorf("%v, %q", err, out)
			}
			class := filepath.Join(dir, "Größe.class")
			if out, err := jdk.Run("javap", class); err != nil || !strings.Contains(string(out), "int f();") {
				t.Errorf("%v, %q", err, out)
			}
			if _, err := jdk.Run("no such tool"); err == nil {
				t.Error("no error")
			}
		})
	}
}
