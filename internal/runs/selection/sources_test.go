package selection

import (
	"testing"

	"jprof/internal/format/probe"
)

// TestRootOf checks in which folders of sources files lie.
func TestRootOf(t *testing.T) {
	for _, c := range []struct {
		pkg, path, root string
		ok              bool
	}{
		{"a.b", "src/main/java/a/b/C.java", "src/main/java/", true},
		{"", "src/main/java/C.java", "src/main/java/", true},
		{"a", "a/C.java", "", true}, {"", "C.java", "", true}, {"a", "../lib/a/C.java", "../lib/", true},
		{"a", "src/main/java/b/C.java", "", false}, {"a.b", "src/xa/b/C.java", "", false},
	} {
		root, ok := rootOf(&probe.Package{Name: c.pkg}, &probe.File{Path: c.path})
		if ok != c.ok || ok && root != c.root {
			t.Errorf("%s in package %q: %q, %v", c.path, c.pkg, root, ok)
		}
	}
}
