package agent

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
)

// A node is a context with the fields that tests need.
type node struct {
	path             string // thread;method;method
	method           string // class.name and descriptor
	calls, bytecodes int64
}

// tally reads what JVMs have written to a folder, and computes the bytecodes of each context.
func tally(t *testing.T, dir string) []node {
	t.Helper()
	all, err := contexts.Collect(dir, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	all.Unplaced = 0 // threads of the JDK that run on
	for _, p := range all.Lacks() {
		t.Error(p)
	}
	source := all.Profile.Source()
	v := &tallying{t: t, head: source.Head(), pack: all.Pack, formulas: map[int32]*flow.Formulas{}}
	if err := source.Walk(v); err != nil {
		t.Fatal(err)
	}
	if len(v.nodes) == 0 {
		t.Fatal("no contexts")
	}
	return v.nodes
}

type tallying struct {
	t        *testing.T
	head     *contexts.Header
	pack     *contexts.Pack
	formulas map[int32]*flow.Formulas
	stack    []string
	nodes    []node
}

func (v *tallying) Root(r contexts.Root) error {
	if strings.HasPrefix(r.Name, "jprof") {
		v.t.Errorf("the agent's thread %s has contexts", r.Name)
	}
	v.stack = append(v.stack[:0], r.Name)
	return nil
}

func (v *tallying) Node(n *contexts.Node) error {
	m := &v.head.Methods[n.Method]
	name := v.head.Classes[m.Class].Name + "." + m.Name + m.Descriptor
	if strings.HasPrefix(name, "jprof.") || strings.HasPrefix(name, "java.lang.Jprof") {
		v.t.Errorf("the agent's %s has a context", name)
	}
	v.stack = append(v.stack[:n.Depth], name)
	f := v.formula(n.Method)
	if f == nil {
		return fmt.Errorf("no formulas for %s", name)
	}
	values := flow.Values{Calls: n.Calls, Slots: n.Slots}
	for _, c := range n.Cuts {
		values.Cuts = append(values.Cuts, flow.Cut{Instruction: int(c.Instruction), Count: c.Count})
	}
	v.nodes = append(v.nodes, node{strings.Join(v.stack, ";"), name, int64(n.Calls), f.Bytecodes.Of(&values)})
	return nil
}

func (v *tallying) formula(id int32) *flow.Formulas {
	if f, ok := v.formulas[id]; ok {
		return f
	}
	m := &v.head.Methods[id]
	class := v.head.Classes[m.Class]
	data, err := v.pack.Class(class.SHA)
	if err != nil {
		v.t.Fatal(err)
	}
	file, err := classfile.Parse(data)
	if err != nil {
		v.t.Fatal(err)
	}
	var slots []flow.Slot
	for _, s := range m.Slots {
		slots = append(slots, flow.Slot{Kind: flow.Kind(s.Kind), A: int(s.A), B: int(s.B)})
	}
	f, err := flow.New(file.Method(m.Name, m.Descriptor), slots, false)
	if err != nil {
		v.t.Fatal(err)
	}
	v.formulas[id] = f
	return f
}

// below is the part of a tally below a method, without its own nodes.
func below(nodes []node, method string) (inner []node) {
	for _, n := range nodes {
		if strings.Contains(n.path, ";"+method+";") {
			inner = append(inner, n)
		}
	}
	return inner
}
