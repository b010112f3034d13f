package rt

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// testServiceLinks has links in the folder, in the place of files that each JVM makes or locks. None is followed.
func testServiceLinks(t *testing.T, s service) {
	precious := bytes.Repeat([]byte("precious"), 1<<10)
	outside := t.TempDir()
	file, missing := filepath.Join(outside, "file"), filepath.Join(outside, "missing")
	write(t, file, precious)
	tests := []struct {
		name, target string
		joins        bool // the JVM can join files all the same
	}{
		{"fold.tmp", file, true}, {"fold.tmp", missing, true}, {"7-1-a.lock", missing, true},
		{"7-1-a.lock", file, true}, {"fold.lock", missing, false}, {"fold.lock", file, false},
	}
	for i, tt := range tests {
		run(t, s.command("exit"))
		link := filepath.Join(s.dir, tt.name)
		if err := os.Remove(link); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.Symlink(tt.target, link); err != nil {
			t.Fatal(err)
		}
		if got := run(t, s.command("wait")); got.exit != 0 || got.stderr != "" {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, precious) {
			t.Fatalf("%s: the file has changed to %d bytes, %v", tt.name, len(got), err)
		}
		if _, err := os.Lstat(missing); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%s: a file was made outside of the folder: %v", tt.name, err)
		}
		if whole := s.glob(t, "*-0.counts"); (len(whole) == 1) != tt.joins { // that of the last JVM
			t.Errorf("%s: files %q", tt.name, whole)
		}
		for _, joined := range s.glob(t, "folded-*") {
			if info, err := os.Lstat(joined); err != nil || info.Mode() != 0o640 {
				t.Errorf("%s: %v, %v", joined, info, err)
			}
		}
		if c := s.counters(t); c[0] != uint64(2*(i+1)) {
			t.Errorf("%s: counters %v", tt.name, c)
		}
	}
}

// testServiceOwnLinks puts a link in the place of the file of a JVM that runs. It goes on in a new file.
func testServiceOwnLinks(t *testing.T, s service) {
	precious := bytes.Repeat([]byte("precious"), 1<<18) // longer than the file that it seems to be
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, precious)
	cmd := s.start(t, "run")
	s.await(t, 2, 1)
	part := s.glob(t, "*-0.part")
	if len(part) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	link := filepath.Join(s.dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(link, part[0]); err != nil {
		t.Fatal(err)
	}
	if !jtest.Await(func() bool { return len(s.glob(t, "*-1.part")) == 1 }) {
		t.Errorf("files %q", s.glob(t, "*"))
	}
	interrupt(t, cmd)
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, precious) {
		t.Errorf("the file has changed to %d bytes, %v", len(got), err)
	}
	if whole := s.glob(t, "*-1.counts"); len(whole) != 1 {
		t.Errorf("files %q", s.glob(t, "*"))
	}
}

// testServiceLocks removes the lock of a JVM time after time. It makes it again, and never lets others write to it.
func testServiceLocks(t *testing.T, s service) {
	cmd := s.start(t, "idle", "JPROF_PERIOD=0.001")
	s.await(t, 0, 1)
	part := s.glob(t, "*-0.part")
	if len(part) != 1 {
		t.Fatalf("files %q", s.glob(t, "*"))
	}
	lock := strings.TrimSuffix(part[0], "-0.part") + ".lock"
	for range 100 {
		if err := os.Remove(lock); err != nil {
			t.Fatal(err)
		}
		var mode fs.FileMode
		if !jtest.Await(func() bool {
			for range 10000 { // the moment in which it is made is short
				if info, err := os.Lstat(lock); err == nil {
					mode = info.Mode()
					return true
				}
			}
			return false
		}) {
			t.Fatal("the lock is not made again")
		}
		if mode&^0o640 != 0 {
			t.Fatalf("others may use the lock: %v", mode)
		}
	}
	if !jtest.Await(func() bool {
		info, err := os.Lstat(lock)
		return err == nil && info.Mode() == 0o640
	}) {
		t.Error("the group may not read the lock")
	}
	interrupt(t, cmd)
}

// testServiceNewFolders has a folder whose parents are not there either. All have the same permissions.
func testServiceNewFolders(t *testing.T, s service) {
	top := filepath.Dir(filepath.Dir(s.dir))
	s.dir = filepath.Join(s.dir, "new", "x", "y")
	if got := run(t, s.command("exit")); got.exit != 3 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	for dir := s.dir; dir != top; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err != nil || info.Mode() != fs.ModeDir|0o750 {
			t.Errorf("%s: %v, %v", dir, info, err)
		}
	}
	if c := s.counters(t); c[0] != 1 {
		t.Errorf("counters %v", c)
	}
}
