// Package classfile reads Java class files. A File has the constant pool, fields, methods, instructions with their
// operands, exception handlers, line numbers and bootstrap methods.
//
// The format is that of chapter 4 of the Java Virtual Machine Specification (JVMS). Parse and Decode check all indices
// that they return. So users can follow each index in a File without checks, and never panic, whatever the bytes were.
// Unused parts (stack maps, annotations, tables of variables) are skipped.
//
// Parse reads only the constant pool and the members. Method.Decode decodes the code of a method: of the 7,000 classes
// of a JDK's java.base, only a small part runs. Strings, too, are made only when they are needed.
//
// An instruction is identified by its ordinal in its method, never by its offset, also in jumps, handlers and lines.
//
// The files: pool.go has the constant pool (a new kind of constant is a line in its table), code.go the code of
// methods, opcode.go the table of instructions, reader.go reads numbers.
package classfile

import (
	"errors"
	"fmt"
	"strings"
)

// Access flags of classes, fields and methods.
const (
	Static    = 0x0008
	Final     = 0x0010
	Native    = 0x0100
	Interface = 0x0200
	Abstract  = 0x0400
	Bridge    = 0x0040 // of methods
	Synthetic = 0x1000
	Enum      = 0x4000
)

// File is the content of a class file.
type File struct {
	Pool       Pool
	Major      int // version: 52 for Java 8
	Minor      int
	Access     int
	Name       string // binary name with slashes
	Super      string // "" for java.lang.Object and for modules
	Interfaces []string
	Source     string // name of the source file, "" if it is not known
	Fields     []Field
	Methods    []Method
	Bootstraps []Bootstrap
	Nested     []Nested // the classes within others that the file mentions, all those around it included
}

// Nested is an entry of the attribute InnerClasses.
type Nested struct {
	Class string // binary name with slashes
	Name  string // in the source; "" for an anonymous class
}

// Field is a field of a class.
type Field struct {
	Access           int
	Name, Descriptor string
}

// Method is a method, constructor or class initialiser.
type Method struct {
	Access           int
	Name, Descriptor string
	file             *File
	code             []byte // the instructions; nil for abstract and native methods
	rest             []byte // rest of the attribute Code, after the instructions: handlers and attributes
	stack, locals    int
}

// Bootstrap is a bootstrap method with its static arguments, constants of the pool.
type Bootstrap struct {
	Handle    int // a method handle
	Arguments []int
}

var errDamaged = errors.New("not a class file, or cut short")

// Parse reads a class file. The File refers to data, which must not change.
func Parse(data []byte) (*File, error) {
	r := &reader{data: data}
	if r.u4() != 0xCAFEBABE {
		return nil, errDamaged
	}
	f := &File{Minor: r.u2(), Major: r.u2()}
	if err := f.Pool.read(r); err != nil {
		return nil, err
	}
	f.Access, f.Name = r.u2(), f.Pool.Class(r.u2())
	if f.Name == "" {
		return nil, errDamaged
	}
	f.Super = f.Pool.Class(r.u2())
	for n := r.u2(); n > 0 && !r.bad; n-- {
		f.Interfaces = append(f.Interfaces, f.Pool.Class(r.u2()))
	}
	for n := r.u2(); n > 0 && !r.bad; n-- {
		m := Field{r.u2(), f.Pool.Text(r.u2()), f.Pool.Text(r.u2())}
		f.attributes(r, func([]byte, *reader) {})
		f.Fields = append(f.Fields, m)
	}
	for n := r.u2(); n > 0 && !r.bad; n-- {
		m := Method{Access: r.u2(), Name: f.Pool.Text(r.u2()), Descriptor: f.Pool.Text(r.u2()), file: f}
		f.attributes(r, m.attribute)
		f.Methods = append(f.Methods, m)
	}
	f.attributes(r, f.attribute)
	if r.bad {
		return nil, errDamaged
	}
	return f, f.checkDynamic()
}

// attributes calls use with the name and the content of each attribute that follows. If use reads beyond the end of a
// content, the file is damaged.
func (f *File) attributes(r *reader, use func(name []byte, body *reader)) {
	for n := r.u2(); n > 0 && !r.bad; n-- {
		name := f.Pool.bytes(r.u2())
		body := &reader{data: r.take(r.u4())}
		use(name, body)
		r.bad = r.bad || body.bad
	}
}

// attribute reads an attribute of the class.
func (f *File) attribute(name []byte, body *reader) {
	switch string(name) {
	case "SourceFile":
		f.Source = f.Pool.Text(body.u2())
	case "BootstrapMethods":
		for n := body.u2(); n > 0 && !body.bad; n-- {
			b := Bootstrap{Handle: body.u2()}
			for a := body.u2(); a > 0 && !body.bad; a-- {
				b.Arguments = append(b.Arguments, body.u2())
			}
			f.Bootstraps = append(f.Bootstraps, b)
		}
	case "InnerClasses":
		for n := body.u2(); n > 0 && !body.bad; n-- {
			c := Nested{Class: f.Pool.Class(body.u2())}
			body.u2() // the class around it
			c.Name = f.Pool.Text(body.u2())
			body.u2() // its access flags
			f.Nested = append(f.Nested, c)
		}
	}
}

// attribute reads an attribute of the method.
func (m *Method) attribute(name []byte, body *reader) {
	if string(name) != "Code" {
		return
	}
	length := 0
	if f := m.file; f.Major == 45 && f.Minor <= 2 { // of the first compilers
		m.stack, m.locals, length = body.u1(), body.u1(), body.u2()
	} else {
		m.stack, m.locals, length = body.u2(), body.u2(), body.u4()
	}
	m.code = body.take(length)
	m.rest = body.data[min(body.at, len(body.data)):]
}

// checkDynamic returns an error if a computed constant, or an argument of a bootstrap method, refers to a missing
// constant.
func (f *File) checkDynamic() error {
	for i := range f.Pool.at {
		if tag := f.Pool.Tag(i); tag == TagDynamic || tag == TagInvokeDynamic {
			if n := f.Pool.u2(i, 0); n >= len(f.Bootstraps) {
				return fmt.Errorf("%s: constant %d: there is no bootstrap method %d", f.Name, i, n)
			}
		}
	}
	for n, b := range f.Bootstraps {
		if f.Pool.Tag(b.Handle) != TagMethodHandle {
			return fmt.Errorf("%s: bootstrap method %d is no method handle", f.Name, n)
		}
		for _, a := range b.Arguments {
			if f.Pool.Tag(a) == 0 {
				return fmt.Errorf("%s: bootstrap method %d has no constant %d", f.Name, n, a)
			}
		}
	}
	return nil
}

// Method returns a method, nil if there is none.
func (f *File) Method(name, descriptor string) *Method {
	for i := range f.Methods {
		if m := &f.Methods[i]; m.Name == name && m.Descriptor == descriptor {
			return m
		}
	}
	return nil
}

// File returns the class file of the method.
func (m *Method) File() *File { return m.file }

// Length returns the length of the code in bytes, 0 for abstract and native methods.
func (m *Method) Length() int { return len(m.code) }

// String returns the class, name and descriptor of the method, for messages.
func (m *Method) String() string { return m.file.Name + "." + m.Name + m.Descriptor }

// basic has the names of the basic types, by their letter in descriptors.
var basic = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long",
	'S': "short", 'Z': "boolean", 'V': "void"}

// TypeName returns the name of a type as in sources, with dots, and "int[][]" for an array. name may be a descriptor
// ("[[I"), the name of a class in the constant pool ("java/lang/String", "[[I") or the result of Class.getName
// ("java.lang.String").
func TypeName(name string) string {
	dims := 0
	for dims < len(name) && name[dims] == '[' {
		dims++
	}
	element := name[dims:]
	if b := basic[(element + " ")[0]]; b != "" && len(element) == 1 && dims > 0 {
		element = b
	} else if strings.HasPrefix(element, "L") && strings.HasSuffix(element, ";") {
		element = element[1 : len(element)-1]
	}
	return strings.ReplaceAll(element, "/", ".") + strings.Repeat("[]", dims)
}
