package removal

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/report/unused"
)

// needsType returns the reason why a type must stay, "" if it can go.
func (p *Plan) needsType(t *decl.Type) string {
	for x := range p.gone {
		if isIn(x, t) {
			if u := p.uses[x.Name]; u != nil {
				if place := u.place(); place != "" {
					return refersTo(place)
				}
			}
		}
	}
	dotted := strings.ReplaceAll(t.Binary, "$", ".")
	for _, f := range p.files {
		if f.decl == nil || p.isGone(f) {
			continue
		}
		for _, i := range f.imports {
			within := strings.HasPrefix(i.name, dotted+".")
			if i.name == dotted && i.all || within && (i.all || p.inFile[f][i.simple()]) {
				return f.Path + " imports from it"
			}
		}
	}
	if f := p.fileOf[t]; p.isGone(f) && p.emptied(f) {
		for _, o := range p.files {
			if o.decl == nil {
				continue
			}
			if o.decl.Module != "" {
				return "its package would be empty, and there is a module-info.java"
			}
			if slices.ContainsFunc(o.imports, func(i importLine) bool { return i.name == f.decl.Package && i.all }) &&
				!p.isGone(o) {
				return o.Path + " imports its package, which would be empty"
			}
		}
	}
	return ""
}

func refersTo(place string) string { return place + " refers to it" }

// isGone reports whether all types of a source are deleted.
func (p *Plan) isGone(f *file) bool {
	return len(f.decl.Types) > 0 && !slices.ContainsFunc(f.decl.Types, func(t *decl.Type) bool { return !p.gone[t] })
}

// emptied reports whether the package of a source has no source that stays.
func (p *Plan) emptied(f *file) bool {
	return !slices.ContainsFunc(p.files, func(o *file) bool {
		return o.decl != nil && o.decl.Package == f.decl.Package && len(o.decl.Types) > 0 && !p.isGone(o)
	})
}

// needsMember returns the reason why a method or constructor must stay, "" if it can go.
func (p *Plan) needsMember(m *decl.Member) string {
	if u := p.uses[m.Name]; u != nil {
		if place := u.call(m); place != "" {
			return refersTo(place)
		}
	}
	if m.Kind == decl.Constructor {
		return p.needsConstructor(m)
	}
	if m.Is("private") || m.Static() {
		return ""
	}
	above, below := p.related(m.Type, true), p.related(m.Type, false)
	for _, t := range slices.Concat(above, below) {
		if x := p.declares(t, m); x != nil {
			if slices.Contains(above, t) {
				return "it overrides " + x.Title()
			}
			return x.Title() + " overrides it"
		}
	}
	if m.Is("public") || m.Is("protected") || m.Type.Kind == decl.Interface {
		for _, t := range append(below, m.Type) {
			for _, s := range append(p.related(t, true), t) {
				if foreign := p.foreign(s); foreign != "" {
					return "it may override a method of " + foreign
				}
				if x := p.declares(s, m); x != nil && x != m {
					return t.Short() + " may inherit it for " + x.Title()
				}
			}
		}
	}
	return ""
}

// needsConstructor returns the reason why a constructor must stay, "" if it can go.
func (p *Plan) needsConstructor(m *decl.Member) string {
	if m.Type.Kind != decl.Class {
		return "it is a constructor of an enum or record"
	}
	for _, x := range m.Type.Members {
		if x.Kind == decl.Constructor && !p.members[x] && strings.Contains(x.Code, "this (") {
			return "another constructor may call it"
		}
	}
	for _, list := range p.types {
		for _, t := range list {
			if !p.gone[t] && slices.Contains(t.Supers, m.Type.Name) {
				return t.Short() + " may call it by super()"
			}
		}
	}
	return ""
}

// hasNoOther reports whether no constructor of the type would remain.
func (p *Plan) hasNoOther(m *decl.Member) bool {
	return !slices.ContainsFunc(m.Type.Members, func(x *decl.Member) bool {
		return x.Kind == decl.Constructor && !p.members[x]
	})
}

// declares returns the method of a type that remains and has the name and number of parameters of another one, nil for
// none.
func (p *Plan) declares(t *decl.Type, m *decl.Member) *decl.Member {
	for _, x := range t.Members {
		if x.Kind == decl.Method && x.Name == m.Name && x.Arity == m.Arity && !p.members[x] && !p.gone[t] &&
			!x.Is("private") {
			return x
		}
	}
	return nil
}

// related returns the types of the project that may be super types of a type, or else its sub types, by their names.
func (p *Plan) related(t *decl.Type, above bool) (list []*decl.Type) {
	seen := map[*decl.Type]bool{t: true}
	for next := []*decl.Type{t}; len(next) > 0; next = next[1:] {
		var found []*decl.Type
		if above {
			for _, name := range next[0].Supers {
				found = append(found, p.types[name]...)
			}
		} else {
			for _, all := range p.types {
				for _, x := range all {
					if slices.Contains(x.Supers, next[0].Name) && !p.gone[x] {
						found = append(found, x)
					}
				}
			}
		}
		for _, x := range found {
			if !seen[x] {
				seen[x] = true
				list, next = append(list, x), append(next, x)
			}
		}
	}
	return list
}

// foreign returns the name of a super type outside of the project whose methods are not known, "" for none.
func (p *Plan) foreign(t *decl.Type) string {
	for _, name := range t.Supers {
		if len(p.types[name]) == 0 && !unused.IsKnown(name) {
			return name
		}
	}
	return ""
}

// place returns a place that has the name, "" for none.
func (u *uses) place() string {
	if u.name != "" {
		return u.name
	}
	return u.any
}

// call returns a place that may call a method with the name, "" for none.
func (u *uses) call(m *decl.Member) string {
	if u.any != "" {
		return u.any
	}
	for n, place := range u.calls {
		if n == m.Arity || m.Varargs && n >= m.Arity-1 {
			return place
		}
	}
	return ""
}
