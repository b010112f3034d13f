package probe

import (
	"errors"
	"fmt"
)

// nesting checks that the elements of a table are in order, and nested or disjoint. It returns the index of the
// innermost element around each, -1 for none. Of equal spans, the first is around the others.
func nesting[T any](what string, table []T, span func(T) Span, mayBeEmpty bool) (around []int32, err error) {
	around = make([]int32, len(table))
	spans := make([]Span, len(table))
	for i, t := range table {
		spans[i] = span(t)
	}
	var open []int32 // the spans around the current one, innermost last
	for i, s := range spans {
		if err := s.check(mayBeEmpty); err != nil {
			return nil, fmt.Errorf("%s %d: %w", what, i, err)
		}
		if i > 0 && spans[i-1].Start.Offset > s.Start.Offset {
			return nil, fmt.Errorf("%s %d: it starts before %s %d", what, i, what, i-1)
		}
		for len(open) > 0 && spans[open[len(open)-1]].End.Offset <= s.Start.Offset {
			open = open[:len(open)-1]
		}
		around[i] = -1
		if len(open) > 0 {
			around[i] = open[len(open)-1]
			if !s.within(spans[around[i]]) {
				return nil, fmt.Errorf("%s %d: it is partly inside of %s %d", what, i, what, around[i])
			}
		}
		open = append(open, int32(i))
	}
	return around, nil
}

// check returns the fault of a span by itself.
func (s Span) check(mayBeEmpty bool) error {
	switch {
	case s.Start.Line == 0:
		return errors.New("it starts on line 0")
	case s.End.Offset < s.Start.Offset || s.End.Line < s.Start.Line:
		return errors.New("it ends before it starts")
	case s.End.Offset == s.Start.Offset && !mayBeEmpty:
		return errors.New("it is empty")
	}
	return nil
}

// within reports whether a span lies in another one.
func (s Span) within(o Span) bool {
	return o.Start.Offset <= s.Start.Offset && s.End.Offset <= o.End.Offset
}

// before reports whether a place is before another one, and on no later line.
func (p Pos) before(q Pos) bool { return p.Offset < q.Offset && p.Line <= q.Line }

// valid reports whether an index is one of n elements.
func valid(index int32, n int) bool { return index >= 0 && int(index) < n }

// checkDisjoint checks that the elements of a table are in order, and that no two overlap.
func checkDisjoint[T any](what string, table []T, span func(T) Span, mayBeEmpty bool) error {
	around, err := nesting(what, table, span, mayBeEmpty)
	if err != nil {
		return err
	}
	for i, outer := range around {
		if outer != -1 {
			return fmt.Errorf("%s %d: it is inside of %s %d", what, i, what, outer)
		}
	}
	return nil
}
