package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/gitrepo"
	"jprof/internal/paths"
)

// always are the names of what is never copied.
var always = []string{
	".git",   // a build that asks Git would describe, and could change, the user's repository: see copyRepositories
	".jprof", // results of earlier runs
}

// never are the names of folders of which only what Git tracks is copied, wherever they are.
var never = []string{
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

// gradleOutputs are what only Gradle makes in a build directory, which is called build.
var gradleOutputs = []string{"classes/java", "tmp/compileJava", "test-results", "reports/tests", "libs"}

// usual are names of folders that tools write to. They are words like others, so that Git must
// ignore the folder, too.
var usual = []string{"target", "build", "out", "bin", "dist", "logs", ".idea", ".settings", ".vscode", ".metadata"}

// tree is what a scan has found in the user's tree.
type tree struct {
	entries      []entry
	repositories []string // folders with a .git, absolute
	links        []string // paths of links that say something else in the mirror
	notes        []string
}

// scanner goes through the user's tree.
type scanner struct {
	w *Workspace
	tree
	git  []*gitrepo.Answers // of the repositories around the place where it is, the innermost last
	thin string             // a folder of which only what Git tracks is copied, "" for none
}

// scan lists what is to be copied, folders before what is in them.
func (w *Workspace) scan() (tree, error) {
	s := scanner{w: w}
	if w.top != w.Root {
		s.repositories = append(s.repositories, w.top)
		s.git = append(s.git, gitrepo.Ask(w.Root))
	}
	err := filepath.WalkDir(w.Root, s.visit)
	s.leave("")
	return s.tree, err
}

// leave closes what was asked of repositories that at does not lie in.
func (s *scanner) leave(at string) {
	for len(s.git) > 0 {
		last := s.git[len(s.git)-1]
		if _, inside := buildtools.Within(last.Dir, at); inside && at != "" {
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

// visit is for filepath.WalkDir.
func (s *scanner) visit(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return unreadable(path, err)
	}
	s.leave(path)
	if s.thin != "" {
		if _, inside := buildtools.Within(s.thin, path); !inside {
			s.thin = ""
		}
	}
	leave := error(nil)
	if d.IsDir() {
		leave = fs.SkipDir
	}
	switch {
	case s.isApart(path) || !s.w.has(path):
		return leave
	case path == s.w.cache || slices.Contains(always, d.Name()) && path != s.w.Root, s.thin != "" && !s.tracks(path):
		return leave
	case s.thin == "" && path != s.w.Root && s.leftOut(path, d):
		if !s.tracks(path) {
			return leave
		}
		s.thin = path
	}
	if d.IsDir() && gitrepo.At(path) {
		s.repositories = append(s.repositories, path)
		s.git = append(s.git, gitrepo.Ask(path))
	}
	if path == s.w.Root {
		return nil
	}
	return s.add(path, d)
}

// has reports whether path is a part of the tree that is copied, or around one, or in one.
func (w *Workspace) has(path string) bool {
	if len(w.parts) == 0 {
		return true
	}
	return slices.ContainsFunc(w.parts, func(part string) bool {
		return buildtools.Nested(filepath.Join(w.Root, filepath.FromSlash(part)), path)
	})
}

// isApart reports whether path is one that the caller of WithoutSources fills.
func (s *scanner) isApart(path string) bool {
	rel, ok := buildtools.Within(s.w.Root, path)
	return ok && slices.Contains(s.w.apart, filepath.ToSlash(rel))
}

// add adds what is at path to the entries.
func (s *scanner) add(path string, d fs.DirEntry) error {
	info, err := d.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted just now
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

// leftOut reports whether path, in the tree, is not to be copied, unless Git tracks it: the names in
// never, the build directories of modules, and what else is an output. Build directories are folders
// next to a pom.xml that hold what Maven makes, or next to a build file of Gradle with what that makes. Others are outputs if they are called like one and
// Git ignores them; one that is just called target or build is copied. Below a folder src, only the
// names in never count: there are packages called build, and test inputs that look like a built module.
func (s *scanner) leftOut(path string, d fs.DirEntry) bool {
	if !d.IsDir() {
		return false
	}
	if slices.Contains(never, d.Name()) {
		return true
	}
	rel, ok := buildtools.Within(s.w.Root, path)
	if !ok || slices.Contains(strings.Split(filepath.Dir(rel), string(filepath.Separator)), "src") {
		return false
	}
	if buildtools.IsFile(filepath.Join(filepath.Dir(path), "pom.xml")) {
		markers := outputs.proof
		if d.Name() == "target" {
			markers = append(slices.Clone(markers), outputs.hint...)
		}
		if slices.ContainsFunc(markers, func(name string) bool { return buildtools.IsDir(filepath.Join(path, name)) }) {
			return true
		}
	}
	if d.Name() == "build" && isGradleProject(filepath.Dir(path)) &&
		slices.ContainsFunc(gradleOutputs, func(name string) bool { return buildtools.IsDir(filepath.Join(path, name)) }) {
		return true
	}
	return slices.Contains(usual, d.Name()) && len(s.git) > 0 && s.git[len(s.git)-1].Ignores(path)
}

// isGradleProject reports whether dir has a build file of Gradle, which may have any name.
func isGradleProject(dir string) bool {
	entries, _ := os.ReadDir(dir) // one that cannot be read has no build file that can
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasSuffix(e.Name(), ".gradle") && e.Name() != ".gradle" || strings.HasSuffix(e.Name(), ".gradle.kts")
	})
}

// link is what a link to target at path, in the tree, has to say in the mirror.
func (w *Workspace) link(path, target string) string {
	if !filepath.IsAbs(target) {
		if w.copies(filepath.Join(filepath.Dir(path), target)) {
			return target
		}
		return filepath.Join(filepath.Dir(path), target) // seen from the mirror, it would lead elsewhere
	}
	if rel, inside := buildtools.Within(w.Root, paths.Real(target)); inside && w.copies(paths.Real(target)) {
		return filepath.Join(w.Mirror, rel)
	}
	return target
}

// copies reports whether path is in one of the parts of the tree that are copied.
func (w *Workspace) copies(path string) bool {
	if len(w.parts) == 0 {
		_, inside := buildtools.Within(w.Root, path)
		return inside
	}
	return slices.ContainsFunc(w.parts, func(part string) bool {
		_, inside := buildtools.Within(filepath.Join(w.Root, filepath.FromSlash(part)), path)
		return inside
	})
}
