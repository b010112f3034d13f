package instrument

import "jprof/instrument/syntax"

// answer is yes, no, or that it depends on what is not known here.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// completes tells whether a statement can complete normally (JLS 14.22). Whether the condition of a
// loop is a constant is known only where no name in it may be one.
func (w *file) completes(s *syntax.Node) answer {
	switch s.Kind {
	case syntax.Return, syntax.Throw, syntax.Yield, syntax.Break, syntax.Continue:
		return no
	case syntax.Block:
		return w.listCompletes(s.First)
	case syntax.If:
		then, other := s.In(syntax.Then), s.In(syntax.Else)
		if then == nil || other == nil {
			return yes
		}
		return max(w.completes(then), w.completes(other))
	case syntax.While, syntax.For:
		cond := s.In(syntax.Condition)
		if w.breaks(s.In(syntax.Body), "") {
			return yes
		}
		return w.ends(cond)
	case syntax.Do:
		if w.breaks(s.In(syntax.Body), "") {
			return yes
		}
		return min(w.ends(s.In(syntax.Condition)), max(w.completesBody(s), maybe))
	case syntax.Labeled:
		inner := labeled(s)
		if inner == nil || w.breaks(inner, w.text(s.First)) {
			return yes
		}
		return w.completes(inner)
	case syntax.Try:
		return w.tryCompletes(s)
	case syntax.Sync:
		if body := s.Child(syntax.Block); body != nil {
			return w.completes(body)
		}
	case syntax.Switch:
		return w.switchCompletes(s)
	case syntax.ExprStmt:
		if s.First != nil && s.First.Kind == syntax.Switch {
			return w.switchCompletes(s.First)
		}
	}
	return yes
}

func (w *file) completesBody(loop *syntax.Node) answer {
	body := loop.In(syntax.Body)
	if body == nil {
		return yes
	}
	return w.completes(body)
}

// ends tells whether a loop with that condition, nil for none, ends by it.
func (w *file) ends(cond *syntax.Node) answer {
	switch {
	case cond == nil:
		return no
	case isLiteral(cond.Text(w.src)):
		return no // while (false) is an error
	case w.words.mayBeConstant(cond.Text(w.src)):
		return maybe
	}
	return yes
}

func (w *file) listCompletes(first *syntax.Node) answer {
	result := yes
	for s := first; s != nil; s = s.Next {
		result = min(result, w.completes(s))
	}
	return result
}

func (w *file) tryCompletes(s *syntax.Node) answer {
	result := no
	for c := s.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Block:
			result = max(result, w.completes(c))
		case syntax.Catch:
			if body := c.Child(syntax.Block); body != nil {
				result = max(result, w.completes(body))
			}
		case syntax.Finally:
			if body := c.Child(syntax.Block); body != nil {
				result = min(result, w.completes(body))
			}
		}
	}
	return result
}

func (w *file) switchCompletes(n *syntax.Node) answer {
	body := n.Child(syntax.SwitchBlock)
	if body == nil || w.breaks(body, "") {
		return yes
	}
	result, exhaustive := no, false
	for g := body.First; g != nil; g = g.Next {
		first := g.First
		for ; first != nil && first.Kind == syntax.SwitchLabel; first = first.Next {
			exhaustive = exhaustive || first.Child(syntax.Pattern) != nil || isDefault(first.Text(w.src))
		}
		switch {
		case g.Kind == syntax.SwitchRule && first != nil:
			result = max(result, w.completes(first))
		case g.Kind == syntax.SwitchGroup && g.Next == nil:
			result = max(result, w.listCompletes(first))
		}
	}
	if !exhaustive {
		return yes
	}
	return result
}

// breaks tells whether a break stands in n that leaves the statement of which n is the body: one
// without a label, or with that label.
func (w *file) breaks(n *syntax.Node, label string) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case syntax.Break:
		name := n.Child(syntax.Identifier)
		return label == "" && name == nil || name != nil && w.text(name) == label
	case syntax.Lambda, syntax.ClassBody:
		return false
	case syntax.Try:
		// A finally block that does not complete lets no break out of the rest (JLS 14.15).
		if finally := n.Child(syntax.Finally); finally != nil {
			if body := finally.Child(syntax.Block); body != nil && w.completes(body) == no {
				return w.breaks(finally, label)
			}
		}
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach, syntax.Switch:
		if label == "" {
			return false
		}
	}
	for c := n.First; c != nil; c = c.Next {
		if w.breaks(c, label) {
			return true
		}
	}
	return false
}
