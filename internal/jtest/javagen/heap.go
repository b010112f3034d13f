package javagen

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// HeapPackage is the package of programs that Heap generates.
const HeapPackage = "hz"

// Heap generates a program of another kind, in Java 8. The program makes objects and arrays, puts them into fields,
// static fields, elements, lists and lambdas, and copies, clones, returns, throws and prints them. It is a class with
// the method void run(), which ends after some thousands of calls at most. It has no state that other programs see, and
// does not depend on time or chance, so that each run does the same.
//
// Each method has a parameter that limits the depth of calls. Each call passes a smaller number. At zero the method
// returns.
func Heap(name string, seed int64) string {
	h := &heap{gen: gen{r: rand.New(rand.NewSource(seed))}}
	h.size = 1 + h.n(5)
	for i := range 4 + h.n(4) {
		m := heapMethod{name: fmt.Sprintf("m%d", i)}
		m.result = h.pick("N", "N", "int", "int[]", "N[]", "Object", "void", "F")
		for range 1 + h.n(3) {
			m.parameters = append(m.parameters, h.pick("N", "N", "N", "int[]", "N[]", "Object", "F", "int"))
		}
		h.procedures = append(h.procedures, m)
	}
	h.line("package %s;", HeapPackage)
	h.line("import java.io.*;")
	h.line("import java.util.*;")
	h.line("public class %s {", name)
	h.line("static N s0, s1; static N[] sk; static Object so; static F sf; static int c; static int[] sd;")
	h.line("static final OutputStream OUT = new ByteArrayOutputStream();")
	h.line("interface F { N f(N x, int z) throws IOException; }")
	h.line("static class E extends RuntimeException {")
	h.line("N n;")
	h.line("E(N n) { super(null, null, false, false); this.n = n; }")
	h.line("}")
	h.line("interface G<T> { T g(T t, int z) throws IOException; default T twice(T t, int z) throws IOException { " +
		"return g(g(t, z), z); } }")
	h.line("static class H { static N first = new N(%d); static { first.a = new N(3); first.k = new N[3]; } }", h.n(5))
	h.class("N", "")
	h.class("N1", "N")
	h.class("N2", []string{"N", "N1"}[h.n(2)])
	for _, m := range h.procedures {
		h.procedure(m)
	}
	h.line("public static void run() {")
	for range 5 {
		h.line("try {")
		s := &heapScope{z: fmt.Sprint(3 + h.n(3)), depth: 1}
		s.declare("x", "N", false)
		h.line("N x = new N(%d);", h.n(9))
		h.statements(s, h.size)
		h.line("} catch (Exception e) { c++; }")
	}
	h.line("}")
	h.line("}")
	return h.text.String()
}

// heap is the state of one generation.
type heap struct {
	gen
	text       strings.Builder
	procedures []heapMethod
	size       int // maximal number of statements of a method
}

// heapMethod is a static method. Its last parameter, int z, limits the depth of its calls.
type heapMethod struct {
	name, result string
	parameters   []string
}

// heapScope holds the names that a statement may use.
type heapScope struct {
	vars   []variable
	z      string // the limit for the depth of calls
	result string // of the method; "" where there is no return
	this   bool   // in a method of N
	depth  int
	calls  int // number of calls that were generated so far
}

func (s *heapScope) declare(name, typ string, final bool) {
	s.vars = append(s.vars, variable{name, typ, final})
}

func (h *heap) line(format string, args ...any) { fmt.Fprintf(&h.text, format+"\n", args...) }

func (h *heap) pick(all ...string) string { return all[h.n(len(all))] }

// class prints a class of nodes. Subclasses override methods.
func (h *heap) class(name, super string) {
	if super == "" {
		h.line("static class %s implements Cloneable, G<N> {", name)
		h.line("int v; long w; N a, b; Object o; int[] d; N[] k; F g; List<N> l;")
		h.line("N(int v) { this.v = v; }")
		h.line("N copy() { try { return (N) super.clone(); } catch (CloneNotSupportedException e) { return null; } }")
	} else {
		h.line("static class %s extends %s {", name, super)
		s := &heapScope{z: "0", this: true, depth: 3}
		h.line("%s(int v) throws IOException {", name)
		h.line("super(v + 1);")
		h.statements(s, 1)
		h.line("}")
	}
	for _, result := range []string{"int", "N", "G"} {
		if super != "" && h.chance(25) {
			continue
		}
		name := map[string]string{"int": "op", "N": "make", "G": "g"}[result]
		if result == "G" { // overrides a method of an interface with a type parameter
			result = "N"
		}
		s := &heapScope{z: "z - 1", result: result, this: true, depth: 1}
		s.declare("x", "N", true)
		h.line("public %s %s(N x, int z) throws IOException {", result, name)
		h.line("if (z <= 0) return %s;", map[string]string{"int": "v", "N": h.pick("x", "this", "new N(v)")}[result])
		h.statements(s, min(3, h.size))
		h.line("return %s;", h.value(s, result, 2))
		h.line("}")
	}
	h.line("}")
}

// procedure prints a static method.
func (h *heap) procedure(m heapMethod) {
	s := &heapScope{z: "z - 1", result: m.result, depth: 1}
	var list []string
	for i, typ := range m.parameters {
		s.declare(fmt.Sprintf("p%d", i), typ, h.chance(60))
		list = append(list, fmt.Sprintf("%s p%d", typ, i))
	}
	h.line("static %s %s(%s, int z) throws IOException {", m.result, m.name, strings.Join(list, ", "))
	if m.result == "void" {
		h.line("if (z <= 0) return;")
	} else {
		h.line("if (z <= 0) return %s;", h.simple(s, m.result))
	}
	h.statements(s, h.size)
	if m.result != "void" {
		h.line("return %s;", h.value(s, m.result, 2))
	}
	h.line("}")
}

// statements prints up to n statements, whose declarations go into the scope s.
func (h *heap) statements(s *heapScope, n int) {
	for range 1 + h.n(n) {
		h.heapStatement(s)
	}
}

// inside prints up to n statements as a block: their declarations do not go into s.
func (h *heap) inside(s *heapScope, n int) {
	in := *s
	in.vars, in.depth = slices.Clone(s.vars), s.depth+1
	h.statements(&in, n)
	s.calls = in.calls
}

// library prints statements that use classes of the JDK, which have no contexts.
func (h *heap) library(s *heapScope) {
	v := func() string { return h.value(s, "N", 2) }
	x := h.node(s)
	l, y := h.fresh("l"), h.fresh("y")
	h.line("List<N> %s = new ArrayList<>(); %[1]s.add(%[2]s);", l, v())
	switch h.n(13) {
	case 0, 1:
		h.line("%s.l = %s; %[2]s.get(0).v = 1;", x, l)
	case 2:
		h.line("Map<String, N> %s = new HashMap<>(); %[1]s.put(\"a\", %[2]s); %[1]s.get(\"a\").a = %[3]s;", y, v(), v())
	case 3:
		h.line("for (N %s : %s) { %[1]s.a = %[3]s; }", y, l, v())
	case 4:
		h.line("%s.forEach(%s -> %[2]s.v = 2);", l, y)
	case 5:
		h.line("Iterator<N> %s = %s.iterator(); %[1]s.next().b = %[3]s;", y, l, v())
	case 6:
		h.line("Arrays.asList(%s, %s).get(%d).w++;", v(), v(), h.n(2))
	case 7:
		h.line("N[] %s = Arrays.copyOf(%s, 3); if (%[1]s[0] != null) %[1]s[0].v++;", y, h.value(s, "N[]", 1))
	case 8:
		h.line("N[] %s = new N[3]; Arrays.fill(%[1]s, %[2]s); %[1]s[1].v++;", y, v())
	case 9:
		h.line("Objects.requireNonNull(%s).b = %s;", v(), v())
	case 10:
		h.line("new ArrayList<>(%s).get(0).v = 3; %[1]s.toArray(new N[1])[0].w++;", l)
	case 11:
		h.line("Optional<N> %s = Optional.of(%s); %[1]s.get().a = %[3]s;", y, v(), v())
	case 12:
		h.line("Deque<N> %s = new ArrayDeque<>(%s); %[1]s.push(%[3]s); %[1]s.pop().v = 3; %[1]s.pop().b = %[4]s;", y, l,
			h.simple(s, "N"), v())
	}
}

// heapStatement prints one statement, with the declarations that it needs.
func (h *heap) heapStatement(s *heapScope) {
	v := func(typ string) string { return h.value(s, typ, 2) }
	x := func() string { return h.node(s) }
	n := h.n(26)
	if s.depth > 3 && n >= 18 {
		n = h.n(18)
	}
	switch n {
	case 0, 1, 2, 3:
		typ := h.pick("N", "N", "N", "int[]", "N[]", "Object", "F", "int")
		name := h.fresh("v")
		h.line("%s %s = %s;", typ, name, v(typ))
		s.declare(name, typ, h.chance(60))
	case 4, 5:
		h.line("%s.%s = %s;", x(), h.pick("a", "b"), v("N"))
	case 6:
		h.line("%s.%s;", x(), h.pick("v = "+v("int"), "w++", "v += 2"))
	case 7:
		field := h.pick("o Object", "d int[]", "k N[]", "g F")
		name, typ, _ := strings.Cut(field, " ")
		h.line("%s.%s = %s;", x(), name, v(typ))
	case 8:
		h.line("%s[%d] = %s;", v("int[]"), h.n(3), v("int"))
	case 9, 10:
		h.line("%s[%d] = %s;", v("N[]"), h.n(3), v("N"))
	case 11:
		typ := h.pick("int[]", "N[]", "N[]")
		h.line("System.arraycopy(%s, 0, %s, %d, %d);", v(typ), v(typ), h.n(2), 1+h.n(2))
	case 12:
		if h.chance(60) {
			field := h.pick("s0 N", "s1 N", "sk N[]", "so Object", "sf F", "sd int[]", "c int")
			name, typ, _ := strings.Cut(field, " ")
			h.line("%s = %s;", name, v(typ))
		} else {
			h.line("%s = null;", h.pick("s0", "s1", "so", x()+".a", x()+".b", x()+".o"))
		}
	case 13:
		for _, at := range h.r.Perm(len(s.vars)) {
			if known := s.vars[at]; !known.final {
				h.line("%s = %s;", known.name, v(known.typ))
				return
			}
		}
	case 14:
		q := h.fresh("q")
		h.line("byte[] %s = new byte[2]; %[1]s[%d] = 3;", q, h.n(2))
		h.line("if (%s) OUT.write(%s);", h.heapCondition(s), q)
	case 15:
		h.library(s)
	case 16, 17:
		if call := h.call(s, ""); call != "" {
			h.line("%s;", call)
		}
	case 18, 19, 20:
		h.line("if (%s) {", h.heapCondition(s))
		h.inside(s, 3)
		if h.chance(50) {
			h.line("} else {")
			h.inside(s, 2)
		}
		h.line("}")
	case 21:
		i := h.fresh("i")
		h.line("for (int %s = 0; %[1]s < 2; %[1]s++) {", i)
		in := *s
		in.vars = append(slices.Clone(s.vars), variable{i, "int", true})
		in.vars[len(in.vars)-1].typ = "counter" // changes: no lambda has it
		h.inside(&in, 3)
		s.calls = in.calls
		h.line("}")
	case 22, 23:
		h.line("try {")
		h.inside(s, 3)
		e := h.fresh("e")
		in := *s
		in.vars = slices.Clone(s.vars)
		if h.chance(70) {
			h.line("} catch (E %s) {", e)
			in.declare(e+".n", "N", true)
		} else {
			h.line("} catch (RuntimeException %s) {", e)
		}
		h.inside(&in, 2)
		s.calls = in.calls
		if h.chance(30) {
			h.line("} finally {")
			h.inside(s, 1)
		}
		h.line("}")
	case 24:
		h.line("if (%s) throw new E(%s);", h.heapCondition(s), v("N"))
	case 25:
		if s.result != "" && s.result != "void" {
			h.line("if (%s) return %s;", h.heapCondition(s), v(s.result))
		}
	}
}
