package javaclass

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
)

// TestAssemble assembles methods of java.base that were decoded, of each tenth class: the bytes are the same.
func TestAssemble(t *testing.T) {
	methods := 0
	for i, class := range jtest.Newest(t).Classes(t, "java.base") {
		if i%10 > 0 {
			continue
		}
		f, err := classfile.Parse(class.Data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Methods {
			m := &f.Methods[i]
			code, err := m.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if code == nil {
				continue
			}
			methods++
			// The code is in the file behind its length.
			text, _ := Assemble(code)
			if !bytes.Contains(class.Data, append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)) {
				t.Fatalf("%v: other bytes", m)
			}
		}
	}
	if methods < 5_000 {
		t.Errorf("%d methods", methods)
	}
}

func TestClass(t *testing.T) {
	c := New("a/B", 49)
	code := &classfile.Code{MaxStack: 2, MaxLocals: 400,
		Instructions: []classfile.Instruction{
			{Op: classfile.BiPush, A: -3},
			{Op: classfile.LookupSwitch},
			{Op: classfile.ILoad, A: 399},
			{Op: classfile.IInc, A: 3, B: 1000},
			{Op: classfile.Jsr, A: 7},
			{Op: classfile.GotoW, A: 0},
			{Op: classfile.New, A: int32(c.Class("a/B"))},
			{Op: classfile.Ret, A: 4},
		},
		Switches: []classfile.Switch{{Default: 2, Values: []int32{-1, 1 << 30}, Targets: []int{6, 3}}},
		Handlers: []classfile.Handler{{Start: 2, End: 8, Target: 6, Type: c.Class("java/lang/Error")}},
		Lines:    []classfile.Line{{Instruction: 0, Line: 7}, {Instruction: 3, Line: 6}},
	}
	c.Add(9, "f", "()V", code)
	c.Add(0x101, "g", "()V", nil)
	f, err := classfile.Parse(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Method("f", "()V").Decode()
	if err != nil {
		t.Fatal(err)
	}
	_, offsets := Assemble(code)
	for i := range code.Instructions {
		code.Instructions[i].Offset = uint16(offsets[i])
	}
	if !reflect.DeepEqual(got, code) {
		t.Errorf("got  %+v\nwant %+v", got, code)
	}
	if f.Name != "a/B" || f.Major != 49 || f.Method("g", "()V").Access != 0x101 {
		t.Errorf("got %+v", f)
	}
}
