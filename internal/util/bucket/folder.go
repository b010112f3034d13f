package bucket

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// folder is a bucket in a folder. An object is a regular file, whose path is its key. The files of objects that are
// being written are in the folder tmp, and appear at their place as a whole.
type folder struct{ dir string }

// Scratch is the folder for files that are being written. A writer that is killed leaves its file there.
const Scratch = "tmp"

// root opens the folder. No name and no link leads out of it. The error wraps fs.ErrNotExist if there is none.
func (f folder) root() (*os.Root, error) { return os.OpenRoot(f.dir) }

func (f folder) List(_ context.Context, prefix string) ([]Object, error) {
	root, err := f.root()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, f.explain(err)
	}
	defer root.Close()
	from := path.Dir(prefix + "x")
	var list []Object
	err = fs.WalkDir(root.FS(), from, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // removed by another one, or nothing has this prefix
			return nil
		}
		if err != nil || !d.Type().IsRegular() || !strings.HasPrefix(name, prefix) {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			list = append(list, Object{name, info.Size(), info.ModTime()})
		}
		return err
	})
	slices.SortFunc(list, func(a, b Object) int { return strings.Compare(a.Key, b.Key) })
	return list, f.explain(err)
}

func (f folder) Stat(_ context.Context, key string) (Object, error) {
	root, err := f.root()
	if err != nil {
		return Object{}, f.explain(err)
	}
	defer root.Close()
	info, err := root.Lstat(key)
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular{key}
	}
	if err != nil {
		return Object{}, f.explain(err)
	}
	return Object{key, info.Size(), info.ModTime()}, nil
}

// notRegular is the error of something in the place of an object that List does not list, either.
type notRegular struct{ key string }

func (n notRegular) Error() string        { return n.key + ": not a regular file" }
func (n notRegular) Is(target error) bool { return target == fs.ErrNotExist }

func (f folder) Get(ctx context.Context, key, file string, limit int64) error {
	if _, err := f.Stat(ctx, key); err != nil { // before it is opened: opening a pipe waits for its other end
		return err
	}
	root, err := f.root()
	if err != nil {
		return f.explain(err)
	}
	defer root.Close()
	in, err := root.Open(key)
	if err != nil {
		return f.explain(err)
	}
	defer in.Close()
	return f.explain(WriteFile(file, in, limit, key))
}

// WriteFile writes what it reads to a file. It fails if there are more than limit bytes; name is that of the source.
func WriteFile(file string, in io.Reader, limit int64, name string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, limit+1))
	if n > limit {
		err = fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	return errors.Join(err, out.Close())
}

func (f folder) Put(_ context.Context, key, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	return f.write(key, in, func(root *os.Root, tmp string) error { return root.Rename(tmp, key) })
}

func (f folder) Create(_ context.Context, key string, data []byte) (bool, error) {
	err := f.write(key, strings.NewReader(string(data)), func(root *os.Root, tmp string) error {
		err := root.Link(tmp, key)
		_ = root.Remove(tmp) // one that stays is removed with what killed writers leave
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// write writes a temporary file, and has the function place bring it to its place.
func (f folder) write(key string, in io.Reader, place func(root *os.Root, tmp string) error) error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return f.explain(err)
	}
	root, err := f.root()
	if err != nil {
		return f.explain(err)
	}
	defer root.Close()
	err = errors.Join(root.MkdirAll(Scratch, 0o777), root.MkdirAll(path.Dir(key), 0o777))
	if err != nil {
		return f.explain(err)
	}
	var random [12]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	tmp := path.Join(Scratch, hex.EncodeToString(random[:]))
	out, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return f.explain(err)
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = place(root, tmp)
	}
	if err != nil {
		_ = root.Remove(tmp) // the error of the object is the one to mend
	}
	return f.explain(err)
}

func (f folder) Delete(_ context.Context, key string) error {
	root, err := f.root()
	if err == nil {
		defer root.Close()
		err = root.Remove(key)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return f.explain(err)
}

func (f folder) Close() error { return nil }

// explain names the folder in an error, and marks those of shared file systems that may go away.
func (f folder) explain(err error) error {
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	named := fmt.Errorf("%s: %w", f.dir, err)
	if p, ok := err.(*fs.PathError); ok && filepath.IsLocal(p.Path) { // without the name of the call
		named = fmt.Errorf("%s: %w", filepath.Join(f.dir, p.Path), p.Err)
	}
	for _, passing := range []syscall.Errno{syscall.ESTALE, syscall.EAGAIN, syscall.ETIMEDOUT, syscall.EINTR} {
		if errors.Is(err, passing) {
			return Transient{named}
		}
	}
	return named
}

var _ Bucket = folder{}
