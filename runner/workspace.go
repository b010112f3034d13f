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

// Workspace is the folder in the user's cache in which a project is built. Only one process at a time can have it open.
// All paths are absolute and without symbolic links.
type Workspace struct {
	Root   string // the user's tree, which is only read
	Home   string // the part of Root that is the project itself, usually all of it: see buildtools.Project
	Dir    string // the folder of the workspace; all folders and files below are in it
	Own    string // for data that the build tool keeps between builds, per mode: see WithoutCounters
	Mirror string // the copy of the tree
	Shadow string // for instrumented copies of source roots
	Maps   string // for the maps of source sets
	Counts string // for the counts of JVMs
	Events string // for the events of the build's hook
	Hook   string // the file with the settings for the build's hook

	mirrors string   // the folder with the mirror, under the name of the root of the repository or project
	top     string   // the root of the Git repository that Root is in, else Root: the mirror has the path from there
	synced  string   // the manifest, see Sync
	filled  []string // folders of the tree that the caller fills, so that Sync does not copy them; slash paths
	parts   []string // the parts of the tree that Sync copies, slash paths; empty for all
	cache   string
	lock    *flock.Flock
	build   *os.File // locked by jprof and by the build, which may outlive jprof
}

// ErrBusy means that another process has the workspace.
var ErrBusy = errors.New("another jprof is building this project")

// Names in the cache. workspaces is the folder of all workspaces; the others are files in each of these. lockName is
// locked. ownerName has the PID of the process that locked it, because Windows does not let others read a locked file.
// rootName has the path of the project.
const (
	workspaces    = "work"
	lockName      = "lock"
	ownerName     = "owner"
	buildLockName = "building" // locked by jprof and by the build
	rootName      = "root"
)

// plainName is the name of the folder in a workspace for builds without counters.
const plainName = "plain"

// workspaceDir returns the folder of the workspace of the project at root.
func workspaceDir(cacheDir, root string) string {
	hash := sha256.Sum256([]byte(root))
	return filepath.Join(cacheDir, workspaces, hex.EncodeToString(hash[:6]))
}

// access returns the mode of the folder of a workspace: users that cannot reach the project cannot reach its copy, and
// those who can, such as another user that a test starts a server as, can.
func access(root string) fs.FileMode {
	shared := fs.FileMode(0o055)
	for dir := root; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return 0o700
		}
		if shared &= info.Mode().Perm(); dir == filepath.Dir(dir) {
			return 0o700 | shared
		}
	}
}

// OpenWorkspace opens the workspace of a project in cacheDir, and makes it if it does not exist. It locks the workspace
// until Close. If another process has locked it, the error wraps ErrBusy and names the PID of that process.
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
	_ = os.Chmod(dir, access(root)) // it may be another user's, in a cache that users share
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

// WithoutSources switches to a second mirror. Sync does not copy the given folders of the tree there, because the
// caller fills them. The folders are paths from Root with slashes.
func (w *Workspace) WithoutSources(folders []string) {
	w.mirrors = filepath.Join(w.Dir, "f")
	w.Mirror = w.mirror()
	w.synced = filepath.Join(w.Dir, "synced-f")
	w.filled = folders
}

// WithoutCounters switches to a mirror, a hook file and a folder Own for builds without counters. Compilers do not
// compile classes again that are newer than their sources, and dependencies come from earlier builds. So with only one
// mirror, builds with counters would run classes without them, and the other way round.
func (w *Workspace) WithoutCounters() error {
	w.Own = filepath.Join(w.Dir, plainName)
	w.mirrors = filepath.Join(w.Own, "t")
	w.Mirror = w.mirror()
	w.synced = filepath.Join(w.Dir, "synced-"+plainName)
	w.Hook = filepath.Join(w.Own, "hook.properties")
	return explain(os.MkdirAll(w.Mirror, 0o755), w.Dir)
}

// mirror returns the path of the copy of Root in the folder of mirrors.
func (w *Workspace) mirror() string {
	return filepath.Join(w.mirrors, filepath.FromSlash(w.inMirrors(w.Root)))
}

// HomeMirror returns the path of the copy of Home.
func (w *Workspace) HomeMirror() string {
	rel, _ := filepath.Rel(w.Root, w.Home) // both are absolute
	return filepath.Join(w.Mirror, rel)
}

// baseName returns the name of dir, and "_" for the root of a file system.
func baseName(dir string) string {
	if dir == filepath.Dir(dir) {
		return "_"
	}
	return filepath.Base(dir)
}

// acquire locks the workspace of a project. It returns an error if another process has it.
func acquire(lock *flock.Flock, project string) error {
	dir := filepath.Dir(lock.Path())
	owner := filepath.Join(dir, ownerName)
	for range 10 {
		if err := os.MkdirAll(dir, 0o755); err != nil { // another process may have removed it meanwhile
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
		if !sameFile(lock) { // it was removed before it was locked
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

// sameFile reports whether the locked file is still the file that other processes would lock.
func sameFile(lock *flock.Flock) bool {
	open, err := lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(open, there)
}

// acquireBuild takes the second lock, which the build holds, too. If jprof was killed, its build may still run.
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

// Holding returns a command that keeps the workspace locked while it runs.
func (w *Workspace) Holding(c buildtools.Command) buildtools.Command {
	c.Open = append(c.Open, w.build)
	return c
}

// Close unlocks the workspace. Its files stay for the next run.
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

// Environ returns env, changed for programs that run in the mirror: Git finds the repository of the mirror, and does
// not search above the workspace.
func (w *Workspace) Environ(env []string) []string {
	ceiling := w.Dir
	if more := environ.Get(env, "GIT_CEILING_DIRECTORIES"); more != "" {
		ceiling += string(filepath.ListSeparator) + more
	}
	return append(git.Environ(env), "GIT_CEILING_DIRECTORIES="+ceiling)
}
