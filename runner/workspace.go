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
	"jprof/internal/util/environ"
	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

// Workspace is the place in the user's cache where a project is built. One process at a time has
// it. All paths are absolute and without symbolic links.
type Workspace struct {
	Root   string // the user's tree, which is only ever read
	Home   string // the part of it that is the project itself, usually all: see buildtools.Project
	Dir    string // the workspace; all below is in it
	Own    string // for what the build tool keeps between builds, in one of the modes: see WithoutCounters
	Mirror string // the copy of the tree
	Shadow string // for instrumented copies of source roots
	Maps   string // for the maps of source sets
	Counts string // for the counts of JVMs
	Events string // for the events of the build's hook
	Hook   string // the file with the settings for the build's hook

	mirrors string   // the folder that holds only the mirror, with the name of the root of the repository or project
	top     string   // the root of the Git repository that Root is in, else Root: the mirror is as deep below
	synced  string   // the manifest, see Sync
	filled  []string // folders of the tree that Sync does not copy, as the caller fills them; slash paths
	parts   []string // the parts of the tree that Sync copies, slash paths; empty for all
	cache   string
	lock    *flock.Flock
	build   *os.File // locked by jprof and by the build, which may outlive it
}

// ErrBusy means that another process has the workspace.
var ErrBusy = errors.New("another jprof is building this project")

// Names in the cache: the folder of all workspaces, and in each the file that is locked, the one with the PID of the
// process that has locked it (Windows lets nobody read a locked file), and the one that names the project.
const (
	workspaces    = "work"
	lockName      = "lock"
	ownerName     = "owner"
	buildLockName = "building" // locked by the build, too
	rootName      = "root"
)

// plainName is the name of the folder, in a workspace, of builds without counters.
const plainName = "plain"

// workspaceDir is the folder of the workspace of the project at root.
func workspaceDir(cacheDir, root string) string {
	hash := sha256.Sum256([]byte(root))
	return filepath.Join(cacheDir, workspaces, hex.EncodeToString(hash[:6]))
}

// OpenWorkspace makes the workspace of a project in cacheDir, if it does not exist, and locks it until Close. If
// another process has locked it, the error wraps ErrBusy and names its PID.
func OpenWorkspace(cacheDir string, project buildtools.Project) (*Workspace, error) {
	root, err := filepath.EvalSymlinks(project.Root)
	if err != nil {
		return nil, err
	}
	home, err := filepath.EvalSymlinks(project.Home)
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(root) || root == filepath.Dir(root) {
		return nil, fmt.Errorf("%s: not the root of a project", root)
	}
	if cacheDir, err = filepath.Abs(cacheDir); err != nil {
		return nil, err
	}
	dir := workspaceDir(cacheDir, home)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, explain(err, dir)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	w := &Workspace{
		Root:    root,
		Home:    home,
		parts:   project.Parts,
		Dir:     dir,
		Own:     dir,
		Shadow:  filepath.Join(dir, "shadow"),
		Maps:    filepath.Join(dir, "maps"),
		Counts:  filepath.Join(dir, "counts"),
		Events:  filepath.Join(dir, "events"),
		Hook:    filepath.Join(dir, "hook.properties"),
		mirrors: filepath.Join(dir, "t"),
		top:     cmp.Or(git.Above(root), root),
		synced:  filepath.Join(dir, "synced"),
		cache:   paths.Real(cacheDir),
		lock:    flock.New(filepath.Join(dir, lockName)),
	}
	w.Mirror = w.mirror()
	if err := acquire(w.lock, home); err != nil {
		return nil, err
	}
	if err := w.acquireBuild(); err != nil {
		return nil, errors.Join(err, w.lock.Unlock())
	}
	if err := os.WriteFile(filepath.Join(dir, rootName), []byte(home+"\n"), 0o644); err != nil {
		return nil, errors.Join(explain(err, dir), w.Close())
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
	w.filled = folders
}

// WithoutCounters switches to a mirror, a hook file and a folder Own for builds without counters. Compilers take
// classes that are newer than their sources for right, and dependencies come from what was installed before: in one
// mirror, each mode would run classes of the other.
func (w *Workspace) WithoutCounters() error {
	w.Own = filepath.Join(w.Dir, plainName)
	w.mirrors = filepath.Join(w.Own, "t")
	w.Mirror = w.mirror()
	w.synced = filepath.Join(w.Dir, "synced-"+plainName)
	w.Hook = filepath.Join(w.Own, "hook.properties")
	return explain(os.MkdirAll(w.Mirror, 0o755), w.Dir)
}

// mirror is the place of the copy of Root in the folder of mirrors.
func (w *Workspace) mirror() string {
	return filepath.Join(w.mirrors, filepath.FromSlash(w.inMirrors(w.Root)))
}

// HomeMirror is the copy of Home.
func (w *Workspace) HomeMirror() string {
	rel, _ := filepath.Rel(w.Root, w.Home) // both are absolute
	return filepath.Join(w.Mirror, rel)
}

// baseName is the name of dir, also where it is the root of all.
func baseName(dir string) string {
	if dir == filepath.Dir(dir) {
		return "_"
	}
	return filepath.Base(dir)
}

// acquire takes the lock of the workspace of the project, unless another process has it.
func acquire(lock *flock.Flock, project string) error {
	dir := filepath.Dir(lock.Path())
	owner := filepath.Join(dir, ownerName)
	for range 10 {
		if err := os.MkdirAll(dir, 0o755); err != nil { // removed just now
			return explain(err, dir)
		}
		locked, err := lock.TryLock()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return explain(fmt.Errorf("%s: %w", lock.Path(), err), dir)
		}
		if !locked {
			break
		}
		if !sameFile(lock) { // it has been removed before it was locked
			if err := lock.Unlock(); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(owner, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644); err != nil {
			return errors.Join(explain(err, dir), lock.Unlock())
		}
		return nil
	}
	who := ""
	if data, err := os.ReadFile(owner); err == nil {
		if pid := strings.TrimSpace(string(data)); pid != "" {
			who = " (process " + pid + ")"
		}
	}
	return buildtools.Errorf([]string{"wait until it ends, or end it"}, "%s: %w%s", project, ErrBusy, who)
}

// sameFile reports whether the file that is locked is the one that others would lock.
func sameFile(lock *flock.Flock) bool {
	open, err := lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(open, there)
}

// acquireBuild takes the lock that the build keeps, too: where jprof was killed, its build may still run.
func (w *Workspace) acquireBuild() error {
	path := filepath.Join(w.Dir, buildLockName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return explain(err, w.Dir)
	}
	free, err := tryShared(f)
	if free {
		w.build = f
		return nil
	}
	return errors.Join(err, f.Close(),
		buildtools.Errorf([]string{"wait until it ends, or end it: it has " + path + " open"},
			"%s: a build that another jprof started is still running", w.Home))
}

// Holding is a command that keeps the workspace locked while it runs.
func (w *Workspace) Holding(c buildtools.Command) buildtools.Command {
	c.Open = append(c.Open, w.build)
	return c
}

// Close lets others have the workspace. The files stay, for the next run.
func (w *Workspace) Close() error {
	err := w.build.Close()
	if errors.Is(err, fs.ErrClosed) { // closed before
		err = nil
	}
	return errors.Join(err, w.lock.Unlock())
}

// Reset empties Counts and Events. It is called before each round of a build.
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

// Environ is the environment env for what runs in the mirror: Git is to find the repository there, and none above the
// workspace.
func (w *Workspace) Environ(env []string) []string {
	ceiling := w.Dir
	if more := environ.Get(env, "GIT_CEILING_DIRECTORIES"); more != "" {
		ceiling += string(filepath.ListSeparator) + more
	}
	return append(git.Environ(env), "GIT_CEILING_DIRECTORIES="+ceiling)
}
