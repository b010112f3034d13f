package javagen

import (
	"fmt"
	"slices"
)

// catchable lists the unchecked exceptions that a catch clause may always name, subclasses first.
var catchable = []string{
	"ArithmeticException", "NullPointerException | ClassCastException", "ArrayIndexOutOfBoundsException",
	"Fz.Odd", "RuntimeException", "AssertionError", "Exception", "Throwable",
}

// jumps returns the numbers of jumps that lead to each target of a scope.
func (s *scope) jumps() (out [][2]int) {
	for _, t := range s.targets {
		out = append(out, [2]int{t.breaks, t.resume})
	}
	return out
}

// try returns a try statement of any form.
func (g *gen) try(s *scope) ([]*Stmt, bool) {
	finally, resources := g.chance(45), g.chance(30) && !s.flat // resources throw
	catches := !finally && !resources || g.chance(60)
	checked := g.throwing(s) && catches && g.chance(40) // the body throws Fz.Checked, and a clause catches it

	before := s.jumps()
	in := s.inner()
	in.checked = in.checked || checked
	head := "try {"
	if resources {
		head = g.resources(in)
	}
	body, ok := g.block(in, 4)
	if checked {
		body = slices.Insert(body, 0, line("Fz.chk(%d);", g.id()))
	}
	stmt := &Stmt{Parts: []Part{{head, body}}}

	if catches {
		rethrow := s.checked || !checked
		next := 0
		if checked {
			typ := "Fz.Checked"
			if g.chance(40) {
				typ, next = "Exception", len(catchable)-1
			}
			ok = g.catch(s, stmt, typ, s.checked) || ok
		}
		for n := g.n(3); next < len(catchable) && (n > 0 || len(stmt.Parts) == 1); n-- {
			next += g.n(len(catchable) - next)
			ok = g.catch(s, stmt, catchable[next], rethrow || next < 6) || ok
			next++
		}
	}
	if finally {
		made := s.jumps()
		body, completes := g.block(s, 3)
		stmt.Parts = append(stmt.Parts, Part{"} finally {", body})
		if !completes { // the jumps before it do not reach their targets
			ok = false
			for i, t := range s.targets {
				t.breaks -= made[i][0] - before[i][0]
				t.resume -= made[i][1] - before[i][1]
			}
		}
	}
	stmt.Parts = append(stmt.Parts, Part{Head: "}"})
	return []*Stmt{stmt}, ok
}

func (g *gen) resources(s *scope) string {
	r := g.fresh("r")
	switch g.n(4) {
	case 0:
		return fmt.Sprintf("try (Fz.Res %s = null) {", r)
	case 1:
		return fmt.Sprintf("try (Fz.Res %s = new Fz.Res(%s);%sFz.Res %s = Fz.b() ? null : new Fz.Res(%s)) {",
			r, g.expr(s, "int", 2), g.space(), g.fresh("r"), g.expr(s, "int", 2))
	}
	return fmt.Sprintf("try (Fz.Res %s = new Fz.Res(%s)) {", r, g.expr(s, "int", 2))
}

// space returns a blank or a line break.
func (g *gen) space() string { return []string{" ", "\n        "}[g.n(2)] }

// catch adds a catch clause to a try statement, and reports whether its block can complete.
func (g *gen) catch(s *scope, stmt *Stmt, typ string, rethrow bool) bool {
	e := g.fresh("e")
	body, completes := g.block(s, 3)
	body = slices.Insert(body, 0, line("Fz.caught(%s);", e))
	if completes && rethrow && g.throwing(s) && g.chance(20) {
		body, completes = append(body, line("throw %s;", e)), false
	}
	stmt.Parts = append(stmt.Parts, Part{fmt.Sprintf("} catch (%s %s) {", typ, e), body})
	return completes
}

// lambda returns statements with a lambda that has a block. A variable holds the lambda, or a call passes it on.
func (g *gen) lambda(s *scope) ([]*Stmt, bool) {
	x := g.fresh("x")
	value := func(checked bool) []*Stmt {
		in := s.body("int", checked)
		in.declare(x, "int", true)
		body, completes := g.block(in, 4)
		if completes {
			body = append(body, line("return %s;", g.expr(in, "int", 2)))
		}
		return body
	}
	switch n := g.n(6); {
	case n == 0 && s.checked && !s.flat:
		return []*Stmt{blocks(fmt.Sprintf("}, %s);", g.atom(s)), Part{"Fz.twice(" + x + " -> {", value(true)})}, true
	case n == 1:
		body, completes := g.block(s.body("void", false), 4)
		if !completes && body[len(body)-1].Parts[0].Head != "return;" {
			// The lambda could be void or have a value.
			return []*Stmt{blocks("};", Part{"Runnable " + g.fresh("f") + " = () -> {", body})}, true
		}
		return []*Stmt{blocks("});", Part{"Fz.exec(() -> {", body})}, true
	case n == 2:
		f, y := g.fresh("f"), g.fresh("y")
		in := s.body("int", false)
		in.declare(y, "int", true)
		return []*Stmt{blocks("};", Part{"Fz.Curried " + f + " = " + y + " -> " + x + " -> {", value(false)}),
			line("Fz.v(%s.f(1).f(%s));", f, g.atom(s))}, true
	}
	f := g.fresh("f")
	body := value(false)
	s.declare(f, "Fz.IntF", true)
	return []*Stmt{blocks("};", Part{"Fz.IntF " + f + " = " + x + " -> {", body}),
		line("Fz.v(%s.f(%s));", f, g.atom(s))}, true
}

// anonymous returns an anonymous or a local class, and its use.
func (g *gen) anonymous(s *scope) ([]*Stmt, bool) {
	outer := s.body("", false)
	var members []*Stmt
	initialiser := outer.inner()
	initialiser.flat = initialiser.flat || !g.o.Super // it is run by super(...), as it were
	if g.chance(50) {
		members = append(members, line("int %s = %s;", g.fresh("f"), g.expr(initialiser, "int", 2)))
	}
	if g.chance(40) {
		in := initialiser.inner()
		in.depth++
		if body, completes := g.block(in, 2); completes {
			members = append(members, blocks("}", Part{"{", body}))
		}
	}
	arg, arg2 := g.expr(s, "int", 1), g.expr(s, "int", 1)
	if g.chance(60) {
		members = append(members, g.op("public ", outer))
		return []*Stmt{blocks(fmt.Sprintf("}.op(%s));", arg2),
			Part{fmt.Sprintf("Fz.v(new Fz.Base(%s) {", arg), members})}, true
	}
	name, a := g.fresh("L"), g.fresh("a")
	in := outer.inner()
	in.result = "void"
	in.declare(a, "int", true)
	body, _ := g.block(in, 2)
	body = slices.Insert(body, 0, line("super(%s);",
		g.expr(&scope{vars: []variable{{a, "int", true}}, flat: !g.o.Super}, "int", 1)))
	members = append(members, blocks("}", Part{fmt.Sprintf("%s(int %s) {", name, a), body}), g.op("public ", outer))
	return []*Stmt{blocks("}", Part{"class " + name + " extends Fz.Base {", members}),
		line("Fz.v(new %s(%s).op(%s));", name, arg, arg2)}, true
}

// assigned returns a statement whose condition assigns a variable. The program reads the variable only in places that
// are reached if it was assigned.
func (g *gen) assigned(s *scope) ([]*Stmt, bool) {
	v := g.fresh("v")
	in := s.inner()
	in.declare(v, "int", false)
	cond := g.expr(s, "boolean", 1)
	switch value := g.expr(s, "int", 2); g.n(3) {
	case 0:
		body, _ := g.block(in, 3)
		return []*Stmt{line("int %s;", v),
			blocks("}", Part{fmt.Sprintf("if (%s && (%s = %s) > 3) {", cond, v, value), body})}, true
	case 1:
		body, _ := g.block(in, 3)
		return []*Stmt{line("int %s;", v), blocks("}",
			Part{fmt.Sprintf("if (%s || (%s = %s) < 3) {", cond, v, value), []*Stmt{line("Fz.t(%d);", g.id())}},
			Part{"}", nil}, Part{"else {", body})}, true
	default:
		t := &target{loop: true}
		in.targets = append(in.targets, t)
		body, _ := g.block(in, 3)
		return []*Stmt{line("int %s;", v),
			blocks("}", Part{fmt.Sprintf("while (Fz.go() && (%s = %s) > 3) {", v, value), body})}, true
	}
}
