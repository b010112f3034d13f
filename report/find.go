package report

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/util/words"
)

// Found is a file, or a type in it.
type Found struct {
	File *File
	Type *Span // nil for the whole file
}

// Find lists the files with a path. If there are none, it lists the files whose path ends with name, such as the name
// of the file. If there are none either, it lists the classes with a name, first with and then without its package.
// Names of nested classes may have a dot or a $ before them, and are those of File.TypeName, too. If no class has the
// name, it lists those that have the capital letters of name: HTB finds HtmlTreeBuilder, and without one
// HtmlTreeBuilderState.
func (m *Model) Find(name string) []Found {
	for _, is := range []func(path string) bool{
		func(path string) bool { return path == name },
		func(path string) bool { return strings.HasSuffix(path, "/"+name) },
	} {
		var found []Found
		for _, f := range m.Files {
			if is(f.Path) {
				found = append(found, Found{File: f})
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	is := func(class string) bool { return class == name }
	endsWith := func(class string) bool { return strings.HasSuffix(class, "."+name) }
	binary := func(f *File, i int) []string { return []string{f.Types[i].Name, f.DottedName(i)} }
	titles := func(f *File, i int) []string { return []string{f.TypeName(i)} } // these read sources
	for _, by := range []struct {
		is    func(class string) bool
		names func(f *File, i int) []string
	}{{is, binary}, {endsWith, binary}, {is, titles}, {endsWith, titles}} {
		found := m.types(func(f *File, i int) bool {
			return slices.ContainsFunc(by.names(f, i), func(class string) bool {
				return by.is(decl.Qualified(f.Package, class))
			})
		})
		if len(found) > 0 {
			return found
		}
	}
	for _, all := range []bool{true, false} {
		found := m.types(func(f *File, i int) bool {
			class := f.TypeName(i)
			return words.HasHumps(class[strings.LastIndexByte(class, '.')+1:], name, all)
		})
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// types lists the types that is accepts.
func (m *Model) types(is func(f *File, i int) bool) []Found {
	var found []Found
	for _, f := range m.Files {
		for i, t := range f.Types {
			if !is(f, i) {
				continue
			}
			x := Found{File: f, Type: &f.Types[i].Span}
			if t.Parent < 0 && len(f.Classes) == 1 {
				x.Type = nil // with its imports and comments
			}
			found = append(found, x)
		}
	}
	return found
}

// Names lists the short names that Find accepts: those of files without folders, and of classes without packages.
func (m *Model) Names() []string {
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Path[strings.LastIndex(f.Path, "/")+1:])
		for i := range f.Types {
			names = append(names, f.DottedName(i))
		}
	}
	return names
}

// Methods lists the methods of the file or type.
func (x Found) Methods() []MethodRef {
	var list []MethodRef
	for i, m := range x.File.Methods {
		if x.Type == nil || x.Type.Start.Offset <= m.Span.Start.Offset && m.Span.End.Offset <= x.Type.End.Offset {
			list = append(list, MethodRef{x.File, i})
		}
	}
	return list
}

// DottedName returns the name of a type of the file, with dots after the names of the types around it.
func (f *File) DottedName(i int) string {
	p := f.Types[i].Parent
	if p < 0 {
		return f.Types[i].Name
	}
	own, ok := strings.CutPrefix(f.Types[i].Name, f.Types[p].Name+"$")
	if !ok {
		return f.Types[i].Name
	}
	return f.DottedName(int(p)) + "." + own
}
