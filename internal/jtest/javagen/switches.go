package javagen

import (
	"fmt"
	"strings"
)

// selector returns the operand of a switch and its labels.
func (g *gen) selector(s *scope) (expr string, labels []string) {
	switch n := g.n(3); {
	case n == 0:
		return g.expr(s, "String", 1), []string{`"one"`, `"two"`, `"three"`, `"x1"`}
	case n == 1 && len(g.enums) > 0 && !s.flat:
		e := g.enums[g.n(len(g.enums))]
		return fmt.Sprintf("%s.values()[Fz.i(3)]", e), []string{"A", "B", "C"}
	case g.throwing(s) && g.chance(30):
		return "Fz.boxed()", []string{"1", "2", "3", "4", "6"}
	}
	return fmt.Sprintf("(%s) & 7", g.expr(s, "int", 2)), []string{"0", "1", "2", "3", "5"}
}

func (g *gen) oldSwitch(s *scope) ([]*Stmt, bool) {
	expr, labels := g.selector(s)
	in := s.inner()
	t := &target{}
	in.targets = append(in.targets, t)
	stmt := &Stmt{Parts: []Part{{Head: "switch (" + expr + ") {"}}}
	ok, other := true, false
	group := func(head string) {
		var body []*Stmt
		body, ok = g.block(in, 3)
		if ok && g.chance(50) {
			t.breaks++
			body, ok = append(body, line("break;")), false
		}
		stmt.Parts = append(stmt.Parts, Part{"  " + head, body})
	}
	for i := 0; i < len(labels); i++ {
		if !other && g.chance(20) {
			other = true
			group("default:")
		}
		head := "case " + labels[i] + ":"
		if i+1 < len(labels) && g.chance(30) {
			i++
			head += " case " + labels[i] + ":"
		}
		group(head)
		if g.chance(25) {
			break
		}
	}
	stmt.Parts = append(stmt.Parts, Part{Head: "}"})
	return []*Stmt{stmt}, ok || !other || t.breaks > 0
}

func (g *gen) arrowSwitch(s *scope) ([]*Stmt, bool) {
	if g.o.Level < 17 {
		return g.ifElse(s)
	}
	in := s.inner()
	t := &target{}
	in.targets = append(in.targets, t)
	expr, heads := g.arrows(in)
	ok := false
	stmt := &Stmt{Parts: []Part{{Head: "switch (" + expr + ") {"}}}
	for _, h := range heads {
		arm := in.inner()
		arm.vars = append(arm.vars, h.vars...)
		switch {
		case g.chance(30):
			ok = true
			stmt.Parts = append(stmt.Parts, Part{Head: fmt.Sprintf("  %s -> Fz.v(%s);", h.text, g.expr(arm, "int", 2))})
		case g.throwing(s) && g.chance(10):
			stmt.Parts = append(stmt.Parts, Part{Head: fmt.Sprintf("  %s -> throw new Fz.Odd(%d);", h.text, g.id())})
		default:
			body, completes := g.block(arm, 3)
			ok = ok || completes
			stmt.Parts = append(stmt.Parts, Part{"  " + h.text + " -> {", body}, Part{Head: "  }"})
		}
	}
	stmt.Parts = append(stmt.Parts, Part{Head: "}"})
	return []*Stmt{stmt}, ok || t.breaks > 0
}

// caseHead is the label of a case with the variables that its pattern declares.
type caseHead struct {
	text string
	vars []variable
}

// arrows returns the operand of a switch with arrows and its labels, which are exhaustive.
func (g *gen) arrows(s *scope) (expr string, heads []caseHead) {
	if g.o.Level >= 21 && g.chance(40) {
		x, y, z := g.fresh("p"), g.fresh("p"), g.fresh("p")
		in := s.body("", s.checked) // a guard may use final variables only, and assign none
		in.guard = true
		in.declare(x, "int", true)
		heads = []caseHead{
			{fmt.Sprintf("case Integer %s when %s", x, g.expr(in, "boolean", 2)), []variable{{x, "int", true}}},
			{fmt.Sprintf("case Integer %s", y), []variable{{y, "int", true}}},
			{fmt.Sprintf("case String %s", z), []variable{{z, "String", true}}},
		}
		expr = "Fz.o()"
		if len(g.records) > 0 && !s.flat && g.chance(50) {
			r, a := g.records[g.n(len(g.records))], g.fresh("p")
			b := g.fresh("p")
			if g.o.Level >= 25 && g.chance(50) {
				b = "_"
			}
			heads = append(heads, caseHead{fmt.Sprintf("case %s(int %s, var %s)", r, a, b),
				[]variable{{a, "int", true}}})
			expr = fmt.Sprintf("Fz.b() ? Fz.o() : (Object) new %s(%s, 2)", r, g.atom(s))
		}
		if g.chance(40) {
			heads = append(heads, caseHead{text: "case null"})
		}
		return expr, append(heads, caseHead{text: "default"})
	}
	expr, labels := g.selector(s)
	for i := 0; i < len(labels); i += 2 {
		heads = append(heads, caseHead{text: "case " + strings.Join(labels[i:min(i+1+g.n(2), len(labels))], ", ")})
	}
	return expr, append(heads, caseHead{text: "default"})
}

func (g *gen) switchExpression(s *scope) ([]*Stmt, bool) {
	if g.o.Level < 17 {
		return g.loop(s)
	}
	in := s.inner()
	in.targets, in.result, in.yields = nil, "", "int"
	name := g.fresh("v")
	expr, heads := g.arrows(in)
	start := []string{"int " + name + " = ", "Fz.v(", "Fz.t(1 + "}[g.n(3)]
	end := map[bool]string{true: "};", false: "});"}[strings.HasPrefix(start, "int")]
	stmt := &Stmt{Parts: []Part{{Head: fmt.Sprintf("%sswitch (%s) {", start, expr)}}}
	for i, h := range heads {
		arm := in.inner()
		arm.vars = append(arm.vars, h.vars...)
		switch {
		case i == 0 || g.chance(30):
			stmt.Parts = append(stmt.Parts, Part{Head: fmt.Sprintf("  %s -> %s;", h.text, g.expr(arm, "int", 2))})
		case g.throwing(s) && g.chance(15):
			stmt.Parts = append(stmt.Parts, Part{Head: fmt.Sprintf("  %s -> throw new Fz.Odd(%d);", h.text, g.id())})
		default:
			body, completes := g.block(arm, 3)
			if completes {
				body = append(body, line("yield %s;", yielded(g.expr(arm, "int", 2))))
			}
			stmt.Parts = append(stmt.Parts, Part{"  " + h.text + " -> {", body}, Part{Head: "  }"})
		}
	}
	stmt.Parts = append(stmt.Parts, Part{Head: end})
	if strings.HasPrefix(start, "int") {
		s.declare(name, "int", g.chance(50))
	}
	return []*Stmt{stmt}, true
}

// yielded changes an expression so that it may follow yield. For an expression that starts with a parenthesis and has a
// comma in it, javac reads the word yield as the name of a method that is called.
func yielded(expr string) string {
	if expr[0] == '(' {
		return "(" + expr + ")"
	}
	return expr
}
