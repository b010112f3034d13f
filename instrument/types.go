package instrument

import (
	"bytes"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

var typeKinds = map[syntax.Kind]probe.TypeKind{
	syntax.ClassDecl:      probe.Class,
	syntax.InterfaceDecl:  probe.Interface,
	syntax.EnumDecl:       probe.Enum,
	syntax.RecordDecl:     probe.Record,
	syntax.AnnotationDecl: probe.Annotation,
}

func isTypeDecl(k syntax.Kind) bool {
	_, is := typeKinds[k]
	return is
}

// typeDecl walks the declaration of a named type.
func (w *body) typeDecl(n *syntax.Node) {
	body := n.Child(syntax.ClassBody)
	if body == nil {
		return
	}
	components := ""
	if p := n.Child(syntax.Params); p != nil {
		components = w.params(p)
	}
	in := w.openType(w.names[n], typeKinds[n.Kind], w.nodeSpan(n))
	in.prepares = n.Kind == syntax.ClassDecl && (extends(w.src[n.Start:body.Start]) || w.initialises(body))
	in.members(body, components, false)
}

// classBody walks the body of an anonymous class.
func (w *body) classBody(body *syntax.Node) {
	in := w.openType(w.names[body], probe.Anonymous, w.nodeSpan(body))
	from := 1 + bytes.LastIndexAny(w.src[:body.Start], ";{}")
	hash := tokenHash(bytes.TrimLeft(w.src[from:body.Start], ", \t\r\n\f")) // constants of an enum have commas between them
	in.anonymous = append(w.anonymous[:len(w.anonymous):len(w.anonymous)], hash[:]...)
	in.members(body, "", false)
}

// openType adds a type and returns the body of its initialisers. What it declares is in no method of the type around it.
func (w *body) openType(name string, kind probe.TypeKind, span probe.Span) *body {
	w.f.Types = append(w.f.Types, probe.Type{Name: name, Kind: kind, Parent: w.typ, Span: span})
	in := w.inner()
	in.class = &class{file: w.file, typ: int32(len(w.f.Types) - 1), anonymous: w.anonymous}
	in.method = -1
	return in
}

// members walks the members of a class body; components are those of a record, as written. In that of a compact source file no initialisers
// in braces may stand.
func (w *body) members(body *syntax.Node, components string, compact bool) {
	kind := w.f.Types[w.typ].Kind
	isInterface := kind == probe.Interface || kind == probe.Annotation
	w.in = &initialisers{wraps: isInterface || compact, allStatic: isInterface}
	w.memberList(body, components)
	w.settleInitialisers(w.in)
}

// memberList walks the members of a class body, or those behind the constants of an enum.
func (w *body) memberList(body *syntax.Node, components string) {
	var previous *syntax.Node
	before := body.Start + 1
	for m := body.First; m != nil; m = m.Next {
		if why := refuse(memberReasons, &member{w.file, m}); why == "" {
			w.member(body, m, previous, before, components)
		} else {
			w.unmeasured(w.nodeSpan(m), why)
			// What an initialiser that is not counted does, nobody knows.
			w.in.ofClass.now, w.in.ofInstance.now = nil, nil
			w.in.unknown = w.in.unknown || m.Kind == syntax.ConstructorDecl
		}
		previous, before = m, m.End
	}
}

// member walks a member of a class body, that stands behind the previous one, which ends in front of before.
func (w *body) member(body, m, previous *syntax.Node, before uint32, components string) {
	switch m.Kind {
	case syntax.MethodDecl:
		w.methodDecl(m, probe.PlainMethod, "")
	case syntax.ConstructorDecl:
		w.methodDecl(m, probe.Constructor, "")
	case syntax.CompactDecl:
		w.methodDecl(m, probe.Constructor, components)
	case syntax.StaticInit:
		if b := m.Child(syntax.Block); b != nil {
			w.initialiserBlock(m, b, probe.Method{Name: "<clinit>", Kind: probe.StaticInit, Span: w.nodeSpan(m), NameAt: w.pos(b.Start)})
		}
	case syntax.Block:
		w.initialiserBlock(m, m, probe.Method{Name: "{}", Kind: probe.InstanceInit, Span: w.nodeSpan(m), NameAt: w.pos(m.Start)})
	case syntax.EnumMembers:
		w.memberList(m, "")
	case syntax.EnumConstant:
		w.enumConstant(m, previous, body)
	case syntax.FieldDecl:
		w.fieldDecl(m, previous, before)
	default:
		if isTypeDecl(m.Kind) {
			w.typeDecl(m)
		} else {
			w.value = value{}
			w.inside(m)
		}
	}
}

// initialises reports whether a class body has initialisers that constructors run first.
func (w *file) initialises(body *syntax.Node) bool {
	for m := body.First; m != nil; m = m.Next {
		mod := m.Child(syntax.Modifiers)
		isStatic := mod != nil && bytes.Contains(mod.Text(w.src), []byte("static"))
		if m.Kind == syntax.Block || m.Kind == syntax.FieldDecl && !isStatic {
			return true
		}
	}
	return false
}

// methodDecl walks a method or constructor. One without a body has nothing to count.
func (w *body) methodDecl(n *syntax.Node, kind probe.MethodKind, params string) {
	m := probe.Method{Kind: kind, Params: params, Span: w.nodeSpan(n)}
	var list, body *syntax.Node
	for c := n.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Identifier:
			m.Name, m.NameAt = w.text(c), w.pos(c.Start)
		case syntax.Params:
			m.Params, list = w.params(c), c
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
	w.methodBody(m, list, body, nil)
}

// methodBody walks the body of a method, behind its counter. params are those of a constructor that
// may start with the call of another one, else nil. ended, which may be nil, is called at the end of the body, where its exits are known.
func (w *body) methodBody(m probe.Method, params, body *syntax.Node, ended func(*body)) {
	k := w.counter()
	m.Type, m.Count = w.typ, probe.Counter(k)
	m.Hash = methodHash(w.src[m.Span.Start.Offset:m.Span.End.Offset], w.anonymous)
	w.f.Methods = append(w.f.Methods, m)
	in := w.inner()
	in.method = int32(len(w.f.Methods) - 1)
	in.recursive = calls(body.Text(w.src), m.Name)
	in.openBlock(probe.BodyBlock, w.nodeSpan(body), m.Count)
	if call := w.constructorCall(body); call != nil {
		in.constructorBody(body, call, params, k)
		return
	}
	at := body.Start + 1
	end := in.enterBody(at, k)
	if m.Kind == probe.Constructor && w.prepares && w.level >= earlyConstruction {
		w.insert(at, "super();") // which javac would put there itself, in front of the counter
		k = w.counter()
		w.insert(at, in.statementFor(k))
	}
	defer end()
	if m.Kind == probe.Constructor {
		w.in.constructed(k)
	}
	in.inFrame(at, body.End-1, func() {
		in.list(body.First, probe.Counter(k))
		if ended != nil {
			ended(in)
		}
	})
}

// params gives the types of parameters as they are written, without names and annotations.
func (w *file) params(n *syntax.Node) string {
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
					after = strings.Join(strings.Fields(string(w.src[c.End:p.End])), "") // int a[]
				}
			}
		}
		types = append(types, strings.Join(strings.Fields(string(w.src[from:to])), " ")+after)
	}
	return strings.Join(types, ", ")
}
