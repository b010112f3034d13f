package instrument

import (
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
)

// decided adds the branches of the condition, which was true t times and false f times. The last argument reports
// whether f is known.
func (h *header) decided(t, f probe.Formula, known bool) {
	if h.root == nil {
		return
	}
	why := refuse(conditionReasons, &outcomes{number{t, true}, number{f, known}})
	switch {
	case why != "":
		h.body.unmeasured(h.root.span, why)
	case h.kind == probe.LoopBranch:
		h.body.branch(h.kind, h.root.span, t, f)
	default:
		h.body.solve(h.root, number{t, true}, number{f, true}, number{h.evals, h.evals != nil})
	}
}

// chosen adds the branches of a guard that was true t times. The last argument reports whether t is known.
func (h *header) chosen(t probe.Formula, known bool) {
	h.body.solve(h.root, number{t, known}, number{}, number{h.evals, h.evals != nil})
}

// number is a formula that may be unknown.
type number struct {
	formula probe.Formula
	known   bool
}

func (a number) plus(b number) number {
	return number{a.formula.Plus(b.formula), a.known && b.known}
}

func (a number) minus(b number) number {
	return number{a.formula.Minus(b.formula), a.known && b.known}
}

func (a number) or(b probe.Formula) number {
	if a.known || b == nil {
		return a
	}
	return number{b, true}
}

// solve adds the branches of the leaves of a condition, computed from the counts of the whole. It returns the numbers
// of times that the whole was true and false.
func (b *body) solve(o *operand, t, f, evals number) (number, number) {
	between := number{o.between, true}
	switch o.op {
	case syntax.Not:
		f, t = b.solve(o.left, f, t, evals)
		return t, f
	case syntax.And:
		rightT, rightF := b.solve(o.right, t, number{}, between)
		_, leftF := b.solve(o.left, between, f.minus(rightF), evals)
		return rightT, leftF.plus(rightF)
	case syntax.Or:
		if o.early != nil {
			rightT, rightF := b.solve(o.right, t.minus(*o.early), f, between)
			return o.early.plus(rightT), rightF
		}
		rightT, rightF := b.solve(o.right, number{}, f, between)
		leftT, _ := b.solve(o.left, t.minus(rightT), between, evals)
		return leftT.plus(rightT), rightF
	}
	t, f = t.or(o.t), f.or(o.f)
	if t.known != f.known { // only now, because this call gives counters to points
		x, own := b.exceptionsOf(o)
		ended := evals.minus(number{x, own})
		if t.known {
			f = ended.minus(t)
		} else {
			t = ended.minus(f)
		}
	}
	if why := refuse(operandReasons, &outcomes{t, f}); why != "" {
		b.unmeasured(o.span, why)
	} else {
		b.branch(probe.Condition, o.span, t.formula, f.formula)
	}
	return t, f
}

// exceptionsOf returns the number of exceptions of an operand. It omits exceptions that count at a point of without.
// known is false if a part of the number is not known.
func (f *file) exceptionsOf(o *operand, without ...*point) (sum probe.Formula, known bool) {
	switch {
	case o.left != nil && o.right != nil:
		left, known := f.exceptionsOf(o.left, without...)
		right, rightKnown := f.exceptionsOf(o.right, without...)
		return left.Plus(right), known && rightKnown
	case o.left != nil:
		return f.exceptionsOf(o.left, without...)
	case !o.throws || o.at != nil && slices.Contains(without, o.at):
		return nil, true
	case o.at == nil:
		return nil, false
	}
	return f.exceptions(o.at), true
}
