package atomicfile

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFolder writes to the path of a folder: the message names it, and nothing stays.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	err := WriteBytes(dir, []byte("text"))
	if err == nil || err.Error() != "cannot write "+dir+": it is a folder" {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+"*")); len(left) > 0 {
		t.Errorf("left %s", strings.Join(left, ", "))
	}
}
