package change

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"jprof/internal/java/decl"
)

// Version is one version of the sources. Sources that are equal in both versions may be omitted in both, which makes
// New quicker. But types and methods that were moved are found only among the sources that are there.
type Version struct {
	Files []File
}

// File is a Java source.
type File struct {
	Path  string // slash path from the folder of the project
	Decls *decl.File
	Text  []byte // compared if Decls are unclear
}

// Changes lists the differences, in the order of paths and lines, and pairs the members and types of both versions.
type Changes struct {
	Facts   []Fact
	Members map[*decl.Member]*decl.Member // the members before the change, by those after it
	Types   map[*decl.Type]*decl.Type     // the types before the change, by those after it
}

// Between compares two versions.
func Between(before, after Version) Changes {
	c := &comparison{Changes{Members: map[*decl.Member]*decl.Member{},
		Types: map[*decl.Type]*decl.Type{}}}
	c.files(before, after)
	c.types(typesOf(before), typesOf(after))
	c.findMoved()
	slices.SortStableFunc(c.Facts, func(a, b Fact) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line)
	})
	return c.Changes
}

type comparison struct{ Changes }

func (c *comparison) add(f Fact) { c.Facts = append(c.Facts, f) }

// files compares the parts of files that are not types.
func (c *comparison) files(before, after Version) {
	olds := map[string]File{}
	for _, f := range before.Files {
		olds[f.Path] = f
	}
	for _, n := range after.Files {
		o, known := olds[n.Path]
		delete(olds, n.Path)
		switch {
		case !known:
			o = File{Decls: &decl.File{Package: n.Decls.Package}}
			if n.Decls.Unclear != "" {
				c.add(Fact{Kind: Unclear, Path: n.Path})
				continue
			}
		case n.Decls.Unclear != "" || o.Decls.Unclear != "":
			if string(n.Text) != string(o.Text) {
				c.add(Fact{Kind: Unclear, Path: n.Path, OldPath: o.Path})
			}
			continue
		}
		if n.Decls.About != o.Decls.About || n.Decls.Module != o.Decls.Module {
			c.add(Fact{Kind: Package, Path: n.Path, OldPath: o.Path})
		}
		if !known { // names in a new file are new themselves
			continue
		}
		if names, demand := imported(o.Decls, n.Decls); len(names)+len(demand) > 0 {
			c.add(Fact{Kind: Imports, Path: n.Path, OldPath: o.Path, Names: names, OnDemand: demand})
		}
	}
	for _, o := range olds {
		switch {
		case o.Decls.Unclear != "":
			c.add(Fact{Kind: Unclear, Path: o.Path, OldPath: o.Path})
		case o.Decls.About != "" || o.Decls.Module != "":
			c.add(Fact{Kind: Package, Path: o.Path, OldPath: o.Path})
		}
	}
}

// imported returns the simple names that two versions of a file import in different ways, and the packages and types
// whose names only one of them imports on demand.
func imported(before, after *decl.File) (names, demand []string) {
	differ := func(a, b []decl.Import) {
		for _, i := range a {
			if slices.Contains(b, i) {
				continue
			}
			if i.All {
				demand = append(demand, i.Name)
				continue
			}
			names = append(names, i.Name[strings.LastIndexByte(i.Name, '.')+1:])
		}
	}
	differ(before.Imports, after.Imports)
	differ(after.Imports, before.Imports)
	slices.Sort(names)
	return slices.Compact(names), demand
}

// typed is a type with its file.
type typed struct {
	*decl.Type
	path string
	text []byte
}

func typesOf(v Version) (list []typed) {
	for _, f := range v.Files {
		if f.Decls.Unclear == "" {
			for _, t := range f.Decls.Types {
				list = append(list, typed{t, f.Path, f.Text})
			}
		}
	}
	return list
}

// types compares types: first those with the same name and file, then those whose name is in one file of each version.
func (c *comparison) types(olds, news []typed) {
	type key struct{ path, name string }
	pair := func(of func(typed) key) {
		index := map[key][]int{}
		for i, t := range olds {
			index[of(t)] = append(index[of(t)], i)
		}
		count := map[key]int{}
		for _, t := range news {
			count[of(t)]++
		}
		var rest []typed
		gone := map[int]bool{}
		for _, n := range news {
			k := of(n)
			if len(index[k]) == 1 && count[k] == 1 {
				c.typ(olds[index[k][0]], n)
				gone[index[k][0]] = true
			} else {
				rest = append(rest, n)
			}
		}
		news = rest
		rest = nil
		for i, o := range olds {
			if !gone[i] {
				rest = append(rest, o)
			}
		}
		olds = rest
	}
	pair(func(t typed) key { return key{t.path, t.Binary} })
	pair(func(t typed) key { return key{path.Base(t.path), t.Binary} })
	pair(func(t typed) key { return key{"", t.Binary} })
	for _, o := range olds {
		c.add(Fact{Kind: Type, Path: o.path, OldPath: o.path, Line: o.Line, OldType: o.Type})
	}
	for _, n := range news {
		c.add(Fact{Kind: Type, Path: n.path, Line: n.Line, NewType: n.Type})
	}
}
