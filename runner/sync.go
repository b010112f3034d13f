package runner

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/buildtools"
)

// Stats is what a Sync has done.
type Stats struct {
	Files   int   // regular files and symbolic links that the mirror now has of the tree
	Copied  int   // those of them that were copied this time
	Bytes   int64 // that were copied
	Deleted int   // files that were deleted, because the tree no longer has them
}

// entry is what the manifest keeps of a file, link or folder that was copied.
type entry struct {
	Path  string      // relative to the root
	Mode  fs.FileMode // type and permissions
	Size  int64
	Mtime int64  // in nanoseconds since 1970; 0 for folders and links, whose time is not kept
	Link  string // what a link says in the mirror
}

// manifest is the file "synced": what the mirror holds because the tree did, as opposed to what
// the build has made there.
type manifest struct {
	Version int
	Entries []entry
}

const manifestVersion = 1

// Sync makes the mirror a copy of the user's tree. Only what has changed since the last Sync is
// copied: where size, time of the last change or mode of a file differ from what they were, in the
// tree or in the mirror. What the tree no longer has is deleted; what the build has made in the
// mirror stays.
//
// Files are real copies with their modes and times: a build that edits one in place must not reach
// the user's. Relative links stay as they are, links into the tree lead into the mirror, others to
// where they led. What is not copied: see leftOut, and whatever is neither file, folder nor link.
func (w *Workspace) Sync() (Stats, error) {
	var stats Stats
	entries, err := w.scan()
	if err != nil {
		return stats, err
	}
	old, err := w.readManifest()
	if err != nil {
		return stats, err
	}
	// Whatever happens from here on, the next Sync must know what may have come from the tree: it
	// looks at Path only to delete, and copies again what does not match.
	if err := w.writeManifest(merged(old, entries)); err != nil {
		return stats, err
	}
	// A root does not follow links out of the mirror, should the build have made one of a folder: it
	// could lead into the user's tree.
	mirror, err := os.OpenRoot(w.Mirror)
	if err != nil {
		return stats, err
	}
	defer mirror.Close()
	if err := deleteGone(mirror, old, entries, &stats); err != nil {
		return stats, explain(err, w.Dir)
	}
	before := map[string]entry{}
	for _, e := range old {
		before[e.Path] = e
	}
	for _, e := range entries {
		copied, err := w.copy(mirror, e, before[e.Path])
		if err != nil {
			return stats, explain(err, w.Dir)
		}
		if e.Mode.IsDir() {
			continue
		}
		stats.Files++
		if copied {
			stats.Copied++
			stats.Bytes += e.Size
		}
	}
	return stats, w.writeManifest(entries)
}

// scan lists what is to be copied, folders before what is in them.
func (w *Workspace) scan() ([]entry, error) {
	var entries []entry
	err := filepath.WalkDir(w.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return unreadable(path, err)
		}
		if path == w.Root {
			return nil
		}
		if w.leftOut(path, d) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted just now
		} else if err != nil {
			return unreadable(path, err)
		}
		rel, err := filepath.Rel(w.Root, path)
		if err != nil {
			return err
		}
		e := entry{Path: rel, Mode: info.Mode()}
		switch info.Mode().Type() {
		case fs.ModeDir:
		case 0:
			e.Size, e.Mtime = info.Size(), info.ModTime().UnixNano()
		case fs.ModeSymlink:
			if e.Link, err = w.link(path); err != nil {
				return unreadable(path, err)
			}
		default:
			return nil // a socket, a pipe or a device: reading it could wait for ever
		}
		entries = append(entries, e)
		return nil
	})
	return entries, err
}

// link is what the link at path, in the tree, has to say in the mirror.
func (w *Workspace) link(path string) (string, error) {
	target, err := os.Readlink(path)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(target) {
		if _, inside := buildtools.Within(w.Root, filepath.Join(filepath.Dir(path), target)); inside {
			return target, nil
		}
		return filepath.Join(filepath.Dir(path), target), nil // seen from the mirror, it would lead elsewhere
	}
	if rel, inside := buildtools.Within(w.Root, real(target)); inside {
		return filepath.Join(w.Mirror, rel), nil
	}
	return target, nil
}

// never are the names of what is not copied wherever it is.
var never = []string{
	".git",         // a build that asks Git would describe, and could change, the user's repository
	".jprof",       // results of earlier runs
	".gradle",      // state of another build, bound to its place
	"node_modules", // installed again by the builds that use it
}

// outputs are folders that only Maven makes, in a module's build directory. The first three are
// proof enough by themselves; the others are plain words, so that the build directory must have its
// usual name too: a folder src/classes is a folder of sources.
var outputs = struct{ proof, hint []string }{
	[]string{"maven-status", "maven-archiver", "surefire-reports", "failsafe-reports"},
	[]string{"classes", "test-classes"},
}

// leftOut tells whether path, in the tree, is not to be copied: the names in never, the cache of
// jprof itself, and the build directories of modules. Those are folders next to a pom.xml that hold
// what Maven makes; one that is just called target or build is copied. Below a folder src, nothing
// is taken for a build directory: there are test inputs that look like a built module.
func (w *Workspace) leftOut(path string, d fs.DirEntry) bool {
	if slices.Contains(never, d.Name()) || path == w.cache {
		return true
	}
	if rel, ok := buildtools.Within(w.Root, path); ok && slices.Contains(w.apart, filepath.ToSlash(rel)) {
		return true
	}
	if !d.IsDir() || !buildtools.IsFile(filepath.Join(filepath.Dir(path), "pom.xml")) {
		return false
	}
	rel, ok := buildtools.Within(w.Root, path)
	if !ok || slices.Contains(strings.Split(filepath.Dir(rel), string(filepath.Separator)), "src") {
		return false
	}
	markers := outputs.proof
	if d.Name() == "target" {
		markers = append(slices.Clone(markers), outputs.hint...)
	}
	return slices.ContainsFunc(markers, func(name string) bool {
		return buildtools.IsDir(filepath.Join(path, name))
	})
}

// copy makes e in the mirror, unless it is there as it was after the last Sync.
func (w *Workspace) copy(mirror *os.Root, e, before entry) (bool, error) {
	info, err := mirror.Lstat(e.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return false, err
	case info.Mode().Type() != e.Mode.Type():
		if err := mirror.RemoveAll(e.Path); err != nil {
			return false, err
		}
		info = nil
	}
	switch e.Mode.Type() {
	case fs.ModeDir:
		if info == nil {
			if err := mirror.Mkdir(e.Path, 0o700); err != nil {
				return false, err
			}
		}
		// The next Sync must be able to write in it, whatever its mode in the tree.
		return info == nil, mirror.Chmod(e.Path, e.Mode.Perm()|0o700)
	case fs.ModeSymlink:
		if info != nil {
			if target, err := mirror.Readlink(e.Path); err == nil && target == e.Link {
				return false, nil
			}
			if err := mirror.Remove(e.Path); err != nil {
				return false, err
			}
		}
		return true, mirror.Symlink(e.Link, e.Path)
	}
	if info != nil && e == before && info.Size() == e.Size && info.ModTime().UnixNano() == e.Mtime &&
		info.Mode() == e.Mode {
		return false, nil
	}
	if info != nil { // never written over: it may be read-only, or mapped by a process
		if err := mirror.Remove(e.Path); err != nil {
			return false, err
		}
	}
	return true, copyFile(filepath.Join(w.Root, e.Path), mirror, e)
}

// copyFile copies the regular file src to the place of e, where nothing may be.
func copyFile(src string, mirror *os.Root, e entry) error {
	in, err := os.Open(src)
	if err != nil {
		return unreadable(src, err)
	}
	defer in.Close()
	out, err := mirror.OpenFile(e.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Chmod(e.Mode)
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err == nil {
		mtime := time.Unix(0, e.Mtime)
		err = mirror.Chtimes(e.Path, mtime, mtime)
	}
	if err != nil {
		_ = mirror.Remove(e.Path) // a part of a file is of no use, and takes room where there may be none
		return fmt.Errorf("copying %s: %w", src, err)
	}
	return nil
}

// deleteGone deletes in the mirror what old has and entries have not. Folders go when they are
// empty: what else is in them is the build's.
func deleteGone(mirror *os.Root, old, entries []entry, stats *Stats) error {
	stays := map[string]bool{}
	for _, e := range entries {
		stays[e.Path] = true
	}
	for _, e := range slices.Backward(old) { // folders after what is in them
		if stays[e.Path] {
			continue
		}
		info, err := mirror.Lstat(e.Path)
		if err != nil || info.Mode().Type() != e.Mode.Type() {
			continue // the build has deleted it, or put something else there
		}
		if e.Mode.IsDir() {
			if mirror.Remove(e.Path) != nil {
				continue // not empty
			}
		} else {
			if err := mirror.Remove(e.Path); err != nil {
				return err
			}
			stats.Deleted++
		}
	}
	return nil
}

// merged is entries, invalid where they differ from old, and what else is in old.
func merged(old, entries []entry) []entry {
	before := map[string]entry{}
	for _, e := range old {
		before[e.Path] = e
	}
	var all []entry
	for _, e := range entries {
		if before[e.Path] != e {
			e.Mtime, e.Size = -1, -1
		}
		delete(before, e.Path)
		all = append(all, e)
	}
	for _, e := range old {
		if _, gone := before[e.Path]; gone {
			all = append(all, e)
		}
	}
	// Folders before what is in them.
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// readManifest returns what the last Sync copied. Where that cannot be known, the mirror is emptied:
// otherwise files that are gone from the tree would be built for ever.
func (w *Workspace) readManifest() ([]entry, error) {
	var m manifest
	f, err := os.Open(w.synced)
	if err == nil {
		defer f.Close()
		err = gob.NewDecoder(f).Decode(&m)
	}
	if err == nil && m.Version == manifestVersion {
		return m.Entries, nil
	}
	if err := os.RemoveAll(w.Mirror); err != nil {
		return nil, err
	}
	return nil, explain(os.MkdirAll(w.Mirror, 0o755), w.Dir)
}

func (w *Workspace) writeManifest(entries []entry) error {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(manifest{manifestVersion, entries}); err != nil {
		return err
	}
	return explain(buildtools.ReplaceFile(w.synced, buf.Bytes()), w.Dir)
}
