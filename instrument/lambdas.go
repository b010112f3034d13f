package instrument

import (
	"bytes"
	"slices"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
	"jprof/internal/util/lazyregexp"
)

// lambda walks a lambda expression. A body in braces is a block. Another body, an expression, becomes a block if it is
// known whether it is a value. This is not always known for expressions that may also be statements (calls,
// assignments, increments, object creations). Such a body is passed to the helper class as a lambda, so that javac
// decides by overload resolution.
func (b *body) lambda(n *syntax.Node) {
	body := n.In(syntax.Body)
	if body == nil {
		return
	}
	in := b.inner()
	if body.Kind == syntax.Block {
		in.lambdaBlock(body)
		return
	}
	switch b.givesValue(n, body) {
	case code.Yes:
		in.valueOf(body, probe.LambdaBlock, "return ", ";}")
	case code.No:
		in.valueOf(body, probe.LambdaBlock, "", ";}")
	default:
		if why := refuse(lambdaReasons, &lambda{b.file, n, body}); why != "" {
			b.unmeasured(b.NodeSpan(n), why)
			return
		}
		k := b.counter()
		b.uses.Lambdas = true
		b.insert(body.Start, b.call+itoa(int(k))+",()->")
		in.expressionBlock(body, probe.LambdaBlock, probe.Counter(k))
		b.insert(body.End, ")")
	}
}

// Names of interfaces of the platform whose method returns nothing, or returns a value.
var (
	voidInterface  = lazyregexp.New(`^(?:Runnable|(?:Bi|Obj)?(?:Int|Long|Double)?Consumer)$`)
	valueInterface = lazyregexp.New(`^(?:Callable|Comparator|(?:Bi|Boolean|Int|Long|Double|Obj|To|Unary|Binary)*` +
		`(?:Supplier|Function|Predicate|Operator))$`)
)

// givesValue returns whether the expression that is the body of a lambda is a value. The answer follows from the body
// itself, from the type of the variable that is declared with the lambda, or from the cast in front of the lambda. No
// overload depends on these: if the type is another one than its name suggests, javac reports an error.
func (f *file) givesValue(n, body *syntax.Node) code.Answer {
	if !mayBeStatement(body.Kind) {
		return code.Yes
	}
	before := f.Src[:n.Start]
	list := f.Tokens(before[bytes.LastIndexAny(before, ";{}")+1:])
	last := len(list) - 1
	switch {
	case last >= 2 && list[last].Kind == ')': // a cast
		last--
	case last >= 2 && list[last].Kind == '=' && code.IsName(list[last-1]):
		last -= 2
	default:
		return code.Maybe
	}
	for open := 0; last >= 0; last-- { // type arguments
		if open -= list[last].Kind.Angles(); open <= 0 {
			break
		}
	}
	if last > 0 && list[last].Kind == '<' {
		last--
	}
	if last < 0 || !f.isFunctional(list[:last+1]) {
		return code.Maybe
	}
	switch name := list[last].Text; {
	case voidInterface().Match(name):
		return code.No
	case valueInterface().Match(name):
		return code.Yes
	}
	return code.Maybe
}

// isFunctional reports whether the name at the end of a list is an interface of java.util.function, or Runnable,
// Callable or Comparator of the JDK, as far as the list and the imports show.
func (f *file) isFunctional(list []lex.Token) bool {
	last := len(list) - 1
	name := string(list[last].Text)
	if last >= 2 && list[last-1].Kind == '.' {
		return list[last-2].Is("function") || list[last-2].Is("concurrent")
	}
	return f.Imported(name, name == "Runnable", func(pkg string) bool {
		return pkg == "java.util.function" || pkg == "java.util.concurrent" || pkg == "java.util"
	})
}

// lambdaBlock walks the body of a lambda in braces.
func (b *body) lambdaBlock(body *syntax.Node) {
	k := b.counter()
	defer b.enterBody(body.Start+1, k)()
	b.openBlock(probe.LambdaBlock, b.NodeSpan(body), probe.Counter(k))
	b.inFrame(body.Start+1, body.End-1, func() { b.list(body.First, probe.Counter(k)) })
}

// mayBeStatement reports whether an expression of that kind becomes a statement with a semicolon (JLS 14.8). A lambda
// with such a body fits methods with and without a result.
func mayBeStatement(k syntax.Kind) bool {
	return slices.Contains([]syntax.Kind{syntax.Call, syntax.Assign, syntax.Update, syntax.New}, k)
}
