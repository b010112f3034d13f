package contexts

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strings"

	"jprof/internal/java/classfile"
)

// codeOf is the identity of the code of a method: its instructions with the constants that they name, its switches and
// handlers. Lines, and numbers of constants, are no part of it. A method without code, or one that cannot be read, has
// the identity of its class file.
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
			op = classfile.Ldc // javac writes the one or the other by the number of the constant
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
