package runner

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// clone makes the file path in root, which must not exist. It shares the blocks of src until one of the two is written.
// If that is not possible, clone fails and creates nothing.
func clone(src *os.File, root *os.Root, path string) error {
	dir, err := root.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	return unix.Fclonefileat(int(src.Fd()), int(dir.Fd()), filepath.Base(path), 0)
}
