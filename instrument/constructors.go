package instrument

import (
	"regexp"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// A constructor that calls another one has to do so first, before Java 25. Its invocations are counted
// in the first argument of that call where this changes nothing else:
//
//	Foo(int a) { super(Counter.Foo(7,0,a)); Counter.Foo(8); ... }
//
// and else behind the call, which then must not have thrown to be counted. What follows has a
// counter of its own, since no handler can be put around the call.

// constructorCall is the statement this(...) or super(...) of a constructor, or nil.
func (w *walker) constructorCall(body *syntax.Node) *syntax.Node {
	if body.Kind != syntax.ConstructorBody {
		return nil
	}
	for s := body.First; s != nil; s = s.Next {
		if s.Kind == syntax.ConstructorCall || s.Kind == syntax.ExprStmt && otherConstructor.Match(s.Text(w.src)) {
			return s
		}
	}
	return nil
}

// otherConstructor is this(...) or super(...) behind other statements, which the parser takes for a
// call of a method.
var otherConstructor = regexp.MustCompile(`^(?:[\w.()\s]+\.\s*)?(?:<[^()]*>\s*)?(?:this|super)\s*\(`)

// constructorBody walks the body of a constructor that calls another one; k counts its invocations.
func (w *walker) constructorBody(body, call, params *syntax.Node, k uint32) {
	count, region := probe.Counter(k), -1
	start, end, counted := uint32(0), uint32(0), false
	if call == body.First {
		start, end, counted = w.firstArgument(call, params)
	}
	switch {
	case call != body.First: // Java 22 or later: the counter may stand in front
		w.insert(body.Start+1, w.statementFor(k))
		w.regions(body.First, call.Next, count, -1, nil)
		counted = true
	case counted:
		w.uses.Arguments = true
		w.insert(start, w.call+itoa(int(k))+",0,")
		w.openingCall(call, count)
		w.insert(end, ")")
	default:
		region = w.openingCall(call, count)
	}
	if counted {
		k = w.counter()
		count = probe.Counter(k)
	}
	w.exits = nil // nobody is counted behind the call who was left by an exception there
	w.insert(call.End, w.statementFor(k))
	w.inFrame(call.End, body.End-1, func() { w.regions(call.Next, nil, count, region, nil) })
}

// openingCall walks the call of another constructor at the start of one, and returns its region.
func (w *walker) openingCall(call *syntax.Node, count probe.Formula) int {
	w.f.Regions = append(w.f.Regions, probe.Region{
		Block: w.block, Span: w.nodeSpan(call), Count: count,
		Statements: []probe.Statement{{Span: w.nodeSpan(call), Count: count}},
	})
	region := len(w.f.Regions) - 1
	w.value = value{}
	w.inside(call)
	return region
}

// firstArgument finds the first argument of the call of a constructor, if a method can be put around
// it that returns what it is given: its type must not depend on what the constructor wants.
func (w *walker) firstArgument(call, params *syntax.Node) (start, end uint32, ok bool) {
	var list []token
	depth, first := 0, token{}
	for i := int(call.Start); i < int(call.End); {
		t := nextToken(w.src[:call.End], i)
		switch {
		case depth == 0 && t.kind == '(' && (string(first.text) == "this" || string(first.text) == "super"):
			depth, start = 1, uint32(t.end)
		case depth == 0:
			first = t
		case depth == 1 && (t.kind == ',' || t.kind == ')'):
			if !w.hasOwnType(list, params) {
				return 0, 0, false
			}
			return start + uint32(skipBlank(w.src[start:], 0)), uint32(list[len(list)-1].end), true
		default:
			depth += nesting(t.kind)
			list = append(list, t)
		}
		i = t.end
	}
	return 0, 0, false
}

// nesting is the change in the depth of brackets that a token makes.
func nesting(kind byte) int {
	switch kind {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// hasOwnType tells the expressions that are of the same type wherever they stand, as far as can be told
// without types: literals, parameters, texts, casts and objects of a named class.
func (w *walker) hasOwnType(list []token, params *syntax.Node) bool {
	if len(list) == 0 {
		return false
	}
	first := string(list[0].text)
	if len(list) == 1 {
		return list[0].kind != 'a' || first == "true" || first == "false" || isParameter(params, first, w)
	}
	depth := 0
	onlyPlus := true
	for i, t := range list {
		depth += nesting(t.kind)
		switch {
		case t.kind == '{' || t.kind == '>' && i > 0 && (list[i-1].kind == '<' || list[i-1].kind == '-'):
			return false // a body, new T<>(), a lambda
		case depth == 0 && i > 0 && glue(t.kind) == '+' && t.kind != '+':
			onlyPlus = false
		}
	}
	switch {
	case list[0].kind == '"':
		return first[0] == '"' && list[1].kind == '+' && onlyPlus
	case first == "new":
		return onlyPlus && list[len(list)-1].kind == ')'
	}
	return false
}

// isParameter tells whether a constructor has a parameter of that name.
func isParameter(params *syntax.Node, name string, w *walker) bool {
	if params == nil {
		return false
	}
	for p := params.First; p != nil; p = p.Next {
		if p.Kind != syntax.Param && p.Kind != syntax.Varargs {
			continue
		}
		for c := p.First; c != nil; c = c.Next {
			if c.Kind == syntax.Identifier && w.text(c) == name {
				return true
			}
		}
	}
	return false
}
