package instrument

import (
	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// jump walks a statement that leaves.
func (w *body) jump(s *syntax.Node, count probe.Formula) {
	e := exit{count: count, known: true}
	switch s.Kind {
	case syntax.Break:
		e.kind = exitBreak
	case syntax.Continue:
		e.kind = exitContinue
	case syntax.Yield:
		e.kind = exitYield
	}
	if e.kind == exitBreak || e.kind == exitContinue {
		if label := s.Child(syntax.Identifier); label != nil {
			e.label = w.text(label)
		}
		w.setForJump(s, &e)
		w.exits = append(w.exits, e)
		return
	}
	// Who comes here leaves, whatever else happens in the expression.
	mark := len(w.exits)
	var p *point
	switch {
	case w.frame == nil:
	case e.kind == exitYield:
		p = w.here
		w.setBefore(w.startOf(s), p)
	case w.closing > 0 || w.mayThrow(s):
		p = w.newPoint() // of which only the place matters: earlier ones must not be charged
		w.setBefore(w.startOf(s), p)
	}
	w.expression(s, p, count)
	w.exits = append(w.exits[:mark], e)
}

// setForJump sets the variable in front of a break or continue: to what the header of the loop wants
// that it leads to; and where it leaves a try statement that closes resources, which may fail, to a point of its own.
func (w *body) setForJump(s *syntax.Node, e *exit) {
	if w.frame == nil {
		return
	}
	for i := len(w.targets) - 1; i >= 0; i-- {
		t := w.targets[i]
		switch {
		case e.label != "" && !has(t.labels, e.label),
			e.label == "" && t.kind == syntax.Labeled,
			e.kind == exitContinue && t.kind != syntax.For:
			continue
		}
		switch {
		case w.closing > t.closing:
			e.at = w.newPoint()
			w.holds(e.at, w.nodeSpan(s))
			w.setBefore(w.startOf(s), e.at)
		case e.kind == exitContinue && t.header != nil:
			w.setBefore(w.startOf(s), t.header)
		}
		return
	}
}
