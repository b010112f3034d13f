package runner

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// copier copies files of the tree to the mirror.
type copier struct {
	root   string
	mirror *os.Root
	clones bool // the file system may be able to clone; false after one failure
	cloned int
	dir    *os.Root // the folder of the mirror that was used last: to open each file from the top would take long
	at     string   // the path of dir
}

func (c *copier) close() {
	if c.dir != nil {
		c.dir.Close()
	}
}

// place returns the folder of the mirror that has path, and the name of path in that folder.
func (c *copier) place(path string) (dir *os.Root, name string, err error) {
	at, name := filepath.Dir(path), filepath.Base(path)
	if at == "." {
		return c.mirror, name, nil
	}
	if c.dir == nil || c.at != at {
		if dir, err = c.mirror.OpenRoot(at); err != nil {
			return nil, "", err
		}
		c.close()
		c.dir, c.at = dir, at
	}
	return c.dir, name, nil
}

// copy copies e to the mirror, unless the mirror has it unchanged since the last Sync. Folders come before their
// contents.
func (c *copier) copy(e, before entry) (bool, error) {
	dir, name, err := c.place(e.Path)
	if err != nil {
		return false, err
	}
	info, err := dir.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return false, err
	case info.Mode().Type() != e.Mode.Type():
		if err := dir.RemoveAll(name); err != nil {
			return false, err
		}
		info = nil
	}
	switch e.Mode.Type() {
	case fs.ModeDir:
		mode := e.Mode.Perm() | 0o700 // the next Sync must be able to write in it, whatever its mode in the tree
		if info == nil {
			if err := dir.Mkdir(name, 0o700); err != nil {
				return false, err
			}
		} else if info.Mode().Perm() == mode {
			return false, nil
		}
		return info == nil, dir.Chmod(name, mode)
	case fs.ModeSymlink:
		if info != nil {
			if target, err := dir.Readlink(name); err == nil && target == e.Link {
				return false, nil
			}
			if err := dir.Remove(name); err != nil {
				return false, err
			}
		}
		return true, explainLink(dir.Symlink(e.Link, name), e.Path)
	}
	if info != nil && e == before && info.Size() == e.Size && info.ModTime().UnixNano() == e.Mtime &&
		info.Mode() == e.Mode {
		return false, nil
	}
	if info != nil { // a file is never overwritten: it may be read-only, or mapped by a process
		if err := dir.Remove(name); err != nil {
			return false, err
		}
	}
	return true, c.copyFile(dir, name, e)
}

// copyFile copies a regular file to a path that does not exist.
func (c *copier) copyFile(dir *os.Root, name string, e entry) error {
	src := filepath.Join(c.root, e.Path)
	in, err := os.Open(src)
	if err != nil {
		return unreadable(src, err)
	}
	defer in.Close()
	err = c.copyContent(in, dir, name, e)
	if err == nil {
		mtime := time.Unix(0, e.Mtime)
		err = dir.Chtimes(name, mtime, mtime)
	}
	if err != nil {
		_ = dir.Remove(name) // a part of a file is useless, and takes space on a disk that may be full
		return fmt.Errorf("copying %s: %w", src, err)
	}
	return nil
}

func (c *copier) copyContent(in *os.File, dir *os.Root, name string, e entry) error {
	if c.clones && e.Size > 0 { // cloning an empty file would work on every file system
		if clone(in, dir, name) == nil {
			c.cloned++
			return dir.Chmod(name, e.Mode)
		}
		c.clones = false
	}
	out, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Chmod(e.Mode)
	}
	return errors.Join(err, out.Close())
}
