package instrument

import (
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// jumpKinds has the kinds of jumps that end inside of the body. All other jumps lead out of it.
var jumpKinds = map[syntax.Kind]exitKind{
	syntax.Break: exitBreak, syntax.Continue: exitContinue, syntax.Yield: exitYield,
}

// jump walks a jump statement.
func (b *body) jump(s *syntax.Node, count probe.Formula) {
	e := exit{kind: jumpKinds[s.Kind], count: count, known: true}
	if e.kind == exitBreak || e.kind == exitContinue {
		if label := s.Child(syntax.Identifier); label != nil {
			e.label = b.Text(label)
		}
		b.setForJump(s, &e)
		b.exits = append(b.exits, e)
		return
	}
	// Execution that reaches the jump leaves the enclosing code, even if the expression throws.
	mark := len(b.exits)
	var p *point
	switch {
	case b.frame == nil:
	case e.kind == exitYield && b.catching && (b.closing > 0 || b.MayThrow(s)):
		// A catch clause may stop an exception here. Then nothing has left the code with the switch.
		e.at = b.jumpPoint(s)
		b.expression(s, e.at, count)
		e.count, e.known = b.minusExits(count, mark)
		b.exits = append(b.exits, e)
		return
	case e.kind == exitYield:
		p = b.here
		b.setBefore(b.startOf(s), p)
	case b.closing > 0 || b.MayThrow(s):
		p = b.newPoint() // exceptions of the jump must not count at earlier points
		b.setBefore(b.startOf(s), p)
	}
	b.expression(s, p, count)
	b.exits = append(b.exits[:mark], e)
}

// jumpPoint sets the variable in front of a jump to a new point, at which an exception may replace the jump.
func (b *body) jumpPoint(s *syntax.Node) *point {
	p := b.newPoint()
	b.holds(p, b.NodeSpan(s))
	b.setBefore(b.startOf(s), p)
	return p
}

// setForJump sets the variable in front of a break or continue. If the jump leads to the header of a loop, the variable
// gets the point of that header. If it leaves a try statement that closes resources, which may throw, it gets a new
// point.
func (b *body) setForJump(s *syntax.Node, e *exit) {
	if b.frame == nil {
		return
	}
	for i := len(b.targets) - 1; i >= 0; i-- {
		t := b.targets[i]
		switch {
		case e.label != "" && !slices.Contains(t.labels, e.label),
			e.label == "" && t.kind == syntax.Labeled,
			e.kind == exitContinue && t.kind != syntax.For:
			continue
		}
		switch {
		case b.closing > t.closing:
			e.at = b.jumpPoint(s)
		case e.kind == exitContinue && t.header != nil:
			b.setBefore(b.startOf(s), t.header)
		}
		return
	}
}
