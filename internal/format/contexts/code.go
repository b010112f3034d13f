package contexts

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
)

// codeOf returns the identity of the code of a method: a hash of its instructions with the constants that they name,
// its switches and its handlers. Line numbers and the numbers of constants do not change it. For a method whose code is
// missing or cannot be read, it is a hash of the SHA of the class file.
func codeOf(f *classfile.File, m *classfile.Method, file SHA) CodeID {
	h := sha256.New()
	code, err := m.Decode()
	if code == nil || err != nil {
		h.Write(file[:])
		return sum(h)
	}
	for _, n := range code.Instructions {
		op := n.Op
		switch {
		case op == classfile.LdcW:
			op = classfile.Ldc // javac writes one or the other, depending on the number of the constant
			fallthrough
		case op.HasConstant():
			fmt.Fprintf(h, "%d %s %d\n", op, unnumbered(f, f.Content(int(n.A))), n.B)
		default:
			fmt.Fprintf(h, "%d %d %d\n", op, n.A, n.B)
		}
	}
	for _, s := range code.Switches {
		fmt.Fprintf(h, "switch %d %d %d\n", s.Default, s.Values, s.Targets)
	}
	for _, t := range code.Handlers {
		fmt.Fprintf(h, "handler %d %d %d %s\n", t.Start, t.End, t.Target, f.Pool.Class(t.Type))
	}
	return sum(h)
}

// Formulas returns the formulas of the method, from its code in a class file. blocks is the setting of the JVMs that
// counted.
func (m *Method) Formulas(file *classfile.File, blocks Values) (*flow.Formulas, error) {
	code := file.Method(m.Name, m.Descriptor)
	if code == nil {
		return nil, fmt.Errorf("%s has no method %s%s", file.Name, m.Name, m.Descriptor)
	}
	slots := make([]flow.Slot, len(m.Slots))
	for i, s := range m.Slots {
		slots[i] = flow.Slot{Kind: flow.Kind(s.Kind), A: int(s.A), B: int(s.B)}
	}
	f, err := flow.New(code, slots, blocks == Fast)
	if err != nil && blocks != Fast && blocks.Has(Fast) { // two JVMs had different settings
		f, err = flow.New(code, slots, true)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// unnumbered returns the content of a constant. In a class that the JVM has made for a lambda, it replaces the name of
// the class, whose number differs between equal runs.
func unnumbered(f *classfile.File, content string) string {
	if !strings.Contains(f.Name, "$$Lambda$") {
		return content
	}
	return strings.ReplaceAll(content, f.Name, "$$Lambda$")
}

// withSlots returns the identity of the code of a method together with its slots.
func (id CodeID) withSlots(slots []Slot) CodeID {
	h := sha256.New()
	h.Write(id[:])
	for _, s := range slots {
		h.Write([]byte{byte(s.Kind), byte(s.A >> 8), byte(s.A), byte(s.B >> 8), byte(s.B)})
	}
	return sum(h)
}

func sum(h hash.Hash) CodeID { return CodeID(h.Sum(nil)[:len(CodeID{})]) }
