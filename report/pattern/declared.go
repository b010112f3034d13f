package pattern

import (
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/report"
)

// Declared lists the methods that a source declares, as those of a model without counts, so that patterns match them.
// Each type has initialisers there. Methods of local and anonymous classes are missing.
func Declared(d *decl.File) []report.MethodRef {
	f := &report.File{Package: d.Package}
	index := map[*decl.Type]int32{nil: -1}
	for i, t := range d.Types {
		index[t] = int32(i)
		name := strings.TrimPrefix(t.Binary, decl.Qualified(d.Package, ""))
		f.Types = append(f.Types, probe.Type{Name: name, Parent: index[t.Outer]})
		f.Methods = append(f.Methods, report.Method{Label: name + "::{...}", Type: int32(i), Kind: probe.InstanceInit},
			report.Method{Label: name + "::static {...}", Type: int32(i), Kind: probe.StaticInit})
		for _, m := range t.Members {
			kind := probe.MethodKind(0)
			switch m.Kind {
			case decl.Constructor:
				kind = probe.Constructor
			case decl.Method:
			default:
				continue
			}
			f.Methods = append(f.Methods, report.Method{Label: m.String(), Type: int32(i), Kind: kind})
		}
	}
	var list []report.MethodRef
	for i := range f.Methods {
		list = append(list, report.MethodRef{File: f, Index: i})
	}
	return list
}
