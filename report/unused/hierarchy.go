package unused

import (
	"strings"

	"jprof/internal/java/decl"
)

// findHierarchy resolves the super types of all types.
func (c *code) findHierarchy() {
	all := c.all()
	for _, t := range all {
		for _, name := range t.extends {
			switch x := c.resolve(t, name); {
			case x != nil && x != t:
				t.supers = append(t.supers, x)
			case !markers[name]:
				t.foreign = append(t.foreign, name)
			}
		}
	}
	with, without := 0, 0
	for _, t := range all {
		for _, s := range t.supers {
			s.subs = append(s.subs, t)
		}
	}
	for _, t := range all {
		for key, list := range t.methods {
			if c.overridden(t, key) == "" {
				continue
			}
			for _, m := range list {
				switch {
				case m.static || m.private || m.Member != nil && m.Kind == decl.Constructor:
				case m.overrides():
					with++
				default:
					without++
				}
			}
		}
	}
	c.convention = with >= leastOverrides && without == 0
}

// leastOverrides is the number of overrides that show whether sources write @Override.
const leastOverrides = 3

func (c *code) all() (list []*typ) {
	for _, s := range c.sources {
		for _, t := range s.types {
			if t != nil {
				list = append(list, t)
			}
		}
	}
	return list
}

// resolve returns the type of the project that a simple name means in a type, nil if there is none: a type that is
// nested in the type or in one around it, an imported one, or one of the package. A name that is none of these is a
// type of the project if only one has it and no import does.
func (c *code) resolve(in *typ, name string) *typ {
	list := c.byName[name]
	if len(list) == 0 {
		return nil
	}
	imported, explicit := in.src.imports[name]
	var samePackage, other *typ
	for _, t := range list {
		if t.Type == nil {
			if t.src == in.src {
				return t // a local class
			}
			continue
		}
		dotted := strings.ReplaceAll(t.Binary, "$", ".")
		switch {
		case t.src == in.src && in.Type != nil && strings.HasPrefix(in.Binary, outerOf(t)) && t.Outer != nil:
			return t
		case explicit && dotted == imported:
			return t
		case t.src.Package == in.src.Package && (t.Outer == nil || t.src == in.src):
			samePackage = t
		default:
			other = t
		}
	}
	switch {
	case explicit:
		return nil
	case samePackage != nil:
		return samePackage
	case len(list) == 1:
		return other
	}
	return nil
}

func outerOf(t *typ) string {
	if t.Outer == nil {
		return ""
	}
	return t.Outer.Binary
}

// ancestors calls visit with a type and all its super types of the project, each once.
func (t *typ) ancestors(visit func(*typ)) {
	seen := map[*typ]bool{}
	var walk func(*typ)
	walk = func(x *typ) {
		if !seen[x] {
			seen[x] = true
			visit(x)
			for _, s := range x.supers {
				walk(s)
			}
		}
	}
	walk(t)
}

// foreigners returns the names of the types outside of the project that a type extends or implements, directly or not.
func (t *typ) foreigners() (list []string) {
	t.ancestors(func(x *typ) { list = append(list, x.foreign...) })
	return list
}

// declaresAbove reports whether a super type in the project declares a method, with or without a body.
func (t *typ) declaresAbove(key signature) (found *method) {
	t.ancestors(func(x *typ) {
		if x == t || found != nil {
			return
		}
		for _, m := range x.methods[key] {
			if !m.private && !m.static {
				found = m
			}
		}
	})
	return found
}

// overridden returns the name of the type outside of the project whose method a method surely overrides, by its name
// and number of parameters: java.lang.Object, or a type of the JDK in the list known. "" means that it is not sure.
func (c *code) overridden(t *typ, key signature) string {
	if known["Object"][key] {
		return "Object"
	}
	for _, name := range t.foreigners() {
		if known[name][key] {
			return name
		}
	}
	return ""
}

// unknownSuper returns the name of a type outside of the project whose methods jprof does not know, "" if there is
// none.
func (t *typ) unknownSuper() string {
	for _, name := range t.foreigners() {
		if known[name] == nil {
			return name
		}
	}
	return ""
}
