package instrument

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/probe"
)

// try walks a try statement. What follows it is reached by all that enter it, less what leaves its
// parts, and with those again that a catch clause stops.
func (w *body) try(s *syntax.Node, count probe.Formula) {
	mark := len(w.exits)
	opening := w.buf.Reserve(int(s.Start))
	w.tryBody(s, count)
	w.catchClauses(s, mark)
	if f := s.Child(syntax.Finally); f != nil {
		w.finally(s, f, opening, mark)
	}
}

// tryBody walks the resources and the block of a try statement.
func (w *body) tryBody(s *syntax.Node, count probe.Formula) {
	body := s.Child(syntax.Block)
	resources := s.Child(syntax.Resources)
	switch {
	case body == nil:
	case resources == nil:
		w.plain(body, probe.TryBlock, count)
	default:
		// Opening a resource may throw, and closing it at the end.
		p := w.resources(s, resources, count)
		var after *tail
		if p != nil {
			after = &tail{p: p, sets: w.sets()}
		}
		w.closing++
		w.counted(body, probe.TryBlock, after)
		w.holds(p, w.span(body.End-1, body.End)) // where javac says that resources are closed
		w.closing--
	}
}

// resources walks the resources of a try statement, and returns the point that counts when closing them throws. Those that start a line have a
// count, for which those in front of them need points of their own: they are set in a condition that is always true.
//
//	try (A a = f();
//	     B b = (p=5)!=-2?g():null) {...}
func (w *body) resources(s, resources *syntax.Node, count probe.Formula) *point {
	p := w.enterPoint(w.startOf(s), w.nodeSpan(resources))
	first := resources.First
	if p == nil || first == nil || !w.resourcesOnLines(first) {
		w.expression(resources, p, count)
		if first != nil {
			w.begins(w.nodeSpan(first), count)
		}
		return p
	}
	for r := first; r != nil; r = r.Next {
		start := r.Start + uint32(bytes.IndexByte(r.Text(w.src), '=')) + 1
		start += uint32(firstToken(w.src[start:r.End]).Start)
		if r != first && w.startsLine(r.Start) {
			count = count.Minus(w.exceptions(p))
			p = w.newPoint()
			w.leaves(p, w.nodeSpan(r))
			w.begins(w.nodeSpan(r), count)
			end := 0
			w.setAt(start, p, func(assignment string) string {
				if assignment == "" {
					return ""
				}
				w.buf.Set(end, ":null")
				return "(" + assignment + ")!=-2?"
			})
			w.expression(r, p, count)
			end = w.buf.Reserve(int(r.End))
			continue
		}
		w.begins(w.nodeSpan(r), count)
		w.expression(r, p, count)
	}
	return p
}

// resourcesOnLines reports whether a resource behind the first one starts a line, and all are declared there: none is a variable that is closed.
func (w *file) resourcesOnLines(first *syntax.Node) bool {
	lines := false
	for r := first; r != nil; r = r.Next {
		if bytes.IndexByte(r.Text(w.src), '=') < 0 {
			return false
		}
		lines = lines || r != first && w.startsLine(r.Start)
	}
	return lines
}

// catchClauses walks the catch clauses of a try statement of which the exits since mark are those of
// resources and block.
func (w *body) catchClauses(s *syntax.Node, mark int) {
	if s.Child(syntax.Catch) == nil {
		return
	}
	thrown := append([]exit(nil), w.exits[mark:]...)
	w.exits = w.exits[:mark]
	var caught probe.Formula
	for c := s.First; c != nil; c = c.Next {
		if body := c.Child(syntax.Block); c.Kind == syntax.Catch && body != nil {
			caught = caught.Plus(w.catchClause(c, body))
		}
	}
	w.exits = append(w.exits, w.uncaught(thrown, caught)...)
}

// uncaught is what remains of the exits of a try block, of which caught many exceptions were stopped:
// the jumps that end nearby, and one exit for all that leads further.
func (w *file) uncaught(thrown []exit, caught probe.Formula) []exit {
	var rest, away []exit
	known := true
	for _, e := range thrown {
		if e.kind == exitAway {
			away = append(away, e)
			known = known && e.known
			continue
		}
		if e.at != nil { // closing a resource may have made an exception of it
			away = append(away, exit{kind: exitAway, at: e.at, known: e.known})
			known = known && e.known
			jump := e
			e = exit{kind: e.kind, label: e.label, known: e.known, sum: func() probe.Formula {
				return jump.count.Minus(w.exceptions(jump.at))
			}}
		}
		rest = append(rest, e)
	}
	if len(away) == 0 {
		return rest // and nothing can have been caught
	}
	return append(rest, exit{kind: exitAway, known: known, sum: func() probe.Formula {
		var sum probe.Formula
		for _, e := range away {
			sum = sum.Plus(w.reached(e))
		}
		return sum.Minus(caught)
	}})
}

// catchClause walks a catch clause and returns its counter. Where it starts the exception is
// counted that brought the program there.
func (w *body) catchClause(c, body *syntax.Node) probe.Formula {
	k := w.counter()
	count := probe.Counter(k)
	header := bytes.TrimRight(w.src[c.Start:body.Start], " \t\r\n\f")
	w.branch(probe.CatchBranch, w.span(c.Start, c.Start+uint32(len(header))), count, nil)
	if f := w.frame; f == nil {
		w.insert(body.Start+1, w.statementFor(k))
	} else {
		place := w.buf.Reserve(int(body.Start + 1))
		f.later = append(f.later, func(used bool) {
			if used {
				w.buf.Set(place, w.trapFor(k, f))
			} else {
				w.buf.Set(place, w.lookUp(k)) // the row of that part of the body is no longer known
			}
		})
	}
	outer := w.block
	w.branchOff()
	w.openBlock(probe.CatchBlock, w.nodeSpan(body), count)
	w.list(body.First, count)
	w.branchOff()
	w.block = outer
	return count
}

// finally walks a finally clause; opening is the place in front of the try statement, and the exits
// since mark are those of all else in it. The statements of the clause set the variable of the
// frame, too. So an exception on its way through has to be counted before, and afterwards the
// variable gets back the value of who has jumped out of the try statement:
//
//	try{try {...} catch (E e) {...}}catch(final Throwable t){Foo(-1,p);p=-1;throw t;}
//	finally {int q=p; ... p=q;}
func (w *body) finally(s, clause *syntax.Node, opening, mark int) {
	body := clause.Child(syntax.Block)
	if body == nil {
		return
	}
	k := w.counter()
	f, sets, before := w.frame, w.sets(), len(w.exits)
	handler := w.buf.Reserve(int(clause.Start))
	w.insert(body.Start+1, w.statementFor(k))
	save := w.buf.Reserve(int(body.Start + 1))
	outer := w.block
	w.branchOff()
	w.openBlock(probe.FinallyBlock, w.nodeSpan(body), probe.Counter(k))
	w.list(body.First, probe.Counter(k))
	w.branchOff()
	w.block = outer
	restore := w.buf.Reserve(int(body.End - 1))
	leaves := len(w.exits) > before
	if before > mark && leaves {
		w.doubtExits(mark) // what leaves finally replaces whatever was under way
	}
	if f == nil || w.sets() == sets && !leaves {
		return
	}
	f.saved++
	nested := s.Child(syntax.Catch) != nil
	q := f.variable("q") + "_" + itoa(f.saved)
	ends := w.completes(body) == yes
	f.later = append(f.later, func(used bool) {
		if !used {
			return
		}
		p := f.variable("p")
		text := w.handler(f, p+"="+noPoint+";")
		if nested {
			w.buf.Set(opening, "try{")
			text = "}" + text
		}
		w.buf.Set(handler, text)
		w.buf.Set(save, "int "+q+"="+p+";")
		if ends {
			w.buf.Set(restore, p+"="+q+";")
		}
	})
}
