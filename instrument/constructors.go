package instrument

import (
	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// earlyConstruction is the first version of Java that allows statements in front of this(...) and super(...) (JEP 513).
const earlyConstruction = 25

// Before Java 25, the call of another constructor has to be the first statement of a constructor. The invocations of
// such a constructor are counted in the first argument of the call, if this does not change the program:
//
//	Foo(int a) { super(bar(Counter.Foo(7,0,a), 1)); Counter.Foo(8); ... }
//
// Otherwise the invocations are counted after the call. Then invocations whose call throws are missing. The code after
// the call has a counter of its own, because no handler can be put around the call.
//
// The counter is in front of the call if statements precede the call already (Java 22), or if the compiler's target is
// Java 25 or later. In the second case, super(); is written out if the class names a superclass. Then only constructors
// with super() without arguments, compiled for a Java before 25, are not counted if they throw.

// constructorCall returns the statement this(...) or super(...) of a constructor, or nil.
func (f *file) constructorCall(body *syntax.Node) *syntax.Node {
	if body.Kind != syntax.ConstructorBody {
		return nil
	}
	for s := body.First; s != nil; s = s.Next {
		if s.Kind == syntax.ConstructorCall || s.Kind == syntax.ExprStmt && callsConstructor(s.Text(f.Src)) {
			return s
		}
	}
	return nil
}

// constructorBody walks the body of a constructor that calls another one. k is the index of the counter of its
// invocations.
func (b *body) constructorBody(body, call, params *syntax.Node, k uint32) {
	count, region := probe.Counter(k), -1
	start, end, counted := uint32(0), uint32(0), false
	early := call != body.First || b.level >= earlyConstruction
	if !early {
		start, end, counted = b.firstOperand(call, params)
	}
	switch {
	case early:
		b.insert(body.Start+1, b.statementFor(k))
		b.regions(body.First, call.Next, count, -1, nil)
		counted = true
	case counted:
		b.uses.Arguments = true
		closing := b.reserve(end) // after other edits at this place: nothing comes between
		b.openingCall(call, count)
		b.insert(start, b.helper+"__pass("+b.call+itoa(int(k))+"),")
		b.put(closing, ")")
	default:
		region = b.openingCall(call, count)
	}
	if counted {
		k = b.counter()
		count = probe.Counter(k)
	}
	b.exits = nil // if the call threw, nothing after it is reached
	if _, name := arguments(call.Text(b.Src)); name != "this" {
		b.in.constructed(k)
	}
	defer b.enterBody(call.End, k)()
	b.inFrame(call.End, body.End-1, func() { b.regions(call.Next, nil, count, region, nil) })
}

// callsConstructor reports whether a statement is this(...) or super(...). After other statements, the parser takes
// such a statement for the call of a method.
func callsConstructor(statement []byte) bool {
	_, name := arguments(statement)
	return name != ""
}

// arguments returns a scanner that stands after the parenthesis of this(...) or super(...), and the name: "this",
// "super", or "" for other statements.
func arguments(call []byte) (s lex.Scanner, name string) {
	s = lex.New(call)
	last := lex.Token{}
	for t := s.NextToken(); t.Kind != lex.EOF && t.Kind != '{'; t = s.NextToken() {
		if t.Kind == '(' && (last.Is("this") || last.Is("super")) {
			return s, string(last.Text)
		}
		last = t
	}
	return s, ""
}

// openingCall walks the call of another constructor at the start of a constructor, and returns its region.
func (b *body) openingCall(call *syntax.Node, count probe.Formula) int {
	region := b.region(b.NodeSpan(call), count, probe.Statement{Span: b.NodeSpan(call), Count: count})
	b.value = value{}
	b.inside(call)
	return region
}

// firstOperand finds the operand that is evaluated first in the arguments of the call of a constructor. ok is true if
// the operand cannot throw, and may be put into a call that returns its argument. Such operands are constants, literals
// and parameters of the constructor.
func (f *file) firstOperand(call, params *syntax.Node) (start, end uint32, ok bool) {
	var list []lex.Token // of one argument
	depth := 1
	s, _ := arguments(call.Text(f.Src))
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		if depth == 1 && (t.Kind == ',' || t.Kind == ')') {
			if len(list) == 0 || splitsTypes(list) {
				return 0, 0, false
			}
			found, passes := f.operandIn(list, params)
			if len(found) > 0 || !passes || t.Kind == ')' {
				if len(found) == 0 {
					return 0, 0, false
				}
				return call.Start + uint32(found[0].Start), call.Start + uint32(found[len(found)-1].End()), true
			}
			list = list[:0]
			continue
		}
		depth += t.Kind.Nesting()
		list = append(list, t)
	}
	return 0, 0, false
}

// splitsTypes reports whether the comma behind a list of tokens may separate arguments of a type, and not of the call:
// Map.<String | , Integer>of().
func splitsTypes(list []lex.Token) bool {
	open := 0
	for _, t := range list {
		open += t.Kind.Angles()
	}
	return open > 0
}

// operandIn finds the operand for firstOperand in one argument. If the argument has no such operand, passes is true if
// its evaluation cannot throw, because it is null or a lambda.
func (f *file) operandIn(list []lex.Token, params *syntax.Node) (found []lex.Token, passes bool) {
	if len(list) == 1 && list[0].Is("null") {
		return nil, true
	}
	if f.AreConstant(list) {
		return list, false
	}
	for i := 0; i < len(list); {
		t, next := list[i], code.At(list, i+1)
		switch {
		case t.Kind == '(':
			end := code.Closing(list, i)
			if code.At(list, end).Kind == lex.Arrow {
				return nil, i == 0
			}
			if code.IsCast(list[i:]) || end == i+3 && lex.IsPrimitive(next.Text) {
				i = end
			} else {
				i++
			}
		case t.Kind == '-' && next.Kind == lex.Number:
			return list[i : i+2], false // -2147483648 is one number
		case t.Kind == '!' || t.Kind == '~' || t.Kind == '+' || t.Kind == '-':
			i++
		case t.Kind == lex.Number || t.Kind == lex.Quoted || code.IsTruth(t):
			return list[i : i+1], false
		case t.Is("new"):
			for i++; i < len(list) && list[i].Kind != '(' && list[i].Kind != '['; i++ {
				if list[i].Kind == '{' {
					return nil, false
				}
			}
			i++
		case !code.IsName(t):
			return nil, false
		case next.Kind == lex.Arrow:
			return nil, i == 0
		case next.Kind == '(':
			i += 2
		case f.isParameter(params, string(t.Text)):
			if next.Kind == '.' || next.Kind == '[' {
				return nil, false // if the parameter is null, the message of the JVM would name the helper class
			}
			if code.IsAssignment(next.Kind) || next.Kind == lex.DoubleColon {
				return nil, false
			}
			return list[i : i+1], false
		case next.Kind == '.' && t.Text[0] >= 'A' && t.Text[0] <= 'Z' && code.At(list, i+3).Kind == '(':
			i += 2
		default:
			return nil, false
		}
	}
	return nil, false
}

// boxed has the classes of java.lang for values of primitive types.
var boxed = lex.WordSet("Boolean Byte Character Double Float Integer Long Short")

// isParameter reports whether a constructor has a parameter of that name whose type is not a boxed one.
func (f *file) isParameter(params *syntax.Node, name string) bool {
	if params == nil {
		return false
	}
	for p := params.First; p != nil; p = p.Next {
		if p.Kind != syntax.Param && p.Kind != syntax.Varargs {
			continue
		}
		for c := p.First; c != nil; c = c.Next {
			if c.Kind == syntax.Identifier && f.Text(c) == name {
				// If null is unboxed, the message of the JVM would name the helper class.
				declared := f.Tokens(f.Src[p.Start:c.Start])
				return len(declared) == 0 || !boxed[string(declared[len(declared)-1].Text)]
			}
		}
	}
	return false
}
