package flow

import (
	"math/rand/v2"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest/javaclass"
)

// FuzzNew checks that damaged class files, and slots of another method, give errors or formulas, and never a panic.
func FuzzNew(f *testing.F) {
	for _, dimensions := range []int32{2, 249} { // of [[I
		c := javaclass.New("A", 49)
		c.Add(1, "<init>", "(J)V", &classfile.Code{MaxStack: 3, MaxLocals: 3, Instructions: []classfile.Instruction{
			{Op: 0x2A}, {Op: 0x59}, {Op: classfile.InvokeSpecial, A: int32(c.Method("A", "<init>", "([JD)V"))},
			{Op: classfile.TableSwitch}, {Op: classfile.NewArray, A: 10}, {Op: classfile.AThrow},
			{Op: classfile.MultiANewArray, A: int32(c.Class("[[I")), B: dimensions}, {Op: classfile.Jsr, A: 3},
			{Op: classfile.Return}},
			Switches: []classfile.Switch{{Default: 6, Values: []int32{0, 1}, Targets: []int{4, 8}}},
			Handlers: []classfile.Handler{{Start: 4, End: 6, Target: 5}}})
		f.Add(c.Bytes(), uint64(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		file, err := classfile.Parse(data)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for i := range file.Methods {
			m := &file.Methods[i]
			code, err := m.Decode()
			if err != nil || code == nil {
				continue
			}
			n := len(code.Instructions)
			slots := make([]Slot, r.IntN(8))
			for i := range slots {
				slots[i] = Slot{Kind(r.IntN(int(kinds))), r.IntN(n + 1), r.IntN(n + 1)}
			}
			formulas, err := New(m, slots, r.IntN(2) == 0)
			if err != nil { // all blocks are enough
				c := &chooser{Rand: r, code: code}
				if c.g.build(code, nil) != nil {
					continue
				}
				c.blocks()
				c.sums(&file.Pool)
				if formulas, err = New(m, c.slots, false); err != nil {
					t.Fatal(err)
				}
			}
			node := &Values{Calls: 1, Slots: make([]uint64, len(formulas.Slots)),
				Cuts: []Cut{{Instruction: r.IntN(n), Count: 3}}}
			if err := formulas.Check(node); err != nil {
				t.Error(err)
			}
			var run Run
			formulas.Evaluate(node, &run)
			if got := formulas.At(n - 1); got.Of(node) != run.Instruction(n-1) {
				t.Errorf("%v: %d, not %d", m, got.Of(node), run.Instruction(n-1))
			}
			Delegations(m, code)
			Stopped(m, code, r.IntN(9), "A", "<init>")
		}
	})
}
