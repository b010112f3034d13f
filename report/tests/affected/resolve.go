package affected

import (
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// site is a call or a reference to a method in the code of a unit.
type site struct {
	name      string
	arguments int    // -1 if their number is not known
	makes     bool   // it makes an instance of the class with this name
	any       bool   // the type of the receiver is not known
	quoted    bool   // it is a string, which may name a method that reflection finds
	library   bool   // the receiver may have a type of a library
	on        []*typ // the types that the receiver may have, by its declaration
}

// sites returns the calls in the code of a unit, with the types of their receivers where declarations of fields,
// parameters and local variables show them. It is computed once.
func (x *index) sites(u int32) []site {
	if x.called == nil {
		x.called = make([][]site, len(x.units))
	}
	if m := x.units[u].m; x.called[u] == nil && m != nil {
		r := x.resolver(u)
		x.called[u] = append(r.sites(), site{}) // never nil
	}
	return x.called[u]
}

// resolver finds the types of receivers in the code of a unit.
type resolver struct {
	x     *index
	u     *unit
	words []string
	known map[string]*site // receivers by name
	mine  *site            // the result of own, once computed
}

// resolver returns the resolver of a unit that is a member. Of an initialiser, it reads only the code that runs when
// the class is initialised.
func (x *index) resolver(u int32) *resolver {
	m := x.units[u].m
	if x.units[u].isInit() {
		return &resolver{x: x, u: &x.units[u], words: eager(m)}
	}
	return &resolver{x: x, u: &x.units[u], words: tokens(m.Code)}
}

func (r *resolver) named(name string) []*typ { return r.x.named(r.u.src, name) }

// named returns the types of a simple name that a source may mean.
func (x *index) named(src int32, name string) []*typ {
	list := x.byName[name]
	if len(list) == 0 {
		return nil
	}
	f := x.sources[src].Decls
	for _, i := range f.Imports {
		if _, last := decl.CutLast(i.Name, "."); !i.All && last == name {
			return slices.DeleteFunc(slices.Clone(list), func(t *typ) bool {
				return strings.ReplaceAll(t.Binary, "$", ".") != i.Name
			})
		}
	}
	return list
}

func (r *resolver) word(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i]
}

func (r *resolver) sites() (list []site) {
	r.known = map[string]*site{}
	for i, w := range r.words {
		next := r.word(i + 1)
		switch {
		case w == "this" && next == "(":
			list = append(list, site{name: r.u.typ.Name, arguments: -1, makes: true})
		case w == "super" && next == "(":
			for _, name := range r.u.typ.Supers {
				list = append(list, site{name: name, arguments: -1, makes: true})
			}
		case strings.HasPrefix(w, `"`):
			for _, name := range strings.FieldsFunc(w, func(c rune) bool { return strings.ContainsRune(`".$#/`, c) }) {
				if decl.IsName(name) {
					list = append(list, site{name: name, arguments: -1, any: true, quoted: true})
				}
			}
		case w == "new" && r.word(i-1) == "::":
			if from := r.typeBefore(i - 2); from >= 0 {
				list = append(list, site{name: simpleType(r.words[from : i-1]), arguments: -1, makes: true})
			}
		case !decl.IsName(w):
		case r.isNew(i):
			if next == "(" || next == "<" {
				list = append(list, site{name: w, arguments: r.arguments(i), makes: true})
			}
		case r.word(i-1) == "::":
			s := r.receiver(i - 2)
			s.name, s.arguments = w, -1
			list = append(list, s)
		case next == "(":
			list = append(list, r.call(i))
		}
	}
	return list
}

// isNew reports whether the name at i is that of the class of a new expression.
func (r *resolver) isNew(i int) bool {
	for r.word(i-1) == "." && decl.IsName(r.word(i-2)) {
		i -= 2
	}
	return r.word(i-1) == "new"
}

// arguments returns the number of arguments of the call of the name at i, -1 if it is not known.
func (r *resolver) arguments(i int) int {
	if r.word(i+1) != "(" {
		return -1
	}
	depth, commas := 0, 0
	for k := i + 1; k < len(r.words); k++ {
		switch r.words[k] {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				if k == i+2 {
					return 0
				}
				return commas + 1
			}
		case "<":
			return -1 // type arguments or a comparison
		case ",":
			if depth == 1 {
				commas++
			}
		}
	}
	return -1
}

// own returns the receiver of a call without one: the type of the unit, those around it, types with a body in the unit,
// and what is imported.
func (r *resolver) own() site {
	if r.mine != nil {
		return *r.mine
	}
	s := site{}
	for out := r.u.typ; out != nil; out = r.x.typeOf[out.Outer] {
		s.on = append(s.on, out)
	}
	for i, w := range r.words {
		if b := r.word(i - 1); r.isNew(i) || b == "extends" || b == "implements" {
			s.on = append(s.on, r.named(w)...)
		}
	}
	for _, i := range r.x.sources[r.u.src].Decls.Imports {
		if i.Static {
			_, name := decl.CutLast(i.Name, ".")
			if !i.All {
				of, _ := decl.CutLast(i.Name, ".")
				_, name = decl.CutLast(of, ".")
			}
			s.on = append(s.on, r.named(name)...)
		}
	}
	r.mine = &s
	return s
}

// receiver returns the types of the expression that ends at i.
func (r *resolver) receiver(i int) site {
	w := r.word(i)
	switch {
	case strings.HasPrefix(w, `"`):
		return site{library: true}
	case w == ")" || w == "]":
		return r.result(i)
	case r.word(i-1) == "." && r.word(i-2) == "this" && r.word(i-3) != ".":
		return r.variable(w, false)
	case r.word(i-1) == ".":
		if on := r.named(w); len(on) > 0 && strings.ToUpper(w) != w { // Outer.Inner, or a constant of that name
			return site{on: on}
		}
		return site{any: true}
	case w == "this" || w == "super":
		s := r.own() // in the body of a class in the code, it is that class
		s.library = !r.u.typ.known
		return s
	case !decl.IsName(w):
		return site{any: true}
	}
	return r.variable(w, true)
}

// result returns the types of an expression that ends with the bracket at i: a call, a new expression, a cast, an
// element of an array.
func (r *resolver) result(i int) site {
	open := opening(r.words, i)
	before := r.word(open - 1)
	switch {
	case open < 0:
		return site{any: true}
	case r.word(i) == "]" && decl.IsName(before) && r.word(open-2) != ".":
		return r.variable(before, true)
	case r.word(i) != ")":
		return site{any: true}
	case r.word(open+1) == "(": // a cast
		s := site{}
		if end := closing(r.words, open+1); end < i-1 && (decl.IsName(r.words[end+1]) || r.words[end+1] == "(") &&
			r.isType(open+2, end) {
			r.declared(&s, strings.Join(r.words[open+2:end], " "))
			return s
		}
		return site{any: true}
	case calledNew(r.words, open):
		s := site{}
		from := open - 1
		for ; from > 0 && r.word(from-1) != "new"; from-- {
		}
		r.declared(&s, strings.Join(r.words[from:open], " "))
		return s
	case !decl.IsName(before):
		return site{any: true}
	}
	call := r.call(open - 1)
	if call.any || call.library {
		return site{any: true}
	}
	s := site{}
	r.x.targets(&call, func(u int32) {
		declared := r.x.units[u].m.Declared
		if strings.HasPrefix(declared, "<") {
			s.any = true
			return
		}
		result, _, _ := strings.Cut(declared, " throws ")
		r.declared(&s, result)
	})
	if len(s.on) == 0 && !s.library {
		s.any = true
	}
	return s
}

// isType reports whether the tokens from..to-1 may be a type.
func (r *resolver) isType(from, to int) bool {
	for _, w := range r.words[from:to] {
		if !decl.IsName(w) && !lex.IsPrimitive(w) && !strings.Contains("<>[].,?&", w) && w != ">>" && w != "extends" {
			return false
		}
	}
	return from < to
}

// call returns the call of the method whose name is at i.
func (r *resolver) call(i int) site {
	s := site{}
	if r.word(i-1) == "." {
		s = r.receiver(i - 2)
	} else if strings.HasPrefix(r.word(i-1), ">") { // type arguments of the call
		s.any = true
	} else {
		s = r.own()
	}
	s.name, s.arguments = r.words[i], r.arguments(i)
	return s
}
