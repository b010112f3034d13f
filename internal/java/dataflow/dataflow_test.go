package dataflow_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javaclass"
)

// TestJavaBase follows all methods of a JDK: the stack has the same depth on all ways to an instruction, and never more
// than the class file says, or it would be an error.
func TestJavaBase(t *testing.T) {
	classes := jtest.Newest(t).Classes(t, "java.base")
	start, methods := time.Now(), 0
	for _, class := range classes {
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
			o, err := dataflow.Of(m, code, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkIndices(t, m, o)
		}
	}
	t.Logf("%d methods in %v", methods, time.Since(start))
	if methods < 40_000 {
		t.Errorf("%d methods", methods)
	}
}

// checkIndices checks that all numbers in a result refer to something, and arguments to each reference of a descriptor.
func checkIndices(t *testing.T, m *classfile.Method, o *dataflow.Method) {
	t.Helper()
	for _, s := range o.Sets {
		if !slices.IsSorted(s) || len(s) > 0 && (s[0] < 0 || int(s[len(s)-1].Origin()) >= len(o.Origins)) {
			t.Fatalf("%v: set %v of %d origins", m, s, len(o.Origins))
		}
	}
	for _, c := range o.Calls {
		if o.Origins[c.Result] != (dataflow.Origin{Kind: dataflow.Result, At: c.At}) {
			t.Fatalf("%v: the result of call %d is %v", m, c.At, o.Origins[c.Result])
		}
	}
	for _, w := range o.Writes {
		if w.Allocates && len(o.Sets[w.Updated]) != 1 {
			t.Fatalf("%v: %+v", m, w)
		}
	}
}

// shown lists what a method does, with its calls by name. A value read from an origin has the levels behind it.
func shown(m *classfile.Method, code *classfile.Code, o *dataflow.Method) []string {
	name := func(from dataflow.Origin) string {
		switch n := code.Instructions; from.Kind {
		case dataflow.Global:
			return "global"
		case dataflow.Operand:
			return fmt.Sprintf("op%d", from.At)
		case dataflow.Local:
			return n[from.At].Op.String()
		case dataflow.Result:
			return m.File().Pool.Member(int(n[from.At].A)).Name + "()"
		}
		return "caught"
	}
	set := func(s dataflow.Set) string {
		levels := map[string]string{}
		for _, p := range o.Sets[s] {
			levels[name(o.Origins[p.Origin()])] += []string{"", "b", "r", "f", "d", "i"}[p.Level()]
		}
		var list []string
		for name, l := range levels {
			list = append(list, strings.TrimSuffix(name+"."+l, "."))
		}
		slices.Sort(list)
		return "{" + strings.Join(list, " ") + "}"
	}
	var lines []string
	for _, w := range o.Writes {
		line := code.Instructions[w.At].Op.String() + " " + set(w.Updated)
		if !w.Allocates {
			line += "=" + set(w.Put)
		}
		lines = append(lines, line)
	}
	for _, c := range o.Calls {
		name := m.File().Pool.Member(int(code.Instructions[c.At].A)).Name
		if code.Instructions[c.At].Op == classfile.InvokeDynamic {
			name = "dynamic"
		}
		for _, a := range c.Args {
			name += " " + set(a)
		}
		lines = append(lines, name)
	}
	for _, e := range o.Returns {
		lines = append(lines, "return "+set(e.Of))
	}
	for _, e := range o.Throws {
		lines = append(lines, "throw "+set(e.Of))
	}
	return lines
}

func compiled(t *testing.T, source string) map[string]*classfile.Method {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "A.java")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jtest.Newest(t).Run("javac", "--release", "8", "-d", dir, file); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "A.class"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]*classfile.Method{}
	for i := range f.Methods {
		methods[f.Methods[i].Name] = &f.Methods[i]
	}
	return methods
}

// TestOrigins compares the origins in methods with those that their sources show.
func TestOrigins(t *testing.T) {
	methods := compiled(t, `class A {
	static A global; A next; long wide; int[] numbers; Object[] list; double[][] deep;
	A link(A other) { next = other; wide = 7L; return this; }
	static A choose(boolean b, A one, A two) { return b ? one : two; }
	static void publish(long unused, A one) { global = one; one.next.numbers[3] = 5; }
	static A[] arrays(double d, int n) { A[] a = new A[n]; a[0] = a[1];
		double[][] x = new double[n][n]; x[0][1] = d; return a; }
	static A chain(A a) { A b = a.link(new A()).link(global); return b; }
	static Object loop(int n, A a) { A last = null;
		while (n-- > 0) { A made = new A(); made.next = last; last = made; if (n == 3) last = a; } return last; }
	static Object caught(A a) { try { return a.link(a); } catch (RuntimeException e) { throw e; } }
	static Object finish(A a) { Object o = a;
		try { o = new Object(); a.link(a); } finally { global.list[0] = o; } return o; }
	static Object nothing(String s) { return s == null ? null : "text"; }
	synchronized Object increment(long[] a, int i) { a[i++] += 2; wide++; numbers[i] <<= 3; return (A) list[2]; }
}`)
	for name, want := range map[string][]string{
		"link":    {"putfield {op0}={op1}", "putfield {op0}={}", "return {op0}"},
		"choose":  {"return {op0 op1}"},
		"publish": {"putstatic {global}={op0}", "iastore {op0.d}={}"},
		"arrays": {"anewarray {anewarray}", "aastore {anewarray}={anewarray.brf}", "multianewarray {multianewarray}",
			"dastore {multianewarray.brf}={}", "return {anewarray}"},
		"chain":  {"new {new}", "<init> {new}", "link {op0} {new}", "link {link()} {global.f}", "return {link()}"},
		"loop":   {"new {new}", "putfield {new}={new op0}", "<init> {new}", "return {new op0}"},
		"caught": {"link {op0} {op0}", "return {link()}", "throw {caught}"},
		"finish": {"new {new}", "aastore {global.d}={new}", "aastore {global.d}={new op0}", "<init> {new}",
			"link {op0} {op0}", "return {new}", "throw {caught}"},
		"nothing":   {"return {}"},
		"increment": {"lastore {op1}={}", "putfield {op0}={}", "iastore {op0.b}={}", "return {op0.d}"},
	} {
		m := methods[name]
		code, err := m.Decode()
		if err != nil {
			t.Fatal(err)
		}
		o, err := dataflow.Of(m, code, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(m, code, o); !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// without is all but some instructions.
type without map[int]bool

func (w without) Began(i int) bool       { return !w[i] }
func (w without) Went(from, to int) bool { return !w[from] && !w[to] }
func (w without) Caught(i int) bool      { return !w[i] }

// TestRan follows only what ran.
func TestRan(t *testing.T) {
	const source = `class A { static Object choose(boolean b, Object one, Object two) { return b ? one : two; } }`
	m := compiled(t, source)["choose"]
	code, err := m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range code.Instructions {
		if n.Op.String() != "aload_2" && n.Op.String() != "aload_1" {
			continue
		}
		o, err := dataflow.Of(m, code, without{i: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := "return {op1}"
		if n.Op.String() == "aload_2" {
			want = "return {op0}"
		}
		if got := shown(m, code, o); !slices.Equal(got, []string{want}) {
			t.Errorf("without %v: %v", n.Op, got)
		}
	}
}

// TestSubroutine has an object come out of a subroutine: jsr, which javac has not made since Java 6.
func TestSubroutine(t *testing.T) {
	c := javaclass.New("S", 49)
	c.Add(classfile.Static, "f", "(Ljava/lang/Object;)Ljava/lang/Object;", &classfile.Code{MaxStack: 1, MaxLocals: 3,
		Instructions: []classfile.Instruction{
			{Op: classfile.Jsr, A: 3}, {Op: 0x2C}, {Op: classfile.AReturn}, // aload_2
			{Op: 0x4C}, {Op: 0x2A}, {Op: 0x4D}, {Op: classfile.Ret, A: 1}, // astore_1, aload_0, astore_2
		}})
	f, err := classfile.Parse(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	code, err := f.Methods[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	o, err := dataflow.Of(&f.Methods[0], code, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(&f.Methods[0], code, o); !slices.Equal(got, []string{"return {op0}"}) {
		t.Errorf("%v", got)
	}
}

// TestNotVerifiable has code that no JVM accepts: it is an error, or something, and never a panic.
func TestNotVerifiable(t *testing.T) {
	for _, bad := range [][]classfile.Instruction{
		{{Op: 0x57}, {Op: classfile.Return}},     // pop of nothing
		{{Op: 0x03}, {Op: 0x03}, {Op: 0x03}},     // no end
		{{Op: 0x2D}, {Op: classfile.AReturn}},    // aload_3 of two locals
		{{Op: 0x03}, {Op: classfile.Goto, A: 0}}, // the stack grows
		{{Op: classfile.Dup}, {Op: classfile.Return}},
	} {
		c := javaclass.New("S", 49)
		c.Add(classfile.Static, "f", "()V", &classfile.Code{MaxStack: 2, MaxLocals: 2, Instructions: bad})
		f, err := classfile.Parse(c.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		code, err := f.Methods[0].Decode()
		if err != nil {
			t.Fatal(err)
		}
		_, err = dataflow.Of(&f.Methods[0], code, nil, nil)
		if err == nil || !strings.Contains(err.Error(), "S.f()V: ") {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// TestLevels takes the levels of values from casts and from types of fields.
func TestLevels(t *testing.T) {
	methods := compiled(t, `class A {
	static final int[] NONE = {}; Object any; String text; A next; int[][] deep;
	static int[] cast(Object o) { return (int[]) o; }
	Object any() { return any; }
	int[] array() { return (int[]) any; }
	A other() { return (A) any; }
	String text() { return text; }
	int[][] refs() { return next.deep; }
	void put(String s) { any = s; }
	void none() { any = NONE; }
}`)
	for name, want := range map[string]string{
		"cast": "return {op0}", "any": "return {op0.brf}", "array": "return {op0.b}", "other": "return {op0.f}",
		"text": "return {op0.i}", "refs": "return {op0.d}", "put": "putfield {op0}={op1.i}",
		"none": "putfield {op0}={global.i}",
	} {
		m := methods[name]
		code, err := m.Decode()
		if err != nil {
			t.Fatal(err)
		}
		o, err := dataflow.Of(m, code, nil, func(f classfile.Member) bool { return f.Name == "NONE" })
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(m, code, o); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}
