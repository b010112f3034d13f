package cctbuild

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"jprof/internal/format/recordfile"
	"jprof/internal/jtest/javaclass"
)

// The sizes of the program whose JVMs are made up.
const (
	classes = 400
	methods = 25 // of a class
	record  = 1 << 20
)

// code is that of all methods: two branches and an array. Of its control flow two edges are counted.
var code = []byte{
	0x03, 0x99, 0, 4, 0x00, // iconst_0, ifeq over the nop
	0x03, 0x99, 0, 4, 0x00, // the same
	0x10, 10, 0xbc, 10, 0x57, // bipush 10, newarray int, pop
	0xb1, // return
}

// slots are the slots (kind, a, b) of each method: two edges, and the elements of the array.
var slots = [][3]uint64{{0, 1, 2}, {0, 4, 5}, {4, 7, 0}}

// writeLarge writes the files of JVMs, as the agent writes them, with so many nodes each. The first half of the nodes
// of each tree is the same in all.
func writeLarge(dir string, jvms, nodes int, seed uint64) error {
	for i := range jvms {
		path := filepath.Join(dir, fmt.Sprintf("%d-1735689600000", 1000+i))
		if err := writeClasses(path + ".classes"); err != nil {
			return err
		}
		if err := writeTree(path+".contexts", nodes, seed, uint64(i)); err != nil {
			return err
		}
	}
	return nil
}

// file calls write with the writer of a file.
func file(path string, magic recordfile.Magic, about []byte, write func(item func([]byte) error) error) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	w, err := recordfile.NewWriter(out, magic, about)
	if err == nil {
		err = write(w.Item)
	}
	if err == nil {
		err = w.Close()
	}
	return err
}

func writeClasses(path string) error {
	return file(path, recordfile.Classes, nil, func(item func([]byte) error) error {
		for c := range classes {
			var e recordfile.Encoder
			e.Uint8(2)
			e.String(className(c))
			e.Raw(classFile(c))
			b, err := e.Bytes()
			if err == nil {
				err = item(b)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func className(c int) string { return fmt.Sprintf("org.example.Class%03d", c) }

// classFile makes a class with static methods without parameters.
func classFile(c int) []byte {
	class := javaclass.New(fmt.Sprintf("org/example/Class%03d", c), 50)
	for m := range methods {
		class.AddCode(fmt.Sprintf("method%d", m), code)
	}
	return class.Bytes()
}

func writeTree(path string, nodes int, seed, jvm uint64) error {
	var about recordfile.Encoder
	about.Uint32(0)
	about.Uint32(1)
	about.Uint64(1000 + jvm)
	about.Uint64(1735689600000 + jvm)
	about.Uint32(0)
	for _, s := range []string{"21.0.1", "", "", ""} {
		about.String(s)
	}
	about.Raw([]byte{0, 0, 0, 0})
	about.Uvarint(2_000_000)
	b, err := about.Bytes()
	if err != nil {
		return err
	}
	return file(path, recordfile.Contexts, b, func(item func([]byte) error) error {
		t := &tree{item: item}
		t.tables()
		t.grow(nodes, rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, jvm+1)))
		return t.err
	})
}

// tree writes a tree.
type tree struct {
	e    recordfile.Encoder
	item func([]byte) error
	err  error
}

func (t *tree) flush() {
	b, err := t.e.Bytes()
	if err == nil && t.err == nil {
		err = t.item(b)
	}
	if t.err == nil {
		t.err = err
	}
	t.e.Reset()
}

func (t *tree) numbers(list ...uint64) {
	for _, n := range list {
		t.e.Uvarint(n)
	}
}

// tables writes the records of classes and methods.
func (t *tree) tables() {
	t.e.Uint8('C')
	for c := range classes {
		t.numbers(uint64(c))
		t.e.Uint8(1)
		t.numbers(uint64(c))
		t.e.Uint8(2)
		t.e.String(className(c))
		t.e.String(fmt.Sprintf("Class%03d.java", c))
	}
	t.flush()
	t.e.Uint8('M')
	for m := range classes * methods {
		t.numbers(uint64(m), uint64(m/methods), 8)
		t.e.String(fmt.Sprintf("method%d", m%methods))
		t.e.String("()V")
		t.numbers(uint64(10*(m%methods)+1), uint64(len(slots)))
		for _, s := range slots {
			t.numbers(s[:]...)
		}
		t.numbers(1, 7) // a point: the array may be too large
	}
	t.flush()
}

// grow writes nodes: a walk through the calls of a program, in which each method always has the same callees. The first
// half is that of r, the rest that of own.
func (t *tree) grow(nodes int, r, own *rand.Rand) {
	type frame struct {
		method, callees int
		called          int
	}
	t.e.Uint8('T')
	t.e.Uint8(0)
	t.e.String("main")
	t.numbers(0)
	var stack []frame
	depth := 0
	for n := range nodes {
		if n == nodes/2 {
			r = own
		}
		for len(stack) > 0 && stack[len(stack)-1].called == stack[len(stack)-1].callees {
			stack = stack[:len(stack)-1]
		}
		method := (n*31 + 7) % (classes * methods)
		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			method = (top.method*7 + 13*(top.called+1)) % (classes * methods)
			top.called++
		}
		if t.e.Len() > record {
			t.flush()
			t.e.Uint8('T')
			t.e.Uint8(1)
			t.e.String("main")
			t.numbers(uint64(depth))
		}
		t.e.Varint(int64(len(stack) + 1 - depth))
		depth = len(stack) + 1
		calls := uint64(1 + r.ExpFloat64()*1e5/float64(depth*depth))
		edge := 1 + r.Uint64N(calls) // never 0, which would need a run of zeros
		t.numbers(uint64(method), 0, calls, edge)
		if array := 10 * calls; n%20 == 0 && calls > 1 {
			t.numbers(1, array-10, 1, 1, 1) // one array could not be made
		} else {
			t.numbers(1, array, 0)
		}
		t.numbers(0)
		callees := 0
		if depth < 400 && (depth < 12 || r.IntN(depth) < 11) {
			callees = r.IntN(4)
		}
		stack = append(stack, frame{method: method, callees: callees})
	}
	t.flush()
}
