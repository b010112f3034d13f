package affected_test

import (
	"fmt"
	"slices"
)

// machine runs a model: what a JVM does.
type machine struct {
	*model
	state    []map[string]any // static fields by class; nil for a class that is not initialised
	executed map[string]bool  // by the present test: labels of members
}

// box is an instance of Box or Sub.
type box struct {
	v, w int
	sub  bool
}

type thrown struct{}

// run runs all tests. It returns their results, and what they executed, by their numbers.
func (m *model) run() (results []int, executed []map[string]bool) {
	k := &machine{model: m, state: make([]map[string]any, len(m.classes))}
	results, executed = make([]int, len(m.tests)), make([]map[string]bool, len(m.tests))
	for _, t := range m.tests {
		k.executed = map[string]bool{}
		results[t.n] = k.test(t)
		executed[t.n] = k.executed
	}
	return results, executed
}

func (k *machine) test(t *node) (result int) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(thrown); !ok {
				panic(e)
			}
			result = -1
		}
	}()
	return k.code(t.args, 1)
}

// code runs statements, and returns the value of the last node.
func (k *machine) code(code []*node, x int) int {
	for _, s := range code[:len(code)-1] {
		k.eval(s, x)
	}
	return k.num(code[len(code)-1], x)
}

func (k *machine) num(n *node, x int) int { return k.eval(n, x).(int) }

// class is the static fields of a class, which is initialised if it is not.
func (k *machine) class(c int) map[string]any {
	if k.state[c] == nil {
		k.state[c] = map[string]any{"a": 0}
		k.initialise(c)
	}
	if k.state[c]["broken"] != nil {
		panic(thrown{})
	}
	return k.state[c]
}

// initialise gives the static fields of a class their values. A class that fails there is broken for good.
func (k *machine) initialise(c int) {
	done := false
	defer func() {
		if !done {
			k.state[c]["broken"] = true
		}
	}()
	for _, name := range fieldNames {
		k.executed[fmt.Sprintf("C%d.%s", c, name)] = true
		k.state[c][name] = k.eval(k.classes[c].init[name], 0)
	}
	done = true
}

func (k *machine) eval(n *node, x int) any {
	num := func(i int) int { return k.num(n.args[i], x) }
	switch n.op {
	case "const":
		return n.n
	case "x":
		return x
	case "K":
		return k.classes[n.n].k
	case "+":
		return (num(0) + num(1)) % 1000
	case "t[]", "u[]":
		return k.class(n.n)[n.op[:1]].([]int)[num(0)&1]
	case "tab[]":
		return k.tab(n.n)[num(0)&1]
	case "get", "fix":
		return k.call(n, x)
	case "lookup":
		if v, ok := k.class(n.n)["m"].(map[int]int)[num(0)]; ok {
			return v
		}
		return 7
	case "array":
		return []int{num(0), num(1)}
	case "map":
		return map[int]int{}
	case "Box", "Sub":
		v := num(0)
		k.executed["Box.Box(int)"] = true
		if n.op == "Sub" {
			k.executed["Sub.Sub(int)"] = true
		}
		return &box{v, v + 1, n.op == "Sub"}
	case "Conf":
		list := k.eval(n.args[0], x).([]int)
		k.executed["Conf.Conf(int~[~])"] = true
		return k.kept(list)
	case "at":
		list, i := k.class(n.n)["f"].([]int), num(0)
		k.executed["Conf.at(int)"] = true
		return list[i&1]
	case "all[]=":
		list := k.class(n.n)["f"].([]int)
		k.executed["Conf.all()"] = true
		list = k.kept(list)
		list[num(0)&1] = num(1)
	case "lazy":
		c := k.class(n.n)
		v := num(0)
		k.executed[fmt.Sprintf("C%d.lazy(int)", n.n)] = true
		if c["lazy"] == nil {
			k.executed["Box.Box(int)"] = true
			c["lazy"] = &box{v, v + 1, false}
		}
		k.executed["Box.get()"] = true
		return c["lazy"].(*box).v
	case "either[]=":
		c := k.class
		name := "u"
		if num(0) > 3 {
			name = "t"
		}
		list := c(n.n)[name].([]int)
		list[0] = num(1)
	case "if":
		if num(0) > num(1) {
			k.eval(n.args[2], x)
		}
	case "throw":
		if num(0) > 20 {
			panic(thrown{})
		}
	case "t[]=", "local[]=":
		k.class(n.n)["t"].([]int)[num(0)&1] = num(1)
	case "tab[]=":
		k.tab(n.n)[num(0)&1] = num(1)
	case "fill":
		k.class(2)
		v := num(0) + num(1)
		k.executed["C2.fill(int~[~],~int)"] = true
		k.class(n.n)["t"].([]int)[0] = v
	case "set":
		b := k.eval(n.args[1], x).(*box)
		v := num(0)
		k.executed["Box.set(int)"] = true
		b.v = v
	case "a=", "b=":
		k.class(n.n)
		v := k.eval(n.args[0], x)
		k.class(n.n)[n.op[:1]] = v
	case "put":
		key, v := num(0), num(1)
		k.class(n.n)["m"].(map[int]int)[key] = v
	case "drop":
		num(0)
	case "m0", "m1", "m2":
		v := num(0)
		k.class(n.n)
		k.executed[fmt.Sprintf("C%d.%s(int)", n.n, n.op)] = true
		return k.code(k.classes[n.n].methods[n.op[1]-'0'], v)
	default: // a field
		return k.class(n.n)[n.op]
	}
	return nil
}

// kept returns the array that Conf stores for list: list itself, or a copy if the source of Conf clones it.
func (k *machine) kept(list []int) []int {
	if k.conf == "v" {
		return list
	}
	return slices.Clone(list)
}

func (k *machine) tab(c int) []int {
	t := k.class(c)["t"].([]int)
	k.executed[fmt.Sprintf("C%d.tab()", c)] = true
	return t
}

// call calls get or fix of a box.
func (k *machine) call(n *node, x int) int {
	b := k.eval(n.args[0], x).(*box)
	i := map[string]int{"get": 0, "fix": 1}[n.op]
	if b.sub && k.sub[i] != nil {
		k.executed["Sub."+n.op+"()"] = true
		return k.num(k.sub[i], 0)
	}
	k.executed["Box."+n.op+"()"] = true
	return []int{b.v, b.w}[i]
}
