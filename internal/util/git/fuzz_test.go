package git

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzDiff reads any text as the output of git diff. Lines of files are ascending and apart.
func FuzzDiff(f *testing.F) {
	f.Add([]byte("diff --git a/A.java b/A.java\n--- a/A.java\n+++ b/A.java\n@@ -1,2 +1,3 @@\n a\n+b\n c\n"))
	f.Add([]byte("diff --git \"a/\\303\\274\" \"b/\\303\\274\"\n+++ \"b/\\303\\274\"\t\n@@ -0,0 +1 @@\n+b\n"))
	f.Fuzz(func(t *testing.T, diff []byte) {
		changes, err := parse(diff)
		if err != nil {
			return
		}
		for path, list := range changes {
			for _, l := range list {
				if l.First > l.Last {
					t.Errorf("%q: %v", path, list)
				}
			}
		}
	})
}

// FuzzIndex marks all entries of any index. What comes out can be read, and has these marks already.
func FuzzIndex(f *testing.F) {
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "config"), nil, 0o666); err != nil {
		f.Fatal(err)
	}
	r := &Repository{Dir: dir, common: dir}
	for _, version := range []byte{2, 4} {
		entry := append(make([]byte, 60), 0, 1, 'a', 0)
		if version == 4 {
			entry = append(make([]byte, 60), 0, 1, 0, 'a', 0)
		} else {
			entry = append(entry, make([]byte, 8)...)
		}
		f.Add(append(append([]byte{'D', 'I', 'R', 'C', 0, 0, 0, version, 0, 0, 0, 1}, entry...), make([]byte, 20)...))
	}
	every := func(string) bool { return true }
	f.Fuzz(func(t *testing.T, index []byte) {
		once, err := r.SkipInIndex(index, every)
		if err != nil {
			return
		}
		twice, err := r.SkipInIndex(once, every)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%q, then %q, %v", once, twice, err)
		}
	})
}
