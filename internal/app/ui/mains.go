package ui

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"jprof/internal/java/decl"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// Mains is the answer to /api/projects/ID/mains.
type Mains struct {
	Mains []Main `json:"mains"`
	More  bool   `json:"more"` // there are more than are listed
}

// Main is a source with a main method.
type Main struct {
	Path  string `json:"path"`
	Class string `json:"class"`
}

// mains answers with the sources of a project that have a main method, sorted by path.
func (s *Server) mains(r *http.Request, project string) (any, error) {
	in, err := s.reader(project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	list := Mains{Mains: []Main{}}
	err = in.walk(r.Context(), func(name string, d fs.DirEntry) error {
		if len(list.Mains) > maxMains {
			return fs.SkipAll
		}
		if !d.Type().IsRegular() || !paths.IsJava(name) {
			return nil
		}
		if class := in.mainClass(name); class != "" {
			list.Mains = append(list.Mains, Main{name, class})
		}
		return nil
	})
	if len(list.Mains) > maxMains {
		list.Mains, list.More = list.Mains[:maxMains], true
	}
	return list, err
}

// compactMain matches the main method of a source that declares no class.
var compactMain = lazyregexp.New(`(?m)^\s*((public|static)\s+)*void\s+main\s*\(`)

// mainClass returns the name of the class of a source that has a main method, "" if there is none.
func (in *reader) mainClass(name string) string {
	text, err := in.read(name)
	if err != nil || !bytes.Contains(text, []byte("main")) {
		return ""
	}
	file := in.parser.Parse(text)
	simple := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if file.Unclear != "" {
		if compactMain().Match(text) {
			return simple
		}
		return ""
	}
	class := ""
	for _, t := range file.Types {
		if t.Outer == nil && (class == "" || t.Name == simple) && slices.ContainsFunc(t.Members, isMain) {
			class = t.Binary
		}
	}
	return class
}

// isMain reports whether a member is a main method that every version of java can start.
func isMain(m *decl.Member) bool {
	result, _, _ := strings.Cut(m.Declared, " throws ")
	if m.Kind != decl.Method || m.Name != "main" || !m.Static() || result != "void" {
		return false
	}
	params := strings.ReplaceAll(m.Params, " ", "")
	return slices.Contains([]string{"String[]", "String...", "java.lang.String[]", "java.lang.String..."}, params) &&
		(m.Is("public") || m.Type.Kind == decl.Interface)
}

// textOf decodes the text of a file as UTF-8, or, if it is not valid, as ISO 8859-1, which has a character for each
// byte.
func textOf(data []byte) string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String()
}
