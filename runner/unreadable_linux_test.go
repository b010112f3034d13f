package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestUnreadable(t *testing.T) {
	w := open(t, "a", "dir/secret")
	secret := filepath.Join(w.Root, "dir", "secret")
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // root may read everything: this thread looks at files as somebody else
		for dir := w.Dir; ; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if filepath.Dir(dir) == filepath.Clean(os.TempDir()) {
				break
			}
		}
		if err := os.Chmod(filepath.Dir(w.Mirror), 0o777); err != nil {
			t.Fatal(err)
		}
		runtime.LockOSThread() // not unlocked: the thread ends with the test
		if err := syscall.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setfsuid(0)
	}
	_, err := w.Sync(outputs)
	if err == nil || !strings.Contains(err.Error(), secret+": cannot read it: permission denied") ||
		!errors.Is(err, fs.ErrPermission) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}
