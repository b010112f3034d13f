package report

import (
	"encoding/hex"
	"slices"
	"strings"
)

// Group is a part of the project with its totals.
type Group struct {
	Name   string
	Totals Totals
}

// Modules returns the totals of the modules with names, sorted. A file that several modules compile is in the totals of
// each.
func (m *Model) Modules() []Group {
	return m.groups(func(f *File) []string {
		return slices.DeleteFunc(f.Modules(), func(name string) bool { return name == "" })
	})
}

// Modules lists the modules that compile the file, sorted; "" without a build tool.
func (f *File) Modules() []string {
	var names []string
	for _, s := range f.Sets {
		names = append(names, s.Module)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Packages returns the totals of the packages, sorted. Packages of one name in several modules are one. The unnamed
// package is "".
func (m *Model) Packages() []Group {
	return m.groups(func(f *File) []string { return []string{f.Package} })
}

// ModuleTree is a module with its packages. Its totals are those of its main sources.
type ModuleTree struct {
	Group
	Tests    bool          // it has only test sources, and Totals are those of the test sources
	Packages []PackageTree // by name, those of test sources last
}

// PackageTree is the part of a package in one module.
type PackageTree struct {
	Group
	Tests bool    // it has test sources; main sources of the package are in another PackageTree
	Files []*File // by path
}

// Tree lists the modules with their packages, sorted. Files of no module are in a module "". A file that several
// modules compile is in each of them.
func (m *Model) Tree() []ModuleTree {
	type key struct {
		module, pkg string
		tests       bool
	}
	modules, packages := map[string]*ModuleTree{}, map[key]*PackageTree{}
	for _, f := range m.Files {
		for _, name := range f.Modules() {
			k := key{name, f.Package, f.IsTest()}
			if modules[name] == nil {
				modules[name] = &ModuleTree{Group: Group{Name: name}}
			}
			if packages[k] == nil {
				packages[k] = &PackageTree{Group: Group{Name: f.Package}, Tests: k.tests}
			}
			packages[k].Totals = packages[k].Totals.Plus(f.Totals)
			packages[k].Files = append(packages[k].Files, f)
		}
	}
	for k, p := range packages {
		modules[k.module].Packages = append(modules[k.module].Packages, *p)
	}
	list := make([]ModuleTree, 0, len(modules))
	for _, t := range modules {
		slices.SortFunc(t.Packages, func(a, b PackageTree) int {
			switch {
			case a.Name != b.Name:
				return strings.Compare(a.Name, b.Name)
			case a.Tests:
				return 1
			}
			return -1
		})
		t.Tests = !slices.ContainsFunc(t.Packages, func(p PackageTree) bool { return !p.Tests })
		for _, p := range t.Packages {
			if p.Tests == t.Tests {
				t.Totals = t.Totals.Plus(p.Totals)
			}
		}
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b ModuleTree) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (m *Model) groups(of func(*File) []string) []Group {
	at := map[string]*Totals{}
	for _, f := range m.Files {
		for _, name := range of(f) {
			if at[name] == nil {
				at[name] = &Totals{}
			}
			*at[name] = at[name].Plus(f.Totals)
		}
	}
	list := make([]Group, 0, len(at))
	for name, t := range at {
		list = append(list, Group{name, *t})
	}
	slices.SortFunc(list, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// AllMethods returns the methods of all files, in the order of the files.
func (m *Model) AllMethods() []MethodRef {
	var list []MethodRef
	for _, f := range m.Files {
		for i := range f.Methods {
			list = append(list, MethodRef{f, i})
		}
	}
	return list
}

// Qualified returns the label of a method with the package in front of it.
func (r MethodRef) Qualified() string {
	if r.File.Package == "" {
		return r.Method().Label
	}
	return r.File.Package + "." + r.Method().Label
}

// CodeHash returns the hash of the code in hexadecimal digits. It is the same for methods that differ only in comments,
// white space and place.
func (m *Method) CodeHash() string { return hex.EncodeToString(m.Hash[:]) }
