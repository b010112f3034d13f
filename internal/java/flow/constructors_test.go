package flow

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javaclass"
)

// TestDelegations checks that each constructor of compiled code delegates once, to its class or superclass.
func TestDelegations(t *testing.T) {
	constructors := 0
	for _, class := range jtest.Newest(t).Classes(t, "java.base") {
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
			if m.Name != "<init>" || f.Super == "" {
				continue
			}
			constructors++
			d := Delegations(m, code)
			if len(d) != 1 || d[0].To.Class != f.Name && d[0].To.Class != f.Super {
				t.Errorf("%v delegates to %v", m, d)
			}
		}
	}
	if constructors < 5000 {
		t.Errorf("%d constructors", constructors)
	}
}

// differentConstructors is the class of JP's appendix A: a constructor calls this() or super() by its argument.
func differentConstructors() *javaclass.Class {
	c := javaclass.New("DifferentConstructors", 49)
	c.Add(0, "<init>", "(Z)V", &classfile.Code{MaxStack: 2, MaxLocals: 2, Instructions: []classfile.Instruction{
		{Op: 0x2A}, {Op: 0x1B}, {Op: 0x99, A: 5}, // aload_0, iload_1, ifeq
		{Op: classfile.InvokeSpecial, A: int32(c.Method(c.Name, "<init>", "()V"))}, {Op: classfile.Return},
		{Op: classfile.InvokeSpecial, A: int32(c.Method("java/lang/Object", "<init>", "()V"))},
		{Op: classfile.Return},
	}})
	return c
}

func TestTwoDelegations(t *testing.T) {
	f, err := classfile.Parse(differentConstructors().Bytes())
	if err != nil {
		t.Fatal(err)
	}
	slots := []Slot{{Passed, 3, 0}, {Edge, 2, 5}}
	formulas, err := New(&f.Methods[0], slots, false)
	if err != nil {
		t.Fatal(err)
	}
	node := &Values{Calls: 5, Slots: []uint64{2, 3}}
	if d := Delegations(&f.Methods[0], formulas.Code); len(d) != 2 || d[0].Instruction != 3 || d[1].Instruction != 5 {
		t.Errorf("delegations %v", d)
	}
	if _, ambiguous := formulas.ByConstructors(node); !ambiguous {
		t.Error("not ambiguous")
	}
	if got := formulas.Bytecodes.Of(node); got != 5*3+2*2+3*2 {
		t.Errorf("%d bytecodes", got)
	}
}

// ByConstructors computes the objects that a node made, by class, from the constructors that it called (Binder and
// others, 2009, figure 3): each call of a constructor is an object, but that of this(...) or super(...). That is right
// if no exception comes between new and the end of this(...) or super(...). With delegations to two classes it is
// ambiguous from which of them to subtract. Tests compare it with counts of new, which come another way.
func (f *Formulas) ByConstructors(n *Values) (objects map[string]int64, ambiguous bool) {
	objects = map[string]int64{}
	var run Run
	f.Evaluate(n, &run)
	for i, c := range f.Code.Instructions {
		if c.Op != classfile.InvokeSpecial {
			continue
		}
		if to := f.Method.File().Pool.Member(int(c.A)); to.Name == "<init>" {
			objects[classfile.TypeName(to.Class)] += run.Instruction(i)
		}
	}
	if all := Delegations(f.Method, f.Code); len(all) > 0 {
		objects[classfile.TypeName(all[0].To.Class)] -= int64(n.Calls)
	}
	for name, count := range objects {
		if count == 0 {
			delete(objects, name)
		}
	}
	return objects, Ambiguous(f.Method, f.Code)
}

// TestByConstructors compares counts of new with what follows from calls of constructors, where nothing throws.
func TestByConstructors(t *testing.T) {
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "A.java")
	if err := os.WriteFile(source, []byte(`class A {
	A() { this(new Object()); }
	A(Object o) { }
	A(int n) { this(new A(n > 3 ? new Object() : new A())); }
	static Object f(int n) { while (n-- > 0) new A(n); return n < -5 ? new int[3] : new StringBuilder("x" + new A()); }
	static class B extends A { B() { super(new B(1)); for (int i = 0; i < 3; i++) new A(new B(2)); } B(int n) { } }
}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := jdk.Run("javac", "-d", dir, source); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made := map[string]bool{}
	for _, name := range []string{"A.class", "A$B.class"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		f, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Methods {
			for seed := range uint64(50) {
				compareConstructors(t, &f.Methods[i], rand.New(rand.NewPCG(seed, 3)), made)
			}
		}
	}
	if len(made) != 4 {
		t.Errorf("made %v", made)
	}
}

func compareConstructors(t *testing.T, m *classfile.Method, r *rand.Rand, made map[string]bool) {
	t.Helper()
	code, err := m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	w := newWalker(r, code)
	w.limit = 1 << 40
	w.throwing = map[int]bool{}
	formulas, err := New(m, w.choose(t, m, false), false)
	if err != nil {
		t.Fatal(err)
	}
	for range 1 + r.IntN(20) {
		w.walk()
	}
	node := w.values(formulas.Slots, true)
	want := map[string]int64{}
	for _, a := range formulas.Allocations {
		if n := a.Made.Of(node); !a.Array && n > 0 {
			want[a.Type] = n
			made[a.Type] = true
		}
	}
	got, ambiguous := formulas.ByConstructors(node)
	if !reflect.DeepEqual(got, want) || ambiguous {
		t.Errorf("%v: %v by constructors, %v by new", m, got, want)
	}
	if !slices.ContainsFunc(code.Instructions, func(n classfile.Instruction) bool { return n.Op == classfile.New }) &&
		!strings.HasPrefix(m.Name, "<") {
		t.Errorf("%v makes nothing", m)
	}
}
