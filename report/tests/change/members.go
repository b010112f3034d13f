package change

import (
	"bytes"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
)

// typ compares two versions of a type.
func (c *comparison) typ(o, n typed) {
	c.Types[n.Type] = o.Type
	fact := Fact{Path: n.path, OldPath: o.path, Line: n.Line, OldType: o.Type, NewType: n.Type}
	if o.Kind != n.Kind || o.Head != n.Head || !slices.Equal(o.Modifiers, n.Modifiers) {
		fact.Kind = Type
		c.add(fact)
	}
	if !slices.Equal(o.Annotations, n.Annotations) {
		fact.Kind = Annotations
		c.add(fact)
	}
	if !slices.Equal(order(o.Type, n.Type), order(n.Type, o.Type)) {
		fact.Kind = Order
		c.add(fact)
	}
	olds := map[key][]*decl.Member{}
	for _, m := range o.Members {
		olds[keyOf(m)] = append(olds[keyOf(m)], m)
	}
	for _, m := range n.Members {
		fact := Fact{Kind: Member, Path: n.path, OldPath: o.path, Line: m.Line, OldType: o.Type, NewType: n.Type,
			New: m}
		k := keyOf(m)
		if len(olds[k]) == 0 {
			c.add(fact)
			continue
		}
		fact.Old, olds[k] = olds[k][0], olds[k][1:]
		c.Members[m] = fact.Old
		if fact.Old.Declared != m.Declared || !slices.Equal(fact.Old.Modifiers, m.Modifiers) ||
			fact.Old.Body != m.Body || fact.Old.Varargs != m.Varargs {
			c.add(fact)
		}
		if fact.Old.Code != m.Code {
			fact.Kind, fact.Span = Code, span(fact.Old, m, o.text, n.text)
			c.add(fact)
			fact.Span = nil
		}
		if !slices.Equal(fact.Old.Annotations, m.Annotations) {
			fact.Kind = Annotations
			c.add(fact)
		}
	}
	for _, m := range o.Members {
		if rest := olds[keyOf(m)]; len(rest) > 0 {
			olds[keyOf(m)] = rest[1:]
			c.add(Fact{Kind: Member, Path: n.path, OldPath: o.path, Line: rest[0].Line, OldType: o.Type,
				NewType: n.Type, Old: rest[0]})
		}
	}
}

// span returns the part of the old version of a member that differs from the new one, as offsets in the old text: from
// the first token that differs to the last. If tokens were only added, it is empty, behind the token before them. It
// is the whole member if the change opens or closes a bracket around other code, or adds or removes a statement beside
// one that may be the body of an if without braces. span returns nil if a text is not there.
func span(before, after *decl.Member, old, new []byte) *[2]int {
	if before.End > len(old) || after.End > len(new) {
		return nil
	}
	a := lex.AppendTokens(nil, old[before.Start:before.End])
	b := lex.AppendTokens(nil, new[after.Start:after.End])
	same := func(x, y lex.Token) bool { return x.Kind == y.Kind && bytes.Equal(x.Text, y.Text) }
	first := 0
	for first < min(len(a), len(b)) && same(a[first], b[first]) {
		first++
	}
	last := 0
	for last < min(len(a), len(b))-first && same(a[len(a)-1-last], b[len(b)-1-last]) {
		last++
	}
	part, other := a[first:len(a)-last], b[first:len(b)-last]
	ends, out := statements(part)
	otherEnds, otherOut := statements(other)
	if first == 0 || last == 0 || out || otherOut ||
		len(part) > 0 && ends != otherEnds && !strings.ContainsRune(";{}", rune(a[first-1].Kind)) {
		return &[2]int{before.Start, before.End}
	}
	from, to := a[first-1].End(), a[first-1].End()
	if first < len(a)-last {
		from, to = a[first].Start, a[len(a)-last-1].End()
	}
	return &[2]int{before.Start + from, before.Start + to}
}

// statements returns the number of statements that end in a list of tokens, outside of its brackets. out reports
// whether the list closes a bracket that it does not open.
func statements(list []lex.Token) (ends int, out bool) {
	depth := 0
	for _, t := range list {
		if depth += t.Kind.Nesting(); depth < 0 {
			return ends, true
		}
		if depth == 0 && t.Kind == ';' {
			ends++
		}
	}
	return ends, false
}

// key identifies a member in both versions. Initialisers, which have no name, are identified by their order.
type key struct {
	kind   decl.MemberKind
	label  string
	static bool
}

func keyOf(m *decl.Member) key {
	k := key{kind: m.Kind, label: m.Label()}
	if m.Kind == decl.Initializer {
		k.static = m.Static()
	}
	return k
}

// order lists the members of a type that have code to run, in their order, if the other version has them as well.
// Static members come first, because they run separately. Constant variables of the language have no order.
func order(t, other *decl.Type) []key {
	there := map[key]bool{}
	for _, m := range other.Members {
		there[keyOf(m)] = true
	}
	var lists [2][]key
	for _, m := range t.Members {
		runs := m.Body && m.Kind != decl.Method && m.Kind != decl.Constructor && !m.IsConstant()
		if !runs || !there[keyOf(m)] {
			continue
		}
		if m.Static() {
			lists[0] = append(lists[0], keyOf(m))
		} else {
			lists[1] = append(lists[1], keyOf(m))
		}
	}
	return slices.Concat(lists[0], []key{{label: "instances"}}, lists[1])
}

// minMoved is the smallest size of moved code, in bytes of its tokens. Shorter code may be written twice by chance.
const minMoved = 60

// findMoved finds methods and types that were removed in one place and added in another. Moved methods have the same
// code, and moved types have the same members.
func (c *comparison) findMoved() {
	olds, news := map[string][]int{}, map[string][]int{}
	for i := range c.Facts {
		f := &c.Facts[i]
		switch code := codeOf(f); {
		case len(code) < minMoved:
		case f.Kind == Member && f.New == nil, f.Kind == Type && f.NewType == nil:
			olds[code] = append(olds[code], i)
		case f.Kind == Member && f.Old == nil, f.Kind == Type && f.OldType == nil:
			news[code] = append(news[code], i)
		}
	}
	for code, from := range olds {
		if to := news[code]; len(from) == 1 && len(to) == 1 {
			o, n := &c.Facts[from[0]], &c.Facts[to[0]]
			o.Moved, n.Moved = n.Title(), o.Title()
		}
	}
}

// codeOf returns the code of a member, or of all members of a type.
func codeOf(f *Fact) string {
	m, t := f.Old, f.OldType
	if m == nil {
		m = f.New
	}
	if t == nil {
		t = f.NewType
	}
	switch {
	case f.Kind == Member:
		return m.Declared + "\x00" + m.Code
	case f.Kind != Type:
		return ""
	}
	code := "type"
	for _, m := range t.Members {
		code += "\x00" + m.Declared + "\x00" + m.Code
	}
	return code
}
