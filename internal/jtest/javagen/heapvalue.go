package javagen

import (
	"fmt"
	"strings"
)

// maxHeapCalls is the approximate limit of the calls in the code of a method. Each called method has as many calls
// again, with a smaller limit of depth.
const maxHeapCalls = 4

// heapCondition returns a condition that depends on numbers of the program.
func (h *heap) heapCondition(s *heapScope) string {
	z := s.z
	if h.chance(50) {
		return fmt.Sprintf("(%s.v + %s) %% %d == 0", h.node(s), z, 2+h.n(2))
	}
	return fmt.Sprintf("%s %s %s", h.node(s), h.pick("==", "!="), h.node(s))
}

// node returns a short expression for a node. Most of the time the node is not null.
func (h *heap) node(s *heapScope) string {
	names := h.named(s, "N")
	if len(names) == 0 {
		return "new N(7)"
	}
	x := names[h.n(len(names))]
	switch h.n(9) {
	case 0:
		if h.chance(10) {
			return x + "." + h.pick("a", "b") // throws at times
		}
	case 1:
		return fmt.Sprintf("(s0 != null ? s0 : %s)", x)
	case 2:
		f := h.pick("a", "b")
		return fmt.Sprintf("(%s.%s != null ? %[1]s.%[2]s : %[3]s)", x, f, names[h.n(len(names))])
	}
	return x
}

func (h *heap) named(s *heapScope, typ string) []string {
	var names []string
	for _, v := range s.vars {
		if v.typ == typ {
			names = append(names, v.name)
		}
	}
	if s.this && typ == "N" {
		names = append(names, "this")
	}
	return names
}

// simple returns an expression of a type that calls no method which may call other methods.
func (h *heap) simple(s *heapScope, typ string) string {
	if names := h.named(s, typ); len(names) > 0 && h.chance(70) {
		return names[h.n(len(names))]
	}
	switch typ {
	case "int":
		return fmt.Sprint(h.n(9))
	case "N":
		class := h.pick("N", "N1", "N2")
		if s.z == "0" { // in a constructor
			class = "N"
		}
		return fmt.Sprintf("new %s(%d)", class, h.n(9))
	case "int[]":
		return h.pick("(new int[3])", "(new int[] {1, 2, 3})", "(new int[2][3])[1]")
	case "N[]":
		return h.pick("(new N[3])", "(new N[] {"+h.node(s)+", null, "+h.node(s)+"})", "(new N[2][3])[1]")
	case "F":
		return fmt.Sprintf("((F) %s)", h.pick(h.node(s)+"::make", "(y, u) -> y",
			"(y, u) -> { y.v = u; return new N(u); }"))
	}
	return h.simple(s, h.pick("N", "int[]", "N[]", "F"))
}

// value returns an expression of a type.
func (h *heap) value(s *heapScope, typ string, depth int) string {
	if depth <= 0 || h.chance(30) {
		return h.simple(s, typ)
	}
	sub := func(typ string) string { return h.value(s, typ, depth-1) }
	x := func() string { return h.node(s) }
	field := map[string]string{"int[]": "d", "N[]": "k", "Object": "o", "F": "g"}[typ]
	static := map[string]string{"int[]": "sd", "N[]": "sk", "Object": "so", "F": "sf", "N": "s1"}[typ]
	if static != "" {
		switch h.n(7) {
		case 0:
			return fmt.Sprintf("(%s != null ? %[1]s : %s)", static, sub(typ))
		case 1:
			if call := h.call(s, typ); call != "" {
				return call
			}
		case 2:
			return fmt.Sprintf("(%s ? %s : %s)", h.heapCondition(s), sub(typ), sub(typ))
		case 3:
			if typ == "int[]" || typ == "N[]" {
				return sub(typ) + ".clone()"
			}
		case 4, 5:
			if field != "" {
				at := x()
				return fmt.Sprintf("(%s.%s != null ? %[1]s.%[2]s : %s)", at, field, sub(typ))
			}
		}
	}
	switch typ {
	case "int":
		switch h.n(5) {
		case 0:
			return x() + ".v"
		case 1:
			return fmt.Sprintf("%s[%d]", sub("int[]"), h.n(3))
		case 2:
			return "c"
		case 3:
			if call := h.call(s, typ); call != "" {
				return call
			}
		}
		return fmt.Sprintf("%s + %s", h.simple(s, "int"), h.simple(s, "int"))
	case "N":
		return h.nodeValue(s, depth)
	case "F":
		return h.function(s, depth)
	case "Object":
		return sub(h.pick("N", "N", "int[]", "N[]", "F"))
	}
	return h.simple(s, typ)
}

// nodeValue returns an expression for a node.
func (h *heap) nodeValue(s *heapScope, depth int) string {
	x := h.node(s)
	sub := func(typ string) string { return h.value(s, typ, depth-1) }
	switch h.n(9) {
	case 8:
		return "H.first"
	case 0:
		return fmt.Sprintf("(%s.k != null && %[1]s.k[%d] != null ? %[1]s.k[%[2]d] : %[3]s)", x, h.n(3), sub("N"))
	case 1:
		return fmt.Sprintf("(%s.o instanceof N ? (N) %[1]s.o : %s)", x, sub("N"))
	case 2:
		return fmt.Sprintf("(%s.l != null ? %[1]s.l.get(0) : %s)", x, sub("N"))
	case 3:
		return x + ".copy()"
	case 4:
		if call := h.call(s, "N"); call != "" {
			return call
		}
	case 5:
		return fmt.Sprintf("(%s.o instanceof N[] ? ((N[]) %[1]s.o)[%d] : %s)", x, h.n(3), sub("N"))
	case 6:
		if h.chance(25) {
			return fmt.Sprintf("%s[%d]", sub("N[]"), h.n(3)) // null at times
		}
	}
	return fmt.Sprintf("(%s.%s != null ? %[1]s.%[2]s : %s)", x, h.pick("a", "b"), sub("N"))
}

// call returns a call of a method whose result is of a type, or of any method if typ is "". It returns "" if there is
// no such method, or the method under construction has enough calls.
func (h *heap) call(s *heapScope, typ string) string {
	if s.calls >= maxHeapCalls || s.z == "0" {
		return ""
	}
	s.calls++
	if (typ == "N" || typ == "int" || typ == "") && h.chance(50) {
		x := h.node(s)
		arg := h.value(s, "N", 1)
		if typ != "int" && h.chance(35) {
			f := h.simple(s, "F")
			if names := h.named(s, "F"); len(names) > 0 {
				f = names[h.n(len(names))]
			}
			return fmt.Sprintf("%s.f(%s, %s)", f, arg, s.z)
		}
		name := map[string]string{"N": h.pick("make", "make", "g", "twice"), "int": "op"}[typ]
		if name == "" {
			name = h.pick("make", "op", "twice")
		}
		return fmt.Sprintf("%s.%s(%s, %s)", x, name, arg, s.z)
	}
	for _, i := range h.r.Perm(len(h.procedures)) {
		m := h.procedures[i]
		if m.result != typ && typ != "" {
			continue
		}
		var args []string
		for _, p := range m.parameters {
			args = append(args, h.value(s, p, 1))
		}
		return fmt.Sprintf("%s(%s, %s)", m.name, strings.Join(args, ", "), s.z)
	}
	return ""
}

// function returns a lambda, a method reference or an object of an anonymous class.
func (h *heap) function(s *heapScope, depth int) string {
	y, u := h.fresh("y"), h.fresh("u")
	in := &heapScope{z: u + " - 1", this: s.this, depth: s.depth, calls: maxHeapCalls - 1}
	for _, v := range s.vars {
		if v.final && v.typ != "counter" && !strings.Contains(v.name, ".") {
			in.vars = append(in.vars, v)
		}
	}
	in.declare(y, "N", true)
	write := fmt.Sprintf("%s.%s = %s;", h.node(in), h.pick("a", "b"), h.value(in, "N", 1))
	result := h.value(in, "N", depth-1)
	if h.chance(30) {
		in.this = false
		write = strings.ReplaceAll(write, "this", y)
		result = strings.ReplaceAll(result, "this", y)
		return fmt.Sprintf("new F() { public N f(N %s, int %s) throws IOException { if (%[2]s <= 0) return %[1]s; "+
			"%[3]s return %[4]s; } }", y, u, write, result)
	}
	if h.chance(25) {
		return fmt.Sprintf("((F) %s::make)", h.node(s))
	}
	return fmt.Sprintf("((F) (%s, %s) -> { if (%[2]s <= 0) return %[1]s; %[3]s return %[4]s; })", y, u, write, result)
}
