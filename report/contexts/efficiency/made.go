package efficiency

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// making assigns numbers to the types of objects and arrays that are made. It counts, by type, the objects that the
// current node has captured. Writes of each type are counted separately.
type making struct {
	names []string // by number - 1
	of    map[string]int32
	here  map[int32]uint64 // captured in the current node, by the number of the type
}

// number returns the number of a type, 0 for "".
func (k *making) number(name string) int32 {
	if name == "" {
		return 0
	}
	n, ok := k.of[name]
	if !ok {
		k.names = append(k.names, name)
		n = int32(len(k.names))
		k.of[name] = n
	}
	return n
}

// made returns the number of the type that an instruction of the node makes.
func (a *analysis) made(at int) int32 {
	of, known := a.m.makes[at]
	if !known {
		of = a.making.number(a.madeBy(at))
		a.m.makes[at] = of
	}
	return of
}

// madeBy returns the name of the type that an instruction of the node makes; of multianewarray that of the outermost
// array. It is "" for other instructions.
func (a *analysis) madeBy(at int) string {
	f := a.m.formulas
	pool := &f.Method.File().Pool
	switch n := f.Code.Instructions[at]; n.Op {
	case classfile.New, classfile.MultiANewArray:
		return classfile.TypeName(pool.Class(int(n.A)))
	case classfile.NewArray:
		return classfile.TypeName("[" + string(n.ElementType()))
	case classfile.ANewArray:
		return classfile.TypeName(pool.Class(int(n.A))) + "[]"
	}
	return ""
}

// addMade counts writes that make objects of the type with the number of, and if they do not escape, also the captured
// objects. 0 means other writes.
func (a *analysis) addMade(r *result, m mask, of int32, count uint64) {
	r.addOf(m, of, count)
	if m == 0 && of != 0 {
		a.making.here[of] += count
	}
}

// keepMade adds the objects and arrays that the current node has captured to those of its method.
func (a *analysis) keepMade(m *Method) {
	if m.Captures == nil && len(a.making.here) > 0 {
		m.Captures = map[string]uint64{}
	}
	for of, n := range a.making.here {
		m.Captures[a.making.names[of-1]] += n
	}
}

// Made returns the number of objects and arrays that were captured in the method. It also returns a text with their
// most frequent types, at most as many as the argument says: 16,000 CursorPos, 20 int[], 1 more type.
func (m *Method) Made(named int) (total uint64, most string) {
	types := slices.SortedFunc(maps.Keys(m.Captures), func(x, y string) int {
		return cmp.Or(cmp.Compare(m.Captures[y], m.Captures[x]), cmp.Compare(x, y))
	})
	for _, n := range m.Captures {
		total += n
	}
	var list []string
	for _, of := range types[:min(named, len(types))] {
		list = append(list, words.Thousands(m.Captures[of])+" "+cct.TitleOf(of[strings.LastIndexByte(of, '.')+1:]))
	}
	if more := len(types) - len(list); more > 0 {
		list = append(list, contextview.Counted(uint64(more), "more type"))
	}
	return total, strings.Join(list, ", ")
}
