package instrument

import (
	"bytes"
	"errors"
	"fmt"

	"jprof/instrument/code"
	"jprof/instrument/rt"
	"jprof/instrument/syntax"
	"jprof/internal/java/charset"
	"jprof/internal/util/lazyregexp"
)

// This file has every reason not to count. A reason is a function that returns the text for the report, or "" if it
// does not apply. The first one that applies is used. A new reason is a function, an entry here and a case in
// TestReasons. Two lists are elsewhere: code that users hide (report/assemble/exclude.go), and code that javac rejects
// with counters (internal/measure/rejections).
//
// No reason is needed if nothing is executed: constants in the sense of the language (JLS 15.29), and conditions that
// may be constants, have no counters.
var (
	// For a whole source, before it is read.
	sourceReasons = []func(*text) string{skippedSource, tooLarge, unknownEncoding, otherByteOrder, undecodable}
	// For a whole source, after parsing, which may have failed.
	programReasons = []func(*text) string{unparsable, instrumentedBefore, usesOwnNames}
	// For a whole source with the counters in it.
	resultReasons = []func(*inserted) string{notReadBack}
	// For a member of a class.
	memberReasons = []func(*member) string{notUnderstood, skippedMember}
	// For the initialiser of a field, if no other count includes it.
	fieldReasons = []func(*initialised) string{withoutPlace}
	// For a lambda whose body is an expression that may be a statement.
	lambdaReasons = []func(*lambda) string{assignsParameter}
	// For the labels of a case.
	labelReasons = []func(*switched) string{fallsThrough}
	// For the outcomes of a condition as a whole, and of one of its operands.
	conditionReasons = []func(*outcomes) string{manyWaysOut}
	operandReasons   = []func(*outcomes) string{takesScope}
)

// refuse returns the first reason not to count x, "" if none applies.
func refuse[T any](reasons []func(*T) string, x *T) string {
	for _, reason := range reasons {
		if why := reason(x); why != "" {
			return why
		}
	}
	return ""
}

// skippedSource applies to a source that Origin.Skip names as a whole.
func skippedSource(t *text) string { return t.origin.Skip[0] }

// maxSource limits the size of a source in bytes. The largest class file that javac can write is much smaller.
const maxSource = 64 << 20

// tooLarge applies to sources that are too large to be written by hand.
func tooLarge(t *text) string {
	if len(t.src) <= maxSource {
		return ""
	}
	return fmt.Sprintf("it is larger than %d MB", maxSource>>20)
}

// unknownEncoding applies if jprof does not know the encoding, and the source has characters outside of ASCII.
func unknownEncoding(t *text) string {
	if t.set != nil || isASCII(t.src) {
		return ""
	}
	return "it has characters outside of ASCII, and jprof does not know its encoding " + t.origin.Encoding
}

// otherByteOrder applies to UTF-16 that the build declares as UTF-8.
func otherByteOrder(t *text) string {
	hasMark := bytes.HasPrefix(t.src, []byte{0xFE, 0xFF}) || bytes.HasPrefix(t.src, []byte{0xFF, 0xFE})
	if t.set == nil || !t.set.IsUTF8() || !hasMark {
		return ""
	}
	return "it starts with a UTF-16 byte order mark, but the build declares " + t.origin.Encoding
}

// undecodable applies if the bytes are not in the declared encoding, and even the ASCII characters cannot be found.
func undecodable(t *text) string {
	var bad *charset.Error
	switch {
	case t.err == nil:
		return ""
	case errors.As(t.err, &bad):
		return fmt.Sprintf("it is not in its encoding %s: %v", t.origin.Encoding, bad)
	}
	return t.err.Error()
}

// unparsable applies if the parser does not understand code outside of the members of classes.
func unparsable(t *text) string {
	var e *syntax.Error
	switch {
	case t.err == nil:
		return ""
	case errors.As(t.err, &e):
		e.Line = t.lines.Line(uint32(e.Offset))
	}
	return t.err.Error()
}

// instrumentedBefore applies to a copy that jprof has made.
func instrumentedBefore(t *text) string {
	if !rt.Instrumented(t.utf8) {
		return ""
	}
	return "it holds counters of jprof already: instrument the original instead"
}

// ownNames matches the names of local variables that counters need. If the program has fields of these names, javac
// would not report an error.
var ownNames = lazyregexp.New(`\b__[npqrst]\d+(?:_\w+)?\b`)

// usesOwnNames applies if the program uses a name that ownNames matches.
func usesOwnNames(t *text) string {
	if !bytes.Contains(t.utf8, []byte("__")) { // much faster
		return ""
	}
	name := ownNames().Find(t.utf8)
	if name == nil {
		return ""
	}
	return "it has a name that counters need: " + string(name)
}

// inserted is the result of inserting into a source: out is the source with the insertions, and want the text as which
// the compiler must read it.
type inserted struct {
	origin    Origin
	want, out []byte
}

// notReadBack applies if a decoder would not read the inserted text, as in the middle of a shift sequence.
func notReadBack(i *inserted) string {
	if got, why := readText(i.out, i.origin); why == "" && bytes.Equal(got.utf8, i.want) {
		return ""
	}
	return "its encoding " + i.origin.Encoding + " does not allow text to be inserted where counters stand"
}

// member is a member of a class.
type member struct {
	*file
	node *syntax.Node
}

// notUnderstood applies to a member that the grammar does not know.
func notUnderstood(m *member) string {
	broken := m.node.Broken
	if broken == nil {
		return ""
	}
	broken.Line = m.Lines.Line(uint32(broken.Offset))
	return broken.Error()
}

// skippedMember applies to a member around a line of Origin.Skip.
func skippedMember(m *member) string {
	if len(m.skip) == 0 || m.node.Kind.IsType() || m.node.Kind == syntax.EnumMembers {
		return ""
	}
	span := m.Span(m.node.Start, m.node.End)
	for line, why := range m.skip {
		if int(span.Start.Line) <= line && line <= int(span.End.Line) {
			return why
		}
	}
	return ""
}

// withoutPlace applies to an initialiser if no counter may stand in front of it, and no later counter has the same
// count.
func withoutPlace(v *initialised) string {
	for sure := false; !sure && !v.hasPlace(); {
		var next *initialised
		if next, sure = v.next(); !sure && next == nil || v.InitialiserMayThrow(v.fields[0]) {
			return "how often this field was initialised: a counter cannot be inserted before its value"
		}
		v = next
	}
	return ""
}

// lambda is a lambda expression.
type lambda struct {
	*file
	node, body *syntax.Node
}

// assignsParameter applies if the body of a lambda assigns one of its parameters. The counters would need a second
// lambda around the body, and that one must not capture an assigned variable.
func assignsParameter(l *lambda) string {
	var names []string
	for c := l.node.First; c != nil && c != l.body; c = c.Next {
		if c.Kind == syntax.Identifier {
			names = append(names, l.Text(c))
			continue
		}
		for p := c.First; p != nil; p = p.Next {
			switch p.Kind {
			case syntax.Identifier:
				names = append(names, l.Text(p))
			case syntax.Param, syntax.Varargs:
				if id := p.Child(syntax.Identifier); id != nil {
					names = append(names, l.Text(id))
				}
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	list := l.Tokens(l.body.Text(l.Src))
	if !code.Assigns(list) {
		return "" // nearly always: no need to search each name
	}
	for _, name := range names {
		if code.AssignsTo(list, name) {
			return "a lambda that assigns its own parameter " + name + ": jprof cannot see whether the lambda " +
				"returns a value"
		}
	}
	return ""
}

// fallsThrough applies to labels if the number of executions that fall through from the case before is not known. The
// count of labels is that of their case less this number.
func fallsThrough(sw *switched) string {
	if sw.fellKnown {
		return ""
	}
	return "how often these labels were chosen: the case before may fall through to them"
}

// outcomes holds the numbers of times that a condition was true and false.
type outcomes struct{ t, f number }

// manyWaysOut applies to a condition if the formulas of the code after it do not give its outcomes.
func manyWaysOut(o *outcomes) string {
	if o.t.known && o.f.known {
		return ""
	}
	return "how often this was true and false: the ways out of the code around it cannot be distinguished"
}

// takesScope applies to an operand if a counter for an outcome would end the scope of a variable, or its assignment.
func takesScope(o *outcomes) string {
	if o.t.known && o.f.known {
		return ""
	}
	return "how often this was true and false: with counters, the code after it could not use its variables"
}
