package runner

import (
	"bytes"
	"encoding/gob"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// stats counts the work of a Sync.
type stats struct {
	files   int   // regular files and symbolic links that the mirror now has from the tree
	copied  int   // number of them that were copied this time
	cloned  int   // number of them that share their blocks with the user's files until one of them is written
	bytes   int64 // that were copied
	deleted int   // files that were deleted, because the tree no longer has them

	notes []string // see Sync
}

// entry describes a copied file, link or folder in the manifest.
type entry struct {
	Path  string      // relative to the root
	Mode  fs.FileMode // type and permissions
	Size  int64
	Mtime int64  // in nanoseconds since 1970; 0 for folders and links, whose time is not copied
	Link  string // the target of a link in the mirror
}

// manifest is the content of the file "synced": the entries of the mirror that come from the tree. All others come from
// builds.
type manifest struct {
	Version      int
	Mirror       string // slash path in the folder of mirrors
	Entries      []entry
	Repositories map[string]gitState // by the slash path of .git in the folder of mirrors
}

const manifestVersion = 2

// Sync makes the mirror a copy of the user's tree, without the outputs of earlier builds. It copies only files that
// have changed since the last Sync, in the tree or in the mirror, by their size, time or mode. It deletes files that
// the tree does not have any more, and keeps files that builds have made in the mirror. Notes name the questions that
// Git could not answer, and the repositories that could not be copied.
//
// Files are real copies with their modes and times, because a build that edits a file must not change the user's file.
// Relative links stay the same. Links into the tree lead into the mirror, and other links to their target. Sync does
// not copy outputs (see isOutput), nor anything that is not a file, folder or link. It makes the Git repositories of
// the mirror itself: see copyRepositories.
func (w *Workspace) Sync(outputs buildtools.Outputs) (notes []string, err error) {
	did, err := w.sync(outputs)
	return did.notes, err
}

func (w *Workspace) sync(outputs buildtools.Outputs) (stats, error) {
	var did stats
	tree, err := w.scan(outputs)
	if err != nil {
		return did, err
	}
	entries := tree.entries
	if err := w.checkCase(entries); err != nil {
		return did, err
	}
	m, err := w.readManifest()
	if err != nil {
		return did, err
	}
	old := m.Entries
	before := map[string]entry{}
	for _, e := range old {
		before[e.Path] = e
	}
	same := slices.Equal(entries, old)
	if !same {
		// If Sync fails after this, the next Sync must know which entries may have come from the tree. To delete them
		// it needs only Path, and it copies those again that do not match.
		m.Entries = possible(before, entries)
		if err := w.writeManifest(m); err != nil {
			return did, err
		}
	}
	// A root does not follow links out of the mirror. The build may have replaced a folder by a link into the user's
	// tree.
	mirror, err := os.OpenRoot(w.Mirror)
	if err != nil {
		return did, err
	}
	defer mirror.Close()
	if err := w.deleteRepositories(tree.repositories, m.Repositories); err != nil {
		return did, err
	}
	if err := deleteGone(mirror, old, entries, &did); err != nil {
		return did, explain(err, w.Dir)
	}
	c := copier{root: w.Root, mirror: mirror, clones: true}
	defer c.close()
	for _, e := range entries {
		copied, err := c.copy(e, before[e.Path])
		if err != nil {
			return did, explain(err, w.Dir)
		}
		if e.Mode.IsDir() {
			continue
		}
		did.files++
		if copied {
			did.copied++
			did.bytes += e.Size
		}
	}
	did.cloned = c.cloned
	repositories, notes, err := w.copyRepositories(tree, m.Repositories)
	if err != nil {
		return did, err
	}
	did.notes = append(tree.notes, notes...)
	if same && maps.Equal(repositories, m.Repositories) {
		return did, nil
	}
	m.Entries, m.Repositories = entries, repositories
	return did, w.writeManifest(m)
}

// deleteGone deletes entries of the mirror that are in old but not in entries. It deletes only empty folders, because
// other files in them come from builds.
func deleteGone(mirror *os.Root, old, entries []entry, did *stats) error {
	stays := map[string]bool{}
	for _, e := range entries {
		stays[e.Path] = true
	}
	for _, e := range slices.Backward(old) { // folders after their contents
		if stays[e.Path] {
			continue
		}
		info, err := mirror.Lstat(e.Path)
		if err != nil || info.Mode().Type() != e.Mode.Type() {
			continue // the build has deleted it, or replaced it
		}
		if e.Mode.IsDir() {
			if mirror.Remove(e.Path) != nil {
				continue // not empty
			}
		} else {
			if err := mirror.Remove(e.Path); err != nil {
				return err
			}
			did.deleted++
		}
	}
	return nil
}

// possible returns the entries that may have come from the tree while the mirror changes from before to entries.
// Entries that differ get an impossible size, so that the next Sync copies them.
func possible(before map[string]entry, entries []entry) []entry {
	rest := maps.Clone(before)
	var all []entry
	for _, e := range entries {
		if before[e.Path] != e {
			e.Mtime, e.Size = -1, -1
		}
		delete(rest, e.Path)
		all = append(all, e)
	}
	all = slices.AppendSeq(all, maps.Values(rest))
	// Folders before their contents.
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// readManifest returns the manifest of the last Sync. If there is none, or it is of another place, the mirror is
// emptied. Otherwise files that the tree does not have any more would be built for ever.
func (w *Workspace) readManifest() (manifest, error) {
	var m manifest
	f, err := os.Open(w.synced)
	if err == nil {
		defer f.Close()
		err = gob.NewDecoder(f).Decode(&m)
	}
	place := w.inMirrors(w.Root)
	if err == nil && m.Version == manifestVersion && m.Mirror == place && paths.IsDir(w.Mirror) {
		return m, nil
	}
	m = manifest{Version: manifestVersion, Mirror: place}
	if err := removeAll(w.mirrors); err != nil {
		return m, err
	}
	return m, explain(os.MkdirAll(w.Mirror, 0o755), w.Dir)
}

func (w *Workspace) writeManifest(m manifest) error {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(m); err != nil {
		return err
	}
	return explain(atomicfile.WriteBytes(w.synced, buf.Bytes()), w.Dir)
}
