package ui

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/settings"
	"jprof/internal/util/paths"
)

// The bounds for reading a project.
const (
	maxSource  = 4 << 20 // bytes of a file that is shown
	maxMains   = 1000
	maxVisited = 5000 // files and folders that are visited to find a source below a folder
)

// The kinds of entries of a tree.
const (
	kindModule  = "module"  // a folder with a build file
	kindSources = "sources" // the folder that packages of sources start at
	kindFolder  = "folder"
	kindOutput  = "output" // the folder of runs and reports of jprof
	kindJava    = "java"
	kindFile    = "file" // a build file, or the settings of jprof
)

// Tree is the answer to /api/projects/ID/tree: one level of the project.
type Tree struct {
	Path    string  `json:"path"` // with /, "" for the project itself
	Entries []Entry `json:"entries"`
}

// Entry is a file or folder of a project.
type Entry struct {
	Name string `json:"name"`
	Path string `json:"path"` // in the project, with /
	Kind string `json:"kind"`
	Main bool   `json:"main"` // a source with a main method
}

// reader reads a project. It does not leave its folder, whatever names and links say.
type reader struct {
	*os.Root
	server *Server
	dir    string
	parser decl.Parser
}

func (s *Server) reader(project string) (*reader, error) {
	root, err := os.OpenRoot(project)
	if err != nil {
		return nil, err
	}
	return &reader{Root: root, server: s, dir: project}, nil
}

// readerAt is the reader of a project, which the caller closes, and the path that a request names in it.
func (s *Server) readerAt(r *http.Request, project string) (*reader, string, error) {
	name, err := inside(r.URL.Query().Get("path"))
	if err != nil {
		return nil, "", err
	}
	in, err := s.reader(project)
	return in, name, err
}

// walk calls visit for each file of the project, by path, but for what build tools and jprof make, until ctx ends.
// visit may return fs.SkipAll.
func (in *reader) walk(ctx context.Context, visit func(name string, d fs.DirEntry) error) error {
	return fs.WalkDir(in.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || d.IsDir() && in.isOutput(name):
			return fs.SkipDir // also folders that cannot be read
		case d.IsDir():
			return nil
		}
		return visit(name, d)
	})
}

// inside is the path that a request names, if it is one in the project: with /, "." for the project itself.
func inside(text string) (string, error) {
	name := path.Clean("./" + text)
	if !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsRune(text, '\\') || strings.HasPrefix(text, "/") {
		return "", failf(http.StatusForbidden, "", "%q: not a path in the project", text)
	}
	return name, nil
}

// tree lists a folder of a project: its sources, and the folders that have some.
func (s *Server) tree(r *http.Request, project string) (any, error) {
	in, name, err := s.readerAt(r, project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat(name)
	if err != nil {
		return nil, outside(err)
	}
	if !info.IsDir() { // to open a pipe would wait
		return nil, failf(http.StatusBadRequest, "", "%s: not a folder", name)
	}
	entries, err := fs.ReadDir(in.FS(), name)
	if err != nil {
		return nil, outside(err)
	}
	tree := Tree{Path: name, Entries: []Entry{}}
	if name == "." {
		tree.Path = ""
	}
	for _, e := range entries {
		entry := Entry{Name: e.Name(), Path: path.Join(name, e.Name())}
		if e.IsDir() {
			entry.Kind = in.kindOf(entry.Path)
		} else if e.Type().IsRegular() {
			entry.Kind, entry.Main = in.kindOfFile(entry.Path)
		}
		if entry.Kind != "" {
			tree.Entries = append(tree.Entries, entry)
		}
	}
	slices.SortStableFunc(tree.Entries, func(a, b Entry) int { return boolInt(isFile(a)) - boolInt(isFile(b)) })
	return tree, nil
}

func isFile(e Entry) bool { return e.Kind == kindJava || e.Kind == kindFile }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// outside makes an error of a link that leads out of the project one that says so.
func outside(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && strings.Contains(err.Error(), "escapes") { // os has no name for this error
		return failf(http.StatusForbidden, "", "%s: this link leads out of the project", filepath.ToSlash(at.Path))
	}
	return err
}

// isOutput reports whether a folder is one that builds write, or that is hidden.
func (in *reader) isOutput(name string) bool {
	base, outputs := path.Base(name), in.server.Tools.Outputs()
	if base[0] == '.' && name != "." || base == "node_modules" || slices.Contains(outputs.State, base) {
		return true
	}
	full := filepath.Join(in.dir, filepath.FromSlash(name))
	for _, o := range outputs.Folders {
		if o.Matches(full) {
			return true
		}
	}
	return false
}

// kindOf is the kind of a folder, "" for one that is not shown: one without Java files.
func (in *reader) kindOf(name string) string {
	if path.Base(name) == ".jprof" {
		return kindOutput
	}
	if in.isOutput(name) {
		return ""
	}
	if _, err := in.server.Tools.Detect(filepath.Join(in.dir, filepath.FromSlash(name))); err == nil {
		return kindModule
	}
	source := in.firstSource(name)
	switch {
	case source == "":
		return ""
	case in.rootOf(source) == name:
		return kindSources
	}
	return kindFolder
}

// firstSource is a Java file below a folder, "" if there is none, or none among the first files.
func (in *reader) firstSource(folder string) (found string) {
	visited := 0
	_ = fs.WalkDir(in.FS(), folder, func(name string, d fs.DirEntry, err error) error {
		visited++
		switch {
		case visited > maxVisited:
			return fs.SkipAll
		case err != nil || d.IsDir() && name != folder && in.isOutput(name):
			return fs.SkipDir
		case d.Type().IsRegular() && paths.IsJava(name) && d.Name() != "module-info.java":
			found = name
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// rootOf is the folder that the package of a source starts at.
func (in *reader) rootOf(source string) string {
	text, err := in.read(source)
	if err != nil {
		return ""
	}
	root := path.Dir(source)
	parts := strings.Split(in.parser.Parse(text).Package, ".")
	for _, part := range slices.Backward(parts) {
		switch {
		case part == "":
		case path.Base(root) != part:
			return ""
		default:
			root = path.Dir(root)
		}
	}
	return root
}

// kindOfFile is the kind of a file, "" for one that is not shown.
func (in *reader) kindOfFile(name string) (kind string, main bool) {
	if paths.IsJava(name) {
		return kindJava, in.mainClass(name) != ""
	}
	if path.Base(name) == settings.FileName {
		return kindFile, false
	}
	for _, tool := range in.server.Tools {
		if info := tool.Info(); slices.Contains(slices.Concat(info.BuildFiles, info.RootFiles), path.Base(name)) {
			return kindFile, false
		}
	}
	return "", false
}

// read reads a file that is not too large.
func (in *reader) read(name string) ([]byte, error) {
	info, err := in.Stat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return nil, outside(err)
	case !info.Mode().IsRegular():
		return nil, failf(http.StatusBadRequest, "", "%s: not a file", name)
	case info.Size() > maxSource:
		return nil, failf(http.StatusRequestEntityTooLarge, "", "%s: the file is too large to be shown", name)
	}
	text, err := in.ReadFile(filepath.FromSlash(name))
	return text, outside(err)
}

// Source is the answer to /api/projects/ID/source.
type Source struct {
	Path  string `json:"path"`
	Text  string `json:"text"`
	Lines int    `json:"lines"`
}

// source shows a file of a project.
func (s *Server) source(r *http.Request, project string) (any, error) {
	in, name, err := s.readerAt(r, project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := in.read(name)
	if err != nil {
		return nil, err
	}
	text := textOf(data)
	if strings.ContainsRune(text, 0) {
		return nil, failf(http.StatusUnsupportedMediaType, "", "%s: not a text", name)
	}
	lines := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	return Source{name, text, lines}, nil
}
