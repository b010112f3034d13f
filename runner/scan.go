package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/git"
	"jprof/internal/util/paths"
)

const (
	// repository is the folder, or the file, of a Git repository. It is never copied: a build that asks Git would
	// describe, and could change, the user's repository. See copyRepositories.
	repository = ".git"
	// results is the folder to which jprof writes the results of runs.
	results = ".jprof"
)

// made has names of folders that tools make again, or have results of earlier runs. Only files in them that Git tracks
// are copied.
var made = []string{"node_modules", results}

// outputNames has names of folders to which tools write. Other folders may have these names, too. So such a folder is
// an output only if Git ignores it.
var outputNames = []string{"target", "build", "out", "bin", "dist", "logs", ".idea", ".settings", ".vscode",
	".metadata"}

// tree is the result of a scan of the user's tree.
type tree struct {
	entries      []entry
	repositories []string // folders with a .git, absolute
	links        []string // paths of links that have another target in the mirror
	notes        []string
}

// scanner goes through the user's tree.
type scanner struct {
	w       *Workspace
	outputs buildtools.Outputs
	tree
	git         []*git.Answers // of the repositories around the current place, the innermost last
	trackedOnly string         // a folder of which only the files that Git tracks are copied, "" for none
}

// scan lists the files and folders to copy. Folders come before their contents.
func (w *Workspace) scan(outputs buildtools.Outputs) (tree, error) {
	s := scanner{w: w, outputs: outputs}
	if w.top != w.Root {
		s.repositories = append(s.repositories, w.top)
		s.git = append(s.git, git.Ask(w.Root))
	}
	err := filepath.WalkDir(w.Root, s.visit)
	s.leaveRepositories("")
	return s.tree, err
}

// leaveRepositories closes the questions to repositories that do not contain the path at; "" is in none of them.
func (s *scanner) leaveRepositories(at string) {
	for len(s.git) > 0 {
		last := s.git[len(s.git)-1]
		if _, inside := paths.Within(last.Dir, at); inside && at != "" {
			return
		}
		if err := last.Close(); err != nil {
			s.notes = append(s.notes, last.Dir+": Git does not list its files: "+err.Error())
		}
		s.git = s.git[:len(s.git)-1]
	}
}

// tracks reports whether Git tracks the file, or a file in the folder.
func (s *scanner) tracks(path string) bool {
	return len(s.git) > 0 && s.git[len(s.git)-1].Tracks(path)
}

// visit adds one file or folder, and decides whether to go into the folder. It is for filepath.WalkDir.
func (s *scanner) visit(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return unreadable(path, err)
	}
	s.leaveRepositories(path)
	if s.trackedOnly != "" {
		if _, inside := paths.Within(s.trackedOnly, path); !inside {
			s.trackedOnly = ""
		}
	}
	pass := error(nil) // the result that omits path
	if d.IsDir() {
		pass = fs.SkipDir
	}
	switch {
	case s.isFilled(path) || !s.w.has(path):
		return pass
	case d.Name() == repository && path != s.w.Root, path == s.w.cache, path == filepath.Join(s.w.Root, results),
		s.trackedOnly != "" && !s.tracks(path):
		return pass
	case s.trackedOnly == "" && path != s.w.Root && s.isOutput(path, d):
		if !s.tracks(path) {
			return pass
		}
		s.trackedOnly = path
	}
	if d.IsDir() && git.At(path) {
		s.repositories = append(s.repositories, path)
		s.git = append(s.git, git.Ask(path))
	}
	if path == s.w.Root {
		return nil
	}
	return s.add(path, d)
}

// has reports whether path is in a part of the tree that is copied, or is such a part, or contains one.
func (w *Workspace) has(path string) bool {
	if len(w.parts) == 0 {
		return true
	}
	return slices.ContainsFunc(w.parts, func(part string) bool {
		return paths.Nested(filepath.Join(w.Root, filepath.FromSlash(part)), path)
	})
}

// isFilled reports whether path is a folder that the caller of WithoutSources fills.
func (s *scanner) isFilled(path string) bool {
	rel, ok := paths.Within(s.w.Root, path)
	return ok && slices.Contains(s.w.filled, filepath.ToSlash(rel))
}

// add adds the file, folder or link at path to the entries.
func (s *scanner) add(path string, d fs.DirEntry) error {
	info, err := d.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it was deleted meanwhile
	} else if err != nil {
		return unreadable(path, err)
	}
	rel, err := filepath.Rel(s.w.Root, path)
	if err != nil {
		return err
	}
	e := entry{Path: rel, Mode: info.Mode()}
	switch info.Mode().Type() {
	case fs.ModeDir:
	case 0:
		e.Size, e.Mtime = info.Size(), info.ModTime().UnixNano()
	case fs.ModeSymlink:
		target, err := os.Readlink(path)
		if err != nil {
			return unreadable(path, err)
		}
		if e.Link = s.w.link(path, target); e.Link != target {
			s.links = append(s.links, rel)
		}
	default:
		return nil // a socket, a pipe or a device: reading it could wait for ever
	}
	s.entries = append(s.entries, e)
	return nil
}

// isOutput reports whether the folder path of the tree is not copied, except for files that Git tracks. There are four
// kinds: folders with a name that is enough, wherever they are; folders that build tools write, by buildtools.Outputs;
// test reports that LeaveTestReports has written; and folders with the name of an output, such as target, that Git
// ignores. Below a folder src, only the first kind counts, because packages may be called build, and test inputs may
// look like a built module.
func (s *scanner) isOutput(path string, d fs.DirEntry) bool {
	if !d.IsDir() {
		return false
	}
	if slices.Contains(made, d.Name()) || slices.Contains(s.outputs.State, d.Name()) {
		return true
	}
	rel, ok := paths.Within(s.w.Root, path)
	if !ok || slices.Contains(strings.Split(filepath.Dir(rel), string(filepath.Separator)), "src") {
		return false
	}
	return isLeft(path) ||
		slices.ContainsFunc(s.outputs.Folders, func(o buildtools.OutputFolder) bool { return o.Matches(path) }) ||
		slices.Contains(outputNames, d.Name()) && len(s.git) > 0 && s.git[len(s.git)-1].Ignores(path)
}

// link returns the target that a link must have in the mirror. In the tree, it is at path and has the given target.
func (w *Workspace) link(path, target string) string {
	if !filepath.IsAbs(target) {
		if w.copies(filepath.Join(filepath.Dir(path), target)) {
			return target
		}
		return filepath.Join(filepath.Dir(path), target) // seen from the mirror, it would lead elsewhere
	}
	at := paths.Real(target)
	if rel, inside := paths.Within(w.Root, at); inside && w.copies(at) {
		return filepath.Join(w.Mirror, rel)
	}
	return target
}

// copies reports whether path is in one of the parts of the tree that are copied.
func (w *Workspace) copies(path string) bool {
	if len(w.parts) == 0 {
		_, inside := paths.Within(w.Root, path)
		return inside
	}
	return slices.ContainsFunc(w.parts, func(part string) bool {
		_, inside := paths.Within(filepath.Join(w.Root, filepath.FromSlash(part)), path)
		return inside
	})
}
