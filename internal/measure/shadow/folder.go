package shadow

import (
	"errors"
	"os"
	"path/filepath"

	"jprof/internal/util/paths"
)

// Folder has the sources to instrument without a build tool: all sources of a folder, or a single file.
type Folder struct {
	Root    string // the folder to instrument
	Rel     string // its path in the project and the map
	Sources string // the folder that paths of the map are relative to, absolute
	staged  string // folder to remove at the end, "" for none
}

// OpenFolder prepares src, a file or a folder. Paths in the map are relative to the project if src is in it. A single
// file is copied to the folder stage, because only folders can be instrumented.
func OpenFolder(project, src, stage string) (Folder, error) {
	info, err := os.Stat(src)
	if err != nil {
		return Folder{}, err
	}
	dir := src
	if !info.IsDir() {
		dir = filepath.Dir(src)
	}
	in := Folder{Root: dir, Sources: dir}
	if rel, ok := paths.Within(project, dir); ok {
		in.Sources = project
		if in.Rel = filepath.ToSlash(rel); in.Rel == "." {
			in.Rel = ""
		}
	}
	if info.IsDir() {
		return in, nil
	}
	in.Root, in.staged = stage, stage
	text, err := os.ReadFile(src)
	if err == nil {
		err = os.RemoveAll(stage)
	}
	if err == nil {
		err = os.MkdirAll(stage, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(stage, filepath.Base(src)), text, 0o666)
	}
	if err != nil {
		return Folder{}, errors.Join(err, os.RemoveAll(stage))
	}
	return in, nil
}

// Close removes the copy that OpenFolder made of a single file.
func (in Folder) Close() {
	if in.staged != "" {
		os.RemoveAll(in.staged) // a leftover is replaced by the next run
	}
}
