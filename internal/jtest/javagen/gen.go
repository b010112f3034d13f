package javagen

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// gen is the state of one generation.
type gen struct {
	r       *rand.Rand
	o       Options
	name    string
	budget  int // statements that may still be generated
	next    int // number of the next name or trace point
	methods []method
	classes []string // nested classes with a constructor (int) and int op(int)
	enums   []string // enums with int op(int)
	records []string // records (int a, Integer b) with int sum()
	fields  []string // static int fields, qualified
}

// method is a static method (int, int) of the program.
type method struct {
	name    string
	result  string // "int", "boolean", "void"
	checked bool   // throws Fz.Checked
}

type variable struct {
	name, typ string
	final     bool
}

// target is a statement that a jump may leave.
type target struct {
	label          string
	loop, plain    bool // plain: a jump has to name the label of the statement
	breaks, resume int  // numbers of reachable jumps to the statement
}

// scope holds the variables and jumps that a statement at one place may use.
type scope struct {
	vars    []variable
	targets []*target
	result  string // the type of the value of return: "int", "boolean", "void"; "" where there is no return
	yields  string // the type of the value of yield, "" outside of switch expressions
	checked bool   // the code may throw Fz.Checked
	depth   int
	flat    bool // expressions must not throw, nor use fields and methods of the program
	guard   bool // no assignments to variables that are declared outside
}

func (g *gen) n(n int) int { return g.r.Intn(n) }

func (g *gen) chance(percent int) bool { return g.r.Intn(100) < percent }

func (g *gen) id() int { g.next++; return g.next }

func (g *gen) fresh(prefix string) string { return fmt.Sprintf("%s%d", prefix, g.id()) }

// inner returns a scope within s. What is declared in it is not visible in s.
func (s *scope) inner() *scope {
	t := *s
	t.vars = slices.Clone(s.vars)
	t.targets = slices.Clone(s.targets)
	t.depth++
	return &t
}

// body returns the scope of the body of a lambda, or of a method of a class, within s. The body may use only those
// variables of s that are final, and cannot jump out.
func (s *scope) body(result string, checked bool) *scope {
	t := s.inner()
	t.vars = slices.DeleteFunc(t.vars, func(v variable) bool { return !v.final })
	t.targets, t.result, t.yields, t.checked = nil, result, "", checked
	return t
}

// of lists the variables of a type. With assignable, it lists only those that may be assigned.
func (s *scope) of(typ string, assignable bool) []variable {
	var out []variable
	for _, v := range s.vars {
		if v.typ == typ && (!assignable || !v.final) {
			out = append(out, v)
		}
	}
	return out
}

func (s *scope) declare(name, typ string, final bool) {
	s.vars = append(s.vars, variable{name, typ, final})
}

func line(format string, args ...any) *Stmt {
	return &Stmt{Parts: []Part{{Head: fmt.Sprintf(format, args...)}}}
}

// blocks returns a statement with the given parts. The text close ends the block of the last part.
func blocks(close string, parts ...Part) *Stmt {
	return &Stmt{Parts: append(parts, Part{Head: close})}
}

// program returns the whole class.
func (g *gen) program() []*Stmt {
	for range 2 + g.n(3) {
		result := []string{"int", "int", "boolean", "void"}[g.n(4)]
		g.methods = append(g.methods, method{g.fresh("m"), result, g.chance(40)})
	}
	var members []*Stmt
	if !g.o.Threads {
		for range g.n(3) {
			g.fields = append(g.fields, g.name+"."+g.fresh("f"))
		}
	}
	kinds := []func() *Stmt{g.classDecl, g.classDecl, g.interfaceDecl}
	if !g.o.Threads {
		kinds = append(kinds, g.enumDecl)
	}
	if g.o.Level >= 17 {
		kinds = append(kinds, g.recordDecl, g.recordDecl)
	}
	for range 1 + g.n(4) {
		members = append(members, kinds[g.n(len(kinds))]())
	}
	for _, f := range g.fields {
		name := f[strings.LastIndex(f, ".")+1:]
		if g.chance(50) {
			members = append(members, line("static int %s = %s;", name, g.expr(&scope{flat: true}, "int", 2)))
		} else {
			members = append(members, line("static int %s;", name))
		}
	}
	if len(g.fields) > 0 && g.chance(50) {
		body, completes := g.block(&scope{flat: true, depth: 2}, 3)
		if completes { // an initialiser that cannot complete is an error
			members = append(members, blocks("}", Part{"static {", body}))
		}
	}
	for _, m := range g.methods {
		members = append(members, g.methodDecl(m))
	}
	s := &scope{result: "int", checked: true}
	body, completes := g.block(s, 4)
	for _, m := range g.methods {
		if completes && m.result == "int" {
			body = append(body, line("Fz.v(%s(%d, Fz.i(9)));", m.name, g.n(9)))
		} else if completes {
			body = append(body, line("%s(Fz.i(9), %d);", m.name, g.n(9)))
		}
	}
	if completes {
		body = append(body, line("return %s;", g.expr(s, "int", 2)))
	}
	members = append(members, blocks("}", Part{"static int run() throws Throwable {", body}))
	return []*Stmt{blocks("}", Part{"public class " + g.name + " {", members})}
}

// methodBody returns the body of a method of the type result. Its first statements check the fuel.
func (g *gen) methodBody(s *scope, size int) []*Stmt {
	stop := "return;"
	if s.result != "void" {
		stop = "return " + map[string]string{"int": "1", "boolean": "false"}[s.result] + ";"
	}
	body := []*Stmt{blocks("}", Part{"if (!Fz.go()) {", []*Stmt{line("%s", stop)}})}
	more, completes := g.block(s, size)
	body = append(body, more...)
	if completes && s.result != "void" {
		body = append(body, line("return %s;", g.expr(s, s.result, 2)))
	}
	return body
}

func throws(checked bool) string {
	if checked {
		return " throws Fz.Checked"
	}
	return ""
}

func (g *gen) methodDecl(m method) *Stmt {
	s := &scope{result: m.result, checked: m.checked}
	a, b := g.fresh("a"), g.fresh("b")
	s.declare(a, "int", false)
	s.declare(b, "int", true)
	head := fmt.Sprintf("static %s %s(int %s, int %s)%s {", m.result, m.name, a, b, throws(m.checked))
	return blocks("}", Part{head, g.methodBody(s, 5)})
}

// op returns a method int op(int).
func (g *gen) op(modifiers string, outer *scope) *Stmt {
	s := outer.body("int", false)
	x := g.fresh("x")
	s.declare(x, "int", g.chance(50))
	return blocks("}", Part{fmt.Sprintf("%sint op(int %s) {", modifiers, x), g.methodBody(s, 3)})
}

// classDecl returns a nested class with a constructor (int), initialisers, and op.
func (g *gen) classDecl() *Stmt {
	name := g.fresh("C")
	s := &scope{flat: !g.o.Super}
	super := "Fz.Base"
	if len(g.classes) > 0 && g.chance(50) {
		super = g.classes[g.n(len(g.classes))]
	}
	var members []*Stmt
	x := g.fresh("x")
	if g.chance(60) {
		members = append(members, line("int %s = %s;", g.fresh("f"), g.expr(s, "int", 2)))
	}
	if g.chance(40) {
		members = append(members, line("final Fz.IntF %s = %s -> %s;", g.fresh("f"), x,
			g.expr(&scope{vars: []variable{{x, "int", true}}, flat: s.flat}, "int", 2)))
	}
	if g.chance(50) {
		if body, completes := g.block(&scope{depth: 2, flat: s.flat}, 3); completes {
			members = append(members, blocks("}", Part{"{", body}))
		}
	}
	constructor := func(params string, vars []variable, call string) {
		body, before := []*Stmt{}, []*Stmt{}
		if g.o.Level >= 25 && g.chance(40) {
			before = append(before, line("Fz.t(%d);", g.id()),
				blocks("}", Part{"if (Fz.b()) {", []*Stmt{line("Fz.t(%d);", g.id())}}))
		}
		more, _ := g.block(&scope{result: "void", vars: vars, depth: 1, flat: s.flat}, 3)
		body = append(append(append(body, before...), line("%s", call)), more...)
		members = append(members, blocks("}", Part{fmt.Sprintf("%s(%s) {", name, params), body}))
	}
	a := []variable{{g.fresh("a"), "int", true}}
	constructor("int "+a[0].name, a, fmt.Sprintf("super(%s);", g.expr(&scope{vars: a, flat: s.flat}, "int", 2)))
	if g.chance(50) {
		b := []variable{{g.fresh("a"), "int", false}, {g.fresh("b"), "boolean", true}}
		constructor(fmt.Sprintf("int %s, boolean %s", b[0].name, b[1].name), b,
			fmt.Sprintf("this(%s);", g.expr(&scope{vars: b, flat: s.flat}, "int", 2)))
	}
	members = append(members, g.op("public ", &scope{}))
	g.classes = append(g.classes, name)
	return blocks("}", Part{fmt.Sprintf("static class %s extends %s {", name, super), members})
}

func (g *gen) interfaceDecl() *Stmt {
	name, class := g.fresh("I"), g.fresh("C")
	g.classes = append(g.classes, name+"."+class)
	return blocks("}", Part{"interface " + name + " {", []*Stmt{
		g.op("default ", &scope{}),
		blocks("}", Part{fmt.Sprintf("class %s extends Fz.Base implements %s {", class, name), []*Stmt{
			blocks("}", Part{class + "(int x) {", []*Stmt{line("super(x);")}}),
			blocks("}", Part{"public int op(int x) {", []*Stmt{line("return %s.super.op(x) + base;", name)}}),
		}}),
	}})
}

func (g *gen) enumDecl() *Stmt {
	name := g.fresh("E")
	x := g.fresh("x")
	s := &scope{flat: true}
	decl := blocks("}", Part{"enum " + name + " {", []*Stmt{
		blocks("},", Part{fmt.Sprintf("A(%s) {", g.expr(s, "int", 1)), []*Stmt{g.op("", &scope{})}}),
		line("B(%s), C(7);", g.expr(s, "int", 1)),
		line("final int %s;", x),
		blocks("}", Part{name + "(int v) {", []*Stmt{line("%s = v;", x), line("Fz.t(%d);", g.id())}}),
		g.op("", &scope{}),
	}})
	g.enums = append(g.enums, name)
	return decl
}

func (g *gen) recordDecl() *Stmt {
	name := g.fresh("R")
	s := &scope{vars: []variable{{"a", "int", true}, {"b", "Integer", true}}, depth: 1}
	var members []*Stmt
	if body, completes := g.block(s, 3); completes { // a compact constructor must be able to
		members = append(members, blocks("}", Part{name + " {", body}))
	}
	sum := &scope{result: "int", depth: 1}
	members = append(members, blocks("}", Part{"int sum() {", g.methodBody(sum, 3)}))
	g.records = append(g.records, name)
	return blocks("}", Part{fmt.Sprintf("record %s(int a, Integer b) {", name), members})
}
