package instrument

import "jprof/instrument/syntax"

// answer is yes, no, or unknown.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// completes returns whether a statement can complete normally (JLS 14.22). Whether the condition of a loop is a
// constant is known only if no name in it may be one.
func (f *file) completes(s *syntax.Node) answer {
	switch s.Kind {
	case syntax.Return, syntax.Throw, syntax.Yield, syntax.Break, syntax.Continue:
		return no
	case syntax.Block:
		return f.listCompletes(s.First)
	case syntax.If:
		then, other := s.In(syntax.Then), s.In(syntax.Else)
		if then == nil || other == nil {
			return yes
		}
		return max(f.completes(then), f.completes(other))
	case syntax.While, syntax.For:
		cond := s.In(syntax.Condition)
		if f.breaks(s.In(syntax.Body), "") {
			return yes
		}
		return f.ends(cond)
	case syntax.Do:
		if f.breaks(s.In(syntax.Body), "") {
			return yes
		}
		return min(f.ends(s.In(syntax.Condition)), max(f.completesBody(s), maybe))
	case syntax.Labeled:
		inner := labeled(s)
		if inner == nil || f.breaks(inner, f.text(s.First)) {
			return yes
		}
		return f.completes(inner)
	case syntax.Try:
		return f.tryCompletes(s)
	case syntax.Sync:
		if body := s.Child(syntax.Block); body != nil {
			return f.completes(body)
		}
	case syntax.Switch:
		return f.switchCompletes(s)
	case syntax.ExprStmt:
		if s.First != nil && s.First.Kind == syntax.Switch {
			return f.switchCompletes(s.First)
		}
	}
	return yes
}

func (f *file) completesBody(loop *syntax.Node) answer {
	body := loop.In(syntax.Body)
	if body == nil {
		return yes
	}
	return f.completes(body)
}

// ends returns whether a loop with that condition, nil for none, ends by it.
func (f *file) ends(cond *syntax.Node) answer {
	switch {
	case cond == nil:
		return no
	case isLiteral(cond.Text(f.src)):
		return no // while (false) is an error
	case f.words.mayBeConstant(cond.Text(f.src)):
		return maybe
	}
	return yes
}

func (f *file) listCompletes(first *syntax.Node) answer {
	result := yes
	for s := first; s != nil; s = s.Next {
		result = min(result, f.completes(s))
	}
	return result
}

func (f *file) tryCompletes(s *syntax.Node) answer {
	result := no
	for c := s.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Block:
			result = max(result, f.completes(c))
		case syntax.Catch:
			if body := c.Child(syntax.Block); body != nil {
				result = max(result, f.completes(body))
			}
		case syntax.Finally:
			if body := c.Child(syntax.Block); body != nil {
				result = min(result, f.completes(body))
			}
		}
	}
	return result
}

func (f *file) switchCompletes(n *syntax.Node) answer {
	body := n.Child(syntax.SwitchBlock)
	if body == nil || f.breaks(body, "") {
		return yes
	}
	result, exhaustive := no, false
	for g := body.First; g != nil; g = g.Next {
		first := g.First
		for ; first != nil && first.Kind == syntax.SwitchLabel; first = first.Next {
			exhaustive = exhaustive || first.Child(syntax.Pattern) != nil || isDefault(first.Text(f.src))
		}
		switch {
		case g.Kind == syntax.SwitchRule && first != nil:
			result = max(result, f.completes(first))
		case g.Kind == syntax.SwitchGroup && g.Next == nil:
			result = max(result, f.listCompletes(first))
		}
	}
	if !exhaustive {
		return yes
	}
	return result
}

// breaks reports whether n has a break that leaves the statement whose body n is: one without a label, or with that
// label.
func (f *file) breaks(n *syntax.Node, label string) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case syntax.Break:
		name := n.Child(syntax.Identifier)
		return label == "" && name == nil || name != nil && f.text(name) == label
	case syntax.Lambda, syntax.ClassBody:
		return false
	case syntax.Try:
		// A finally block that does not complete lets no break out of the rest (JLS 14.15).
		if finally := n.Child(syntax.Finally); finally != nil {
			if body := finally.Child(syntax.Block); body != nil && f.completes(body) == no {
				return f.breaks(finally, label)
			}
		}
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach, syntax.Switch:
		if label == "" {
			return false
		}
	}
	for c := n.First; c != nil; c = c.Next {
		if f.breaks(c, label) {
			return true
		}
	}
	return false
}
