package settings

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jprof/internal/java/decl"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/report/assemble"
	"jprof/report/pattern"
)

// Unmatched is a pattern of the settings that matches nothing in a project.
type Unmatched struct {
	At      place  // of the pattern
	Key     string // the setting
	Pattern string
	// broad means that the pattern may be one for many projects: it starts with a *, or is the name of an annotation.
	broad bool
	why   string  // the kind of names that it is compared with
	meant *string // a pattern for a method of this name in any package; "" for none

	matches func(*candidate) bool
}

// String names the place, the pattern, the kind of names that it is compared with, and a pattern that may be meant.
func (u Unmatched) String() string {
	at := u.At.File
	if u.At.Line > 0 {
		at += fmt.Sprintf(":%d", u.At.Line)
	}
	text := fmt.Sprintf("%s: %s: %q matches %s", at, u.Key, u.Pattern, u.why)
	if u.meant != nil && *u.meant != "" {
		text += fmt.Sprintf("; did you mean %q?", *u.meant)
	}
	return text
}

// FindUnmatched lists the patterns of skip, exclude and affected.ignore in the settings of the project at root that
// match nothing: no generated file, which may be gone, and nothing in some folders, the project and copies of it with
// what a build has generated. Patterns that lead out of the project are not among them, and broad ones only if asked
// for. It reads no more files than it needs to find a match for each.
func FindUnmatched(root string, broad bool, generated []string, folders ...string) ([]Unmatched, error) {
	d, err := load(root)
	if err != nil || d.root == nil {
		return nil, err
	}
	list := slices.DeleteFunc(d.patterns(), func(u Unmatched) bool { return u.broad && !broad })
	remove := func(f *candidate) {
		list = slices.DeleteFunc(list, func(u Unmatched) bool { return u.matches(f) })
	}
	for _, path := range generated {
		remove(&candidate{path: path, read: true})
	}
	for _, dir := range folders {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil: // files that cannot be read match no pattern
				return nil
			case d.IsDir() && (d.Name() == ".git" || d.Name() == ".jprof"):
				return fs.SkipDir
			case len(list) == 0:
				return fs.SkipAll
			}
			remove(&candidate{file: path, path: filepath.ToSlash(paths.Rel(dir, path)), dir: d.IsDir()})
			return nil
		})
	}
	return list, nil
}

// patterns lists the patterns of skip, exclude and affected.ignore.
func (d *document) patterns() (list []Unmatched) {
	c := d.settings
	add := func(u Unmatched, at ...any) {
		n, known := nodeAt(d.root, at)
		u.Key = keyOf(known)
		u.At = d.place(n)
		u.At.File = d.short(u.At.File)
		if u.broad = u.broad || strings.HasPrefix(u.Pattern, "*"); !strings.HasPrefix(u.Pattern, "../") {
			list = append(list, u)
		}
	}
	for i, p := range c.Skip {
		add(Unmatched{Pattern: p, why: "no Java source; paths start at the root of the project",
			matches: func(f *candidate) bool {
				return paths.IsJava(f.path) && doublestar.MatchUnvalidated(p, f.path)
			}}, "skip", i)
	}
	files := func(patterns []string, key ...any) {
		for i, p := range patterns {
			hides := assemble.Exclude{Paths: []string{p}}.Hides
			add(Unmatched{Pattern: p, why: "no file; paths start at the root of the project",
				matches: func(f *candidate) bool {
					return hides(f.path) || f.dir && hides(f.path+"/") // a submodule that is not checked out
				}}, append(key, i)...)
		}
	}
	files(c.Exclude.Paths, "exclude", "paths")
	files(c.Affected.Ignore, "affected", "ignore")
	for i, p := range c.Exclude.Methods {
		meant := new(string)
		add(Unmatched{Pattern: p, why: "no method; names start with the package: com.example.Foo.bar", meant: meant,
			matches: methodIn(p, meant)}, "exclude", "methods", i)
	}
	for i, p := range c.Exclude.Annotations {
		named, err := assemble.Exclude{Annotations: []string{p}}.Annotated()
		if err != nil {
			continue // checked when the settings were read
		}
		add(Unmatched{Pattern: p, broad: true, why: "no annotation in the sources",
			matches: func(f *candidate) bool { return slices.ContainsFunc(f.annotations(), named) }},
			"exclude", "annotations", i)
	}
	return list
}

// candidate is a file that patterns may match, read where that is needed.
type candidate struct {
	file, path string // path is that from the folder, with slashes
	dir        bool
	text       []byte
	read       bool
}

// java returns the text of a Java source. It returns nil if the file is no Java source, or cannot be read.
func (f *candidate) java() []byte {
	if !f.read && !f.dir && paths.IsJava(f.path) {
		f.text, _ = os.ReadFile(f.file)
	}
	f.read = true
	return f.text
}

var (
	annotationName = lazyregexp.New(`@\s*([\pL_$][\pL\pN_$]*(?:\.[\pL_$][\pL\pN_$]*)*)`)
	literal        = lazyregexp.New(`[\pL\pN_]+`)
	// unnamed removes the names of initialisers in patterns, as sources do not name initialisers.
	unnamed = strings.NewReplacer("<init>", "", "<clinit>", "", "static {...}", "", "static{...}", "")
	// unknown matches patterns for names that no declaration of a member has: of local and anonymous classes.
	unknown = lazyregexp.New(`[$.]\pN|[^\x00-\x7f]`)
)

// annotations lists the names of annotations in a source.
func (f *candidate) annotations() (names []string) {
	for _, m := range annotationName().FindAllSubmatch(f.java(), -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// methodIn returns the function that reports whether a pattern for methods may match one of a source. It sets meant if
// the pattern only lacks the package, or the package and class.
func methodIn(text string, meant *string) func(*candidate) bool {
	p, err := pattern.ParseMethod(text)
	end, _ := pattern.ParseMethodEnd(text)
	if err != nil || unknown().MatchString(text) {
		return func(*candidate) bool { return true }
	}
	name, _, _ := strings.Cut(text, "(")
	pieces := literal().FindAllString(unnamed.Replace(name), -1)
	var parser decl.Parser
	return func(f *candidate) bool {
		src := f.java()
		if src == nil || slices.ContainsFunc(pieces, func(s string) bool {
			return !bytes.Contains(src, []byte(s)) && !strings.Contains(f.path, s) // as for compact source files
		}) {
			return false
		}
		d := parser.Parse(src)
		declared := pattern.Declared(d)
		if d.Unclear != "" || slices.ContainsFunc(declared, p.Matches) {
			return true
		}
		if slices.ContainsFunc(declared, end.Matches) {
			*meant = "**." + text
		}
		return false
	}
}
