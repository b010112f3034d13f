package affected_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A model is a program that is run here, and written as Java for the rules. It has classes C0, C1 and so on with static
// fields and methods, a class Box with a subclass Sub, and tests. Code calls methods of later classes, or later ones of
// its class, so that it ends.
type model struct {
	classes []*class
	sub     []*node // results of Sub.get() and Sub.fix(); nil where Sub does not override them
	conf    string  // Conf's stored form of the array that it gets: v or v.clone()
	tests   []*node // the result of each test; n is its number
}

// class has the fields
//
//	static final int K; static int a; static final int[] t; static final int[] u; static Box b; static final Box c;
//	static final Map<Integer, Integer> m; static final Conf f; static Box lazy
//
// and the methods m0(int x), m1(int x), m2(int x), tab(), fill(int[], int), and lazy(int x), which makes a box.
type class struct {
	k       int
	init    map[string]*node // initial values of the fields
	methods [][]*node        // statements; the last one is the result
}

var fieldNames = []string{"a", "t", "u", "b", "c", "m", "f"}

// node is an expression or a statement.
type node struct {
	op   string
	n    int // a number, or a class
	args []*node
}

// maxClasses is one more than the last class that code may use.
const (
	maxClasses = 3
	maxMethods = 3
)

func newModel(r *rand.Rand) *model {
	m := &model{sub: make([]*node, 2), conf: []string{"v", "v.clone()"}[r.IntN(2)]}
	for c := range maxClasses {
		g := gen{r, c, maxMethods, 2, false}
		k := &class{k: r.IntN(5), init: map[string]*node{"a": g.expr(), "t": {op: "array", args: g.some(2)},
			"u": {op: "array", args: g.some(2)}, "b": g.box(), "c": g.box(), "m": {op: "map"}}}
		k.init["f"] = &node{op: "Conf", args: []*node{{op: "t", n: c}}}
		if c+1 < maxClasses && r.IntN(3) == 0 {
			k.init["u"] = &node{op: "t", n: g.class()}
		}
		for i := range maxMethods {
			g := gen{r, c, i, 3, false}
			k.methods = append(k.methods, append(g.statements(1+r.IntN(3)), g.expr()))
		}
		m.classes = append(m.classes, k)
	}
	for i := range m.sub {
		if r.IntN(2) == 0 {
			m.sub[i] = ofSub(r).expr()
		}
	}
	for i := range 5 {
		m.tests = append(m.tests, newTest(r, i))
	}
	return m
}

func newTest(r *rand.Rand, n int) *node {
	g := gen{r, -1, maxMethods, 2, false}
	return &node{op: "test", n: n, args: append(g.statements(r.IntN(2)), g.expr())}
}

// gen makes code of a method of a class.
type gen struct {
	*rand.Rand
	at, method, depth int
	plain             bool // it uses no boxes
}

// ofSub is for the methods of Sub.
func ofSub(r *rand.Rand) gen { return gen{r, maxClasses - 1, 0, 2, true} }

// class is a class whose members the code may use.
func (g gen) class() int {
	if g.at+1 < maxClasses {
		return g.at + 1 + g.IntN(maxClasses-g.at-1)
	}
	return g.at
}

func (g gen) some(n int) (list []*node) {
	for range n {
		list = append(list, g.expr())
	}
	return list
}

func (g gen) deeper() gen { g.depth--; return g }

// own is a class whose fields the code may use: its own one, too.
func (g gen) own() int {
	if g.at >= 0 && g.method < maxMethods && g.IntN(2) == 0 {
		return g.at
	}
	return g.class()
}

func (g gen) expr() *node {
	if g.at+1 >= maxClasses && g.method >= maxMethods { // an initialiser of the last class
		return &node{op: "const", n: g.IntN(9)}
	}
	d := g.deeper()
	if g.depth <= 0 {
		return &node{op: []string{"const", "x", "a", "K"}[g.IntN(4)], n: g.own()}
	}
	choice := g.IntN(14)
	if g.plain {
		choice = g.IntN(5)
	}
	switch choice {
	case 0:
		return &node{op: "const", n: g.IntN(9)}
	case 1, 2:
		return &node{op: "+", args: d.some(2)}
	case 3:
		return &node{op: []string{"a", "K", "x"}[g.IntN(3)], n: g.own()}
	case 4:
		return &node{op: []string{"t[]", "u[]", "tab[]"}[g.IntN(3)], n: g.own(), args: d.some(1)}
	case 5, 6:
		return &node{op: "get", args: []*node{{op: []string{"b", "c"}[g.IntN(2)], n: g.own()}}}
	case 7:
		return &node{op: "fix", args: []*node{{op: []string{"b", "c"}[g.IntN(2)], n: g.own()}}}
	case 8:
		return &node{op: "lookup", n: g.own(), args: d.some(1)}
	case 9:
		return &node{op: "at", n: g.own(), args: d.some(1)}
	case 10:
		return &node{op: "lazy", n: g.own(), args: d.some(1)}
	}
	if g.at+1 >= maxClasses {
		return &node{op: "const", n: g.IntN(9)}
	}
	return &node{op: fmt.Sprintf("m%d", g.IntN(maxMethods)), n: g.class(), args: d.some(1)}
}

func (g gen) box() *node {
	return &node{op: []string{"Box", "Sub"}[g.IntN(2)], args: g.deeper().some(1)}
}

func (g gen) statements(n int) (list []*node) {
	for range n {
		list = append(list, g.statement())
	}
	return list
}

func (g gen) statement() *node {
	d := g.deeper()
	if g.depth <= 0 {
		return &node{op: "a=", n: g.own(), args: g.some(1)}
	}
	switch g.IntN(14) {
	case 12:
		return &node{op: "either[]=", n: g.own(), args: d.some(2)}
	case 13:
		return &node{op: "all[]=", n: g.own(), args: d.some(2)}
	case 0, 1, 2:
		return &node{op: "if", args: append(d.some(2), d.statement())}
	case 3:
		return &node{op: "throw", args: d.some(1)}
	case 4:
		return &node{op: "t[]=", n: g.own(), args: d.some(2)}
	case 5:
		return &node{op: []string{"tab[]=", "local[]=", "fill"}[g.IntN(3)], n: g.own(), args: d.some(2)}
	case 6:
		return &node{op: "set", args: append(d.some(1), &node{op: []string{"b", "c"}[g.IntN(2)], n: g.own()})}
	case 7:
		return &node{op: "b=", n: g.own(), args: []*node{g.box()}}
	case 8:
		return &node{op: "b=", n: g.own(), args: []*node{{op: []string{"b", "c"}[g.IntN(2)], n: g.own()}}}
	case 9:
		return &node{op: "put", n: g.own(), args: d.some(2)}
	case 10:
		return &node{op: "drop", args: d.some(1)}
	}
	return &node{op: "a=", n: g.own(), args: d.some(1)}
}

// change changes something that is no test, or adds a test.
func (m *model) change(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		m.tests = slices.Insert(m.tests, r.IntN(len(m.tests)+1), newTest(r, len(m.tests)))
		return "test added"
	}
	c := m.classes[r.IntN(len(m.classes))]
	at := slices.Index(m.classes, c)
	switch r.IntN(8) {
	case 0:
		c.k += 1 + r.IntN(3)
		return "constant"
	case 1:
		name := []string{"a", "t", "b", "c"}[r.IntN(4)]
		g := gen{r, at, maxMethods, 2, false}
		switch name {
		case "a":
			c.init[name] = g.expr()
		case "t":
			c.init[name] = &node{op: "array", args: g.some(2)}
		default:
			c.init[name] = g.box()
		}
		return "initialiser"
	case 2:
		if r.IntN(5) == 0 {
			m.conf = map[string]string{"v": "v.clone()", "v.clone()": "v"}[m.conf]
			return "copy"
		}
		i := r.IntN(2)
		if m.sub[i] == nil {
			m.sub[i] = ofSub(r).expr()
		} else {
			m.sub[i] = nil
		}
		return "override"
	}
	i := r.IntN(maxMethods)
	g := gen{r, at, i, 3, false}
	code := c.methods[i]
	at = r.IntN(len(code))
	switch {
	case at == len(code)-1:
		c.methods[i] = append(slices.Clone(code[:at]), g.expr())
		return "value that is returned"
	case r.IntN(2) == 0:
		c.methods[i] = slices.Delete(slices.Clone(code), at, at+1)
		return "statement removed"
	}
	c.methods[i] = slices.Insert(slices.Clone(code), at, g.statement())
	return "statement added"
}

// java is the sources.
func (m *model) java() map[string]string {
	files := map[string]string{}
	for i, c := range m.classes {
		var b strings.Builder
		fmt.Fprintf(&b, "package p; import java.util.*;\nclass C%d {\n  static final int K = %d;\n", i, c.k)
		for _, name := range fieldNames {
			fmt.Fprintf(&b, "  %s %s = %s;\n", declared[name], name, c.init[name].java())
		}
		for k, code := range c.methods {
			fmt.Fprintf(&b, "  static int m%d(int x) {\n", k)
			for _, s := range code[:len(code)-1] {
				fmt.Fprintf(&b, "    %s\n", s.java())
			}
			fmt.Fprintf(&b, "    return %s;\n  }\n", code[len(code)-1].java())
		}
		b.WriteString("  static Box lazy;\n" +
			"  static Box lazy(int x) { if (lazy == null) lazy = new Box(x); return lazy; }\n" +
			"  static int[] tab() { return t; }\n  static void fill(int[] to, int n) { to[0] = n; }\n}\n")
		files[fmt.Sprintf("C%d.java", i)] = b.String()
	}
	files["Box.java"] = "package p;\nclass Box {\n  private int v; final int w;\n  Box(int n) { v = n; w = n + 1; }\n" +
		"  int get() { return v; }\n  void set(int n) { v = n; }\n  int fix() { return w; }\n}\n"
	files["Conf.java"] = "package p;\nclass Conf {\n  private final int[] v;\n" +
		"  Conf(int[] v) { this.v = " + m.conf + "; }\n" +
		"  int at(int i) { return v[i & 1]; }\n  int[] all() { return " + m.conf + "; }\n}\n"
	sub := "package p;\nclass Sub extends Box {\n  Sub(int n) { super(n); }\n"
	for i, name := range []string{"get", "fix"} {
		if m.sub[i] != nil {
			sub += fmt.Sprintf("  int %s() { int x = 0; return %s; }\n", name, m.sub[i].java())
		}
	}
	files["Sub.java"] = sub + "}\n"
	text := "package p;\nclass T {\n"
	for _, t := range m.tests {
		text += fmt.Sprintf("  @Test void t%d() { int x = 1; ", t.n)
		for _, s := range t.args[:len(t.args)-1] {
			text += s.java() + " "
		}
		text += fmt.Sprintf("check(%s); }\n", t.args[len(t.args)-1].java())
	}
	files["test/T.java"] = text + "}\n"
	return files
}

var declared = map[string]string{"a": "static int", "t": "static final int[]", "u": "static final int[]",
	"b": "static Box", "c": "static final Box", "m": "static final Map<Integer, Integer>", "f": "static final Conf"}

func (n *node) java() string {
	arg := func(i int) string { return n.args[i].java() }
	of := fmt.Sprintf("C%d.", n.n)
	switch n.op {
	case "const":
		return fmt.Sprint(n.n)
	case "x":
		return "x"
	case "+":
		return "(" + arg(0) + " + " + arg(1) + ")"
	case "t[]", "u[]":
		return of + n.op[:1] + "[" + arg(0) + " & 1]"
	case "tab[]":
		return of + "tab()[" + arg(0) + " & 1]"
	case "get", "fix":
		return arg(0) + "." + n.op + "()"
	case "lookup":
		return of + "m.getOrDefault(" + arg(0) + ", 7)"
	case "array":
		return "{" + arg(0) + ", " + arg(1) + "}"
	case "map":
		return "new HashMap<>()"
	case "at":
		return of + "f.at(" + arg(0) + ")"
	case "lazy":
		return of + "lazy(" + arg(0) + ").get()"
	case "either[]=":
		return "{ int[] local = " + arg(0) + " > 3 ? " + of + "t : " + of + "u; local[0] = " + arg(1) + "; }"
	case "all[]=":
		return of + "f.all()[" + arg(0) + " & 1] = " + arg(1) + ";"
	case "Box", "Sub", "Conf":
		return "new " + n.op + "(" + arg(0) + ")"
	case "if":
		return "if (" + arg(0) + " > " + arg(1) + ") { " + arg(2) + " }"
	case "throw":
		return "if (" + arg(0) + " > 20) throw new IllegalStateException();"
	case "t[]=":
		return of + "t[" + arg(0) + " & 1] = " + arg(1) + ";"
	case "tab[]=":
		return of + "tab()[" + arg(0) + " & 1] = " + arg(1) + ";"
	case "local[]=":
		return "{ int[] local = " + of + "t; local[" + arg(0) + " & 1] = " + arg(1) + "; }"
	case "fill":
		return "C2.fill(" + of + "t, " + arg(0) + " + " + arg(1) + ");"
	case "set":
		return arg(1) + ".set(" + arg(0) + ");"
	case "a=", "b=":
		return of + n.op[:1] + " = " + arg(0) + ";"
	case "put":
		return of + "m.put(" + arg(0) + ", " + arg(1) + ");"
	case "drop":
		return "Objects.hash(" + arg(0) + ");"
	case "m0", "m1", "m2":
		return of + n.op + "(" + arg(0) + ")"
	}
	return of + n.op // a field
}
