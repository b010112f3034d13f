// Package javaclass writes class files for tests: code that no compiler makes, and random code. A test adds constants
// and methods to a Class, and Bytes returns the class file. The code of a method is a classfile.Code whose instructions
// refer to constants of the Class.
//
// There are no stack maps: a JVM that verifies takes a Class of version 49 (Java 5) or below.
package javaclass

import (
	"encoding/binary"

	"jprof/internal/java/classfile"
)

// Class holds a class to which a test adds constants, fields and methods.
type Class struct {
	Name, Super string // with slashes
	Major       int    // version
	Access      int
	constants   []byte
	index       map[string]int
	next        int
	fields      []byte
	fieldCount  int
	methods     []byte
	methodCount int
}

// New makes a public class without methods, a subclass of Object.
func New(name string, major int) *Class {
	return &Class{Name: name, Super: "java/lang/Object", Major: major, Access: 0x21, index: map[string]int{}, next: 1}
}

// constant returns the index of a constant in the constant pool. It adds the constant if the pool does not have it yet.
func (c *Class) constant(tag classfile.Tag, content []byte) int {
	key := string(tag) + string(content)
	if i, ok := c.index[key]; ok {
		return i
	}
	c.constants = append(append(c.constants, byte(tag)), content...)
	c.index[key] = c.next
	c.next++
	return c.next - 1
}

// u2 appends numbers of two bytes.
func u2(to []byte, numbers ...int) []byte {
	for _, n := range numbers {
		to = binary.BigEndian.AppendUint16(to, uint16(n))
	}
	return to
}

// Text returns the index of the constant of a text, which must be ASCII.
func (c *Class) Text(text string) int {
	return c.constant(classfile.TagText, append(u2(nil, len(text)), text...))
}

// Class returns the index of the constant of a class.
func (c *Class) Class(name string) int { return c.constant(classfile.TagClass, u2(nil, c.Text(name))) }

// String returns the index of the constant of a String.
func (c *Class) String(text string) int {
	return c.constant(classfile.TagString, u2(nil, c.Text(text)))
}

// Field returns the index of the constant of a field.
func (c *Class) Field(class, name, descriptor string) int {
	return c.member(classfile.TagField, class, name, descriptor)
}

// Method returns the index of the constant of a method of a class.
func (c *Class) Method(class, name, descriptor string) int {
	return c.member(classfile.TagMethod, class, name, descriptor)
}

func (c *Class) member(tag classfile.Tag, class, name, descriptor string) int {
	named := c.constant(classfile.TagNameAndType, u2(nil, c.Text(name), c.Text(descriptor)))
	return c.constant(tag, u2(nil, c.Class(class), named))
}

// AddField adds a field.
func (c *Class) AddField(access int, name, descriptor string) {
	c.fieldCount++
	c.fields = u2(c.fields, access, c.Text(name), c.Text(descriptor), 0)
}

// Add adds a method. For a method without code, code is nil.
func (c *Class) Add(access int, name, descriptor string, code *classfile.Code) {
	c.methodCount++
	c.methods = u2(c.methods, access, c.Text(name), c.Text(descriptor))
	if code == nil {
		c.methods = u2(c.methods, 0)
		return
	}
	text, offsets := Assemble(code)
	body := u2(nil, code.MaxStack, code.MaxLocals)
	body = append(binary.BigEndian.AppendUint32(body, uint32(len(text))), text...)
	body = u2(body, len(code.Handlers))
	for _, h := range code.Handlers {
		body = u2(body, offsets[h.Start], offsets[h.End], offsets[h.Target], h.Type)
	}
	if len(code.Lines) == 0 {
		body = u2(body, 0)
	} else {
		body = u2(body, 1, c.Text("LineNumberTable"))
		body = binary.BigEndian.AppendUint32(body, uint32(2+4*len(code.Lines)))
		body = u2(body, len(code.Lines))
		for _, l := range code.Lines {
			body = u2(body, offsets[l.Instruction], l.Line)
		}
	}
	c.methods = u2(c.methods, 1, c.Text("Code"))
	c.methods = append(binary.BigEndian.AppendUint32(c.methods, uint32(len(body))), body...)
}

// AddCode adds a static method without parameters that returns nothing. code is the bytes of its instructions, which
// have 4 slots of the stack and 4 local variables.
func (c *Class) AddCode(name string, code []byte) {
	c.methodCount++
	c.methods = u2(c.methods, 8, c.Text(name), c.Text("()V"), 1, c.Text("Code"))
	c.methods = u2(binary.BigEndian.AppendUint32(c.methods, uint32(12+len(code))), 4, 4)
	c.methods = append(binary.BigEndian.AppendUint32(c.methods, uint32(len(code))), code...)
	c.methods = u2(c.methods, 0, 0) // no handlers, no attributes
}

// Bytes returns the class file.
func (c *Class) Bytes() []byte {
	rest := append(u2(nil, c.Access, c.Class(c.Name), c.Class(c.Super), 0, c.fieldCount), c.fields...)
	rest = append(u2(rest, c.methodCount), c.methods...)
	rest = u2(rest, 0)
	out := u2([]byte{0xCA, 0xFE, 0xBA, 0xBE}, 0, c.Major, c.next)
	return append(append(out, c.constants...), rest...)
}

// Assemble returns the bytes of the instructions of code, the offset of each instruction, and the offset of the end. It
// does not read the offsets that the instructions of code have themselves.
func Assemble(code *classfile.Code) (text []byte, offsets []int) {
	offsets = make([]int, len(code.Instructions)+1)
	for range 2 { // the first time, offsets are not yet right
		text = text[:0]
		for i := range code.Instructions {
			offsets[i] = len(text)
			text = assemble(text, code, i, offsets)
		}
		offsets[len(code.Instructions)] = len(text)
	}
	return text, offsets
}

func assemble(text []byte, code *classfile.Code, i int, offsets []int) []byte {
	n, at := code.Instructions[i], len(text)
	a, format := int(n.A), n.Op.Format()
	if format == 'l' && a > 0xFF || format == 'i' && (a > 0xFF || n.B != int32(int8(n.B))) {
		text = u2(append(text, byte(classfile.Wide), byte(n.Op)), a)
		if format == 'i' {
			text = u2(text, int(n.B))
		}
		return text
	}
	text = append(text, byte(n.Op))
	u4 := func(v int) { text = binary.BigEndian.AppendUint32(text, uint32(v)) }
	switch format {
	case 'b', 'l', 'c', 'a':
		text = append(text, byte(a))
	case 'i':
		text = append(text, byte(a), byte(n.B))
	case 's', 'C':
		text = u2(text, a)
	case 'j':
		text = u2(text, offsets[a]-at)
	case 'J':
		u4(offsets[a] - at)
	case 'm':
		text = append(u2(text, a), byte(n.B))
	case 'I':
		text = append(u2(text, a), byte(n.B), 0)
	case 'D':
		text = u2(text, a, 0)
	case 'T', 'L':
		text = append(text, make([]byte, 3-at%4)...)
		s := code.Switches[a]
		u4(offsets[s.Default] - at)
		if n.Op == classfile.TableSwitch {
			u4(int(s.Values[0]))
			u4(int(s.Values[0]) + len(s.Values) - 1)
		} else {
			u4(len(s.Values))
		}
		for i, v := range s.Values {
			if n.Op == classfile.LookupSwitch {
				u4(int(v))
			}
			u4(offsets[s.Targets[i]] - at)
		}
	}
	return text
}
