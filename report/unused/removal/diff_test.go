package removal

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestHostileNames applies patches of files whose names could be taken for parts of the patch. Git must change the file
// of the name, and no other.
func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no files with such names")
	}
	const victim = "victim.txt"
	for _, folder := range []string{
		"plain", "two words", "tab\there", "back\\slash", "quo\"te", "\x1b[31mred", "right\u202eleft", "größe",
		"a\u2028b",
		"x\n--- a/" + victim + "\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-mine\n",
		"x b", " y", "z ",
	} {
		for _, whole := range []bool{false, true} {
			dir := t.TempDir()
			name := folder + "/A.java"
			path := filepath.Join(dir, name)
			text := []byte("class A {\n\tint a;\n\tint b;\n}\n")
			err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, text, 0o666),
				os.WriteFile(filepath.Join(dir, victim), []byte("mine\n"), 0o666))
			if err != nil {
				t.Fatal(err)
			}
			patch := diff(name, text, []cut{{10, 18}}, whole)
			for l := range strings.Lines(patch) {
				if strings.ContainsAny(l, "\x1b\u202e\u2028") || strings.HasPrefix(l, "--- a/"+victim) {
					t.Errorf("%q: line %q", name, l)
				}
			}
			apply := exec.Command("git", "apply", "-p1", "-")
			apply.Dir, apply.Stdin = dir, strings.NewReader(patch)
			if out, err := apply.CombinedOutput(); err != nil {
				t.Errorf("%q: %v\n%s\n%s", name, err, out, patch)
				continue
			}
			got, err := os.ReadFile(path)
			if whole != errors.Is(err, fs.ErrNotExist) || !whole && string(got) != "class A {\n\tint b;\n}\n" {
				t.Errorf("%q: %q, %v", name, got, err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, victim)); string(got) != "mine\n" {
				t.Errorf("%q: the other file is %q, %v", name, got, err)
			}
		}
	}
}
