package measure

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestListJava lists sources beside links of all kinds.
func TestListJava(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "A.java"), filepath.Join(dir, "B.java")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{link: "A.java", filepath.Join(dir, ".#A.java"): "me@host.1:2",
		filepath.Join(dir, "C.java"): "."} {
		if err := os.Symlink(to, from); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	if got := listJava(dir); !slices.Equal(got, []string{file, link}) {
		t.Errorf("%q", got)
	}
}
