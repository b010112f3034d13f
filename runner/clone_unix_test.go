//go:build unix

package runner

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// diskFull is the error of a full disk.
const diskFull = syscall.ENOSPC

// reflinks mounts a small disk whose file system can share blocks, until the test ends.
func reflinks(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("mounting a small disk needs Linux and root")
	}
	var mkfs []string
	for _, c := range [][]string{{"mkfs.btrfs", "-q"}, {"mkfs.xfs", "-q", "-m", "reflink=1"}} {
		if _, err := exec.LookPath(c[0]); err == nil {
			mkfs = c
			break
		}
	}
	if mkfs == nil {
		t.Skip("neither mkfs.btrfs nor mkfs.xfs is there")
	}
	dir := t.TempDir()
	image, disk := filepath.Join(dir, "image"), filepath.Join(dir, "disk")
	put(t, disk+"/", "")
	put(t, image, "")
	if err := os.Truncate(image, 512<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(mkfs[0], append(mkfs[1:], image)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", mkfs[0], err, out)
	}
	if out, err := exec.Command("mount", "-o", "loop", image, disk).CombinedOutput(); err != nil {
		t.Skipf("a disk with a file system of its own cannot be mounted: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", disk).CombinedOutput(); err != nil {
			t.Errorf("umount: %v\n%s", err, out)
		}
	})
	return disk
}

// free returns the free space on the disk, in bytes.
func free(t *testing.T, disk string) int64 {
	t.Helper()
	syscall.Sync()
	var stat syscall.Statfs_t
	if err := syscall.Statfs(disk, &stat); err != nil {
		t.Fatal(err)
	}
	return int64(stat.Bfree) * int64(stat.Bsize) // its type differs between systems
}

func TestSyncSharesBlocks(t *testing.T) {
	disk := reflinks(t)
	root := filepath.Join(disk, "the prüf tree")
	for i := range 4 {
		put(t, filepath.Join(root, fmt.Sprint(i)), strings.Repeat(fmt.Sprintln(i), 8<<20))
	}
	put(t, filepath.Join(root, "empty"), "")
	if err := os.Chmod(filepath.Join(root, "0"), 0o400); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2001, 2, 3, 4, 5, 6, 789, time.UTC)
	if err := os.Chtimes(filepath.Join(root, "0"), old, old); err != nil {
		t.Fatal(err)
	}
	w, err := OpenWorkspace(filepath.Join(disk, "cache"), at(root))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	before := free(t, disk)
	if s := sync(t, w); s.cloned != 4 || s.copied != 5 || s.bytes != 64<<20 {
		t.Errorf("%+v", s)
	}
	if used := before - free(t, disk); used > 16<<20 {
		t.Errorf("the copy of 64 MB takes %d bytes", used)
	}
	info, err := os.Stat(filepath.Join(w.Mirror, "0"))
	if err != nil || info.Mode() != 0o400 || !info.ModTime().Equal(old) || info.Size() != 16<<20 {
		t.Errorf("the copy is %v, %v", info, err)
	}
	if s := sync(t, w); s.copied != 0 {
		t.Errorf("again: %+v", s)
	}
	// The build edits in place: the user's file stays.
	f, err := os.OpenFile(filepath.Join(w.Mirror, "1"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("the build"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if s := sync(t, w); s.cloned != 1 || s.copied != 1 {
		t.Errorf("after an edit: %+v", s)
	}
	if text, err := os.ReadFile(filepath.Join(w.Mirror, "1")); err != nil ||
		!strings.HasPrefix(string(text), "1\n1\n") {
		t.Errorf("the copy starts with %.20q, %v", text, err)
	}

	// The workspace on another disk: plain copies.
	elsewhere, err := OpenWorkspace(t.TempDir(), at(root))
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	if s := sync(t, elsewhere); s.cloned != 0 || s.copied != 5 {
		t.Errorf("across disks: %+v", s)
	}
}

// A file system that cannot is asked once, and files are copied.
func TestCloneFallsBack(t *testing.T) {
	root, dest := t.TempDir(), t.TempDir()
	put(t, filepath.Join(root, "a"), "text")
	put(t, filepath.Join(root, "b"), "more")
	mirror, err := os.OpenRoot(dest)
	if err != nil {
		t.Fatal(err)
	}
	defer mirror.Close()
	in, err := os.Open(root) // a folder cannot be cloned
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := clone(in, mirror, "a"); err == nil {
		t.Error("a folder was cloned")
	}
	wantList(t, dest) // nothing is left of it
	c := copier{root: root, mirror: mirror, clones: false}
	for _, name := range []string{"a", "b"} {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.copyFile(mirror, name,
			entry{Path: name, Mode: info.Mode(), Size: info.Size(), Mtime: info.ModTime().UnixNano()}); err != nil {
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dest, "a")); err != nil || string(text) != "text" || c.cloned != 0 {
		t.Errorf("%q, %v, %d clones", text, err, c.cloned)
	}
	c.clones = true
	if err := c.copyContent(in, mirror, "a2", entry{Size: 1}); err == nil || c.clones {
		t.Errorf("a failure to clone is not remembered: %v", err)
	}
}
