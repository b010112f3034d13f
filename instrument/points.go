package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// An exception of a call, a null, an index and so on leaves a statement without a jump in the source. Not each
// statement has a counter for its exceptions. Instead, a body keeps the number of its current point in a local
// variable, and one handler around the whole body counts at this point:
//
//	int p=4;try{a();p=5;b();}catch(final Throwable t){Foo(-1,p);throw t;}
//
// In methods that call themselves the stack may overflow. Then it has no room for the call of Foo. In these methods,
// the handler counts in an array instead, which needs no stack:
//
//	catch(final Throwable t){try{Foo(-1,p);}catch(StackOverflowError s){if(p>=0)Rows.DEEP_Foo[p]++;}throw t;}
//
// javac rethrows t precisely (JLS 11.2.2): the body throws what it threw before. Catch clauses of the program count in
// the same way when they are entered. The variable is only set to constants, which costs nothing in compiled code,
// because only the handler uses the value.

// Not every statement has a point:
//
//   - Where no formula needs its exceptions, a point has no counter: at the last statement of a body, and at one that
//     jumps. A body whose points have no counters has no handler, so methods of one statement stay small.
//   - The last statement of a loop's body and its header have one point, so that short loops do not write the variable.
//   - What cannot throw has none (throws).
//   - There is no handler in front of this(...) and super(...): counters follow the statements there that may throw.
//   - Guards must not assign variables from outside, so exceptions of a guard count as those of the selector.
//
// A finally clause that may throw has a handler in front of it, because its statements change the variable. The value
// of the variable is saved while the clause is executed.

// point is a place whose exceptions one counter counts. It gets the counter when the first formula needs it.
type point struct {
	counter int64 // -1 for none
	places  []probe.Point
}

// frame is the variable and the handler of a body.
type frame struct {
	depth   int    // number of frames around: variables of a lambda need other names than those outside
	open    int    // reserved place in front of the statements
	end     uint32 // offset of the handler
	sets    []set
	atEnd   []func(used bool)
	stretch int // number of the current stretch of code that is executed in the order of the text
	saved   int // number of variables that keep the point during a finally clause
}

// set is a place at which the variable may get a value.
type set struct {
	place   int
	to      *point // nil if no formula needs the exceptions of this place
	stretch int
	text    func(assignment string) string // assignment is "" if none is needed
}

// noPoint is the value of the variable in code whose exceptions are not counted.
const noPoint = "-1"

// variable returns the name of a local variable of the frame.
func (f *frame) variable(what string) string { return "__" + what + itoa(f.depth) }

// inFrame walks a body in braces with a new frame. The offset at is that after the opening brace, and end is the offset
// of the closing brace.
func (b *body) inFrame(at, end uint32, walk func()) {
	outer := b.frame
	f := &frame{depth: b.depth, open: b.reserve(at), end: end}
	b.frame = f
	b.depth++
	walk()
	b.depth--
	b.frame = outer
	b.closeFrame(f)
}

// closeFrame inserts the handler and the assignments to the variable, if a point has a counter.
func (b *body) closeFrame(f *frame) {
	used := false
	for _, s := range f.sets {
		used = used || s.to != nil && s.to.counter >= 0
	}
	for _, do := range f.atEnd {
		do(used)
	}
	p := f.variable("p")
	first, value, stretch := noPoint, noPoint, 0
	for i, s := range f.sets {
		assignment := ""
		if v := s.value(); used && (v != value || s.stretch != stretch) {
			assignment, value = p+"="+v, v
			if i == 0 && s.stretch == 0 {
				first, assignment = v, ""
			}
		}
		stretch = s.stretch
		b.put(s.place, s.text(assignment))
	}
	if !used {
		return
	}
	b.uses.Traps = true
	b.put(f.open, "int "+p+"="+first+";try{")
	b.insert(f.end, "}"+b.handler(f, ""))
}

// handler returns a catch clause. It counts the exception, executes the text in its last argument, and throws the
// exception again.
func (b *body) handler(f *frame, then string) string {
	t, p := f.variable("t"), f.variable("p")
	count := b.call + noPoint + "," + p + ");"
	if b.recursive {
		b.uses.Deep = true
		count = "try{" + count + "}catch(final java.lang.StackOverflowError " + f.variable("s") + "){if(" + p + ">=0)" +
			b.deep + p + "]++;}"
	}
	return "catch(final java.lang.Throwable " + t + "){" + count + then + "throw " + t + ";}"
}

// calls reports whether text may call a method of that name, on any object.
func calls(text []byte, name string) bool {
	for {
		i := bytes.Index(text, []byte(name+"("))
		if i < 0 {
			return false
		}
		if i == 0 || !lex.IsWordPart(text[i-1]) { // not the end of a longer name
			return true
		}
		text = text[i+len(name):]
	}
}

func (s set) value() string {
	if s.to == nil || s.to.counter < 0 {
		return noPoint
	}
	return itoa(int(s.to.counter))
}

// newPoint returns a new point, without a counter.
func (f *file) newPoint() *point {
	p := &point{counter: -1}
	f.points = append(f.points, p)
	return p
}

// holds adds a span of code to the places of p. A thread whose frame is in this code at the end is counted at p.
func (b *body) holds(p *point, span probe.Span) {
	if p != nil && b.block >= 0 {
		p.places = append(p.places, probe.Point{Block: b.block, Span: span})
	}
}

// exceptions returns the number of exceptions at p. It gives p a counter, if p has none.
func (f *file) exceptions(p *point) probe.Formula {
	if p.counter < 0 {
		p.counter = int64(f.counter())
	}
	return probe.Counter(uint32(p.counter))
}

// setAt adds a place at which the variable of the current frame is set to p. The function text returns the text to
// insert there, with the assignment, or without one if none is needed. There must be a frame.
func (b *body) setAt(offset uint32, p *point, text func(assignment string) string) {
	f := b.frame
	f.sets = append(f.sets, set{b.reserve(offset), p, f.stretch, text})
}

// setBefore puts a statement at offset that sets the variable to p.
func (b *body) setBefore(offset uint32, p *point) {
	if b.frame == nil {
		return
	}
	b.beside++
	b.setAt(offset, p, func(assignment string) string {
		if assignment == "" {
			return ""
		}
		return assignment + ";"
	})
}

// takesPoint reports whether the variable of the frame may be set at the start of a condition, with && after it. Behind
// the &&, javac forgets what it derives from a condition that is false: variables that the condition declares or
// assigns, and values that are not null.
func (b *body) takesPoint(cond *syntax.Node) bool {
	text := cond.Text(b.Src)
	return b.frame != nil && !b.MayBeConstant(text) && !b.BindsWhenFalse(cond) &&
		!bytes.Contains(text, []byte("null"))
}

// pointIn sets the variable to a new point at the start of a condition, which reaches from start to end. Exceptions of
// the condition count at this point:
//
//	else if (a())    becomes    else if ((p=4)!=-2&&(a()))
//
// A statement that sets the variable in front of an if after else would need braces, and javac would recurse one level
// further for each link of such a chain. The caller calls done after the walk of the condition.
func (b *body) pointIn(start, end uint32, span probe.Span) (p *point, done func()) {
	p = b.newPoint()
	closing := -1
	b.setAt(start, p, func(assignment string) string {
		if assignment == "" {
			return ""
		}
		b.put(closing, ")")
		return "(" + assignment + ")!=-2&&("
	})
	b.leaves(p, span)
	return p, func() { closing = b.reserve(end) }
}

// branchOff starts a new stretch of code. Code before this place and code after it need not be executed one after the
// other, so the variable must be set again.
func (b *body) branchOff() {
	if b.frame != nil {
		b.frame.stretch++
	}
}

// enterPoint starts code that an exception may leave, and returns a new point for it. The exceptions at this point are
// subtracted from the count of the code that follows. Without a frame their number is not known, and enterPoint returns
// nil.
func (b *body) enterPoint(offset uint32, span probe.Span) *point {
	if b.frame == nil {
		b.exits = append(b.exits, exit{kind: exitAway})
		return nil
	}
	p := b.newPoint()
	b.setBefore(offset, p)
	b.leaves(p, span)
	return p
}

// leaves adds the exceptions at p to the exits.
func (b *body) leaves(p *point, span probe.Span) {
	b.holds(p, span)
	b.exits = append(b.exits, exit{kind: exitAway, at: p, known: true})
}

// headerSpan returns the span of a compound statement from its start to its body.
func (f *file) headerSpan(s, body *syntax.Node) probe.Span {
	if body == nil || body.Start <= s.Start {
		return f.NodeSpan(s)
	}
	return f.Span(s.Start, body.Start)
}
