package flow

import (
	"fmt"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest/javaclass"
)

func TestStopped(t *testing.T) {
	c := javaclass.New("A", 49)
	call := func(class, name string) classfile.Instruction {
		return classfile.Instruction{Op: classfile.InvokeStatic, A: int32(c.Method(class, name, "()V"))}
	}
	code := &classfile.Code{
		Instructions: []classfile.Instruction{
			{},               // line 1
			call("p/B", "f"), // 1
			call("p/B", "g"), // 2
			call("p/B", "g"), // 2
			call("p/C", "g"), // 3
			call("p/D", "g"), // 3
			{},               // 4
			{Op: classfile.InvokeStatic, A: int32(c.Method("p/E", "h", "()V"))}, // 5
			{Op: classfile.GetStatic, A: int32(c.Field("p/F", "x", "I"))},       // 5
			{Op: classfile.Return}, // 6
		},
		Lines: []classfile.Line{{Instruction: 0, Line: 1}, {Instruction: 2, Line: 2}, {Instruction: 4, Line: 3},
			{Instruction: 6, Line: 4}, {Instruction: 7, Line: 5}, {Instruction: 9, Line: 6}},
	}
	c.Add(9, "m", "()V", code)
	f, err := classfile.Parse(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	m := &f.Methods[0]
	if code, err = m.Decode(); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		line          int
		class, method string
		want          string
	}{
		{1, "p.B", "f", "1 true"},
		{1, "p.Sub", "f", "1 true"},      // it has overridden the method
		{2, "p.B", "g", "2 false"},       // two calls in the line
		{3, "p.D", "g", "5 true"},        // only one names the class
		{3, "p.Other", "g", "4 false"},   // any of them
		{4, "p.B", "f", "6 false"},       // no call in the line
		{5, "p.F", "<clinit>", "8 true"}, // the first use of the class
		{5, "p.E", "<clinit>", "7 true"},
		{5, "p.Loader", "loadClass", "7 false"}, // the JVM called it
		{5, "", "", "7 false"},
		{0, "p.B", "f", "1 true"}, // no lines
		{0, "p.B", "g", "2 false"},
		{0, "p.D", "g", "5 true"},
		{9, "p.B", "f", "1 false"}, // a line of another class file
	} {
		at, exact := Stopped(m, code, x.line, x.class, x.method)
		if got := fmt.Sprint(at, " ", exact); got != x.want {
			t.Errorf("%+v: got %s", x, got)
		}
	}
}
