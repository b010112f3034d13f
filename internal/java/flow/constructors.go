package flow

import (
	"slices"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// Delegation is a call of this(...) or super(...) in a constructor.
type Delegation struct {
	Instruction int
	To          classfile.Member
}

// Delegations returns the calls of this(...) and super(...) in a constructor: calls of a constructor on this. Compilers
// make one in each constructor; bytecode from other tools can have several, behind conditions. Other methods, and code
// that is not verifiable, have none.
func Delegations(m *classfile.Method, code *classfile.Code) []Delegation {
	if m.Name != "<init>" {
		return nil
	}
	o, err := dataflow.Of(m, code, nil, nil)
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
		if to.Name == "<init>" && len(on) == 1 && on[0].Level() == dataflow.Self &&
			o.Origins[on[0].Origin()].Kind == dataflow.Operand && o.Origins[on[0].Origin()].At == 0 {
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
