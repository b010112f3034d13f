package probe

import "strings"

// Label names a method of a file with these types: with the binary name of its type, as in class files. The parameters
// distinguish overloads.
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

// simpleName returns the name of a type in the source: its binary name without that of the type around it and, for a
// local class, without the number. The last $ is no sign of the start, as it is a letter of Java.
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

// oneLine makes one line of source text that may go over several.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
