package flow

import (
	"math/rand/v2"
	"strings"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
	"jprof/internal/jtest/javaclass"
)

// randomMethod makes code by chance: nothing that a JVM would verify, but each kind of control flow.
func randomMethod(t *testing.T, r *rand.Rand) *classfile.Method {
	t.Helper()
	c := javaclass.New("A", 49)
	n := 1 + r.IntN(30)
	code := &classfile.Code{}
	plain := []classfile.Instruction{
		{}, {}, {Op: 0x2E}, {Op: 0x6C}, // nop, nop, iaload, idiv
		{Op: classfile.New, A: int32(c.Class("B"))}, {Op: classfile.New, A: int32(c.Class("C"))},
		{Op: classfile.NewArray, A: 10}, {Op: classfile.ANewArray, A: int32(c.Class("[I"))},
		{Op: classfile.MultiANewArray, A: int32(c.Class("[[I")), B: 2},
		{Op: classfile.InvokeStatic, A: int32(c.Method("B", "f", "()V"))},
		{Op: classfile.InvokeVirtual, A: int32(c.Method("[J", "clone", "()Ljava/lang/Object;"))},
	}
	ends := []classfile.Opcode{classfile.Return, classfile.AThrow, classfile.Goto}
	for i := range n {
		next := plain[r.IntN(len(plain))]
		switch k := r.IntN(8); {
		case i == n-1 || k == 0:
			next = classfile.Instruction{Op: ends[r.IntN(3)], A: int32(r.IntN(n))}
		case k == 1:
			next = classfile.Instruction{Op: 0x99, A: int32(r.IntN(n))} // ifeq
		case k == 2 && r.IntN(2) == 0:
			s := classfile.Switch{Default: r.IntN(n)}
			for v := range 1 + r.IntN(4) {
				s.Values, s.Targets = append(s.Values, int32(v)), append(s.Targets, r.IntN(n))
			}
			next = classfile.Instruction{Op: classfile.TableSwitch, A: int32(len(code.Switches))}
			code.Switches = append(code.Switches, s)
		}
		code.Instructions = append(code.Instructions, next)
		if r.IntN(3) == 0 {
			code.Lines = append(code.Lines, classfile.Line{Instruction: i, Line: 1 + r.IntN(5)})
		}
	}
	for range r.IntN(4) {
		from, to := r.IntN(n), r.IntN(n)
		code.Handlers = append(code.Handlers, classfile.Handler{Start: min(from, to), End: max(from, to) + 1,
			Target: r.IntN(n)})
	}
	c.Add(9, "f", "()V", code)
	f, err := classfile.Parse(c.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return &f.Methods[0]
}

// TestRandom compares formulas with numbers counted one by one, for random code, random slots, random walks.
func TestRandom(t *testing.T) {
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		walkAndCompare(t, r, randomMethod(t, r), 1+r.IntN(5))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestAcceptanceReal does the same with the methods of java.base.
func TestAcceptanceReal(t *testing.T) {
	jtest.Acceptance(t)
	r := rand.New(rand.NewPCG(7, 1))
	methods := 0
	for _, class := range jtest.Newest(t).Classes(t, "java.base") {
		f, err := classfile.Parse(class.Data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Methods {
			if m := &f.Methods[i]; m.Length() > 0 {
				methods++
				walkAndCompare(t, r, m, 2)
			}
		}
		if t.Failed() {
			t.Fatal(class.Name)
		}
	}
	if methods < 50_000 {
		t.Errorf("%d methods", methods)
	}
}

// walkAndCompare walks through a method several times.
func walkAndCompare(t *testing.T, r *rand.Rand, m *classfile.Method, walks int) {
	t.Helper()
	code, err := m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	w := newWalker(r, code)
	fast := r.IntN(4) == 0
	f, err := New(m, w.choose(t, m, fast), fast)
	if err != nil {
		t.Fatal(err)
	}
	for range walks {
		w.walk()
	}
	checkWalk(t, f, w)
}

// checkWalk compares formulas with numbers counted one by one. Fast blocks have upper bounds.
func checkWalk(t *testing.T, f *Formulas, w *walker) {
	t.Helper()
	node := w.values(f.Slots, !f.Fast)
	if err := f.Check(node); err != nil {
		t.Error(err)
	}
	var run Run
	if !f.Evaluate(node, &run) {
		t.Errorf("%v: contradiction, slots %v", f.Method, f.Slots)
	}
	if f.Fast {
		for i := range f.Code.Instructions {
			if got := run.Instruction(i); got < int64(w.executed[i]) {
				t.Errorf("%v: instruction %d: %d, not at least %d, slots %v", f.Method, i, got, w.executed[i], f.Slots)
			}
		}
		return
	}
	compare(t, f, w, node, &run)
}

// compare compares each instruction and each metric.
func compare(t *testing.T, f *Formulas, w *walker, node *Values, run *Run) {
	t.Helper()
	var bytecodes, objects, arrays, elements uint64
	of := map[string]uint64{}
	pool := &f.Method.File().Pool
	for i, n := range f.Code.Instructions {
		bytecodes += w.executed[i]
		if got := run.Threw(i); !f.Fast && got != int64(w.executed[i]-w.completed[i]) {
			t.Errorf("%v: instruction %d: %d exceptions, not %d", f.Method, i, got, w.executed[i]-w.completed[i])
		}
		if got := run.Instruction(i); got != int64(w.executed[i]) {
			t.Errorf("%v: instruction %d: %d, not %d, slots %v", f.Method, i, got, w.executed[i], f.Slots)
		}
		all := uint64(0)
		name := ""
		switch {
		case n.Op == classfile.New:
			name = classfile.TypeName(pool.Class(int(n.A)))
			objects += w.executed[i]
			of[name] += w.executed[i]
			continue
		case n.Op == classfile.MultiANewArray:
			count := w.completed[i]
			for d := range uint64(n.B) {
				of[classfile.TypeName(pool.Class(int(n.A))[d:])] += count
				arrays += count
				count = w.elements[i] * (uint64(Elements) + d)
				elements += count
			}
			continue
		case n.Op == classfile.NewArray:
			name, all = classfile.TypeName("["+string(n.ElementType())), uint64(Elements)
		case n.Op == classfile.ANewArray:
			name, all = classfile.TypeName(pool.Class(int(n.A)))+"[]", uint64(Elements)
		case n.Op == classfile.InvokeVirtual && pool.Member(int(n.A)).Name == "clone" &&
			strings.HasPrefix(pool.Member(int(n.A)).Class, "["):
			name, all = classfile.TypeName(pool.Member(int(n.A)).Class), uint64(Cloned)
		default:
			continue
		}
		arrays, elements = arrays+w.completed[i], elements+w.elements[i]*all
		of[name] += w.completed[i]
	}
	if got := f.Bytecodes.Of(node); got != int64(bytecodes) {
		t.Errorf("%v: bytecodes %d, not %d", f.Method, got, bytecodes)
	}
	for _, a := range f.Allocations {
		if a.Array {
			arrays, elements = arrays-uint64(a.Made.Of(node)), elements-uint64(a.Elements.Of(node))
		} else {
			objects -= uint64(a.Made.Of(node))
		}
		if got := a.Made.Of(node); got != int64(of[a.Type]) || a.Array != strings.HasSuffix(a.Type, "[]") {
			t.Errorf("%v: %s %d, not %d", f.Method, a.Type, got, of[a.Type])
		}
		delete(of, a.Type)
	}
	if len(of) > 0 || objects != 0 || arrays != 0 || elements != 0 {
		t.Errorf("%v: not counted: %v, %d objects, %d arrays, %d elements", f.Method, of, int64(objects),
			int64(arrays), int64(elements))
	}
	at := w.IntN(len(f.Code.Instructions))
	vector := f.At(at)
	if got := vector.Of(node); got != int64(w.executed[at]) {
		t.Errorf("%v: at %d: %d, not %d", f.Method, at, got, w.executed[at])
	}
	lines := run.Lines()
	if len(lines) != len(f.Code.Lines) {
		t.Errorf("%v: %d lines, not %d", f.Method, len(lines), len(f.Code.Lines))
	}
	for _, l := range lines {
		if l.Count != int64(w.executed[l.Instruction]) {
			t.Errorf("%v: line %d: %d, not %d", f.Method, l.Line, l.Count, w.executed[l.Instruction])
		}
	}
}
