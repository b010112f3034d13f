package flow

import (
	"slices"

	"jprof/internal/classfile"
	"jprof/internal/origins"
)

// Delegation is a call of this(...) or super(...) in a constructor.
type Delegation struct {
	Instruction int
	To          classfile.Member
}

// Delegations finds the calls of this(...) and super(...) in a constructor: those of a constructor on the reference
// this itself. Compilers make one for each; by hand there can be several, behind conditions. Other methods have none,
// and code that is not verifiable.
func Delegations(m *classfile.Method, code *classfile.Code) []Delegation {
	if m.Name != "<init>" {
		return nil
	}
	o, err := origins.Of(m, code, nil, nil)
	if err != nil {
		return nil
	}
	var found []Delegation
	for _, c := range o.Calls {
		n := code.Instructions[c.At]
		if n.Op != classfile.InvokeSpecial || len(c.Args) == 0 {
			continue
		}
		to := m.File().Pool.Member(int(n.A))
		on := o.Sets[c.Args[0]]
		if to.Name == "<init>" && len(on) == 1 && on[0].Level() == origins.Self &&
			o.Origins[on[0].Origin()].Kind == origins.Operand && o.Origins[on[0].Origin()].At == 0 {
			found = append(found, Delegation{c.At, to})
		}
	}
	slices.SortFunc(found, func(a, b Delegation) int { return a.Instruction - b.Instruction })
	return found
}

// Ambiguous reports whether a constructor delegates to different constructors.
func Ambiguous(m *classfile.Method, code *classfile.Code) bool {
	all := Delegations(m, code)
	return slices.ContainsFunc(all, func(d Delegation) bool { return d.To != all[0].To })
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
