package classfile

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Code is the code of a method, decoded.
type Code struct {
	MaxStack, MaxLocals int
	Instructions        []Instruction
	Switches            []Switch
	Handlers            []Handler
	Lines               []Line // sorted by instruction, entries of one instruction as in the file; none for -g:none
}

// Instruction is an instruction. A and B are its operands, by opcode. A is the local (also of iload_0), the constant
// that is pushed, the number of a constant of the pool, the target of the jump, the type of newarray, or the index in
// Code.Switches. B is the number that iinc adds, the dimensions of multianewarray, or the number of words of the
// arguments of invokeinterface.
type Instruction struct {
	Op     Opcode
	Offset uint16
	A, B   int32
}

// Switch has the targets of a tableswitch or lookupswitch. Values are ascending; Targets has the target of each value.
type Switch struct {
	Default int
	Values  []int32
	Targets []int
}

// Handler is an entry of the exception table. Exceptions in the instructions from Start up to, but without, End go to
// Target. Type is the number of their class in the pool, 0 for all exceptions.
type Handler struct{ Start, End, Target, Type int }

// Line is an entry of a line number table: the code of a line begins at the instruction.
type Line struct{ Instruction, Line int }

// Decode decodes the code of the method. It returns nil for abstract and native methods. It decodes again in each call.
func (m *Method) Decode() (*Code, error) {
	if m.code == nil {
		return nil, nil
	}
	if len(m.code) == 0 || len(m.code) > 0xFFFF {
		return nil, fmt.Errorf("%v: code of %d bytes", m, len(m.code))
	}
	c := &Code{MaxStack: m.stack, MaxLocals: m.locals}
	if err := c.instructions(m); err != nil {
		return nil, err
	}
	bad := error(nil)
	at := func(offset int) int { // the instruction that begins there
		i := c.at(offset)
		if i >= len(c.Instructions) || int(c.Instructions[i].Offset) != offset {
			bad = fmt.Errorf("%v: at %d there is no instruction", m, offset)
			return 0
		}
		return i
	}
	for i := range c.Instructions {
		if n := &c.Instructions[i]; n.Op.IsJump() {
			n.A = int32(at(int(n.A)))
		}
	}
	for i := range c.Switches {
		s := &c.Switches[i]
		s.Default = at(s.Default)
		for j, t := range s.Targets {
			s.Targets[j] = at(t)
		}
	}
	rest := &reader{data: m.rest}
	for n := rest.u2(); n > 0 && !rest.bad; n-- {
		h := Handler{Start: at(rest.u2())}
		if end := rest.u2(); end == len(m.code) {
			h.End = len(c.Instructions)
		} else {
			h.End = at(end)
		}
		h.Target, h.Type = at(rest.u2()), rest.u2()
		if h.Start >= h.End || h.Type != 0 && m.file.Pool.Tag(h.Type) != TagClass {
			bad = fmt.Errorf("%v: handler %d is damaged", m, len(c.Handlers))
		}
		c.Handlers = append(c.Handlers, h)
	}
	m.file.attributes(rest, c.attribute)
	if rest.bad && bad == nil {
		bad = fmt.Errorf("%v: %w", m, errDamaged)
	}
	if bad != nil {
		return nil, bad
	}
	slices.SortStableFunc(c.Lines, func(a, b Line) int { return a.Instruction - b.Instruction })
	return c, nil
}

// attribute reads an attribute of the code. An entry of a line number table that points into an instruction is moved to
// the next instruction: the JVM accepts such entries.
func (c *Code) attribute(name []byte, body *reader) {
	if string(name) != "LineNumberTable" {
		return
	}
	for n := body.u2(); n > 0 && !body.bad; n-- {
		l := Line{c.at(body.u2()), body.u2()}
		if l.Instruction < len(c.Instructions) {
			c.Lines = append(c.Lines, l)
		}
	}
}

// at returns the first instruction at the offset or after it.
func (c *Code) at(offset int) int {
	return sort.Search(len(c.Instructions), func(i int) bool { return int(c.Instructions[i].Offset) >= offset })
}

// LineOf returns the line of an instruction, 0 if it is not known.
func (c *Code) LineOf(instruction int) int {
	i := sort.Search(len(c.Lines), func(i int) bool { return c.Lines[i].Instruction > instruction })
	if i == 0 {
		return 0
	}
	return c.Lines[i-1].Line
}

// instructions decodes the instructions. Targets of jumps are offsets afterwards.
func (c *Code) instructions(m *Method) error {
	c.Instructions = make([]Instruction, 0, len(m.code)/2+1)
	r := &reader{data: m.code}
	for r.at < len(r.data) {
		n := Instruction{Offset: uint16(r.at)}
		n.Op = Opcode(r.u1())
		if err := c.operands(&n, r); err != nil {
			return fmt.Errorf("%v: at %d: %w", m, n.Offset, err)
		}
		if r.bad {
			return fmt.Errorf("%v: at %d: %v is cut short", m, n.Offset, n.Op)
		}
		if n.Op.HasConstant() {
			if tag := m.file.Pool.Tag(int(n.A)); !n.Op.takes(tag) {
				return fmt.Errorf("%v: at %d: %v of constant %d, which is of the kind %d", m, n.Offset, n.Op, n.A, tag)
			}
		}
		if n.Op == MultiANewArray {
			class := m.file.Pool.Class(int(n.A))
			if most := len(class) - len(strings.TrimLeft(class, "[")); n.B < 1 || int(n.B) > most {
				return fmt.Errorf("%v: at %d: %d dimensions of an array of the class %s", m, n.Offset, n.B, class)
			}
		}
		c.Instructions = append(c.Instructions, n)
	}
	return nil
}

// operands reads the operands of an instruction.
func (c *Code) operands(n *Instruction, r *reader) error {
	at := int(n.Offset)
	switch format := n.Op.Format(); format {
	case ' ':
	case 'b':
		n.A = int32(r.s1())
	case 's':
		n.A = int32(r.s2())
	case 'l', 'c':
		n.A = int32(r.u1())
	case 'a':
		if n.A = int32(r.u1()); n.A < 4 || n.A > 11 {
			return fmt.Errorf("newarray of the unknown type %d", n.A)
		}
	case '0', '1', '2', '3':
		n.A = int32(format - '0')
	case 'i':
		n.A, n.B = int32(r.u1()), int32(r.s1())
	case 'j':
		n.A = int32(at + r.s2())
	case 'J':
		n.A = int32(at) + int32(r.s4())
	case 'C':
		n.A = int32(r.u2())
	case 'I':
		n.A, n.B = int32(r.u2()), int32(r.u1())
		r.take(1)
	case 'D':
		n.A = int32(r.u2())
		r.take(2)
	case 'm':
		n.A, n.B = int32(r.u2()), int32(r.u1())
	case 'w':
		n.Op = Opcode(r.u1())
		n.A = int32(r.u2())
		switch n.Op.Format() {
		case 'l':
		case 'i':
			n.B = int32(r.s2())
		default:
			return fmt.Errorf("wide %v", n.Op)
		}
	case 'T', 'L':
		n.A = int32(len(c.Switches))
		return c.readSwitch(n.Op, at, r)
	default:
		return fmt.Errorf("instruction %d is unknown", n.Op)
	}
	return nil
}

// readSwitch reads the operands of a switch. Targets are offsets afterwards.
func (c *Code) readSwitch(op Opcode, at int, r *reader) error {
	r.take(3 - at%4)
	s := Switch{Default: at + r.s4()}
	first, n := r.s4(), 0
	if op == TableSwitch {
		n = r.s4() - first + 1
	} else {
		first, n = 0, first
	}
	if n < 0 || n > len(r.data)/4 {
		return fmt.Errorf("%v with %d cases", op, n)
	}
	s.Values, s.Targets = make([]int32, n), make([]int, n)
	for i := range n {
		s.Values[i] = int32(first + i)
		if op == LookupSwitch {
			s.Values[i] = int32(r.s4())
		}
		s.Targets[i] = at + r.s4()
	}
	c.Switches = append(c.Switches, s)
	return nil
}
