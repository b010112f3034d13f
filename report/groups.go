package report

import (
	"encoding/hex"
	"slices"
	"strings"
)

// Group is a part of the project with what was executed in it.
type Group struct {
	Name   string
	Totals Totals
}

// Modules sums up the modules that have names, sorted. A file that several of them compile is in the totals of each.
func (m *Model) Modules() []Group {
	return m.groups(func(f *File) []string {
		var names []string
		for _, s := range f.Sets {
			if s.Module != "" && !slices.Contains(names, s.Module) {
				names = append(names, s.Module)
			}
		}
		return names
	})
}

// Packages sums up the packages, sorted; those of one name in several modules are one. The unnamed package is "".
func (m *Model) Packages() []Group {
	return m.groups(func(f *File) []string { return []string{f.Package} })
}

func (m *Model) groups(of func(*File) []string) []Group {
	at := map[string]*Totals{}
	for _, f := range m.Files {
		for _, name := range of(f) {
			if at[name] == nil {
				at[name] = &Totals{}
			}
			at[name].add(f.Totals)
		}
	}
	list := make([]Group, 0, len(at))
	for name, t := range at {
		list = append(list, Group{name, *t})
	}
	slices.SortFunc(list, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// AllMethods lists the methods of all files, in their order.
func (m *Model) AllMethods() []MethodRef { return methodsOf(m.Files) }

// Qualified is the label of a method with the package in front of it.
func (r MethodRef) Qualified() string {
	if r.File.Package == "" {
		return r.Method().Label
	}
	return r.File.Package + "." + r.Method().Label
}

// CodeHash is the same for methods that differ in comments, white space and place only, in hexadecimal digits.
func (m *Method) CodeHash() string { return hex.EncodeToString(m.hash[:]) }
