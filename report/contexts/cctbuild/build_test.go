package cctbuild

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
	"jprof/report/contexts/cct"
)

// program has methods without branches, so that only what they make has slots.
const program = `
class P {
    static class Impl implements Comparable<Impl> {
        public int compareTo(Impl o) { return 0; }
    }
    static { bare(); }
    static Object bare() { return new Object(); }
    static int[] make(int n) { return new int[n]; }
    static P two() { return new P(); }
    static void again() { two(); }
    static Object copy(int[] a) { return a.clone(); }
}
`

// source is a merged profile of a test.
type source struct {
	head  contexts.Header
	trees []any // contexts.Root and contexts.Node
}

func (s *source) Head() *contexts.Header { return &s.head }

func (s *source) Walk(v contexts.Visitor) error {
	for _, x := range s.trees {
		var err error
		switch x := x.(type) {
		case contexts.Root:
			err = v.Root(x)
		case contexts.Node:
			err = v.Node(&x)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compiled are the classes of the program in a profile without trees, and their pack.
func compiled(t *testing.T) (*source, *contexts.Pack) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "P.java")
	if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jtest.Newest(t).Run("javac", "-g", "-d", dir, path); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	s, pack := &source{}, contexts.NewPack()
	s.head.About = contexts.About{JVMs: 1, Coverage: contexts.App, Blocks: contexts.Exact, Recursion: contexts.Full,
		Sites: contexts.NoSite, Limit: 100, Java: []string{"21.0.1"}}
	for _, name := range []string{"P", "P$Impl"} {
		data, err := os.ReadFile(filepath.Join(dir, name+".class"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		s.head.Classes = append(s.head.Classes, contexts.Class{Name: name, SHA: pack.Add(data), Loader: contexts.System,
			Source: f.Source})
		class := int32(len(s.head.Classes) - 1)
		for _, m := range f.Methods {
			s.head.Methods = append(s.head.Methods, contexts.Method{Class: class, Access: uint16(m.Access),
				Name: m.Name, Descriptor: m.Descriptor, Line: 1, Slots: slotsOf(t, &m)})
		}
	}
	slices.SortFunc(s.head.Methods, func(a, b contexts.Method) int {
		x, y := cct.Method{Class: s.head.Classes[a.Class].Name, Name: a.Name, Descriptor: a.Descriptor},
			cct.Method{Class: s.head.Classes[b.Class].Name, Name: b.Name, Descriptor: b.Descriptor}
		return x.Compare(&y)
	})
	return s, pack
}

// slotsOf are the slots of a method without branches: what it makes.
func slotsOf(t *testing.T, m *classfile.Method) (slots []contexts.Slot) {
	t.Helper()
	code, err := m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range code.Instructions {
		switch {
		case n.Op == classfile.NewArray:
			slots = append(slots, contexts.Slot{Kind: 4, A: uint32(i)})
		case n.Op == classfile.InvokeVirtual && m.File().Pool.Member(int(n.A)).Name == "clone":
			slots = append(slots, contexts.Slot{Kind: 9, A: uint32(i)})
		}
	}
	return slots
}

// add adds trees: a line is "thread NAME", or stars for the depth, the method, its calls, its slots; made=CLASS for two
// objects that a native has made, cut=I for one cut at an instruction.
func (s *source) add(t *testing.T, lines ...string) *source {
	t.Helper()
	for _, line := range lines {
		fields := strings.Fields(line)
		if fields[0] == "thread" {
			s.trees = append(s.trees, contexts.Root{Name: strings.Join(fields[1:], " ")})
			continue
		}
		n := contexts.Node{Depth: len(fields[0]), Method: -1}
		for i, m := range s.head.Methods {
			if name := s.head.Classes[m.Class].Name + "." + m.Name + m.Descriptor; strings.HasPrefix(name, fields[1]) {
				n.Method = int32(i)
			}
		}
		if n.Method < 0 {
			t.Fatalf("no method %s", fields[1])
		}
		n.Calls = number(fields[2])
		for _, f := range fields[3:] {
			if class, ok := strings.CutPrefix(f, "made="); ok {
				n.Made = append(n.Made, contexts.Made{Class: class, Objects: 2})
			} else if at, ok := strings.CutPrefix(f, "cut="); ok {
				n.Cuts = append(n.Cuts, contexts.Cut{Instruction: uint32(number(at)), Count: 1})
			} else if at, ok := strings.CutPrefix(f, "site="); ok {
				n.Site = uint32(number(at)) + 1
			} else {
				n.Slots = append(n.Slots, number(f))
			}
		}
		s.trees = append(s.trees, n)
	}
	return s
}
