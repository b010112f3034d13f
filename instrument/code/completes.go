package code

import "jprof/instrument/syntax"

// Answer is yes, no, or unknown.
type Answer uint8

// The answers, in the order of their certainty.
const (
	No Answer = iota
	Maybe
	Yes
)

// Completes returns whether a statement, nil for none, can complete normally (JLS 14.22). The answer may be Maybe for a
// loop whose condition has a name that may be a constant.
func (f *File) Completes(s *syntax.Node) Answer {
	if s == nil {
		return Yes
	}
	switch s.Kind {
	case syntax.Return, syntax.Throw, syntax.Yield, syntax.Break, syntax.Continue:
		return No
	case syntax.Block:
		return f.ListCompletes(s.First)
	case syntax.If:
		return max(f.Completes(s.In(syntax.Then)), f.Completes(s.In(syntax.Else)))
	case syntax.While, syntax.For:
		if f.breaks(s.In(syntax.Body), "") {
			return Yes
		}
		return f.ends(s.In(syntax.Condition))
	case syntax.Do:
		if f.breaks(s.In(syntax.Body), "") {
			return Yes
		}
		return min(f.ends(s.In(syntax.Condition)), max(f.Completes(s.In(syntax.Body)), Maybe))
	case syntax.Labeled:
		inner := Labeled(s)
		if inner == nil || f.breaks(inner, f.Text(s.First)) {
			return Yes
		}
		return f.Completes(inner)
	case syntax.Try:
		return f.tryCompletes(s)
	case syntax.Sync:
		return f.Completes(s.Child(syntax.Block))
	case syntax.Switch:
		return f.switchCompletes(s)
	case syntax.ExprStmt:
		if s.First != nil && s.First.Kind == syntax.Switch {
			return f.switchCompletes(s.First)
		}
	}
	return Yes
}

// ends returns whether the condition of a loop, nil for none, can end the loop.
func (f *File) ends(cond *syntax.Node) Answer {
	switch {
	case cond == nil:
		return No
	case IsLiteral(cond.Text(f.Src)):
		return No // while (false) is an error
	case f.MayBeConstant(cond.Text(f.Src)):
		return Maybe
	}
	return Yes
}

// ListCompletes returns whether the end of a list of statements can be reached.
func (f *File) ListCompletes(first *syntax.Node) Answer {
	result := Yes
	for s := first; s != nil; s = s.Next {
		result = min(result, f.Completes(s))
	}
	return result
}

func (f *File) tryCompletes(s *syntax.Node) Answer {
	result := No
	for c := s.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Block:
			result = max(result, f.Completes(c))
		case syntax.Catch:
			result = max(result, f.Completes(c.Child(syntax.Block)))
		case syntax.Finally:
			result = min(result, f.Completes(c.Child(syntax.Block)))
		}
	}
	return result
}

func (f *File) switchCompletes(n *syntax.Node) Answer {
	body := n.Child(syntax.SwitchBlock)
	if body == nil || f.breaks(body, "") {
		return Yes
	}
	result, exhaustive := No, false
	for g := body.First; g != nil; g = g.Next {
		first := g.First
		for ; first != nil && first.Kind == syntax.SwitchLabel; first = first.Next {
			exhaustive = exhaustive || first.Child(syntax.Pattern) != nil || IsDefault(first.Text(f.Src))
		}
		switch {
		case g.Kind == syntax.SwitchRule && first != nil:
			result = max(result, f.Completes(first))
		case g.Kind == syntax.SwitchGroup && g.Next == nil:
			result = max(result, f.ListCompletes(first))
		}
	}
	if !exhaustive {
		return Yes
	}
	return result
}

// breaks reports whether n, the body of a statement, has a break that leaves the statement. The break has the given
// label, or no label if that is "".
func (f *File) breaks(n *syntax.Node, label string) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case syntax.Break:
		name := n.Child(syntax.Identifier)
		return label == "" && name == nil || name != nil && f.Text(name) == label
	case syntax.Lambda, syntax.ClassBody:
		return false
	case syntax.Try:
		// If a finally block does not complete, no break of the other parts leaves the statement (JLS 14.15).
		if finally := n.Child(syntax.Finally); finally != nil && f.Completes(finally.Child(syntax.Block)) == No {
			return f.breaks(finally, label)
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

// Labeled returns the statement after a label.
func Labeled(s *syntax.Node) *syntax.Node {
	if s.First == nil {
		return nil
	}
	return s.First.Next
}
