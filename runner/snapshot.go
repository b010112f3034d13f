package runner

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jprof/buildtools"
	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

// Snapshot is the files of a tree at a time: those that Sync would copy, by the same rules.
type Snapshot struct {
	Root    string            // absolute, without links
	Files   map[string]string // by path below Root: what is different when the file has changed
	Folders []string          // paths below Root, which is the first: "."
}

// Look takes a snapshot of the tree of a project. It needs no workspace and takes no lock.
func Look(cacheDir string, project buildtools.Project, outputs buildtools.Outputs) (Snapshot, error) {
	root, err := filepath.EvalSymlinks(project.Root)
	if err != nil {
		return Snapshot{}, err
	}
	w := &Workspace{Root: root, Home: root, parts: project.Parts, top: cmp.Or(git.Above(root), root),
		cache: paths.Real(cacheDir)}
	tree, err := w.scan(outputs)
	if err != nil {
		return Snapshot{}, err
	}
	s := Snapshot{Root: root, Files: map[string]string{}, Folders: []string{"."}}
	for _, e := range tree.entries {
		if e.Mode.Type() == fs.ModeDir {
			s.Folders = append(s.Folders, e.Path)
			continue
		}
		s.Files[e.Path] = fmt.Sprint(e.Mode, e.Size, e.Mtime, e.Link)
	}
	return s, nil
}

// LookAt takes a snapshot of single files, which need not be there. Their paths are absolute. The root is the folder of
// the first.
func LookAt(files ...string) (Snapshot, error) {
	s := Snapshot{Root: filepath.Dir(files[0]), Files: map[string]string{}}
	for _, path := range files {
		rel, err := filepath.Rel(s.Root, path)
		if err != nil {
			return Snapshot{}, err
		}
		s.Folders = append(s.Folders, filepath.Dir(rel))
		if info, err := os.Stat(path); err == nil {
			s.Files[rel] = fmt.Sprint(info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return s, nil
}

// With is the files of two snapshots, below the root of the first.
func (s Snapshot) With(o Snapshot) Snapshot {
	at := func(path string) string {
		if rel, err := filepath.Rel(s.Root, filepath.Join(o.Root, path)); err == nil {
			return rel
		}
		return path
	}
	for path, is := range o.Files {
		s.Files[at(path)] = is
	}
	for _, folder := range o.Folders {
		s.Folders = append(s.Folders, at(folder))
	}
	return s
}
