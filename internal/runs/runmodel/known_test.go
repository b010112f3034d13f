package runmodel

import (
	"os"
	"path/filepath"
	"testing"

	"jprof/report/pattern"
)

// TestInSources checks which methods of classes that were never loaded are known by their sources.
func TestInSources(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"src/main/java/com/example/Legacy.java": `package com.example; /* class Commented { void gone() {} } */
			public class Legacy { static int old(int n) { return n; } record Point(int x) { void move() {} } }`,
		".hidden/Other.java": "class Other { void other() {} }",
		"Plain.txt":          "class Plain { void plain() {} }",
		"Empty.java":         "",
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]bool{
		"com.example.Legacy.old":        true,
		"Legacy.old(int)":               true,
		"com.example.Legacy.old(I)I":    true,
		"com.example.Legacy$Point.move": true,
		"Legacy.Point.move":             true,
		"com.example.Legacy.Legacy":     true,
		"com.example.Legacy.odl":        false,
		"com.other.Legacy.old":          false,
		"Commented.gone":                false,
		"Other.other":                   false,
		"Plain.plain":                   false,
	} {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := inSources(root, p); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
