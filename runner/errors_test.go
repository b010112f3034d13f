package runner

import (
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// TestSameButCase checks files whose names differ in case, on a disk that takes them for one.
func TestSameButCase(t *testing.T) {
	if a, b, found := sameButCase([]entry{{Path: "a"}, {Path: "a/B"}, {Path: "c"}, {Path: "a/b"}}); !found ||
		a != "a/B" || b != "a/b" {
		t.Errorf("%q, %q, %t", a, b, found)
	}
	if a, b, found := sameButCase([]entry{{Path: "a"}, {Path: "a/b"}, {Path: "b"}}); found {
		t.Errorf("%q, %q", a, b)
	}
	w := open(t, "src/Text.java", "src/text.java")
	if paths.Exists(filepath.Join(w.Dir, "ROOT")) {
		t.Skip("this disk does not distinguish case, so the project cannot have both files")
	}
	if err := w.checkCase([]entry{{Path: "A"}, {Path: "a"}}); err != nil {
		t.Errorf("a disk that distinguishes them: %v", err)
	}
	put(t, filepath.Join(w.Dir, "ROOT"), "") // as if the disk took it for root
	_, err := w.sync(outputs)
	if err == nil || !strings.Contains(err.Error(), "cannot hold both") || len(term.Hints(err)) != 1 {
		t.Errorf("%v", err)
	}
}
