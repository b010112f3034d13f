package ui

import (
	"cmp"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/words"
)

// maxFound limits the number of files that are listed.
const maxFound = 20

// Found is the answer to /api/projects/ID/find.
type Found struct {
	Paths []string `json:"paths"`
}

// FoundSources is the answer to /api/projects/ID/sources.
type FoundSources struct {
	Found
	Classes []FoundClass `json:"classes"` // nested ones, of the run that the page Code shows
}

// FoundClass is a nested class in a source.
type FoundClass struct {
	Name string `json:"name"` // "Cleaner.CleaningVisitor"
	Path string `json:"path"`
	Line int    `json:"line"`
}

// findFile finds the files of a project that a name in the output of a build may mean. The name is an absolute path,
// which may be in the copy that was built, a package and a file, or a file alone. The files that it finds end with
// that name, and share as much of the path before it as any file of the project.
func (s *Server) findFile(r *http.Request, project string) (any, error) {
	wanted := strings.Split(path.Clean(filepath.ToSlash(r.URL.Query().Get("name"))), "/")
	in, err := s.reader(project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	found, best := Found{[]string{}}, 1
	err = in.walk(r.Context(), func(name string, _ fs.DirEntry) error {
		same := sameEnd(strings.Split(name, "/"), wanted)
		if same > best {
			found.Paths, best = found.Paths[:0], same
		}
		if same == best && len(found.Paths) < maxFound {
			found.Paths = append(found.Paths, name)
		}
		return nil
	})
	slices.SortFunc(found.Paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return found, err
}

// findSources finds the Java sources whose name has a text, in any case, or is meant by it as a short form: HTB finds
// HtmlTreeBuilder.java. It finds nested classes likewise, by their own names. The shortest names come first.
func (s *Server) findSources(r *http.Request, project string) (any, error) {
	text := strings.TrimSuffix(r.URL.Query().Get("name"), ".java")
	text = text[strings.LastIndexAny(text, "./")+1:] // without its package
	lower := strings.ToLower(text)
	is := func(class string) bool {
		return strings.Contains(strings.ToLower(class), lower) || words.HasHumps(class, text, false)
	}
	in, err := s.reader(project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	found := FoundSources{Found{[]string{}}, []FoundClass{}}
	err = in.walk(r.Context(), func(name string, _ fs.DirEntry) error {
		if class, isJava := strings.CutSuffix(path.Base(name), ".java"); isJava && is(class) {
			found.Paths = append(found.Paths, name)
		}
		return nil
	})
	found.Paths = shortest(found.Paths, path.Base)
	if o := shownCounts(project); o != nil && text != "" {
		lines, err := s.models.linesOf(o, project)
		if err != nil {
			return nil, err
		}
		own := func(c FoundClass) string { return c.Name[strings.LastIndexByte(c.Name, '.')+1:] }
		for _, c := range lines.classes {
			if is(own(c)) {
				found.Classes = append(found.Classes, c)
			}
		}
		found.Classes = shortest(found.Classes, own)
	}
	return found, err
}

// shortest returns the first maxFound elements, by the lengths of their names.
func shortest[T any](list []T, name func(T) string) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(len(name(a)), len(name(b))) })
	return list[:min(maxFound, len(list))]
}

// sameEnd returns the number of elements that two paths have in common at their ends.
func sameEnd(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
