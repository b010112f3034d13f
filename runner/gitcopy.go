package runner

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

// gitState is the entry of the manifest for a repository of the mirror.
type gitState struct {
	Size, Mtime       int64  // of the user's index, 0 if there is none; Mtime in nanoseconds since 1970
	OwnSize, OwnMtime int64  // of the index in the mirror
	Skipped           string // marked entries of the index; see (*gitCopy).skip
}

// gitCopy is one private repository in the mirror.
type gitCopy struct {
	repo   *git.Repository
	root   *os.Root // of all mirrors of the workspace
	at     string   // slash path of .git in root
	parts  []string // slash paths of the parts of the working tree that the mirror has; empty for all
	outer  []string // slash paths of files outside of parts that are copied, too
	links  []string // slash paths of links that have another target in the mirror
	filled []string // slash paths of folders in which the mirror has other files
}

// deleteRepositories deletes the mirror's repositories that belong to none of the working trees tops.
func (w *Workspace) deleteRepositories(tops []string, states map[string]gitState) error {
	stays := map[string]bool{}
	for _, top := range tops {
		stays[w.gitAt(top)] = true
	}
	root, err := os.OpenRoot(w.mirrors)
	if err != nil {
		return err
	}
	defer root.Close()
	for at := range states {
		if !stays[at] {
			if err := root.RemoveAll(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyRepositories makes repositories in the mirror for those in the user's tree, and for the one around it. They have
// copies of the references and of the index, and use the user's objects. before is the result of the last call. notes
// give the reasons why a repository could not be copied; the mirror does not have it.
func (w *Workspace) copyRepositories(t tree,
	before map[string]gitState) (after map[string]gitState, notes []string, err error) {
	root, err := os.OpenRoot(w.mirrors)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	after = map[string]gitState{}
	for _, top := range t.repositories {
		c := gitCopy{root: root, at: w.gitAt(top)}
		state, err := c.make(w, top, t.links, before[c.at])
		switch {
		case IsDiskFull(err):
			return nil, nil, explain(err, w.Dir)
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s: the copy has no Git repository there: %v",
				filepath.Join(top, ".git"), err))
			if err := root.RemoveAll(c.at); err != nil {
				return nil, nil, err
			}
		default:
			after[c.at] = state
		}
	}
	return after, notes, nil
}

// gitAt returns the path, in the folder of mirrors, of the repository for the working tree top.
func (w *Workspace) gitAt(top string) string { return path.Join(w.inMirrors(top), ".git") }

// inMirrors returns the path, in the folder of mirrors, of a folder of the user. It has slashes.
func (w *Workspace) inMirrors(dir string) string {
	rel, _ := paths.Within(w.top, dir)
	return path.Join(baseName(w.top), filepath.ToSlash(rel))
}

// make brings the copy of the repository of the working tree top up to date.
func (c *gitCopy) make(w *Workspace, top string, links []string, before gitState) (gitState, error) {
	var err error
	if c.repo, err = git.Open(top); err != nil {
		return gitState{}, err
	}
	if err := c.prepare(w, links); err != nil {
		return gitState{}, err
	}
	return c.sync(before)
}

// prepare finds the parts of the working tree that the mirror has, and copies files that Git reads in folders above.
func (c *gitCopy) prepare(w *Workspace, links []string) error {
	inTop := func(list []string) (found []string) {
		for _, p := range list {
			if rel, ok := paths.Within(c.repo.Top, filepath.Join(w.Root, filepath.FromSlash(p))); ok {
				found = append(found, filepath.ToSlash(rel))
			}
		}
		return found
	}
	c.links, c.filled = inTop(links), inTop(w.filled)
	c.parts = inTop(w.parts)
	if rel, ok := paths.Within(c.repo.Top, w.Root); ok && rel != "." && len(c.parts) == 0 {
		c.parts = []string{filepath.ToSlash(rel)}
	}
	// Git reads these files of the folders above.
	done := map[string]bool{}
	for _, part := range c.parts {
		for dir := part; dir != "." && !done[path.Dir(dir)]; {
			dir = path.Dir(dir)
			done[dir] = true
			for _, name := range []string{".gitignore", ".gitattributes"} {
				if err := c.copyOuter(path.Join(dir, name)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// copyOuter brings the copy of one file outside of the project up to date.
func (c *gitCopy) copyOuter(name string) error {
	at := path.Join(path.Dir(c.at), name)
	src := filepath.Join(c.repo.Top, filepath.FromSlash(name))
	info, err := os.Lstat(src)
	if err != nil || !info.Mode().IsRegular() {
		return c.root.RemoveAll(at)
	}
	text, err := os.ReadFile(src)
	if err != nil {
		return err
	}
	c.outer = append(c.outer, name)
	if err := c.write(at, text); err != nil {
		return err
	}
	return c.root.Chtimes(at, info.ModTime(), info.ModTime())
}

// sync brings the references, the settings and the index of the copy up to date.
func (c *gitCopy) sync(before gitState) (gitState, error) {
	files, err := c.repo.Files()
	if err != nil {
		return gitState{}, err
	}
	if info, err := c.root.Lstat(c.at); err == nil && !info.IsDir() {
		if err := c.root.RemoveAll(c.at); err != nil {
			return gitState{}, err
		}
	}
	for _, dir := range []string{"refs/heads", "refs/tags", "objects/info", "objects/pack", "info", "hooks"} {
		if _, isFile := files[dir]; isFile { // refs/heads, with reftables
			continue
		}
		if err := c.root.MkdirAll(path.Join(c.at, dir), 0o755); err != nil {
			return gitState{}, err
		}
	}
	if err := c.deleteOthers(files); err != nil {
		return gitState{}, err
	}
	for name, text := range files {
		if err := c.write(path.Join(c.at, name), text); err != nil {
			return gitState{}, err
		}
	}
	return c.syncIndex(before)
}

// deleteOthers deletes the references and state files of the copy that the user's repository does not have.
func (c *gitCopy) deleteOthers(files map[string][]byte) error {
	return fs.WalkDir(c.root.FS(), c.at, func(at string, d fs.DirEntry, err error) error {
		if err != nil || at == c.at {
			return err
		}
		name := strings.TrimPrefix(at, c.at+"/")
		inRefs := strings.HasPrefix(name, "refs/") || strings.HasPrefix(name, "reftable/")
		switch _, stays := files[name]; {
		case d.IsDir() && (inRefs || name == "refs" || name == "reftable"):
			return nil
		case d.IsDir():
			return fs.SkipDir
		case stays, name == "index", strings.HasPrefix(name, "sharedindex."):
			return nil
		}
		return c.root.Remove(at)
	})
}

// write writes text to the file at the path at, unless the file has this content.
func (c *gitCopy) write(at string, text []byte) error {
	info, err := c.root.Lstat(at)
	if err == nil && info.Mode().IsRegular() && info.Size() == int64(len(text)) {
		if now, err := c.root.ReadFile(at); err == nil && bytes.Equal(now, text) {
			return nil
		}
	}
	if err == nil {
		if err := c.root.RemoveAll(at); err != nil {
			return err
		}
	} else if err := c.root.MkdirAll(path.Dir(at), 0o755); err != nil {
		return err
	}
	return c.root.WriteFile(at, text, 0o644)
}

// skip returns a function that reports whether an entry of the index differs from the files in the mirror. It returns
// nil if none does. key identifies the set of such entries.
func (c *gitCopy) skip() (key string, skip func(name string) bool) {
	if len(c.parts)+len(c.links)+len(c.filled) == 0 {
		return "", nil
	}
	key = strings.Join(slices.Concat(c.parts, []string{""}, c.outer, c.links, []string{""}, c.filled), "\x00")
	return key, func(name string) bool {
		within := func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }
		return slices.Contains(c.links, name) || slices.ContainsFunc(c.filled, within) ||
			len(c.parts) > 0 && !slices.ContainsFunc(c.parts, within) && !slices.Contains(c.outer, name)
	}
}

// syncIndex copies the index if the user's index or the one in the mirror has changed. The copy keeps the time of the
// user's index, because Git reads files that are not older than the index.
func (c *gitCopy) syncIndex(before gitState) (gitState, error) {
	at, src := path.Join(c.at, "index"), filepath.Join(c.repo.Dir, "index")
	key, skip := c.skip()
	state := gitState{Skipped: key}
	info, err := os.Stat(src)
	if errors.Is(err, fs.ErrNotExist) {
		return state, c.root.RemoveAll(at)
	} else if err != nil {
		return state, err
	}
	state.Size, state.Mtime = info.Size(), info.ModTime().UnixNano()
	if own, err := c.root.Lstat(at); err == nil && own.Mode().IsRegular() {
		state.OwnSize, state.OwnMtime = own.Size(), own.ModTime().UnixNano()
		if state == before {
			return state, nil
		}
	}
	index, err := os.ReadFile(src)
	if err != nil {
		return state, err
	}
	if skip != nil {
		// An index that jprof cannot read is copied unchanged. Then Git shows files that the mirror lacks as deleted.
		if marked, err := c.repo.SkipInIndex(index, skip); err == nil {
			index = marked
		}
	}
	if err := c.write(at, index); err != nil {
		return state, err
	}
	if err := c.copyShared(); err != nil {
		return state, err
	}
	mtime := time.Unix(0, state.Mtime)
	if err := c.root.Chtimes(at, mtime, mtime); err != nil {
		return state, err
	}
	own, err := c.root.Lstat(at)
	if err != nil {
		return state, err
	}
	state.OwnSize, state.OwnMtime = own.Size(), own.ModTime().UnixNano()
	return state, nil
}

// copyShared copies the files that may have most entries of an index (core.splitIndex).
func (c *gitCopy) copyShared() error {
	entries, err := os.ReadDir(c.repo.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "sharedindex.") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(c.repo.Dir, e.Name()))
		if err != nil {
			return err
		}
		if err := c.write(path.Join(c.at, e.Name()), text); err != nil {
			return err
		}
	}
	return nil
}
