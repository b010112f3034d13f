package flow

import (
	"slices"
	"strings"

	"jprof/internal/classfile"
)

// Delegation is a call of this(...) or super(...) in a constructor.
type Delegation struct {
	Instruction int
	To          classfile.Member
}

// Delegations finds the calls of this(...) and super(...) in a constructor. Compilers make one for each; by hand there
// can be several, behind conditions. It follows the reference this through locals and stack, on all ways, up to the
// first constructor that is called on it. Other methods have none.
func Delegations(m *classfile.Method, code *classfile.Code) []Delegation {
	if m.Name != "<init>" {
		return nil
	}
	d := &delegations{pool: &m.File().Pool, code: code, seen: make([]bool, len(code.Instructions))}
	locals := make([]bool, max(1, code.MaxLocals))
	locals[0] = true
	d.reach(0, locals, nil)
	for len(d.open) > 0 {
		s := d.open[len(d.open)-1]
		d.open = d.open[:len(d.open)-1]
		d.follow(s)
	}
	slices.SortFunc(d.found, func(a, b Delegation) int { return a.Instruction - b.Instruction })
	return d.found
}

// Ambiguous reports whether a constructor delegates to different constructors.
func Ambiguous(m *classfile.Method, code *classfile.Code) bool {
	all := Delegations(m, code)
	return slices.ContainsFunc(all, func(d Delegation) bool { return d.To != all[0].To })
}

// delegations is the state of a search.
type delegations struct {
	pool  *classfile.Pool
	code  *classfile.Code
	seen  []bool
	open  []state
	found []Delegation
}

// state says which words hold this when an instruction begins. Verified code has the same on all ways to it.
type state struct {
	at            int
	locals, stack []bool
}

// reach adds a state that is to be followed.
func (d *delegations) reach(at int, locals, stack []bool) {
	if at < len(d.seen) && !d.seen[at] {
		d.seen[at] = true
		d.open = append(d.open, state{at, slices.Clone(locals), slices.Clone(stack)})
	}
}

// follow executes the instruction of a state.
func (d *delegations) follow(s state) {
	n := d.code.Instructions[s.at]
	for _, h := range d.code.Handlers {
		if h.Start <= s.at && s.at < h.End {
			d.reach(h.Target, s.locals, []bool{false})
		}
	}
	if n.Op == classfile.InvokeSpecial {
		to := d.pool.Member(int(n.A))
		receiver := len(s.stack) - 1 - words(to.Descriptor)
		if to.Name == "<init>" && receiver >= 0 && s.stack[receiver] {
			d.found = append(d.found, Delegation{s.at, to})
			return
		}
	}
	s.execute(n, d.pool)
	switch {
	case n.Op == classfile.TableSwitch || n.Op == classfile.LookupSwitch:
		w := d.code.Switches[n.A]
		d.reach(w.Default, s.locals, s.stack)
		for _, t := range w.Targets {
			d.reach(t, s.locals, s.stack)
		}
	case n.Op.IsJump():
		d.reach(int(n.A), s.locals, s.stack)
	}
	if !n.Op.Ends() {
		d.reach(s.at+1, s.locals, s.stack)
	}
}

// words of the operand stack that each instruction takes and leaves, by opcode; "x" where execute knows.
const (
	taken = "0000000000000000" + "00000" + "00000" + "00000000000000000000" + "22222222" + "12121" +
		"11112222111122221111" + "34343333" + "12xxxxxxx" + "24242424242424242424" + "1212" + "232323" + "242424" +
		"0" + "111222111222111" + "42244" + "111111" + "22222222" + "000" + "11" + "121210" + "xxxxxxxxx" + "0111111" +
		"11" + "0x11" + "00"
	left = "0111111112211122" + "11112" + "12121" + "11112222111122221111" + "12121111" + "00000" +
		"00000000000000000000" + "00000000" + "00xxxxxxx" + "12121212121212121212" + "1212" + "121212" + "121212" +
		"0" + "212112122121111" + "11111" + "000000" + "00000000" + "010" + "00" + "000000" + "xxxxxxxxx" + "1111011" +
		"00" + "0x00" + "01"
)

// copies says of each instruction from dup to swap which words, counted from the top, it leaves, lowest first.
var copies = []string{"00", "010", "0210", "1010", "10210", "103210", "01"}

// execute executes an instruction.
func (s *state) execute(n classfile.Instruction, pool *classfile.Pool) {
	const dup, swap = 89, 95
	switch name := n.Op.String(); {
	case name == "aload" || strings.HasPrefix(name, "aload_"):
		s.push(int(n.A) < len(s.locals) && s.locals[n.A])
	case name == "astore" || strings.HasPrefix(name, "astore_"):
		s.store(int(n.A), len(s.stack) > 0 && s.stack[len(s.stack)-1])
		s.pop(1)
	case n.Op >= dup && n.Op <= swap:
		order := copies[n.Op-dup]
		top := slices.Clone(s.stack)
		slices.Reverse(top)
		deepest := slices.Max([]byte(order)) - '0'
		if len(top) <= int(deepest) {
			return // not verifiable
		}
		s.pop(int(deepest) + 1)
		for _, c := range []byte(order) {
			s.push(top[c-'0'])
		}
	case n.Op >= classfile.GetStatic && n.Op <= classfile.InvokeDynamic:
		s.access(n, pool)
	case n.Op == classfile.MultiANewArray:
		s.pop(int(n.B))
		s.push(false)
	default:
		if strings.Contains(name, "store") && n.Op.Format() != ' ' {
			s.store(int(n.A), false)
		}
		s.pop(int(taken[n.Op] - '0'))
		for range left[n.Op] - '0' {
			s.push(false)
		}
	}
}

// access executes an instruction on a field, or a call.
func (s *state) access(n classfile.Instruction, pool *classfile.Pool) {
	descriptor := pool.Member(int(n.A)).Descriptor
	if n.Op == classfile.InvokeDynamic {
		_, _, descriptor = pool.Dynamic(int(n.A))
	}
	switch {
	case n.Op == classfile.GetField || n.Op == classfile.PutField ||
		n.Op.IsCall() && n.Op != classfile.InvokeStatic && n.Op != classfile.InvokeDynamic:
		s.pop(1)
	}
	if n.Op.IsCall() {
		s.pop(words(descriptor))
		descriptor = descriptor[strings.IndexByte(descriptor, ')')+1:]
	}
	size := words("(" + descriptor + ")")
	switch n.Op {
	case classfile.PutField, classfile.PutStatic:
		s.pop(size)
	default:
		for range size {
			s.push(false)
		}
	}
}

func (s *state) push(this bool) { s.stack = append(s.stack, this) }

func (s *state) pop(n int) { s.stack = s.stack[:max(0, len(s.stack)-n)] }

func (s *state) store(local int, this bool) {
	if local < len(s.locals) {
		s.locals[local] = this
	}
}

// words is how many words of the stack the arguments of a method take.
func words(descriptor string) int {
	n := 0
	for i := 1; i < len(descriptor) && descriptor[i] != ')'; i++ {
		array := descriptor[i] == '['
		for i+1 < len(descriptor) && descriptor[i] == '[' {
			i++
		}
		switch descriptor[i] {
		case 'L':
			if end := strings.IndexByte(descriptor[i:], ';'); end > 0 {
				i += end
			}
		case 'J', 'D':
			if !array {
				n++
			}
		case 'V':
			n--
		}
		n++
	}
	return n
}

// ByConstructors computes the objects that a node made, by class, from the constructors that it called (Binder and
// others, 2009, figure 3): each call of a constructor is an object, but that of this(...) or super(...). That is right
// where no exception stands between new and the end of this(...) or super(...). Delegations of two classes make it
// ambiguous: which to subtract from is not known then. It checks counts of new, which come another way.
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
