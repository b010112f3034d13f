// Package runner runs a build: it keeps a copy of the user's tree, starts the build's command in
// it, ends it with all of its children, and collects what is left behind for the user.
package runner

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"

	"jprof/buildtools"
)

// Workspace is the place in the user's cache where a project is built. One process at a time has
// it. All paths are absolute and without symbolic links.
type Workspace struct {
	Root   string // the user's tree, which is only ever read
	Dir    string // the workspace; all below is in it
	Mirror string // the copy of the tree
	Shadow string // for instrumented copies of source roots
	Maps   string // for the maps of source sets
	Counts string // for what the JVMs count
	Events string // for what the build's hook reports
	Hook   string // the file for what the build's hook needs to know

	mirrors string   // the folder that holds the mirror, called like the root of the repository or project, and nothing else
	top     string   // the root of the Git repository that Root is in, else Root: the mirror is as deep below
	synced  string   // the manifest, see Sync
	apart   []string // folders of the tree that Sync leaves out, slash paths
	cache   string
	lock    *flock.Flock
}

// ErrBusy says that another process has the workspace.
var ErrBusy = errors.New("another jprof is building this project")

// OpenWorkspace makes the workspace of the project at root in cacheDir, if it is not there yet, and
// locks it until Close. Where another process has it, the error wraps ErrBusy and names its pid.
func OpenWorkspace(cacheDir, root string) (*Workspace, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(root) || root == filepath.Dir(root) {
		return nil, fmt.Errorf("%s: not the root of a project", root)
	}
	if cacheDir, err = filepath.Abs(cacheDir); err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(root))
	dir := filepath.Join(cacheDir, "work", hex.EncodeToString(hash[:6]))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, explain(err, dir)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	w := &Workspace{
		Root:    root,
		Dir:     dir,
		Shadow:  filepath.Join(dir, "shadow"),
		Maps:    filepath.Join(dir, "maps"),
		Counts:  filepath.Join(dir, "counts"),
		Events:  filepath.Join(dir, "events"),
		Hook:    filepath.Join(dir, "hook.properties"),
		mirrors: filepath.Join(dir, "t"),
		top:     cmp.Or(repositoryAbove(root), root),
		synced:  filepath.Join(dir, "synced"),
		cache:   real(cacheDir),
		lock:    flock.New(filepath.Join(dir, "lock")),
	}
	w.Mirror = w.mirror()
	if err := w.acquire(); err != nil {
		return nil, err
	}
	for _, d := range []string{w.Mirror, w.Shadow, w.Maps, w.Counts, w.Events} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, errors.Join(explain(err, dir), w.Close())
		}
	}
	return w, nil
}

// WithoutSources switches to a second mirror, which Sync makes without the given folders of the tree (slash
// paths from Root): the caller fills those.
func (w *Workspace) WithoutSources(folders []string) {
	w.mirrors = filepath.Join(w.Dir, "f")
	w.Mirror = w.mirror()
	w.synced = filepath.Join(w.Dir, "synced-f")
	w.apart = folders
}

// mirror is the place of the copy of Root in the folder of mirrors.
func (w *Workspace) mirror() string {
	return filepath.Join(w.mirrors, filepath.FromSlash(w.inMirrors(w.Root)))
}

// baseName is the name of dir, also where it is the root of all.
func baseName(dir string) string {
	if dir == filepath.Dir(dir) {
		return "_"
	}
	return filepath.Base(dir)
}

// real is path without symbolic links, as far as that can be told.
func real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

func (w *Workspace) acquire() error {
	locked, err := w.lock.TryLock()
	if err != nil {
		return explain(fmt.Errorf("%s: %w", w.lock.Path(), err), w.Dir)
	}
	if !locked {
		who := ""
		if data, err := os.ReadFile(w.lock.Path()); err == nil {
			if pid := strings.TrimSpace(string(data)); pid != "" {
				who = " (process " + pid + ")"
			}
		}
		return buildtools.Errorf([]string{"wait until it ends, or end it"}, "%s: %w%s", w.Root, ErrBusy, who)
	}
	// Written in place: a new file would be without the lock.
	if err := os.WriteFile(w.lock.Path(), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644); err != nil {
		return errors.Join(explain(err, w.Dir), w.Close())
	}
	return nil
}

// Close lets others have the workspace. The files stay, for the next run.
func (w *Workspace) Close() error { return w.lock.Unlock() }

// Reset empties Counts and Events, as is to be done before each attempt at a build.
func (w *Workspace) Reset() error {
	for _, dir := range []string{w.Counts, w.Events} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if err := removeAll(filepath.Join(dir, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
