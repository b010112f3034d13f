package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// variable returns the types of a variable, or of a class, of that name. local says that it may be a local variable.
func (r *resolver) variable(name string, local bool) site {
	if s := r.known[name]; s != nil && local {
		return *s
	}
	s := site{}
	found := false
	if local {
		found = r.local(&s, name)
	}
	found = r.field(&s, name) || found // the local variable may be one of another block
	if !found {
		on := r.named(name)
		switch {
		case len(on) > 0:
			s.on = on
		case name[0] >= 'A' && name[0] <= 'Z' && strings.ToUpper(name) != name:
			s.library = true // a class of a library
		default:
			s.any = true
		}
	}
	if local {
		r.known[name] = &s
	}
	return s
}

// local adds the types of the parameters and local variables of that name.
func (r *resolver) local(s *site, name string) (found bool) {
	parameters := true
	for i, w := range r.words {
		if w == "{" {
			parameters = false
		}
		if w != name {
			continue
		}
		before := r.word(i - 1)
		switch {
		case parameters && r.u.m.Params != "":
			if list := splitTypes(r.u.m.Params); i < len(list) {
				r.declared(s, list[i])
				found = true
			}
		case before == "var", r.isOfLambda(i):
			s.any, found = true, true
		case before == ">", before == ">>", before == ">>>", before == "]", before == "...":
			if from := r.typeBefore(i - 1); from >= 0 {
				r.declared(s, strings.Join(r.words[from:i], " "))
				found = true
			}
		case decl.IsName(before) && before != "yield" && before != "when" && r.word(i-2) != "@":
			if r.word(i-2) == "|" {
				s.any = true
			}
			r.declared(s, before)
			found = true
		}
	}
	return found
}

// isOfLambda reports whether the name at i is a parameter of a lambda, without a type.
func (r *resolver) isOfLambda(i int) bool {
	if r.word(i+1) == "->" {
		return true
	}
	for k := i; k >= 0 && (decl.IsName(r.words[k]) || r.words[k] == ","); k-- {
		if r.word(k-1) == "(" {
			end := closing(r.words, k-1)
			return r.word(end+1) == "->"
		}
	}
	return false
}

// typeBefore returns the start of the type with arguments or dimensions that ends at i, -1 if there is none.
func (r *resolver) typeBefore(i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch w := r.words[i]; {
		case w == ">":
			depth++
		case w == ">>":
			depth += 2
		case w == ">>>":
			depth += 3
		case w == "<":
			depth--
		case w == "]", w == "[", w == "...", w == ",", w == "?", w == ".", w == "&", w == "extends", w == "super":
			if depth == 0 && (w == "," || w == "?") {
				return -1
			}
		case decl.IsName(w) || lex.IsPrimitive(w):
			if depth == 0 {
				return i
			}
		default:
			return -1
		}
	}
	return -1
}

// splitTypes splits a list of parameters at the commas that are not within type arguments.
func splitTypes(params string) (list []string) {
	depth, from := 0, 0
	for i, c := range params {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, params[from:i])
				from = i + 1
			}
		}
	}
	return append(list, params[from:])
}

// field adds the types of the fields of that name that the unit may mean.
func (r *resolver) field(s *site, name string) (found bool) {
	for out := r.u.typ; out != nil; out = r.x.typeOf[out.Outer] {
		for _, t := range append([]*typ{out}, out.super...) {
			for _, u := range t.units {
				if m := r.x.units[u].m; (m.Kind == decl.Field || m.Kind == decl.Constant) && m.Name == name {
					found = true
					if m.Kind == decl.Constant {
						s.on = append(s.on, t)
					} else {
						r.declared(s, m.Declared)
					}
				}
			}
			if len(t.Components) > 0 && slices.Contains(strings.Fields(t.Head), name) {
				s.any = true // a component of a record
			}
		}
	}
	return found
}

// declared adds the types of a variable with this declaration.
func (r *resolver) declared(s *site, declared string) {
	name := simpleType(strings.Fields(declared))
	switch on := r.named(name); {
	case len(on) > 0:
		s.on = append(s.on, on...)
	case len(name) <= 2 || strings.ToUpper(name) == name: // a type parameter
		s.any = true
	default:
		s.library = true
	}
}
