package counts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestAwait has files of a process that is gone, and of one that ends its file while it is waited for.
func TestAwait(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be asked for on Windows")
	}
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "step"), 0o755); err != nil {
		t.Fatal(err)
	}
	begin := func(pid int) string {
		path := filepath.Join(dir, "step", fmt.Sprintf("%d-1-a%s", pid, partSuffix))
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if path := begin(gone.Process.Pid); os.Rename(path, filepath.Join(dir, filepath.Base(path))) != nil {
		t.Fatal("cannot rename a file")
	}
	const limit = 10 * time.Minute
	start := time.Now()
	Await(dir, limit)
	path := begin(os.Getpid())
	ended := make(chan error)
	go func() {
		time.Sleep(50 * time.Millisecond)
		ended <- os.Rename(path, path[:len(path)-len(partSuffix)]+wholeSuffix)
	}()
	Await(dir, limit)
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	default:
		t.Error("it has not waited for a process that lives")
	}
	if time.Since(start) >= limit {
		t.Error("it has waited for processes that are gone")
	}
	begin(os.Getpid())
	Await(dir, time.Millisecond)
}
