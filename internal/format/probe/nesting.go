package probe

import (
	"errors"
	"fmt"
)

// checkTable checks that the rows of a table are in order, and that two rows are nested or disjoint. Then it calls
// check for each row with the index of the innermost row around it, -1 for none. Of equal spans, the first is around
// the others.
func checkTable[T any, R interface {
	*T
	Where() Span
}](what string, table []T, mayBeEmpty bool, check func(row R, around int32) error) error {
	around := make([]int32, len(table))
	at := func(i int32) Span { return R(&table[i]).Where() }
	var open []int32 // the rows around the current one, innermost last
	for i := range int32(len(table)) {
		s := at(i)
		if err := s.check(mayBeEmpty); err != nil {
			return fmt.Errorf("%s %d: %w", what, i, err)
		}
		if i > 0 && at(i-1).Start.Offset > s.Start.Offset {
			return fmt.Errorf("%s %d: it starts before %s %d", what, i, what, i-1)
		}
		for len(open) > 0 && at(open[len(open)-1]).End.Offset <= s.Start.Offset {
			open = open[:len(open)-1]
		}
		around[i] = -1
		if len(open) > 0 {
			around[i] = open[len(open)-1]
			if !s.within(at(around[i])) {
				return fmt.Errorf("%s %d: it is partly inside of %s %d", what, i, what, around[i])
			}
		}
		open = append(open, i)
	}
	for i := range table {
		if err := check(&table[i], around[i]); err != nil {
			return fmt.Errorf("%s %d: %w", what, i, err)
		}
	}
	return nil
}

// outermost checks that a row is not inside another row of its table.
func outermost[T any](_ *T, around int32) error {
	if around != -1 {
		return fmt.Errorf("it is inside of number %d", around)
	}
	return nil
}

// check returns the first fault of the span alone, without regard to other spans.
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

// within reports whether s lies in o.
func (s Span) within(o Span) bool {
	return o.Start.Offset <= s.Start.Offset && s.End.Offset <= o.End.Offset
}

// before reports whether p comes before q, and is on no later line.
func (p Pos) before(q Pos) bool { return p.Offset < q.Offset && p.Line <= q.Line }

// valid reports whether index is an index of a table with n rows.
func valid(index int32, n int) bool { return index >= 0 && int(index) < n }
