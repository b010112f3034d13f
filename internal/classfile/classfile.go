// Package classfile reads from Java class files how long the code of each method is, how often it calls methods of
// certain classes, and how many constants it stores. That is how jprof finds methods that HotSpot compiles no more
// since counters made their code too long. In goes the content of a class file, out comes a Class with its Methods.
//
// The format is that of chapter 4 of the Java Virtual Machine Specification. Instructions are not decoded one by one:
// look searches the code for the few that matter. Another fact about a method is a field of Method, set there. A new
// Java may add kinds of constants to readPool.
package classfile

import (
	"encoding/binary"
	"errors"
)

// Method is a method with code.
type Method struct {
	Name   string
	Code   int            // length in bytes
	Calls  map[string]int // of static methods of the classes to count, by descriptor; nil for none
	Stores int            // of int constants in local variables
}

// Class is the content of a class file.
type Class struct {
	Name    string // binary name with slashes
	Methods []Method
}

var errDamaged = errors.New("not a class file, or cut short")

// reader reads big-endian numbers. After the end it reads zeros, and remembers that.
type reader struct {
	data []byte
	at   int
	bad  bool
}

// take reads n bytes.
func (r *reader) take(n int) []byte {
	if n < 0 || r.at+n > len(r.data) {
		r.bad = true
		return make([]byte, max(0, min(n, 8)))
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// u1, u2 and u4 read a number of so many bytes, as JVMS calls them.
func (r *reader) u1() int { return int(r.take(1)[0]) }
func (r *reader) u2() int { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) u4() int { return int(binary.BigEndian.Uint32(r.take(4))) }

// pool is the part of the constant pool that matters.
type pool struct {
	utf8  map[int]string
	class map[int]int // index of the name
	ref   map[int]ref // methods
	desc  map[int]int // index of the descriptor of a name and type
}

// ref is a method of the constant pool: the indices of its class and of its name and type.
type ref struct{ class, nameAndType int }

// Read reads a class file. It counts calls of static methods of the classes that counted accepts.
func Read(data []byte, counted func(class string) bool) (*Class, error) {
	r := &reader{data: data}
	if r.u4() != 0xCAFEBABE {
		return nil, errDamaged
	}
	r.take(4) // version
	p := readPool(r)
	r.take(2) // access flags
	c := &Class{Name: p.utf8[p.class[r.u2()]]}
	r.take(2) // superclass
	r.take(2 * r.u2())
	wanted := map[uint16]string{}
	for i, m := range p.ref {
		if counted(p.utf8[p.class[m.class]]) {
			wanted[uint16(i)] = p.utf8[p.desc[m.nameAndType]]
		}
	}
	for n := r.u2(); n > 0 && !r.bad; n-- { // fields
		r.take(6)
		skipAttributes(r)
	}
	for n := r.u2(); n > 0 && !r.bad; n-- {
		r.take(2)
		m := Method{Name: p.utf8[r.u2()]}
		r.take(2)
		for a := r.u2(); a > 0 && !r.bad; a-- {
			name, body := p.utf8[r.u2()], r.take(r.u4())
			if name == "Code" && len(body) >= 8 {
				code := &reader{data: body, at: 4}
				text := code.take(code.u4())
				m.Code = len(text)
				m.look(text, wanted)
			}
		}
		if m.Code > 0 {
			c.Methods = append(c.Methods, m)
		}
	}
	if r.bad {
		return nil, errDamaged
	}
	return c, nil
}

// readPool reads the constant pool.
func readPool(r *reader) pool {
	p := pool{map[int]string{}, map[int]int{}, map[int]ref{}, map[int]int{}}
	for i, n := 1, r.u2(); i < n && !r.bad; i++ {
		switch tag := r.u1(); tag {
		case 1:
			p.utf8[i] = string(r.take(r.u2()))
		case 7:
			p.class[i] = r.u2()
		case 10, 11: // methods of classes and interfaces
			p.ref[i] = ref{r.u2(), r.u2()}
		case 12:
			r.take(2)
			p.desc[i] = r.u2()
		case 3, 4, 9, 17, 18:
			r.take(4)
		case 5, 6: // long and double take two places
			r.take(8)
			i++
		case 8, 16, 19, 20:
			r.take(2)
		case 15:
			r.take(3)
		default:
			r.bad = true
		}
	}
	return p
}

// skipAttributes reads the attributes of a field.
func skipAttributes(r *reader) {
	for n := r.u2(); n > 0 && !r.bad; n-- {
		r.take(2)
		r.take(r.u4())
	}
}

// look counts instructions. Bytes that only look like them are counted as well: they are rare.
func (m *Method) look(code []byte, wanted map[uint16]string) {
	const bipush, sipush, invokestatic = 0x10, 0x11, 0xB8
	for i := 0; i+2 < len(code); i++ {
		switch code[i] {
		case invokestatic:
			if desc, ok := wanted[binary.BigEndian.Uint16(code[i+1:])]; ok {
				if m.Calls == nil {
					m.Calls = map[string]int{}
				}
				m.Calls[desc]++
				i += 2
			}
		case bipush:
			if isStore(code, i+2) {
				m.Stores++
			}
		case sipush:
			if isStore(code, i+3) {
				m.Stores++
			}
		}
	}
}

// isStore reports whether the byte at i is istore or one of its short forms.
func isStore(code []byte, i int) bool {
	return i < len(code) && (code[i] == 0x36 || code[i] >= 0x3B && code[i] <= 0x3E)
}
