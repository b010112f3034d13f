package runner

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/environ"
)

// repository is a Git repository of the user's, which is only read.
type repository struct {
	top    string // the folder that holds .git: the root of the working tree
	dir    string // what belongs to this working tree: HEAD, index
	common string // what its working trees share: objects, refs, config; often the same as dir
	config []setting
}

var errNoRepository = errors.New("not a Git repository")

// openRepository returns the repository whose working tree top is: that of an ordinary clone, of a
// linked working tree or of a submodule.
func openRepository(top string) (*repository, error) {
	r := &repository{top: top}
	at := filepath.Join(top, ".git")
	info, err := os.Stat(at)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		r.dir = real(at)
	default:
		text, err := os.ReadFile(at)
		if err != nil {
			return nil, err
		}
		target, ok := strings.CutPrefix(string(text), "gitdir:")
		if !ok {
			return nil, errNoRepository
		}
		r.dir = real(inDir(top, strings.TrimSpace(target)))
	}
	r.common = r.dir
	if text, err := os.ReadFile(filepath.Join(r.dir, "commondir")); err == nil {
		r.common = real(inDir(r.dir, strings.TrimSpace(string(text))))
	}
	if _, err := os.Lstat(filepath.Join(r.dir, "HEAD")); err != nil || !buildtools.IsDir(filepath.Join(r.common, "objects")) ||
		!buildtools.IsDir(filepath.Join(r.common, "refs")) {
		return nil, errNoRepository
	}
	r.config, err = readGitConfig(filepath.Join(r.common, "config"), 10)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if s, ok := lastOf(r.config, "extensions.worktreeconfig"); ok && s.isTrue() {
		own, err := readGitConfig(filepath.Join(r.dir, "config.worktree"), 10)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		r.config = append(r.config, own...)
	}
	return r, nil
}

// repositoryAbove is the root of the working tree that dir is in, as Git finds it: dir itself, or a
// folder above. "" is for none.
func repositoryAbove(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := openRepository(dir); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// inDir is path, seen from dir.
func inDir(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func (r *repository) sha256() bool {
	s, ok := lastOf(r.config, "extensions.objectformat")
	return ok && strings.EqualFold(s.value, "sha256")
}

// files is what the .git of a copy of the working tree holds, but for the index: slash paths and
// contents. All objects stay where they are.
func (r *repository) files() (map[string][]byte, error) {
	files := map[string][]byte{
		"config":                  formatGitConfig(privateConfig(r.config)),
		"objects/info/alternates": r.alternates(),
	}
	// HEAD, ORIG_HEAD, MERGE_HEAD and so on.
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.Trim(e.Name(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			if err := r.read(files, r.dir, e.Name()); err != nil {
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
	for _, name := range []string{"info/sparse-checkout", "logs/HEAD"} { // Git takes from the log what HEAD is detached at
		if err := r.read(files, r.dir, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// read adds the file of that name in dir, if there is one.
func (r *repository) read(files map[string][]byte, dir, name string) error {
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
func (r *repository) refs(files map[string][]byte) error {
	own := []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} // of each working tree
	isOwn := func(name string) bool {
		return slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	tables := filepath.Join(r.common, "reftable")
	if r.dir != r.common && buildtools.IsDir(tables) {
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
	if r.dir == r.common {
		return add(r.common, "refs", func(string) bool { return true })
	}
	if err := add(r.common, "refs", func(name string) bool { return !isOwn(name) }); err != nil {
		return err
	}
	return add(r.dir, "refs", isOwn)
}

// alternates tells where the objects are: in the user's repository, and where that has them from.
func (r *repository) alternates() []byte {
	objects := real(filepath.Join(r.common, "objects"))
	lines := []string{objects}
	if text, err := os.ReadFile(filepath.Join(objects, "info", "alternates")); err == nil {
		for line := range strings.Lines(string(text)) {
			line = strings.TrimRight(line, "\r\n")
			if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, `"`) {
				lines = append(lines, inDir(objects, line))
			}
		}
	}
	var b bytes.Buffer
	for _, line := range lines {
		fmt.Fprintln(&b, filepath.ToSlash(line))
	}
	return b.Bytes()
}

// gitPlaces are the variables that tell Git where the repository is, instead of the folder that it
// runs in. Git sets them for what it runs itself, such as hooks.
var gitPlaces = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"}

// withoutGitPlaces is env without them.
func withoutGitPlaces(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(gitPlaces, name)
	})
}

// Environ is the environment env for what runs in the mirror: Git is to find the repository there,
// and none above the workspace.
func (w *Workspace) Environ(env []string) []string {
	ceiling := w.Dir
	if more := environ.Get(env, "GIT_CEILING_DIRECTORIES"); more != "" {
		ceiling += string(filepath.ListSeparator) + more
	}
	return append(withoutGitPlaces(env), "GIT_CEILING_DIRECTORIES="+ceiling)
}
