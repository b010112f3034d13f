package main

import (
	"fmt"
	"math/rand/v2"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/internal/jtest/javaclass"
)

// A made program has classes with virtual methods that override each other. Their code makes objects and arrays, puts
// them into each other, reads them again, copies and calls, in conditions and loops: what efficiency has to follow.
const (
	madeClasses   = 1250
	madeMethods   = 8 // of a class
	madeBase      = "made/Base"
	madeArguments = "(Lmade/Base;Lmade/Base;I)"
	madeWays      = 6 // through a method
)

// Opcodes that are only written here.
const (
	iLoad   classfile.Opcode = 21
	aLoad   classfile.Opcode = 25
	iStore  classfile.Opcode = 54
	aStore  classfile.Opcode = 58
	pop     classfile.Opcode = 87
	ifEq    classfile.Opcode = 153
	ifCmpGe classfile.Opcode = 162
)

// Locals of a method: this, two objects and a number are its arguments; temp and the next are objects as well.
const (
	number = 3
	temp   = 4
	array  = 6
	index  = 7
)

// way has the slots and calls of one call of a method.
type way struct {
	slots []uint64
	calls []madeCall
}

// madeCall is a call of a method of the program: by its number in a class, madeMethods for the constructor of Base.
type madeCall struct {
	method, site int
	times        uint64
}

// madeProgram is the program: its classes, its methods as in files, and the ways through each.
type madeProgram struct {
	pack *contexts.Pack
	head contexts.Header
	ways [][]way // by method in head. Those of the last half of a method call nothing
}

// makeProgram makes a program, the same for equal seeds.
func makeProgram(seed uint64) *madeProgram {
	p := &madeProgram{pack: contexts.NewPack()}
	p.add(makeBase(), []written{{name: "<init>", descriptor: "()V", ways: []way{{}}}})
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range madeClasses {
		c := javaclass.New(fmt.Sprintf("made/C%04d", i), 49)
		c.Super = madeBase
		var methods []written
		for k := range madeMethods {
			m := &coder{Rand: r, class: c}
			methods = append(methods, m.method(k))
		}
		p.add(c, methods)
	}
	return p
}

// makeBase makes the class that all others extend. Only its constructor has code.
func makeBase() *javaclass.Class {
	c := javaclass.New(madeBase, 49)
	c.Access |= 0x400 // abstract
	c.AddField(1, "next", "Lmade/Base;")
	c.AddField(1, "count", "I")
	c.AddField(1, "items", "[Lmade/Base;")
	c.AddField(9, "shared", "Lmade/Base;")
	c.AddField(9, "out", "Ljava/io/OutputStream;")
	c.AddField(9, "bytes", "[B")
	object := c.Method("java/lang/Object", "<init>", "()V")
	c.Add(1, "<init>", "()V", &classfile.Code{MaxStack: 1, MaxLocals: 1, Instructions: []classfile.Instruction{
		{Op: aLoad}, {Op: classfile.InvokeSpecial, A: int32(object)}, {Op: classfile.Return}}})
	for k := range madeMethods {
		c.Add(0x401, fmt.Sprintf("m%d", k), madeArguments+madeResult(k), nil)
	}
	return c
}

// madeResult is the type of the result of a method.
func madeResult(method int) string {
	return []string{"Lmade/Base;", "Lmade/Base;", "Lmade/Base;", "Lmade/Base;", "I", "I", "V", "V"}[method]
}

// written is a method that was written into a class.
type written struct {
	name, descriptor string
	slots            []contexts.Slot
	ways             []way
}

// add adds a class.
func (p *madeProgram) add(c *javaclass.Class, methods []written) {
	sha := p.pack.Add(c.Bytes())
	name := classfile.TypeName(c.Name)
	p.head.Classes = append(p.head.Classes, contexts.Class{Name: name, SHA: sha, Loader: contexts.System})
	for _, m := range methods {
		p.head.Methods = append(p.head.Methods, contexts.Method{Class: int32(len(p.head.Classes) - 1), Access: 1,
			Name: m.name, Descriptor: m.descriptor, Slots: m.slots})
		p.ways = append(p.ways, m.ways)
	}
}

// coder writes the code of a method. A statement adds its instructions, and returns a function that runs it.
type coder struct {
	*rand.Rand
	class *javaclass.Class
	code  []classfile.Instruction
	slots []contexts.Slot
	sites int
}

// statement runs so many times in a way.
type statement func(w *way, r *rand.Rand, times uint64, calling bool)

// method writes a method.
func (c *coder) method(k int) written {
	c.in(aLoad, 1)
	c.in(aStore, temp)
	c.in(aLoad, 2)
	c.in(aStore, temp+1)
	body := c.statements(4+c.IntN(9), 0)
	m := written{name: fmt.Sprintf("m%d", k), descriptor: madeArguments + madeResult(k)}
	switch madeResult(k) {
	case "V":
		c.in(classfile.Return)
	case "I":
		c.in(iLoad, number)
		c.in(classfile.IReturn)
	default:
		c.object()
		c.in(classfile.AReturn)
	}
	c.class.Add(1, m.name, m.descriptor, &classfile.Code{MaxStack: 8, MaxLocals: 8, Instructions: c.code})
	m.slots = c.slots
	for i := range madeWays {
		w := way{slots: make([]uint64, len(c.slots))}
		body(&w, c.Rand, 1, i < madeWays/2)
		m.ways = append(m.ways, w)
	}
	return m
}

func (c *coder) in(op classfile.Opcode, operands ...int) int {
	n := classfile.Instruction{Op: op}
	if len(operands) > 0 {
		n.A = int32(operands[0])
	}
	if len(operands) > 1 {
		n.B = int32(operands[1])
	}
	c.code = append(c.code, n)
	return len(c.code) - 1
}

// slot adds a slot, and returns its number.
func (c *coder) slot(kind flow.Kind, at int) int {
	c.slots = append(c.slots, contexts.Slot{Kind: contexts.SlotKind(kind), A: uint32(at)})
	return len(c.slots) - 1
}

// object pushes one of the objects that the method has.
func (c *coder) object() { c.in(aLoad, []int{0, 1, 2, temp, temp + 1}[c.IntN(5)]) }

// keep pops an object.
func (c *coder) keep() { c.in(aStore, temp+c.IntN(2)) }

func (c *coder) field(op classfile.Opcode, name, descriptor string) {
	c.in(op, c.class.Field(madeBase, name, descriptor))
}

// statements writes so many statements at a depth of conditions and loops.
func (c *coder) statements(n, depth int) statement {
	var all []statement
	for range n {
		all = append(all, c.statement(depth))
	}
	return func(w *way, r *rand.Rand, times uint64, calling bool) {
		for _, s := range all {
			s(w, r, times, calling)
		}
	}
}

// statement writes one. Calls are in conditions, so that there are ways without them, and not in loops.
func (c *coder) statement(depth int) statement {
	switch n := c.IntN(40); {
	case n < 6 && depth < 3:
		return c.condition(depth)
	case n < 8 && depth < 3:
		return c.loop()
	case n < 22 && depth > 0 && depth < 9:
		return c.call()
	default:
		return c.plain(n % 16)
	}
}

// nothing runs a statement without a count.
func nothing(*way, *rand.Rand, uint64, bool) {}

// plain writes a statement without control flow or calls of methods that have a choice.
func (c *coder) plain(kind int) statement {
	switch kind {
	case 0, 1:
		c.in(classfile.New, c.class.Class(madeBase))
		c.in(classfile.Dup)
		c.in(classfile.InvokeSpecial, c.class.Method(madeBase, "<init>", "()V"))
		c.keep()
		site := c.site()
		return func(w *way, _ *rand.Rand, times uint64, _ bool) { w.add(madeCall{madeMethods, site, times}) }
	case 2, 3, 4:
		c.object()
		c.object()
		c.field(classfile.PutField, "next", "Lmade/Base;")
	case 5, 6, 7:
		c.object()
		c.in(iLoad, number)
		c.field(classfile.PutField, "count", "I")
	case 8, 9, 10:
		c.object()
		c.field(classfile.GetField, "next", "Lmade/Base;")
		c.keep()
	case 11:
		return c.newArray()
	case 12, 13:
		c.items()
		c.in(classfile.IConst0)
		c.in(classfile.AALoad)
		c.keep()
	case 14:
		return c.copied()
	default:
		return c.rare()
	}
	return nothing
}

// rare writes what few methods do: to a static field, or to a stream.
func (c *coder) rare() statement {
	switch c.IntN(4) {
	case 0:
		c.object()
		c.field(classfile.PutStatic, "shared", "Lmade/Base;")
	case 1:
		c.field(classfile.GetStatic, "out", "Ljava/io/OutputStream;")
		c.field(classfile.GetStatic, "bytes", "[B")
		c.in(classfile.InvokeVirtual, c.class.Method("java/io/OutputStream", "write", "([B)V"))
	default:
		c.in(classfile.IInc, number, 1)
	}
	return nothing
}

// items pushes an array of objects.
func (c *coder) items() {
	c.object()
	c.field(classfile.GetField, "items", "[Lmade/Base;")
}

func (c *coder) newArray() statement {
	c.in(classfile.BiPush, 8)
	slot := c.slot(flow.Elements, c.in(classfile.ANewArray, c.class.Class(madeBase)))
	c.in(aStore, array)
	c.in(aLoad, array)
	c.in(classfile.IConst0)
	c.object()
	c.in(classfile.AAStore)
	c.object()
	c.in(aLoad, array)
	c.field(classfile.PutField, "items", "[Lmade/Base;")
	return func(w *way, _ *rand.Rand, times uint64, _ bool) { w.slots[slot] += 8 * times }
}

func (c *coder) copied() statement {
	c.items()
	c.in(classfile.IConst0)
	c.items()
	c.in(classfile.IConst0)
	c.in(classfile.BiPush, 4)
	at := c.in(classfile.InvokeStatic,
		c.class.Method("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"))
	c.slot(flow.CopiedBasic, at)
	slot := c.slot(flow.CopiedRefs, at)
	return func(w *way, _ *rand.Rand, times uint64, _ bool) { w.slots[slot] += 4 * times }
}

// site is a number for a call of the method.
func (c *coder) site() int {
	c.sites++
	return c.sites - 1
}

// call writes a call of a method that any class may have.
func (c *coder) call() statement {
	k := c.IntN(madeMethods)
	for range 3 {
		c.object()
	}
	c.in(iLoad, number)
	c.in(classfile.InvokeVirtual, c.class.Method(madeBase, fmt.Sprintf("m%d", k), madeArguments+madeResult(k)))
	switch madeResult(k) {
	case "I":
		c.in(pop)
	case "V":
	default:
		c.keep()
	}
	site := c.site()
	return func(w *way, _ *rand.Rand, times uint64, _ bool) { w.add(madeCall{k, site, times}) }
}

// add adds a call that was executed.
func (w *way) add(c madeCall) {
	if c.times > 0 {
		w.calls = append(w.calls, c)
	}
}

// condition writes statements that run in some ways only. Where nothing is to be called, they do not.
func (c *coder) condition(depth int) statement {
	c.in(iLoad, number)
	jump := c.in(ifEq)
	slot := c.slot(flow.Block, len(c.code))
	body := c.statements(1+c.IntN(4), depth+1)
	c.code[jump].A = int32(len(c.code))
	return func(w *way, r *rand.Rand, times uint64, calling bool) {
		if !calling || r.IntN(4) == 0 {
			times = 0
		}
		w.slots[slot] += times
		body(w, r, times, calling)
	}
}

// loop writes statements that run some times.
func (c *coder) loop() statement {
	c.in(classfile.IConst0)
	c.in(iStore, index)
	head := c.in(iLoad, index)
	c.in(iLoad, number)
	jump := c.in(ifCmpGe)
	slot := c.slot(flow.Block, len(c.code))
	body := c.statements(1+c.IntN(3), 9)
	c.in(classfile.IInc, index, 1)
	c.in(classfile.Goto, head)
	c.code[jump].A = int32(len(c.code))
	return func(w *way, r *rand.Rand, times uint64, calling bool) {
		times *= uint64(r.IntN(4))
		w.slots[slot] += times
		body(w, r, times, calling)
	}
}
