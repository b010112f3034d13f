package flow_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javaclass"
	"jprof/report/contexts/cctbuild"
)

// in is an instruction with its operands.
func in(op classfile.Opcode, operands ...int) classfile.Instruction {
	n := classfile.Instruction{Op: op}
	if len(operands) > 0 {
		n.A = int32(operands[0])
	}
	if len(operands) > 1 {
		n.B = int32(operands[1])
	}
	return n
}

// Opcodes that are only written here.
const (
	iconst0 classfile.Opcode = 3
	iconst1 classfile.Opcode = 4
	iconst5 classfile.Opcode = 8
	iload1  classfile.Opcode = 0x1B
	aload0  classfile.Opcode = 0x2A
	istore0 classfile.Opcode = 0x3B
	astore1 classfile.Opcode = 0x4C
	iload0  classfile.Opcode = 0x1A
	pop     classfile.Opcode = 0x57
	iadd    classfile.Opcode = 0x60
	idiv    classfile.Opcode = 0x6C
	ifeq    classfile.Opcode = 0x99
	ifne    classfile.Opcode = 0x9A
)

// written writes the class file into a new folder.
func written(t *testing.T, c *javaclass.Class) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, c.Name+".class"), c.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDifferentConstructors runs the class of JP's appendix A: its constructor calls this() or super() by its argument.
func TestDifferentConstructors(t *testing.T) {
	const name = "DifferentConstructors"
	c := javaclass.New(name, 49)
	count, flag := c.Field(name, "count", "I"), c.Method(name, "<init>", "(Z)V")
	object, none := c.Method("java/lang/Object", "<init>", "()V"), c.Method(name, "<init>", "()V")
	c.AddField(8, "count", "I")
	c.Add(9, "main", "([Ljava/lang/String;)V", &classfile.Code{MaxStack: 3, MaxLocals: 1,
		Instructions: []classfile.Instruction{
			in(classfile.New, c.Class(name)), in(iconst0), in(classfile.InvokeSpecial, flag),
			in(classfile.New, c.Class(name)), in(iconst1), in(classfile.InvokeSpecial, flag),
			in(classfile.GetStatic, c.Field("java/lang/System", "out", "Ljava/io/PrintStream;")),
			in(classfile.GetStatic, count),
			in(classfile.InvokeVirtual, c.Method("java/io/PrintStream", "print", "(I)V")), in(classfile.Return),
		}})
	c.Add(0, "<init>", "(Z)V", &classfile.Code{MaxStack: 2, MaxLocals: 2, Instructions: []classfile.Instruction{
		in(aload0), in(iload1), in(ifeq, 5), in(classfile.InvokeSpecial, none), in(classfile.Return),
		in(classfile.InvokeSpecial, object), in(classfile.Return)}})
	c.Add(0, "<init>", "()V", &classfile.Code{MaxStack: 2, MaxLocals: 1, Instructions: []classfile.Instruction{
		in(aload0), in(classfile.InvokeSpecial, object), in(classfile.GetStatic, count), in(iconst1), in(iadd),
		in(classfile.PutStatic, count), in(classfile.Return)}})
	dir := written(t, c)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			p := program{jdk: jdk, prints: "1"} // count: one of the two has called this()
			roots, _ := p.run(t, dir, name)
			if len(roots) != 1 || len(roots[0].children) != 1 {
				t.Fatalf("%d roots", len(roots))
			}
			main := roots[0].children[0]
			if main.objects != 2 || main.bytecodes != 10 || main.ambiguous || len(main.children) != 1 {
				t.Fatalf("main: %+v", main)
			}
			flag := main.children[0]
			// 3 + 2 with this(), 3 + 2 with super().
			if flag.calls != 2 || flag.bytecodes != 10 || flag.objects != 0 || !flag.ambiguous ||
				len(flag.children) != 1 {
				t.Fatalf("constructor: %+v", flag)
			}
			if none := flag.children[0]; none.calls != 1 || none.bytecodes != 7 || none.ambiguous {
				t.Errorf("constructor without argument: %+v", none)
			}
			collected := p.collect(t, dir, name)
			tree, err := cctbuild.Tree(collected.Profile.Source(), collected.Pack, cctbuild.Options{})
			if err != nil || !slices.Equal(tree.About.Ambiguous, []string{name + ".<init>(Z)V"}) {
				t.Errorf("%v, ambiguous: %q", err, tree.About.Ambiguous)
			}
		})
	}
}

// TestSubroutines runs a method with jsr and ret: a loop of five rounds that calls a subroutine twice in each. The
// subroutine divides by the counter, which is 0 in the last round: a handler ends the method.
func TestSubroutines(t *testing.T) {
	c := javaclass.New("Jsr", 49)
	f := c.Method("Jsr", "f", "()V")
	c.Add(9, "main", "([Ljava/lang/String;)V", &classfile.Code{MaxStack: 1, MaxLocals: 1,
		Instructions: []classfile.Instruction{in(classfile.InvokeStatic, f), in(classfile.Return)}})
	c.Add(9, "f", "()V", &classfile.Code{MaxStack: 2, MaxLocals: 2,
		Instructions: []classfile.Instruction{
			in(iconst5), in(istore0), // once
			in(classfile.Jsr, 6), in(classfile.Jsr, 6), in(classfile.IInc, 0, -1), in(classfile.Goto, 2), // 6, 5, 5, 5
			in(astore1), in(iconst1), in(iload0), in(idiv), in(pop), in(classfile.Ret, 1), // 11: 5 x 2 + 1; 10
			in(pop), in(classfile.Return), // the handler, once
		},
		Handlers: []classfile.Handler{{Start: 6, End: 12, Target: 12, Type: c.Class("java/lang/ArithmeticException")}},
	})
	dir := written(t, c)
	const want = 2 + 6 + 5 + 5 + 5 + 4*11 + 2*10 + 2
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			roots, _ := program{jdk: jdk}.run(t, dir, "Jsr")
			if f := roots[0].children[0].children[0]; f.bytecodes != want || f.calls != 1 {
				t.Errorf("%+v, want %d bytecodes", f, want)
			}
		})
	}
}

// TestLargeMethod runs a method that has no room for counters, and a class without stack maps. The method is not
// covered; what it calls is below its caller.
func TestLargeMethod(t *testing.T) {
	c := javaclass.New("Large", 49)
	large, small := c.Method("Large", "large", "()V"), c.Method("Large", "small", "()I")
	c.Add(9, "main", "([Ljava/lang/String;)V", &classfile.Code{MaxStack: 1, MaxLocals: 1,
		Instructions: []classfile.Instruction{in(classfile.InvokeStatic, large), in(classfile.Return)}})
	var code []classfile.Instruction
	for len(code) < 2*16_000 { // of 64,000 bytes
		code = append(code, in(classfile.InvokeStatic, small), in(pop))
	}
	c.Add(9, "large", "()V", &classfile.Code{MaxStack: 1, MaxLocals: 1,
		Instructions: append(code, in(classfile.Return))})
	c.Add(9, "small", "()I", &classfile.Code{MaxStack: 1, MaxLocals: 1,
		Instructions: []classfile.Instruction{in(iconst1), in(ifne, 4), in(iconst0),
			in(classfile.IReturn), in(iconst1), in(classfile.IReturn)}})
	dir := written(t, c)
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			p := program{jdk: jdk}
			losses := p.collect(t, dir, "Large").Profile.Source().Head().Losses
			if len(losses) != 1 || losses[0].Class != "Large" || losses[0].Method != "large()V" {
				t.Errorf("losses: %+v", losses)
			}
			roots, all := p.run(t, dir, "Large")
			main := roots[0].children[0]
			names := slices.ContainsFunc(all, func(c *context) bool { return strings.Contains(c.name, "large") })
			if names || main.bytecodes != 2 || len(main.children) != 1 {
				t.Fatalf("main: %+v", main)
			}
			if small := main.children[0]; small.calls != 16_000 || small.bytecodes != 4*16_000 {
				t.Errorf("small: %+v", small)
			}
		})
	}
}
