package runner

import (
	"os"

	"golang.org/x/sys/unix"
)

// clone makes the file path in root, which must not exist. It shares the blocks of src until one of the two is written.
// If that is not possible, clone fails and creates nothing.
func clone(src *os.File, root *os.Root, path string) error {
	dst, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = unix.IoctlFileClone(int(dst.Fd()), int(src.Fd()))
	if closed := dst.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = root.Remove(path)
	}
	return err
}
