package javagen

import (
	"fmt"
)

// block returns up to n statements, and reports whether the last of them can complete. Other statements do not see the
// declarations in the block.
func (g *gen) block(s *scope, n int) (out []*Stmt, completes bool) {
	s = s.inner()
	out = append(out, line("Fz.t(%d);", g.id()))
	for range 1 + g.n(n) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		stmt, ok := g.statement(s)
		out = append(out, stmt...)
		if !ok {
			return out, false
		}
	}
	return out, true
}

// statement makes one statement, with the declarations that it needs before it, and reports whether it can complete.
func (g *gen) statement(s *scope) ([]*Stmt, bool) {
	if s.depth > 6 || g.chance(35) {
		return g.simple(s)
	}
	switch g.n(20) {
	case 0, 1, 2:
		return g.ifElse(s)
	case 3, 4, 5, 6:
		return g.loop(s)
	case 7:
		return g.labelled(s)
	case 8, 9:
		return g.oldSwitch(s)
	case 10:
		return g.arrowSwitch(s)
	case 11:
		return g.switchExpression(s)
	case 12, 13, 14:
		return g.try(s)
	case 15:
		return g.lambda(s)
	case 16:
		return g.anonymous(s)
	case 17:
		body, ok := g.block(s, 3)
		return []*Stmt{blocks("}", Part{fmt.Sprintf("synchronized (%s) {", g.lock(s)), body})}, ok
	case 18:
		return g.assigned(s)
	}
	body, ok := g.block(s, 3)
	return []*Stmt{blocks("}", Part{"{", body})}, ok
}

func (g *gen) lock(s *scope) string {
	if g.throwing(s) && g.chance(40) {
		return "Fz.s()"
	}
	return "new Object()"
}

// simple returns a statement of one line.
func (g *gen) simple(s *scope) ([]*Stmt, bool) {
	one := func(format string, args ...any) ([]*Stmt, bool) { return []*Stmt{line(format, args...)}, true }
	switch n := g.n(20); {
	case n < 5:
		typ := []string{"int", "int", "int", "boolean", "String", "Integer", "int[]"}[g.n(7)]
		name, final := g.fresh("v"), g.chance(50)
		out := line("%s %s = %s;", typ, name, g.expr(s, typ, 3))
		s.declare(name, typ, final)
		return []*Stmt{out}, true
	case n < 7 && len(s.of("int", true)) > 0:
		v := s.of("int", true)
		name := v[g.n(len(v))].name
		return one([]string{"%[1]s = %[2]s;", "%[1]s += %[2]s;", "%[1]s -= %[2]s;"}[g.n(3)], name, g.expr(s, "int", 3))
	case n < 10:
		return one("Fz.v(%s);", g.expr(s, "int", 3))
	case n == 10:
		return one("Fz.c(%s);", g.expr(s, "boolean", 3))
	case n == 11 && g.throwing(s):
		cond := g.expr(s, "boolean", 2)
		if g.chance(50) {
			return one("assert %s : %s;", cond, g.expr(s, []string{"int", "String", "boolean"}[g.n(3)], 2))
		}
		return one("assert %s;", cond)
	case n == 12 && g.throwing(s):
		if s.checked && g.chance(50) {
			return one("Fz.chk(%d);", g.id())
		}
		return one("Fz.may(%d);", g.id())
	case n == 13:
		for _, m := range g.methods {
			if m.result == "void" && (s.checked || !m.checked) && !s.flat {
				return one("%s(%s, %s);", m.name, g.expr(s, "int", 2), g.expr(s, "int", 2))
			}
		}
	case n == 14 && g.chance(50) || n > 16:
		return g.jump(s)
	}
	return one("Fz.t(%d);", g.id())
}

// jump returns a statement that does not complete, if one is possible.
func (g *gen) jump(s *scope) ([]*Stmt, bool) {
	var all []string
	var effects []func()
	add := func(effect func(), format string, args ...any) {
		all = append(all, fmt.Sprintf(format, args...))
		effects = append(effects, effect)
	}
	none := func() {}
	for i := len(s.targets) - 1; i >= 0; i-- {
		t := s.targets[i]
		if t.label != "" {
			add(func() { t.breaks++ }, "break %s;", t.label)
			if t.loop {
				add(func() { t.resume++ }, "continue %s;", t.label)
			}
		}
	}
	for i := len(s.targets) - 1; i >= 0; i-- {
		if t := s.targets[i]; !t.plain {
			add(func() { t.breaks++ }, "break;")
			break
		}
	}
	for i := len(s.targets) - 1; i >= 0; i-- {
		if t := s.targets[i]; t.loop {
			add(func() { t.resume++ }, "continue;")
			break
		}
	}
	if s.yields != "" {
		add(none, "yield %s;", yielded(g.expr(s, s.yields, 2)))
	} else if s.result == "void" {
		add(none, "return;")
	} else if s.result != "" {
		add(none, "return %s;", g.expr(s, s.result, 2))
	}
	if g.throwing(s) {
		add(none, "throw new Fz.Odd(%d);", g.id())
		if s.checked {
			add(none, "throw new Fz.Checked(%s);", g.expr(s, "int", 1))
		}
		add(none, "throw (RuntimeException) Fz.o();")
	}
	if len(all) == 0 {
		return []*Stmt{line("Fz.t(%d);", g.id())}, true
	}
	i := g.n(len(all))
	effects[i]()
	return []*Stmt{line("%s", all[i])}, false
}

func (g *gen) ifElse(s *scope) ([]*Stmt, bool) {
	body, ok := g.block(s, 4)
	stmt := &Stmt{Parts: []Part{{fmt.Sprintf("if (%s) {", g.expr(s, "boolean", 3)), body}, {Head: "}"}}}
	add := func(head string) {
		body, completes := g.block(s, 3)
		ok = ok || completes
		stmt.Parts = append(stmt.Parts, Part{head, body}, Part{Head: "}"})
	}
	for g.chance(25) {
		add(fmt.Sprintf("else if (%s) {", g.expr(s, "boolean", 3)))
	}
	if g.chance(40) {
		add("else {")
	} else {
		ok = true
	}
	return []*Stmt{stmt}, ok
}

// loop returns a loop of any kind, with a label at times.
func (g *gen) loop(s *scope) ([]*Stmt, bool) {
	in := s.inner()
	t := &target{loop: true}
	in.targets = append(in.targets, t)
	label := ""
	if g.chance(30) {
		t.label = g.fresh("l")
		label = t.label + ": "
	}
	fuel := func() string {
		sub := func() string { return g.tallied(40, g.condition(in, 2)) }
		switch g.n(4) {
		case 0:
			return "Fz.go()"
		case 1:
			return g.tallied(40, "Fz.go()") + " && " + sub()
		case 2:
			return g.tallied(40, "Fz.go()") + " && " + sub() + " || " + sub() + " && Fz.go()"
		default:
			first := g.atom(in) + " < " + g.atom(in) // cannot throw, as most conditions of loops begin
			if g.chance(30) {
				first = g.tallied(40, "Fz.go()")
			}
			return fmt.Sprintf("(%s %s %s %s %s) && Fz.go()", first, g.either(), sub(), g.either(), sub())
		}
	}
	block := func(before ...*Stmt) ([]*Stmt, bool) {
		body, ok := g.block(in, 4)
		if ok && !s.flat && g.chance(40) {
			body = append(body, line("Fz.may(%d);", g.id())) // the condition follows
		}
		return append(before, body...), ok
	}
	switch g.n(7) {
	case 0:
		cond := fuel()
		body, _ := block()
		return []*Stmt{blocks("}", Part{label + "while (" + cond + ") {", body})}, true
	case 1:
		cond := fuel()
		body, ok := block()
		return []*Stmt{blocks("} while ("+cond+");", Part{label + "do {", body})}, ok || t.breaks > 0 || t.resume > 0
	case 2:
		head := []string{"while (true) {", "for (;;) {"}[g.n(2)]
		body, _ := block(blocks("}", Part{"if (!Fz.go()) {", []*Stmt{line("break;")}}))
		return []*Stmt{blocks("}", Part{label + head, body})}, true
	case 3:
		x := g.fresh("x")
		iterable := g.expr(s, "int[]", 2)
		in.declare(x, "int", true)
		body, _ := block()
		return []*Stmt{blocks("}", Part{fmt.Sprintf("%sfor (int %s : %s) {", label, x, iterable), body})}, true
	case 4:
		x := g.fresh("x")
		typ := []string{"int", "Integer"}[g.n(2)] // a null in the list is one that int throws for
		if s.flat {
			typ = "Integer"
		}
		in.declare(x, typ, true)
		body, _ := block()
		return []*Stmt{blocks("}", Part{fmt.Sprintf("%sfor (%s %s : Fz.list()) {", label, typ, x), body})}, true
	}
	x := g.fresh("i")
	start := g.expr(s, "int", 1)
	in.declare(x, "int", false)
	cond := fmt.Sprintf("%s < %d && %s", x, 3+g.n(9), fuel())
	step := []string{x + "++", x + " += 2", x + "++, Fz.v(" + x + ")", ""}[g.n(4)]
	body, _ := block()
	if step == "" {
		step = x + "++"
	}
	return []*Stmt{blocks("}", Part{
		fmt.Sprintf("%sfor (int %s = %s;%s%s;%s%s) {", label, x, start, g.space(), cond, g.space(), step), body})}, true
}

func (g *gen) labelled(s *scope) ([]*Stmt, bool) {
	in := s.inner()
	t := &target{label: g.fresh("l"), plain: true}
	in.targets = append(in.targets, t)
	body, ok := g.block(in, 4)
	return []*Stmt{blocks("}", Part{t.label + ": {", body})}, ok || t.breaks > 0
}
