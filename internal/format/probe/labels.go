package probe

import "strings"

// Label returns a name of the method with the binary name of its type, as in class files. types are the types of its
// file. The parameters distinguish overloads.
func (m Method) Label(types []Type) string {
	owner := types[m.Type].Name
	switch m.Kind {
	case StaticInit:
		return owner + "::static {...}"
	case InstanceInit:
		return owner + "::{...}"
	case Constructor:
		return owner + "::" + simpleName(types, int(m.Type)) + "(" + oneLine(m.Params) + ")"
	}
	return owner + "::" + m.Name + "(" + oneLine(m.Params) + ")"
}

// simpleName returns the name of a type in the source: its binary name without the name of the type around it and, for
// a local class, without the number. It does not cut at the last $, because names in Java may contain $.
func simpleName(types []Type, i int) string {
	name := types[i].Name
	if p := types[i].Parent; p >= 0 {
		if rest, ok := strings.CutPrefix(name, types[p].Name+"$"); ok {
			name = rest
		}
	}
	if local := strings.TrimLeft(name, "0123456789"); local != "" {
		return local
	}
	return name
}

// oneLine joins source text of several lines to one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
