package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestOwnerHint has the hint name the first folder that belongs to another user.
func TestOwnerHint(t *testing.T) {
	dir, me := t.TempDir(), os.Geteuid()
	other := max(me, 0) + 1 // for whom the folders of this user are those of another one
	none := filepath.Join(dir, "none")
	denied := fmt.Errorf("writing: %w", fs.ErrPermission)
	hint := ownerHint(denied, other, []string{none, dir})
	want := fmt.Sprintf(": as root, run chown -R %d %s", other, dir)
	if known := runtime.GOOS != "windows"; known != (hint != "") ||
		known && (!strings.HasPrefix(hint, dir+" belongs to the user ") || !strings.HasSuffix(hint, want)) {
		t.Errorf("the hint is %q", hint)
	}
	for what, got := range map[string]string{
		"its own folder": ownerHint(denied, me, []string{dir}), "root": ownerHint(denied, 0, []string{dir}),
		"another error": ownerHint(fs.ErrNotExist, other, []string{dir}),
	} {
		if got != "" {
			t.Errorf("%s: %q", what, got)
		}
	}
}
