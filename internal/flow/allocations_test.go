package flow_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"jprof/internal/classfile"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javaclass"
)

// TestAllocations compares allocations by type with the numbers in the comment of the program.
func TestAllocations(t *testing.T) {
	want := map[string]string{
		"objects235":             "map[java.lang.Object[][][]:9] 38",
		"objects230":             "map[java.lang.Object[][][]:9] 8",
		"objects205":             "map[java.lang.Object[][][]:3] 2",
		"objects035":             "map[java.lang.Object[][][]:1] 0",
		"ints235":                "map[int[]:6 int[][][]:3] 38",
		"ints230":                "map[int[]:6 int[][][]:3] 8",
		"ints205":                "map[int[][][]:3] 2",
		"ints035":                "map[int[][][]:1] 0",
		"outer":                  "map[int[][][]:3] 8",
		"negative":               "map[byte[]:1] 3",
		"cloned":                 "map[int[]:3 int[][]:2] 16",
		"early":                  "map[Allocations$Box:1 java.lang.Exception:1] 0",
		"late":                   "map[Allocations$Box:1] 0",
		"fail":                   "map[java.lang.IllegalStateException:1] 0",
		"twice":                  "map[Allocations$Twice:2] 0",
		"main":                   "map[] 0",
		"Allocations$Box.<init>": "map[java.lang.IllegalArgumentException:1] 0",
		"each": "map[boolean[]:1 byte[]:1 char[]:1 double[]:1 float[]:1 int[]:1 java.lang.String[]:1 long[]:1 " +
			"short[]:1] 45",
	}
	for way, p := range programs(t) {
		t.Run(way, func(t *testing.T) {
			_, all := p.run(t, p.compile(t, "../../testdata/contexts/Allocations.java"), "Allocations")
			got := map[string]string{}
			for _, c := range all[1:] {
				key := c.name
				if c.name[:12] == "Allocations." {
					key = c.name[12:]
				}
				got[key] = fmt.Sprint(c.allocations, " ", c.elements)
				if !c.thrown && !reflect.DeepEqual(c.byConstructors, objectsOf(c)) {
					t.Errorf("%s: %v by constructors, %v by new", c.name, c.byConstructors, objectsOf(c))
				}
			}
			twice := got["Allocations$Twice.<init>"]
			delete(got, "Allocations$Twice.<init>")
			if twice != "map[] 0" && twice != "map[java.lang.Object:2] 0" {
				t.Errorf("Twice.<init>: %s", twice)
			}
			if !maps.Equal(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
}

// objectsOf is the allocations of a context without arrays.
func objectsOf(c *context) map[string]int64 {
	out := map[string]int64{}
	for name, n := range c.allocations {
		if name[len(name)-1] != ']' {
			out[name] = n
		}
	}
	return out
}

// TestDifferentConstructors runs the class of JP's appendix A: its constructor calls this() or super() by its argument.
func TestDifferentConstructors(t *testing.T) {
	const name = "DifferentConstructors"
	c := javaclass.New(name, 49)
	op := func(o classfile.Opcode, a ...int) classfile.Instruction {
		n := classfile.Instruction{Op: o}
		if len(a) > 0 {
			n.A = int32(a[0])
		}
		return n
	}
	const iconst0, iconst1, aload0, iload1, iadd, ifeq = 3, 4, 0x2A, 0x1B, 0x60, 0x99
	count, flag := c.Field(name, "count", "I"), c.Method(name, "<init>", "(Z)V")
	object, none := c.Method("java/lang/Object", "<init>", "()V"), c.Method(name, "<init>", "()V")
	c.AddField(8, "count", "I")
	c.Add(9, "main", "([Ljava/lang/String;)V", &classfile.Code{MaxStack: 3, MaxLocals: 1,
		Instructions: []classfile.Instruction{
			op(classfile.New, c.Class(name)), op(iconst0), op(classfile.InvokeSpecial, flag),
			op(classfile.New, c.Class(name)), op(iconst1), op(classfile.InvokeSpecial, flag),
			op(classfile.GetStatic, c.Field("java/lang/System", "out", "Ljava/io/PrintStream;")),
			op(classfile.GetStatic, count),
			op(classfile.InvokeVirtual, c.Method("java/io/PrintStream", "print", "(I)V")), op(classfile.Return),
		}})
	c.Add(0, "<init>", "(Z)V", &classfile.Code{MaxStack: 1, MaxLocals: 2, Instructions: []classfile.Instruction{
		op(aload0), op(iload1), op(ifeq, 5), op(classfile.InvokeSpecial, none), op(classfile.Return),
		op(classfile.InvokeSpecial, object), op(classfile.Return)}})
	c.Add(0, "<init>", "()V", &classfile.Code{MaxStack: 2, MaxLocals: 1, Instructions: []classfile.Instruction{
		op(aload0), op(classfile.InvokeSpecial, object), op(classfile.GetStatic, count), op(iconst1), op(iadd),
		op(classfile.PutStatic, count), op(classfile.Return)}})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name+".class"), c.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			roots, _ := program{jdk: jdk}.run(t, dir, name)
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
		})
	}
}
