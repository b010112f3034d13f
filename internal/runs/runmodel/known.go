package runmodel

import (
	"io/fs"
	"path/filepath"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/lex"
	"jprof/internal/runs"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// Knows reports whether a method matches the pattern, called or not. It searches the class files. It then searches the
// sources of the project, because a class is not loaded if nothing in it is called. There it ignores parameters.
func (c *Contexts) Knows(p pattern.Compiled) bool {
	return inClasses(c.classes, p) || inSources(c.Store.Abs(c.Sources), p)
}

func inClasses(pack *contexts.Pack, p pattern.Compiled) bool {
	for sha := range pack.All() {
		data, err := pack.Class(sha)
		if err != nil {
			continue
		}
		f, err := classfile.Parse(data)
		if err != nil {
			continue
		}
		for _, m := range f.Methods {
			if p.Matches(&cct.Method{Class: strings.ReplaceAll(f.Name, "/", "."), Name: m.Name,
				Descriptor: m.Descriptor}) {
				return true
			}
		}
	}
	return false
}

// inSources reports whether a pattern matches a method in a folder of sources. It only checks that the file of the
// class has the name of the method, followed by a bracket. A name that is not there is probably misspelt.
func inSources(root string, p pattern.Compiled) bool {
	p, found := p.OfAnyParameters(), false
	// Files that cannot be read are not known.
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return fs.SkipDir
		case !d.IsDir() && paths.IsJava(path):
			if text, err := regular.ReadUpTo(path, runs.MaxSource); err == nil && inSource(text, p) {
				found = true
				return fs.SkipAll
			}
		}
		return nil
	})
	return found
}

// inSource reports whether a source may have a method that matches.
func inSource(text []byte, p pattern.Compiled) bool {
	var pkg, outer string
	var classes []string
	names := map[string]bool{"<init>": true, "<clinit>": true}
	tokens := lex.AppendTokens(nil, text)
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		next := tokens[i+1]
		switch {
		case t.Is("package") && pkg == "":
			for _, part := range tokens[i+1:] {
				if part.Kind == ';' {
					break
				}
				pkg += string(part.Text)
			}
			pkg += "."
		case next.Kind == lex.Word && (t.Is("class") || t.Is("interface") || t.Is("enum") || t.Is("record")):
			if outer == "" {
				outer = pkg + string(next.Text)
				classes = append(classes, outer)
			} else {
				classes = append(classes, outer+"$"+string(next.Text), pkg+string(next.Text))
			}
		case t.Kind == lex.Word && next.Kind == '(':
			names[string(t.Text)] = true
		}
	}
	for _, class := range classes {
		for name := range names {
			if p.Matches(&cct.Method{Class: class, Name: name, Descriptor: "()V"}) {
				return true
			}
		}
	}
	return false
}
