package longmethods

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestFilesOf checks which class files belong to a source with long methods.
func TestFilesOf(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"p/A.class", "p/A$In.class", "p/A$1.class", "p/AB.class", "p/B$A.class", "A.class",
		"META-INF/versions/11/p/A.class"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for _, name := range []string{"p/A.class", "p/A$1.class", "p/A$In.class", "META-INF/versions/11/p/A.class"} {
		want = append(want, filepath.Join(dir, name))
	}
	if got := filesOf(dir, "p/A"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := filesOf(filepath.Join(dir, "none"), "p/A"); got != nil {
		t.Errorf("a folder that is not there: %q", got)
	}
}
