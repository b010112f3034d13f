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

// Snapshot has the files of a tree at a time. They are the files that Sync would copy.
type Snapshot struct {
	Root    string            // absolute, without links
	Files   map[string]string // by path below Root: a text that differs if the file has changed
	Folders []string          // paths below Root; the first is "." for Root itself
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

// LookAt takes a snapshot of single files, which need not exist. Their paths are absolute. The root is the folder of
// the first file.
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

// With adds the files of another snapshot, with paths from the root of s.
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
