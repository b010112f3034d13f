package decl

import (
	"slices"
	"strings"

	"jprof/internal/java/lex"
)

// member reads one member of a type, or a type in it.
func (p *Parser) member(t *Type, depth int) {
	if p.kind(0) == ';' {
		p.at++
		return
	}
	start := p.at
	list, annotations, mentions := p.modifiers()
	m := &Member{Type: t, Modifiers: list, Annotations: annotations, Start: p.all[min(start, len(p.all)-1)].Start}
	switch {
	case p.isType():
		if t.Kind == Interface || t.Kind == Annotation {
			list = implied(list, "static")
		}
		p.typ(t, start, list, annotations, mentions, depth+1)
		return
	case p.kind(0) == '{':
		m.Kind, m.Body, m.Line = Initializer, true, p.line(p.offset())
		from := p.at
		p.skip()
		m.Code = p.tokens(from, p.at)
		p.add(m, mentions, start)
		return
	}
	from := p.at
	if p.kind(0) == '<' {
		p.skipAngles()
		p.annotations()
	}
	if p.kind(0) == lex.Word && p.kind(1) == '(' || p.word(0) == t.Name && p.kind(1) == '{' {
		m.Kind = Constructor
		m.Declared = p.tokens(from, p.at)
	} else {
		p.typeName()
		m.Declared = p.tokens(from, p.at)
	}
	m.Line = p.line(p.offset())
	nameAt := p.at
	m.Name = p.name()
	switch {
	case p.kind(0) == '(' || m.Kind == Constructor:
		if m.Kind != Constructor {
			m.Kind = Method
		}
		p.method(m, from, nameAt, mentions)
	default:
		if t.Kind == Interface || t.Kind == Annotation {
			m.Modifiers = implied(m.Modifiers, "static", "final")
		}
		p.fields(m, nameAt, mentions)
	}
}

// implied adds modifiers that are not written.
func implied(list []string, words ...string) []string {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	return list
}

// annotations skips the annotations of a type.
func (p *Parser) annotations() {
	for p.kind(0) == '@' && p.word(1) != "interface" {
		p.annotation()
	}
}

// annotation skips an annotation, and returns its name.
func (p *Parser) annotation() string {
	p.at++
	name := p.dotted()
	if p.kind(0) == '(' {
		p.skip()
	}
	return name
}

// typeName skips a type with its arguments and dimensions.
func (p *Parser) typeName() {
	p.annotations()
	p.name()
	for {
		switch {
		case p.kind(0) == '<':
			p.skipAngles()
		case p.kind(0) == '.':
			p.at++
			p.annotations()
			p.name()
		case p.kind(0) == '[' && p.kind(1) == ']':
			p.at += 2
		case p.kind(0) == '@':
			p.annotations()
		default:
			return
		}
	}
}

// add adds a member. from is its first token; its last token was just read.
func (p *Parser) add(m *Member, mentions Mentions, from int) {
	m.End = p.end()
	m.Mentions = unique(append(mentions, p.mentions(from, p.at)...))
	m.Type.Members = append(m.Type.Members, m)
}

// method reads a method or constructor from its brackets on. start is the first token after its modifiers.
func (p *Parser) method(m *Member, start, nameAt int, mentions Mentions) {
	var called []string
	if p.kind(0) == '(' {
		params, names := p.params(m)
		called = strings.Fields(names)
		m.Params, m.Code = strings.ReplaceAll(params, ",\x00", ", "), names
		if params != "" {
			m.Arity = strings.Count(params, ",\x00") + 1
		}
	} else {
		m.Params, m.written = "compact", m.Type.written
		m.Arity = len(m.Type.Components)
	}
	from := p.at
	for p.kind(0) != '{' && p.kind(0) != ';' {
		switch {
		case p.at >= len(p.all) || p.kind(0) == '}':
			p.fail("a body")
		case p.kind(0) == '(' || p.kind(0) == '[':
			p.skip()
			continue
		case p.word(0) == "default" && p.kind(1) == '{': // default {} of an annotation
			p.at++
			p.skip()
			continue
		}
		p.at++
	}
	if from < p.at {
		m.Declared += " " + p.tokens(from, p.at)
	}
	m.Modifiers = slices.DeleteFunc(m.Modifiers, func(w string) bool { return w == "final" })
	if p.kind(0) == '{' {
		body := p.at
		p.skip()
		m.Body = true
		m.Code += " " + p.tokensWithoutFinal(body, p.at)
		m.Returns = p.returns(body, p.at)
		if p.hasClass(body, p.at) {
			called = nil
		}
	} else {
		p.at++
	}
	mentions = append(mentions, p.mentions(start, nameAt)...)
	p.add(m, append(mentions, p.mentions(nameAt+1, p.at, called...)...), p.at)
}

// tokensWithoutFinal returns tokens without the modifier final of local variables.
func (p *Parser) tokensWithoutFinal(from, to int) string {
	text := p.tokens(from, to)
	if !strings.Contains(text, "final ") || strings.Contains(text, " class ") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, t := range p.all[from:to] {
		if !t.Is("final") {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.Write(t.Text)
		}
	}
	return b.String()
}

// params reads the parameters of a method. It returns their types, separated by ",\x00", and their names. It sets
// m.written to the types as they are written.
func (p *Parser) params(m *Member) (types, names string) {
	p.at++
	var list, written, called []string
	for p.kind(0) != ')' {
		_, annotations, _ := p.modifiers()
		m.Annotations = append(m.Annotations, annotations...)
		from := p.at
		p.typeName()
		if p.kind(0) == '@' {
			p.annotations()
		}
		varargs := p.kind(0) == lex.Ellipsis
		if varargs {
			p.at++
		}
		typ := p.tokens(from, p.at)
		source := strings.Join(strings.Fields(string(p.src[p.all[from].Start:p.offset()])), " ")
		m.Varargs = m.Varargs || varargs
		name := p.name()
		for p.kind(0) == '.' { // Outer.this
			p.at++
			name = p.name()
		}
		for p.kind(0) == '[' && p.kind(1) == ']' {
			p.at += 2
			typ += " [ ]"
			source += "[]"
		}
		if name != "this" {
			list, written, called = append(list, typ), append(written, source), append(called, name)
		}
		if p.kind(0) == ',' {
			p.at++
		} else if p.kind(0) != ')' {
			p.fail(")")
		}
	}
	p.at++
	m.written = p.intern([]byte(strings.Join(written, ", ")))
	return strings.Join(list, ",\x00"), strings.Join(called, " ")
}

// components reads the components of a record: their types.
func (p *Parser) components(t *Type) {
	m := &Member{}
	types, _ := p.params(m)
	t.Components, t.written = []string{}, m.written
	if types != "" {
		t.Components = strings.Split(types, ",\x00")
	}
}

// fields reads the rest of a declaration of fields, after the name of the first one.
func (p *Parser) fields(first *Member, nameAt int, mentions Mentions) {
	typ := wordsOf(first.Declared)
	for {
		m := *first
		m.Start = p.all[nameAt].Start
		m.Line = p.line(m.Start)
		m.Name = p.intern(p.all[nameAt].Text)
		for p.kind(0) == '[' && p.kind(1) == ']' {
			p.at += 2
			m.Declared += " [ ]"
		}
		from := p.at
		if p.kind(0) == '=' {
			p.at++
			m.Body = true
			p.expression()
			m.Code = p.tokens(from+1, p.at)
			m.plain = p.isPlain(from+1, p.at)
			m.Returns = use{Parser: p, from: from, to: p.at + 1}.origin(from+1, []byte(m.Name))
		}
		m.End = p.end()
		to := min(p.at+1, len(p.all)) // with the token that ends it, if there is one
		m.Mentions = unique(slices.Concat(mentions, typ, p.mentions(from, to)))
		m.Type.Members = append(m.Type.Members, &m)
		if p.kind(0) == ';' {
			p.at++
			return
		}
		p.want(',', ", or ;")
		nameAt = p.at
		p.name()
	}
}

// isPlain reports whether the tokens from..to-1 are only literals, operators, names and casts, as in a constant
// expression.
func (p *Parser) isPlain(from, to int) bool {
	for i := from; i < to; i++ {
		switch t := p.all[i]; t.Kind {
		case lex.Word:
			switch name := !lex.IsKeyword(t.Text); {
			case name && i+1 < to && p.all[i+1].Kind == '(': // a call
				return false
			case !name && !t.Is("true") && !t.Is("false") && !lex.IsPrimitive(t.Text):
				return false
			}
		case lex.Number, lex.Quoted, '.', '(', ')', ':':
		default:
			if !isOperator(t.Kind) {
				return false
			}
		}
	}
	return true
}

// wordsOf returns the names in the tokens of a type.
func wordsOf(tokens string) (list Mentions) {
	for w := range strings.FieldsSeq(tokens) {
		if lex.IsWordPart(w[0]) && !lex.IsKeyword(w) {
			list = append(list, w)
		}
	}
	return list
}

// expression skips the initialiser of a field, up to the comma or semicolon after it.
func (p *Parser) expression() {
	for {
		switch p.kind(0) {
		case lex.EOF, ')', ']', '}':
			p.fail(";")
		case ';', ',':
			return
		case '(', '[', '{':
			p.skip()
		case '<':
			p.at += max(p.typeArguments(p.at), 1)
		default:
			p.at++
		}
	}
}

// typeArguments returns the number of tokens of the type arguments that start at i, 0 if < is an operator.
func (p *Parser) typeArguments(i int) int {
	depth := 0
	for k := i; k < len(p.all); k++ {
		switch t := p.all[k]; {
		case t.Kind.Angles() != 0:
			if depth += t.Kind.Angles(); depth < 0 {
				return 0
			}
			if depth == 0 {
				return k + 1 - i
			}
		case t.Kind == lex.Word, t.Kind == ',', t.Kind == '.', t.Kind == '?', t.Kind == '&', t.Kind == '@',
			t.Kind == '[', t.Kind == ']':
		default:
			return 0
		}
	}
	return 0
}

// constants reads the constants of an enum.
func (p *Parser) constants(t *Type) {
	for {
		switch p.kind(0) {
		case ';':
			p.at++
			return
		case '}':
			return
		case ',':
			p.at++
			continue
		}
		start := p.at
		_, annotations, mentions := p.modifiers()
		m := &Member{Kind: Constant, Type: t, Modifiers: []string{"final", "static"}, Annotations: annotations,
			Start: p.all[min(start, len(p.all)-1)].Start, Line: p.line(p.offset()), Body: true}
		m.Name = p.name()
		from := p.at
		if p.kind(0) == '(' {
			p.skip()
		}
		if p.kind(0) == '{' {
			m.Class = true
			p.skip()
		}
		m.Code = p.tokens(from, p.at)
		p.add(m, append(mentions, t.Name), from)
	}
}
