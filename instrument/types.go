package instrument

import (
	"bytes"
	"strings"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

var typeKinds = map[syntax.Kind]probe.TypeKind{
	syntax.ClassDecl:      probe.Class,
	syntax.InterfaceDecl:  probe.Interface,
	syntax.EnumDecl:       probe.Enum,
	syntax.RecordDecl:     probe.Record,
	syntax.AnnotationDecl: probe.Annotation,
}

// typeDecl walks the declaration of a named type.
func (b *body) typeDecl(n *syntax.Node) {
	body := n.Child(syntax.ClassBody)
	if body == nil {
		return
	}
	components := ""
	if p := n.Child(syntax.Params); p != nil {
		components = b.params(p)
	}
	in := b.openType(b.Names[n], typeKinds[n.Kind], b.NodeSpan(n))
	in.prepares = n.Kind == syntax.ClassDecl && (n.Child(syntax.Superclass) != nil || b.initialises(body))
	in.members(body, components, false)
}

// classBody walks the body of an anonymous class.
func (b *body) classBody(body *syntax.Node) {
	in := b.openType(b.Names[body], probe.Anonymous, b.NodeSpan(body))
	from := 1 + bytes.LastIndexAny(b.Src[:body.Start], ";{}")
	// constants of an enum have commas between them
	hash := code.TokenHash(bytes.TrimLeft(b.Src[from:body.Start], ", \t\r\n\f"))
	in.anonymous = append(b.anonymous[:len(b.anonymous):len(b.anonymous)], hash[:]...)
	in.members(body, "", false)
}

// openType adds a type, and returns a body for its initialisers, which belongs to no method.
func (b *body) openType(name string, kind probe.TypeKind, span probe.Span) *body {
	b.probes.Types = append(b.probes.Types, probe.Type{Name: name, Kind: kind, Parent: b.typ, Span: span})
	in := b.inner()
	in.class = &class{file: b.file, typ: int32(len(b.probes.Types) - 1), anonymous: b.anonymous}
	in.method = -1
	return in
}

// members walks the members of a class body. components is the text of the components of a record. compact is true for
// a compact source file, which must not have initialisers in braces.
func (b *body) members(body *syntax.Node, components string, compact bool) {
	kind := b.probes.Types[b.typ].Kind
	isInterface := kind == probe.Interface || kind == probe.Annotation
	b.in = &initialisers{wraps: isInterface || compact, allStatic: isInterface}
	b.memberList(body, components)
	b.countInitialisers(b.in)
}

// memberList walks the members of a class body, or those after the constants of an enum.
func (b *body) memberList(body *syntax.Node, components string) {
	var previous *syntax.Node
	before := body.Start + 1
	for m := body.First; m != nil; m = m.Next {
		if why := refuse(memberReasons, &member{b.file, m}); why == "" {
			b.member(body, m, previous, before, components)
		} else {
			b.unmeasured(b.NodeSpan(m), why)
			// The effect of an initialiser that is not counted is not known.
			b.in.ofClass.now, b.in.ofInstance.now = nil, nil
			b.in.unknown = b.in.unknown || m.Kind == syntax.ConstructorDecl
		}
		previous, before = m, m.End
	}
}

// member walks a member of a class body. The member previous ends in front of the offset before.
func (b *body) member(body, m, previous *syntax.Node, before uint32, components string) {
	switch m.Kind {
	case syntax.MethodDecl:
		b.methodDecl(m, probe.PlainMethod, "")
	case syntax.ConstructorDecl:
		b.methodDecl(m, probe.Constructor, "")
	case syntax.CompactDecl:
		b.methodDecl(m, probe.Constructor, components)
	case syntax.StaticInit:
		if block := m.Child(syntax.Block); block != nil {
			b.initialiserBlock(m, block, probe.Method{Name: "<clinit>", Kind: probe.StaticInit, Span: b.NodeSpan(m),
				NameAt: b.Pos(block.Start)})
		}
	case syntax.Block:
		b.initialiserBlock(m, m, probe.Method{Name: "{}", Kind: probe.InstanceInit, Span: b.NodeSpan(m),
			NameAt: b.Pos(m.Start)})
	case syntax.EnumMembers:
		b.memberList(m, "")
	case syntax.EnumConstant:
		b.enumConstant(m, previous, body)
	case syntax.FieldDecl:
		b.fieldDecl(m, previous, before)
	default:
		if m.Kind.IsType() {
			b.typeDecl(m)
		} else {
			b.value = value{}
			b.inside(m)
		}
	}
}

// initialises reports whether a class body has initialisers of instances, which constructors run first.
func (f *file) initialises(body *syntax.Node) bool {
	for m := body.First; m != nil; m = m.Next {
		if m.Kind == syntax.Block || m.Kind == syntax.FieldDecl && !f.HasWord(m, "static") {
			return true
		}
	}
	return false
}

// methodDecl walks a method or constructor. It omits those without a body.
func (b *body) methodDecl(n *syntax.Node, kind probe.MethodKind, params string) {
	m := probe.Method{Kind: kind, Params: params, Span: b.NodeSpan(n)}
	var list, body *syntax.Node
	for c := n.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Identifier:
			m.Name, m.NameAt = b.Text(c), b.Pos(c.Start)
		case syntax.Params:
			m.Params, list = b.params(c), c
		case syntax.Block, syntax.ConstructorBody:
			body = c
		}
	}
	if body == nil {
		return
	}
	if kind == probe.Constructor {
		m.Name = "<init>"
	}
	b.methodBody(m, list, body, nil)
}

// methodBody walks the body of a method, after its counter. params are the parameters of a constructor that may start
// with the call of another one, else nil. The function ended, which may be nil, is called at the end of the body, when
// the exits of the body are known.
func (b *body) methodBody(m probe.Method, params, body *syntax.Node, ended func(*body)) {
	k := b.counter()
	m.Type, m.Count = b.typ, probe.Counter(k)
	m.Hash = code.MethodHash(b.Src[m.Span.Start.Offset:m.Span.End.Offset], b.anonymous)
	b.probes.Methods = append(b.probes.Methods, m)
	in := b.inner()
	in.method = int32(len(b.probes.Methods) - 1)
	in.recursive = calls(body.Text(b.Src), m.Name)
	in.openBlock(probe.BodyBlock, b.NodeSpan(body), m.Count)
	if call := b.constructorCall(body); call != nil {
		in.constructorBody(body, call, params, k)
		return
	}
	at := body.Start + 1
	end := in.enterBody(at, k)
	if m.Kind == probe.Constructor && b.prepares && b.level >= earlyConstruction {
		b.insert(at, "super();") // javac would put it there itself, in front of the counter
		k = b.counter()
		b.insert(at, in.statementFor(k))
	}
	defer end()
	if m.Kind == probe.Constructor {
		b.in.constructed(k)
	}
	in.inFrame(at, body.End-1, func() {
		in.list(body.First, probe.Counter(k))
		if ended != nil {
			ended(in)
		}
	})
}

// params returns the types of parameters as they are written, without names and annotations.
func (f *file) params(n *syntax.Node) string {
	var types []string
	for p := n.First; p != nil; p = p.Next {
		if p.Kind != syntax.Param && p.Kind != syntax.Varargs {
			continue
		}
		from, to, after := p.Start, p.End, ""
		for c := p.First; c != nil; c = c.Next {
			switch c.Kind {
			case syntax.Modifiers:
				from = c.End
			case syntax.Identifier, syntax.Expr:
				to = c.Start
				if c.Kind == syntax.Identifier {
					after = strings.ReplaceAll(written(f.Src[c.End:p.End]), " ", "") // int a[]
				}
			}
		}
		types = append(types, written(f.Src[from:to])+after)
	}
	return strings.Join(types, ", ")
}

// written returns code without comments, and with single blanks for white space.
func written(src []byte) string {
	var text []byte
	scanner := lex.New(src)
	for t := scanner.Next(); t.Kind != lex.EOF; t = scanner.Next() {
		if t.Kind == lex.Comment {
			t.Text = []byte(" ")
		}
		text = append(text, t.Text...)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}
