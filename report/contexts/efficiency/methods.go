package efficiency

import (
	"bytes"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// method holds the facts known of a method before its nodes come.
type method struct {
	sums     *Method
	formulas *flow.Formulas // nil if nothing but its calls is known
	output   mask           // the kind of output, if the method is a routine of output
	declared bool           // the settings name the method as output, whatever its code does
	inherits bool           // it is one of OutputStream or Writer, which classes of streams in memory inherit
	memory   bool           // it writes to a stream in memory
	valued   bool           // an invocation has value
	boxes    bool           // it returns a boxed number, character or boolean
	starts   bool           // contexts are counted from here on: see Options.Below
	asked    bool           // contexts of the method are listed: see Options.Contexts
	sites    []site
	siteAt   []int32            // by instruction: index in sites, -1 for none
	makes    map[int]int32      // by instruction: the number of the type that it makes
	returns  []int              // instructions that return
	multi    map[int][]int      // by multianewarray: slots of arrays that it made beside the outermost
	callers  map[int32][]linked // by method: the calls that may have called it
	patterns map[string]*codeFlow
	whole    *codeFlow // of all its code; nil if it was not needed yet

	signatures int // number of different ones of sites
	lastKey    []byte
	last       *codeFlow // of lastKey: most nodes ran the same code as the node of the method before
}

// codeFlow is the data flow of a set of code that ran together.
type codeFlow struct {
	*dataflow.Method
	known map[string]*known // by memo.key
}

// maxPatterns limits the data flows that are kept for a method. There is one for each set of code that ran together.
// Further sets use the data flow of all code of the method.
const maxPatterns = 256

// site is an instruction that calls a method.
type site struct {
	*callee
	at     int
	basic  int // slots with the numbers of copied elements, -1 for none
	refs   int
	number int32 // of the signature, in the method
	op     classfile.Opcode
}

// callee is the method that a site names. Sites share it, but for those of invokedynamic.
type callee struct {
	to        classfile.Member
	signature string // name and descriptor
	declared  bool   // the settings name the method as output
	special   special
	result    string // descriptor
	effect    effect // if the callee has no node
	immutable bool   // nobody can write to the result
}

// special is the kind of a call. All but ordinary ones are evaluated without a method as the callee.
type special uint8

const (
	ordinary special = iota
	arraycopy
	arrayClone
	dynamic // invokedynamic; to is the method that a lambda calls, or nothing
)

// prepare makes the methods of a run.
func (a *analysis) prepare() {
	a.methods = make([]method, len(a.head.Methods))
	byKey := map[string]*Method{}
	sums := func(m cct.Method) *Method {
		s := byKey[m.Key()]
		if s == nil {
			s = &Method{Method: m}
			byKey[m.Key()] = s
			a.all = append(a.all, s)
		}
		return s
	}
	for i := range a.head.Classes {
		a.files.load(&a.head.Classes[i])
	}
	names := cct.ClassNames(a.head, a.files.of)
	for i := range a.head.Methods {
		h := &a.head.Methods[i]
		c := &a.head.Classes[h.Class]
		m := &a.methods[i]
		m.sums = sums(cct.MethodOf(a.head, h, a.options.Project, names))
		m.starts = a.options.Below == nil || a.options.Below(m.sums)
		m.asked = a.options.Contexts != nil && a.options.Contexts(m.sums)
		result := dataflow.ResultOf(h.Descriptor)
		m.sums.void = result == "V"
		m.valued = result != "" && a.options.valueType(result)
		m.boxes = isBox(result)
		file := a.files.of(c)
		if file == nil {
			a.missing(c.Name)
			continue
		}
		if err := a.prepareMethod(m, file, h); err != nil {
			m.formulas = nil
			a.out.Damaged = append(a.out.Damaged, err.Error())
		}
	}
	a.copying = sums(cct.Method{Class: "java.lang.System", Name: "arraycopy", Descriptor: copyDescriptor,
		Source: "System.java", Kind: cct.JDK})
	a.copying.void = true
}

// Methods returns the methods that have contexts. project is as in Options.
func Methods(h *contexts.Header, pack *contexts.Pack, project cct.FindSource) []cct.Method {
	files := newFiles(pack)
	names := cct.ClassNames(h, func(c *contexts.Class) *classfile.File {
		if files.of(c) == nil {
			files.load(c)
		}
		return files.of(c)
	})
	list := make([]cct.Method, len(h.Methods))
	for i := range h.Methods {
		list[i] = cct.MethodOf(h, &h.Methods[i], project, names)
	}
	return list
}

// isBox reports whether objects of a type hold a value of a basic type, and can neither be written to nor hold others.
func isBox(descriptor string) bool {
	switch descriptor {
	case "Ljava/lang/Boolean;", "Ljava/lang/Byte;", "Ljava/lang/Character;", "Ljava/lang/Short;",
		"Ljava/lang/Integer;", "Ljava/lang/Long;", "Ljava/lang/Float;", "Ljava/lang/Double;":
		return true
	}
	return false
}

const copyDescriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)V"

// missing adds a class to Result.Missing, because it has no class file. Methods are in the order of their classes, so
// only the last class of the list can be the same.
func (a *analysis) missing(class string) {
	if n := len(a.out.Missing); n == 0 || a.out.Missing[n-1] != class {
		a.out.Missing = append(a.out.Missing, class)
	}
}

func (a *analysis) prepareMethod(m *method, file *classfile.File, h *contexts.Method) error {
	f, err := h.Formulas(file, a.head.Blocks)
	if err != nil {
		return err
	}
	at := map[flow.Slot]int{}
	for i, slot := range f.Slots {
		at[slot] = i
	}
	m.sums.SetCode(h.Code, f)
	f.Allocations = nil // not needed here
	m.formulas, m.callers, m.patterns, m.makes = f, map[int32][]linked{}, map[string]*codeFlow{}, map[int]int32{}
	if a.options.Streams {
		m.output = a.files.outputOf(file.Name, h.Name, h.Descriptor)
		m.inherits = m.output == toStream && isStream(file.Name)
		m.memory = m.output == 0 && a.files.writes(file.Name, h.Name)
	}
	if m.declared = a.output.is(m.sums.Class, h.Name, h.Descriptor); m.declared && m.output == 0 {
		m.output = toStream
	}
	m.siteAt = make([]int32, len(f.Code.Instructions))
	m.sites = make([]site, 0, calls(f.Code))
	slot := func(kind flow.Kind, i int) int {
		if s, ok := at[flow.Slot{Kind: kind, A: i}]; ok {
			return s
		}
		return -1
	}
	numbers := map[string]int32{}
	for i, n := range f.Code.Instructions {
		m.siteAt[i] = -1
		switch {
		case n.Op >= classfile.IReturn && n.Op <= classfile.Return:
			m.returns = append(m.returns, i)
		case n.Op == classfile.MultiANewArray:
			if m.multi == nil {
				m.multi = map[int][]int{}
			}
			for d := range int(n.B) - 1 { // each element is an array of the next dimension
				if s, ok := at[flow.Slot{Kind: flow.Elements, A: i, B: d}]; ok {
					m.multi[i] = append(m.multi[i], s)
				}
			}
		case n.Op.IsCall():
			m.siteAt[i] = int32(len(m.sites))
			s := site{callee: a.callee(file, n), at: i, op: n.Op, basic: -1, refs: -1}
			switch s.special {
			case arraycopy:
				s.basic, s.refs = slot(flow.CopiedBasic, i), slot(flow.CopiedRefs, i)
			case arrayClone:
				s.basic = slot(flow.Cloned, i)
			}
			if _, ok := numbers[s.signature]; !ok {
				numbers[s.signature] = int32(len(numbers))
			}
			s.number = numbers[s.signature]
			m.sites = append(m.sites, s)
		}
	}
	m.signatures = len(numbers)
	return nil
}

// calls returns the number of calls in the code of a method.
func calls(code *classfile.Code) (number int) {
	for _, n := range code.Instructions {
		if n.Op.IsCall() {
			number++
		}
	}
	return number
}

// callee returns the facts known of the callee of an instruction.
func (a *analysis) callee(file *classfile.File, n classfile.Instruction) *callee {
	if n.Op == classfile.InvokeDynamic {
		s := &callee{special: dynamic, to: lambda(file, int(n.A))}
		_, _, s.signature = file.Pool.Dynamic(int(n.A))
		s.result = dataflow.ResultOf(s.signature)
		return s
	}
	to := file.Pool.Member(int(n.A))
	s := a.callees[to]
	if s != nil {
		return s
	}
	s = &callee{to: to, signature: to.Name + to.Descriptor, result: dataflow.ResultOf(to.Descriptor)}
	a.callees[to] = s
	s.immutable = !dataflow.Writable(s.result)
	switch {
	case s.to.Class == "java/lang/System" && s.to.Name == "arraycopy":
		s.special = arraycopy
	case s.to.Name == "clone" && strings.HasPrefix(s.to.Class, "["):
		s.special = arrayClone
	default:
		s.effect = a.files.effectOf(s.to)
		if s.declared = a.output.callee(s.to); s.declared && s.effect.out == 0 {
			s.effect.out = toStream
		}
	}
	return s
}

// lambda returns the method that the object of an invokedynamic calls: the body of a lambda, or the method of a method
// reference. For constructors, whose operands are not those of the invokedynamic, and for other uses of invokedynamic,
// it returns the zero value.
func lambda(file *classfile.File, constant int) classfile.Member {
	const newObject, implementation = 8, 1
	n, _, _ := file.Pool.Dynamic(constant)
	b := file.Bootstraps[n]
	if len(b.Arguments) <= implementation {
		return classfile.Member{}
	}
	kind, to := file.Pool.Handle(b.Arguments[implementation])
	if kind == newObject {
		return classfile.Member{}
	}
	return to
}

// pattern returns the data flow of objects in the code of the method that ran, or in all of its code.
func (a *analysis) pattern(m *method, contrary bool) *codeFlow {
	if a.options.OnlyRan && !contrary {
		a.key = a.run.AppendPattern(a.key[:0])
		if m.last != nil && bytes.Equal(a.key, m.lastKey) {
			return m.last
		}
		if p, ok := m.patterns[string(a.key)]; ok {
			m.last, m.lastKey = p, append(m.lastKey[:0], a.key...)
			return p
		}
		if len(m.patterns) < maxPatterns {
			of, err := dataflow.Of(m.formulas.Method, m.formulas.Code, &a.run, a.files.empty)
			if err == nil {
				p := &codeFlow{of, map[string]*known{}}
				m.patterns[string(a.key)] = p
				return p
			}
		}
	}
	if m.whole == nil {
		of, err := dataflow.Of(m.formulas.Method, m.formulas.Code, nil, a.files.empty)
		if err != nil {
			a.out.Damaged = append(a.out.Damaged, err.Error())
			m.formulas = nil
			return nil
		}
		m.whole = &codeFlow{of, map[string]*known{}}
	}
	return m.whole
}
