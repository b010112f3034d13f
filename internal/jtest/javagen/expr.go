package javagen

import "fmt"

// throwing reports whether an expression in s may throw.
func (g *gen) throwing(s *scope) bool { return !s.flat }

// expr returns an expression of a type: int, boolean, String, Integer, int[] or Object.
func (g *gen) expr(s *scope, typ string, depth int) string {
	if vars := s.of(typ, false); len(vars) > 0 && g.chance(35) {
		return vars[g.n(len(vars))].name
	}
	switch typ {
	case "int":
		return g.intExpr(s, depth)
	case "boolean":
		return g.boolExpr(s, depth)
	case "String":
		return []string{"Fz.w()", `"x" + ` + g.atom(s), "String.valueOf(" + g.atom(s) + ")"}[g.n(3)]
	case "Integer":
		if g.throwing(s) && g.chance(50) {
			return "Fz.boxed()"
		}
		return "Integer.valueOf(" + g.atom(s) + ")"
	case "int[]":
		if g.throwing(s) && g.chance(50) {
			return "Fz.arr()"
		}
		return fmt.Sprintf("new int[] {%s, %s}", g.atom(s), g.atom(s))
	}
	return "Fz.o()"
}

// atom returns a small int expression.
func (g *gen) atom(s *scope) string {
	if vars := s.of("int", false); len(vars) > 0 && g.chance(60) {
		return vars[g.n(len(vars))].name
	}
	if g.chance(30) {
		return fmt.Sprint(g.n(10))
	}
	return fmt.Sprintf("Fz.i(%d)", 2+g.n(8))
}

func (g *gen) intExpr(s *scope, depth int) string {
	if depth <= 0 {
		return g.atom(s)
	}
	sub := func() string { return g.expr(s, "int", depth-1) }
	switch n := g.n(24); {
	case n < 4:
		return g.atom(s)
	case n < 6:
		return fmt.Sprintf("(%s %s %s)", sub(), []string{"+", "-", "*", "&", "^"}[g.n(5)], sub())
	case n == 6:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(s, "boolean", depth-1), sub(), sub())
	case n == 7:
		return fmt.Sprintf("Fz.v(%s)", sub())
	case n == 8 && len(s.of("int", true)) > 0:
		v := s.of("int", true)
		name := v[g.n(len(v))].name
		return []string{name + "++", "--" + name, "(" + name + " = " + sub() + ")",
			"(" + name + " += " + sub() + ")"}[g.n(4)]
	case n == 9 && len(g.fields) > 0 && !s.flat && !s.guard:
		f := g.fields[g.n(len(g.fields))]
		return []string{f, f + "++", "(" + f + " ^= " + sub() + ")"}[g.n(3)]
	case n == 10:
		x := g.fresh("x")
		in := s.body("int", false)
		in.declare(x, "int", true)
		return fmt.Sprintf("Fz.use(%s -> %s, %s)", x, g.expr(in, "int", depth-1), sub())
	case n == 11:
		in := s.body("int", false)
		return fmt.Sprintf("Fz.exec(() -> %s)", g.callExpr(in, depth-1))
	case n == 12:
		in := s.body("int", false)
		return fmt.Sprintf("Fz.use(() -> %s)", g.expr(in, "int", depth-1))
	case n == 13 && s.checked && !s.flat:
		x := g.fresh("x")
		in := s.body("int", true)
		in.declare(x, "int", true)
		return fmt.Sprintf("Fz.twice(%s -> %s, %s)", x, g.expr(in, "int", depth-1), sub())
	case n == 14 && !s.guard: // javac takes no cast of a lambda in a guard
		x, y := g.fresh("x"), g.fresh("y")
		in := s.body("int", false)
		in.declare(x, "int", true)
		in.declare(y, "int", true)
		return fmt.Sprintf("((Fz.Curried) %s -> %s -> %s).f(%s).f(%s)", x, y, g.expr(in, "int", depth-1), sub(), sub())
	case n < 18 && g.throwing(s):
		return g.implicit(s, depth)
	case n == 18 && g.o.Level >= 17:
		return fmt.Sprintf("switch (%s) { case 0, 1 -> %s; case 2 -> %s; default -> %s; }",
			g.expr(s, "int", depth-1), sub(), sub(), sub())
	}
	return g.callExpr(s, depth)
}

// implicit returns an int expression that throws at times, without a call or in a call.
func (g *gen) implicit(s *scope, depth int) string {
	sub := func() string { return g.expr(s, "int", depth-1) }
	all := []string{
		fmt.Sprintf("%s[%s & 3]", g.expr(s, "int[]", 0), sub()),
		fmt.Sprintf("(Fz.arr()[%s & 3] += %s)", sub(), sub()),
		"Fz.s().length()",
		"(int) Fz.boxed()",
		fmt.Sprintf("(%s + Fz.boxed())", sub()),
		"(Integer) Fz.o()",
		"((String) Fz.o()).length()",
		fmt.Sprintf("%s / Fz.i(4)", g.atom(s)),
		fmt.Sprintf("(%s %% Fz.i(4))", g.atom(s)),
		"new int[Fz.i(5) - 1].length",
		fmt.Sprintf("Fz.may(%d)", g.id()),
		fmt.Sprintf("Fz.may(%d)", g.id()),
		fmt.Sprintf("(Fz.b() ? %s : (Integer) Fz.boxed())", g.atom(s)),
	}
	if s.checked {
		all = append(all, fmt.Sprintf("Fz.chk(%d)", g.id()), fmt.Sprintf("Fz.chk(%d)", g.id()))
	}
	return all[g.n(len(all))]
}

// callExpr returns a call whose value is an int.
func (g *gen) callExpr(s *scope, depth int) string {
	sub := func() string { return g.expr(s, "int", depth-1) }
	if s.flat || depth <= 0 {
		return fmt.Sprintf("Fz.v(%s)", g.atom(s))
	}
	var all []string
	for _, m := range g.methods {
		if m.result == "int" && (s.checked || !m.checked) {
			all = append(all, fmt.Sprintf("%s(%s, %s)", m.name, sub(), sub()))
		}
	}
	for _, c := range g.classes {
		all = append(all, fmt.Sprintf("new %s(%s).op(%s)", c, sub(), sub()))
	}
	for _, e := range g.enums {
		all = append(all, fmt.Sprintf("%s.%s.op(%s)", e, []string{"A", "B", "C"}[g.n(3)], sub()))
	}
	for _, r := range g.records {
		all = append(all, fmt.Sprintf("new %s(%s, %s).sum()", r, sub(), g.expr(s, "Integer", depth-1)))
	}
	for _, v := range s.of("Fz.IntF", false) {
		all = append(all, fmt.Sprintf("%s.f(%s)", v.name, sub()))
	}
	if len(all) == 0 {
		return fmt.Sprintf("Fz.v(%s)", sub())
	}
	return all[g.n(len(all))]
}

// boolExpr returns a condition, or a part of one. At times the condition counts its own outcomes.
func (g *gen) boolExpr(s *scope, depth int) string {
	return g.tallied(30, g.condition(s, depth))
}

func (g *gen) either() string { return []string{"&&", "||"}[g.n(2)] }

// tallied returns condition. With a probability of percent, it changes the condition to count its own outcomes.
func (g *gen) tallied(percent int, condition string) string {
	if g.chance(percent) {
		return fmt.Sprintf("Fz.op(%d, %s)", g.id(), condition)
	}
	return condition
}

// second returns an operator and its right operand, sometimes a call on a line of its own.
func (g *gen) second(operator, condition string) string {
	if g.chance(25) {
		return fmt.Sprintf("\n        %s Fz.c(%s)", operator, condition)
	}
	return " " + operator + " " + condition
}

func (g *gen) condition(s *scope, depth int) string {
	sub := func() string { return g.expr(s, "boolean", depth-1) }
	if depth <= 0 {
		return []string{"Fz.b()", "Fz.b(30)", g.atom(s) + " > " + g.atom(s)}[g.n(3)]
	}
	switch n := g.n(14); {
	case n < 2:
		return "Fz.b()"
	case n < 4:
		return fmt.Sprintf("%s %s %s", g.expr(s, "int", depth-1), []string{"<", ">", "==", "!=", ">="}[g.n(5)],
			g.atom(s))
	case n < 6:
		return fmt.Sprintf("(%s%s)", sub(), g.second("&&", sub()))
	case n < 8:
		return fmt.Sprintf("(%s%s)", sub(), g.second("||", sub()))
	case n == 8:
		return fmt.Sprintf("!(%s)", sub())
	case n == 9:
		return fmt.Sprintf("(%s ? %s : %s)", sub(), sub(), sub())
	case n == 10:
		return fmt.Sprintf("Fz.c(%s)", sub())
	case n == 11 && len(s.of("boolean", true)) > 0:
		v := s.of("boolean", true)
		return fmt.Sprintf("(%s = %s)", v[g.n(len(v))].name, sub())
	case n == 12 && g.o.Level >= 17:
		x := g.fresh("p")
		return fmt.Sprintf("(Fz.o() instanceof Integer %s && %s > %s)", x, x, g.atom(s))
	case n == 13 && g.o.Level >= 21 && len(g.records) > 0 && !s.flat:
		r, x := g.records[g.n(len(g.records))], g.fresh("p")
		return fmt.Sprintf("(((Object) new %s(%s, 3)) instanceof %s(int %s, Integer %s) && %s < 3)", r, g.atom(s), r, x,
			g.fresh("p"), x)
	}
	for _, m := range g.methods {
		if m.result == "boolean" && (s.checked || !m.checked) && !s.flat {
			return fmt.Sprintf("%s(%s, %s)", m.name, g.expr(s, "int", depth-1), g.expr(s, "int", depth-1))
		}
	}
	return "Fz.b(70)"
}
