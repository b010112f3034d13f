package cct

import (
	"cmp"
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
)

// ClassName is the name of a class for people.
type ClassName struct {
	Name  string // with its package; "" if there is no class file
	Alike bool   // another class of the profile has the same one
}

// ClassNames returns the names of the classes of a profile as their sources have them, the same as those of
// report.File.TypeName: p.Outer.Inner, p.Outer.CONSTANT, "p.Outer.new Type". Profiles have class files, but no maps of
// sources; class files have all that is in these names. file returns the class file of a class, nil for none.
func ClassNames(h *contexts.Header, file func(*contexts.Class) *classfile.File) []ClassName {
	n := classNamer{of: file, byName: map[string]*contexts.Class{}}
	for i := range h.Classes {
		if c := &h.Classes[i]; n.byName[c.Name] == nil {
			n.byName[c.Name] = c
		}
	}
	names := make([]ClassName, len(h.Classes))
	first := map[string]int{} // by title
	for i := range h.Classes {
		c := &h.Classes[i]
		if !strings.Contains(c.Name, "$") {
			continue
		}
		if f := file(c); f != nil {
			title := n.title(strings.ReplaceAll(c.Name, ".", "/"), f)
			k, again := first[title]
			if !again {
				k, first[title] = i, i
			}
			alike := h.Classes[k].Name != c.Name
			names[i] = ClassName{title, alike}
			names[k].Alike = names[k].Alike || alike
		}
	}
	return names
}

type classNamer struct {
	of     func(*contexts.Class) *classfile.File
	byName map[string]*contexts.Class
}

// file returns a class file by the name of its class, nil for none.
func (n *classNamer) file(class string) *classfile.File {
	if c := n.byName[classfile.TypeName(class)]; c != nil {
		return n.of(c)
	}
	return nil
}

// title returns the name of a class, which has slashes. f is its class file, or one of a class in it.
func (n *classNamer) title(class string, f *classfile.File) string {
	k := slices.IndexFunc(f.Nested, func(c classfile.Nested) bool { return c.Class == class })
	if k < 0 {
		return classfile.TypeName(class)
	}
	own := f.Nested[k].Name
	around, ok := strings.CutSuffix(strings.TrimRight(strings.TrimSuffix(class, own), "0123456789"), "$")
	if !ok || around == "" {
		return classfile.TypeName(class)
	}
	outer := n.file(around)
	if outer == nil {
		outer = f
	}
	in := n.title(around, outer)
	if own == "" && f.Name == class {
		own = bodyName(f, outer)
	}
	if own == "" {
		return in + class[len(around):]
	}
	return in + "." + own
}

// bodyName returns the name of an anonymous class: "new Type", or CONSTANT in an enum. outer is the class file around
// it. It returns "" if the source has no such class, or if the name is not known.
func bodyName(f, outer *classfile.File) string {
	base := f.Super
	switch {
	case f.Access&classfile.Synthetic != 0 || base == "":
		return ""
	case outer.Access&classfile.Enum != 0 && base == outer.Name:
		return constantName(f.Name, outer)
	case base == "java/lang/Object" && len(f.Interfaces) == 1:
		base = f.Interfaces[0]
	}
	for _, c := range f.Nested {
		if c.Class == base && c.Name != "" {
			return "new " + c.Name
		}
	}
	return "new " + base[strings.LastIndexByte(base, '/')+1:]
}

// constantName returns the name of the constant of an enum that has a class of its own. The initialiser of the enum
// makes it by "new Class; dup; ldc NAME".
func constantName(class string, enum *classfile.File) string {
	m := enum.Method("<clinit>", "()V")
	if m == nil {
		return ""
	}
	code, err := m.Decode()
	if code == nil || err != nil {
		return ""
	}
	for i, x := range code.Instructions[:max(0, len(code.Instructions)-2)] {
		if x.Op != classfile.New || enum.Pool.Class(int(x.A)) != class || code.Instructions[i+1].Op != classfile.Dup {
			continue
		}
		if load := code.Instructions[i+2]; load.Op == classfile.Ldc || load.Op == classfile.LdcW {
			return enum.Pool.String(int(load.A))
		}
	}
	return ""
}

// TitleOf returns a name for people of a class of which no class file is known: p.Outer.Inner for p.Outer$Inner, and
// p.Outer$1 for an anonymous class. Classes that tools have made often have $$ in their names, which stay as they are.
func TitleOf(class string) string {
	if strings.Contains(class, "$$") {
		return class
	}
	parts := strings.Split(class, "$")
	title := parts[0]
	for _, part := range parts[1:] {
		switch own := strings.TrimLeft(part, "0123456789"); {
		case title == "" || strings.HasSuffix(title, "."):
			title += "$" + part // the name begins with it
		case own == "":
			title += "$" + part
		default:
			title += "." + own
		}
	}
	return title
}

// TitlesOfTypes returns the names for people of Allocs.Types.
func (t *Tree) TitlesOfTypes() []string {
	known := map[string]string{}
	for i := range t.Methods {
		if m := &t.Methods[i]; m.Shown.Name != "" {
			known[m.Class] = m.Shown.Name
		}
	}
	titles := make([]string, len(t.Allocs.Types))
	for i, name := range t.Allocs.Types {
		class := strings.TrimRight(name, "[]")
		titles[i] = cmp.Or(known[class], TitleOf(class)) + name[len(class):]
	}
	return titles
}
