package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
)

// Repository is a Git repository of the user's, which is only read.
type Repository struct {
	Top    string // the folder that holds .git: the root of the working tree
	Dir    string // the folder with the data of this working tree: HEAD, index
	common string // the folder with the data of all its working trees: objects, refs, config; often the same as Dir
}

// ErrNone is in the chain of the errors of Open if a .git is no repository.
var ErrNone = errors.New("not a Git repository")

// Open returns the repository with the working tree top. It may be an ordinary clone, a linked working tree or a
// submodule. Open needs no Git.
func Open(top string) (*Repository, error) {
	r := &Repository{Top: top}
	at := filepath.Join(top, ".git")
	info, err := os.Stat(at)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		r.Dir = paths.Real(at)
	default:
		text, err := regular.ReadFile(at)
		if err != nil {
			return nil, err
		}
		target, ok := strings.CutPrefix(string(text), "gitdir:")
		if !ok {
			return nil, ErrNone
		}
		r.Dir = paths.Real(paths.Absolute(top, strings.TrimSpace(target)))
	}
	r.common = r.Dir
	if text, err := regular.ReadFile(filepath.Join(r.Dir, "commondir")); err == nil {
		r.common = paths.Real(paths.Absolute(r.Dir, strings.TrimSpace(string(text))))
	}
	if !is(filepath.Join(r.Dir, "HEAD")) || !paths.IsDir(filepath.Join(r.common, "objects")) ||
		!paths.IsDir(filepath.Join(r.common, "refs")) {
		return nil, ErrNone
	}
	return r, nil
}

// Above returns the root of the working tree that contains dir, as Git finds it: dir itself, or a folder above. If
// there is none, it returns "".
func Above(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := Open(dir); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// check returns an error if Git would wait for ever around dir, as a pipe or a device is in the place of one of its
// files.
func check(dir string) error {
	top := Above(dir)
	if top == "" {
		return nil
	}
	r, err := Open(top)
	if err != nil {
		return err
	}
	for _, path := range []string{filepath.Join(r.Dir, "HEAD"), filepath.Join(r.Dir, "index"),
		filepath.Join(r.Dir, "commondir"),
		filepath.Join(r.common, "config"), filepath.Join(r.common, "packed-refs")} {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: not a regular file", path)
		}
	}
	return nil
}

// At reports whether dir may be the root of the working tree of a repository: it has a .git.
func At(dir string) bool { return is(filepath.Join(dir, ".git")) }

// Files returns the content of .git in a copy of the working tree, without the index, by slash path. All objects stay
// in the user's repository.
func (r *Repository) Files() (map[string][]byte, error) {
	config, err := r.privateConfig()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"config": config, "objects/info/alternates": r.alternates()}
	// HEAD, ORIG_HEAD, MERGE_HEAD and so on.
	entries, err := os.ReadDir(r.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.Trim(e.Name(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			if err := r.read(files, r.Dir, e.Name()); err != nil {
				return nil, err
			}
		}
	}
	// In this order: Git writes packed-refs before it deletes what it has packed.
	if err := r.refs(files); err != nil {
		return nil, err
	}
	for _, name := range []string{"packed-refs", "shallow", "info/exclude", "info/attributes", "info/grafts"} {
		if err := r.read(files, r.common, name); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"info/sparse-checkout", "logs/HEAD"} { // the log names the source of a detached HEAD
		if err := r.read(files, r.Dir, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// read adds the file of that name in dir, if there is one.
func (r *Repository) read(files map[string][]byte, dir, name string) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	} else if err == nil {
		files[name] = text
	}
	return nil
}

// refs adds the files of branches, tags and other references.
func (r *Repository) refs(files map[string][]byte) error {
	own := []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} // of each working tree
	isOwn := func(name string) bool {
		return slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	tables := filepath.Join(r.common, "reftable")
	if r.Dir != r.common && paths.IsDir(tables) {
		return errors.New("reftables of a linked working tree are not supported")
	}
	add := func(dir, below string, want func(name string) bool) error {
		return filepath.WalkDir(filepath.Join(dir, below), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // deleted just now
			} else if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			if name := filepath.ToSlash(rel); !d.IsDir() && want(name) && !strings.HasSuffix(name, ".lock") {
				return r.read(files, dir, name)
			}
			return nil
		})
	}
	if err := add(r.common, "reftable", func(string) bool { return true }); err != nil {
		return err
	}
	if r.Dir == r.common {
		return add(r.common, "refs", func(string) bool { return true })
	}
	if err := add(r.common, "refs", func(name string) bool { return !isOwn(name) }); err != nil {
		return err
	}
	return add(r.Dir, "refs", isOwn)
}

// alternates returns the text of the file objects/info/alternates for a copy. It lists the folders with the user's
// objects: the one of his repository, and those that his own alternates name.
func (r *Repository) alternates() []byte {
	objects := paths.Real(filepath.Join(r.common, "objects"))
	lines := []string{objects}
	if text, err := os.ReadFile(filepath.Join(objects, "info", "alternates")); err == nil {
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\r\n")
			if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, `"`) {
				lines = append(lines, paths.Absolute(objects, line))
			}
		}
	}
	var b bytes.Buffer
	for _, line := range lines {
		fmt.Fprintln(&b, filepath.ToSlash(line))
	}
	return b.Bytes()
}
