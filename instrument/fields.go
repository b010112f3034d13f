package instrument

import (
	"bytes"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
)

// initialised is a field with an initialiser, followed by the other fields of its declaration.
type initialised struct {
	*class
	decl   *syntax.Node
	fields []code.Field
}

// isFirst reports whether the field is the first one of its declaration.
func (v *initialised) isFirst() bool { return v.fields[0].Node == v.decl.Child(syntax.Expr) }

// hasPlace reports whether a counter may stand in front of the initialiser, either in a block, or in a condition around
// the value. A condition around a constant would turn the constant into a variable.
func (v *initialised) hasPlace() bool {
	f := v.fields[0]
	if v.isFirst() && !v.in.wraps {
		return true
	}
	annotatedArray := v.Src[f.Value] == '{' && bytes.ContainsAny([]byte(f.Type), "/@")
	return !annotatedArray && !v.MayBeInlined(f)
}

// next returns the next field with an initialiser in the order of execution, nil if there is none. sure is true if a
// block of initialisers, which has a counter, comes first.
func (v *initialised) next() (next *initialised, sure bool) {
	isStatic := v.fields[0].IsStatic
	fields := v.fields[1:]
	for m := v.decl; m != nil; {
		for i, f := range fields {
			if f.IsStatic == isStatic && f.Value < f.Node.End && !(isStatic && v.MayBeInlined(f)) {
				return &initialised{v.class, m, fields[i:]}, false
			}
		}
		if m = m.Next; m == nil || refuse(memberReasons, &member{v.file, m}) != "" {
			break
		}
		if m.Kind == syntax.StaticInit && isStatic || m.Kind == syntax.Block && !isStatic {
			return nil, true
		}
		if fields = nil; m.Kind == syntax.FieldDecl {
			fields = v.FieldsOf(m, v.in.allStatic)
		}
	}
	return nil, false
}
