package instrument

import (
	"bytes"

	"jprof/instrument/code"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// try walks a try statement. The count of the code after it is the count of the statement, less the executions that
// leave one of its parts, plus those that a catch clause stops.
func (b *body) try(s *syntax.Node, count probe.Formula) {
	mark := len(b.exits)
	opening := b.reserve(s.Start)
	outer := b.catching
	b.catching = outer || s.Child(syntax.Catch) != nil
	b.tryBody(s, count)
	b.catching = outer
	b.catchClauses(s, mark)
	if f := s.Child(syntax.Finally); f != nil {
		b.finally(s, f, opening, mark)
	}
}

// tryBody walks the resources and the block of a try statement.
func (b *body) tryBody(s *syntax.Node, count probe.Formula) {
	body := s.Child(syntax.Block)
	resources := s.Child(syntax.Resources)
	switch {
	case body == nil:
	case resources == nil:
		b.plain(body, probe.TryBlock, count)
	default:
		// Opening a resource may throw, and closing it at the end.
		p := b.resources(s, resources, count)
		var after *tail
		if p != nil {
			after = &tail{p: p, sets: b.sets()}
		}
		b.closing++
		b.counted(body, probe.TryBlock, after)
		b.holds(p, b.Span(body.End-1, body.End)) // javac gives this place to the code that closes resources
		b.closing--
	}
}

// resources walks the resources of a try statement, and returns the point for exceptions of closing them. If resources
// start lines, these lines have counts, for which the resources before them need points of their own. Their points are
// set in a condition that is always true.
//
//	try (A a = f();
//	     B b = (p=5)!=-2?g():null) {...}
func (b *body) resources(s, resources *syntax.Node, count probe.Formula) *point {
	p := b.enterPoint(b.startOf(s), b.NodeSpan(resources))
	first := resources.First
	if p == nil || first == nil || !b.resourcesOnLines(first) {
		b.expression(resources, p, count)
		if first != nil {
			b.begins(b.resourceSpan(first), count)
		}
		return p
	}
	for r := first; r != nil; r = r.Next {
		start := b.assigned(r)
		start += uint32(code.First(b.Src[start:r.End]).Start)
		if r != first && b.StartsLine(r.Start) {
			count = count.Minus(b.exceptions(p))
			p = b.newPoint()
			b.leaves(p, b.resourceSpan(r))
			b.begins(b.resourceSpan(r), count)
			end := 0
			b.setAt(start, p, func(assignment string) string {
				if assignment == "" {
					return ""
				}
				b.put(end, ":null")
				return "(" + assignment + ")!=-2?"
			})
			b.expression(r, p, count)
			end = b.reserve(r.End)
			continue
		}
		b.begins(b.resourceSpan(r), count)
		b.expression(r, p, count)
	}
	return p
}

// resourcesOnLines reports whether all resources declare a variable, and one after the first starts a line.
func (f *file) resourcesOnLines(first *syntax.Node) bool {
	lines := false
	for r := first; r != nil; r = r.Next {
		if f.assigned(r) == 0 {
			return false
		}
		lines = lines || r != first && f.StartsLine(r.Start)
	}
	return lines
}

// declared returns the offset of the first token of a resource that is no modifier or annotation.
func (f *file) declared(r *syntax.Node) uint32 {
	return r.Start + uint32(code.AfterModifiers(r.Text(f.Src)))
}

// assigned returns the offset after the = in the declaration of a resource. It returns 0 if the resource is a variable
// that is declared elsewhere.
func (f *file) assigned(r *syntax.Node) uint32 {
	from := f.declared(r)
	i := bytes.IndexByte(f.Src[from:r.End], '=')
	if i < 0 {
		return 0
	}
	return from + uint32(i) + 1
}

// resourceSpan returns the span of a resource of a try statement. Annotations on lines of their own are not part of it.
func (f *file) resourceSpan(r *syntax.Node) probe.Span { return f.SpanFrom(r, f.declared(r)) }

// catchClauses walks the catch clauses of a try statement. mark is the length of b.exits before the walk of its
// resources and block.
func (b *body) catchClauses(s *syntax.Node, mark int) {
	if s.Child(syntax.Catch) == nil {
		return
	}
	thrown := append([]exit(nil), b.exits[mark:]...)
	b.exits = b.exits[:mark]
	var caught probe.Formula
	for c := s.First; c != nil; c = c.Next {
		if body := c.Child(syntax.Block); c.Kind == syntax.Catch && body != nil {
			caught = caught.Plus(b.catchClause(c, body))
		}
	}
	b.exits = append(b.exits, b.uncaught(thrown, caught)...)
}

// uncaught returns the exits of a try block that remain after its catch clauses have stopped some exceptions: the jumps
// that end nearby, and one exit for all that lead further. caught is the number of exceptions that were stopped.
func (f *file) uncaught(thrown []exit, caught probe.Formula) []exit {
	var rest, away []exit
	known := true
	for _, e := range thrown {
		if e.kind == exitAway {
			away = append(away, e)
			known = known && e.known
			continue
		}
		if e.at != nil { // an exception may have replaced the jump
			away = append(away, exit{kind: exitAway, at: e.at, known: e.known})
			known = known && e.known
			jump := e
			e = exit{kind: e.kind, label: e.label, known: e.known, sum: func() probe.Formula {
				return jump.count.Minus(f.exceptions(jump.at))
			}}
		}
		rest = append(rest, e)
	}
	if len(away) == 0 {
		return rest // and nothing was caught
	}
	return append(rest, exit{kind: exitAway, known: known, sum: func() probe.Formula {
		var sum probe.Formula
		for _, e := range away {
			sum = sum.Plus(f.reached(e))
		}
		return sum.Minus(caught)
	}})
}

// catchClause walks a catch clause and returns its counter. At the start of the clause, the exception that led there is
// counted, too.
func (b *body) catchClause(c, body *syntax.Node) probe.Formula {
	k := b.counter()
	count := probe.Counter(k)
	header := bytes.TrimRight(b.Src[c.Start:body.Start], " \t\r\n\f")
	b.branch(probe.CatchBranch, b.Span(c.Start, c.Start+uint32(len(header))), count, nil)
	if f := b.frame; f == nil {
		b.insert(body.Start+1, b.statementFor(k))
	} else {
		place := b.reserve(body.Start + 1)
		f.atEnd = append(f.atEnd, func(used bool) {
			if used {
				b.put(place, b.call+itoa(int(k))+","+f.variable("p")+");") // counts the exception that led here, too
			} else {
				b.put(place, b.lookUp(k)) // the row is not known any more at the end of the body
			}
		})
	}
	b.branchOff()
	b.blockFrom(probe.CatchBlock, b.NodeSpan(body), count, body.First)
	b.branchOff()
	return count
}

// finally walks a finally clause. opening is the place in front of the try statement, and the exits since mark are
// those of the other parts of it. The clause itself sets the variable of the frame, too. So an exception on its way
// through is counted before the clause. After the clause, the variable gets back the value that it had when execution
// left the try block or catch clause:
//
//	try{try {...} catch (E e) {...}}catch(final Throwable t){Foo(-1,p);p=-1;throw t;}
//	finally {int q=p; ... p=q;}
func (b *body) finally(s, clause *syntax.Node, opening, mark int) {
	body := clause.Child(syntax.Block)
	if body == nil {
		return
	}
	f, sets, before := b.frame, b.sets(), len(b.exits)
	handler := b.reserve(clause.Start)
	count := b.count(body.Start + 1)
	save := b.reserve(body.Start + 1)
	b.branchOff()
	b.blockFrom(probe.FinallyBlock, b.NodeSpan(body), count, body.First)
	b.branchOff()
	restore := b.reserve(body.End - 1)
	leaves := len(b.exits) > before
	if before > mark && leaves {
		b.doubtExits(mark) // an exit of the finally clause replaces any other
	}
	if f == nil || b.sets() == sets && !leaves {
		return
	}
	f.saved++
	nested := s.Child(syntax.Catch) != nil
	q := f.variable("q") + "_" + itoa(f.saved)
	ends := b.Completes(body) == code.Yes
	f.atEnd = append(f.atEnd, func(used bool) {
		if !used {
			return
		}
		p := f.variable("p")
		text := b.handler(f, p+"="+noPoint+";")
		if nested {
			b.put(opening, "try{")
			text = "}" + text
		}
		b.put(handler, text)
		b.put(save, "int "+q+"="+p+";")
		if ends {
			b.put(restore, p+"="+q+";")
		}
	})
}
