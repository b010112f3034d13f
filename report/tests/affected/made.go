package affected

import (
	"slices"
	"strconv"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// origins returns the origins of the values that a unit assigns to a name: see decl.Elsewhere.
func (u *unit) origins(name string) (list []string) {
	prefix := name + decl.OriginMark
	from, _ := slices.BinarySearch(u.m.Mentions, prefix)
	for _, m := range u.m.Mentions[from:] {
		origin, ok := strings.CutPrefix(m, prefix)
		if !ok {
			break
		}
		list = append(list, origin)
	}
	return list
}

// isNew reports whether all origins are calls that return new objects, which no other code has.
func (f *freezer) isNew(origins []string) bool { return f.isNewAfter(origins, nil) }

// isNewAfter does the work of isNew for methods that return the results of others. before lists the methods that were
// checked already.
func (f *freezer) isNewAfter(origins, before []string) bool {
	for _, origin := range origins {
		name, arguments, call := strings.Cut(origin, "/")
		if !call {
			return false
		}
		if slices.Contains(before, origin) {
			continue
		}
		known := false
		for _, u := range f.x.methods[name] {
			m := f.x.units[u].m
			if words := strings.Fields(m.Declared); dimensions(words) == 0 && values[simpleType(words)] {
				continue // another method of that name
			}
			if strconv.Itoa(m.Arity) == arguments || m.Varargs {
				known = true
				if !m.Body || !f.isNewAfter(m.Returns, append(before, origin)) {
					return false
				}
			}
		}
		if !known && !makers[name] {
			return false
		}
	}
	return true
}

// makers lists methods of the JDK that return a new array or collection.
var makers = lex.WordSet("clone copyOf copyOfRange toCharArray getBytes newHashMap newHashSet newArrayList")

// unmodifiable reports whether an initialiser is a call that makes an unmodifiable collection.
func unmodifiable(code string) bool {
	words := strings.Fields(code)
	open := slices.Index(words, "(")
	if open < 3 || words[len(words)-1] != ")" {
		return false
	}
	depth := 0
	for i, w := range words {
		if w == "(" {
			depth++
		} else if w == ")" {
			if depth--; depth == 0 && i < len(words)-1 {
				return false // the call is not all
			}
		}
	}
	of, call := words[0], words[open-1]
	switch {
	case of == "List" || of == "Set" || of == "Map" || strings.HasPrefix(of, "Immutable"):
		return call == "of" || call == "copyOf" || call == "ofEntries"
	case of != "Collections":
		return false
	case strings.HasPrefix(call, "empty") || strings.HasPrefix(call, "singleton"):
		return true
	}
	rest := strings.Join(words[open+1:], " ")
	return strings.HasPrefix(call, "unmodifiable") &&
		(strings.HasPrefix(rest, "new ") || strings.HasPrefix(rest, "Arrays . asList ( \""))
}
