package cctbuild

import (
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/report/contexts/cct"
)

// method holds the values computed once for all nodes of a method.
type method struct {
	formulas *flow.Formulas // nil if not known: then only calls are known
	types    []int32        // by index in formulas.Allocations: index in t.Allocs.Types
	objects  flow.Vector    // formula of calls of the constructor of java.lang.Object
	hasCalls bool           // the code has such calls
	returns  []int          // the instructions that return, if exceptions are counted
}

// line returns the line of an instruction, 0 if it is not known.
func (m *method) line(instruction int) int32 {
	if m.formulas == nil || instruction >= len(m.formulas.Code.Instructions) {
		return 0
	}
	return int32(m.formulas.Code.LineOf(instruction))
}

// prepare makes the methods of the tree, in its order, and their formulas.
func (b *builder) prepare(pack *contexts.Pack) {
	h := b.head
	b.t.Allocs.At = []uint32{0}
	b.methods = make([]method, len(h.Methods))
	b.files = map[contexts.SHA]*classfile.File{}
	for i := range h.Methods {
		m, c := &h.Methods[i], &h.Classes[h.Methods[i].Class]
		file := b.file(pack, c.SHA)
		if file == nil {
			b.missing(c.Name)
			continue
		}
		if err := b.formulas(&b.methods[i], file, m); err != nil {
			b.t.About.Damaged = append(b.t.About.Damaged, err.Error())
		}
	}
	b.names()
	b.classes()
	b.files = nil
	for i := range b.methods {
		keep := b.head.Sites.Has(contexts.Sites) || b.code != nil && b.code(&b.t.Methods[b.ids[i]])
		if f := b.methods[i].formulas; f != nil && !keep {
			f.Forget() // the code takes as much memory as a million nodes
		}
	}
}

// file returns a class file, nil if it is missing or cannot be read. Each is read once.
func (b *builder) file(pack *contexts.Pack, sha contexts.SHA) *classfile.File {
	file, ok := b.files[sha]
	if !ok {
		if data, err := pack.Class(sha); err == nil && data != nil {
			file, _ = classfile.Parse(data)
		}
		b.files[sha] = file
	}
	return file
}

// missing adds a class to About.Missing, because it has no readable class file. Methods are in the order of their
// classes, so only the last class of the list can be the same.
func (b *builder) missing(class string) {
	if list := b.t.About.Missing; len(list) == 0 || list[len(list)-1] != class {
		b.t.About.Missing = append(list, class)
	}
}

// formulas makes the formulas of a method.
func (b *builder) formulas(to *method, file *classfile.File, m *contexts.Method) error {
	if b.head.Blocks == contexts.Calls {
		return nil
	}
	f, err := m.Formulas(file, b.head.Blocks)
	if err != nil && b.head.Blocks.Has(contexts.Calls) && len(m.Slots) == 0 { // of a JVM with calls only
		return nil
	}
	if err != nil {
		return err
	}
	to.formulas = f
	if flow.Ambiguous(f.Method, f.Code) {
		name := classfile.TypeName(file.Name) + "." + m.Name + m.Descriptor
		b.t.About.Ambiguous = append(b.t.About.Ambiguous, name)
	}
	for i, n := range f.Code.Instructions {
		if n.Op.Returns() && b.options.Exceptions {
			to.returns = append(to.returns, i)
		}
	}
	for _, a := range f.Allocations {
		to.types = append(to.types, b.typeID(a.Type))
	}
	if b.head.Coverage.Has(contexts.All) {
		to.constructors(file)
	}
	return nil
}

// typeID returns the index of a type of allocations, and adds the type if missing.
func (b *builder) typeID(name string) int32 {
	id, ok := b.types[name]
	if !ok {
		id = int32(len(b.t.Allocs.Types))
		b.types[name] = id
		b.t.Allocs.Types = append(b.t.Allocs.Types, name)
	}
	return id
}

// names sets the methods of the tree: those that ran, in their order, and Object.<init> if it is called.
func (b *builder) names() {
	b.object = -1
	wanted := slices.ContainsFunc(b.methods, func(m method) bool { return m.hasCalls })
	b.ids = make([]int32, len(b.head.Methods))
	names := cct.ClassNames(b.head, func(c *contexts.Class) *classfile.File { return b.files[c.SHA] })
	add := func(m cct.Method, forwards bool) int32 {
		b.t.Methods = append(b.t.Methods, m)
		b.forwards = append(b.forwards, forwards)
		return int32(len(b.t.Methods) - 1)
	}
	for i := range b.head.Methods {
		of := &b.head.Methods[i]
		m := cct.MethodOf(b.head, of, b.options.Project, names)
		m.SetCode(of.Code, b.methods[i].formulas)
		if wanted && b.object < 0 && m.Compare(&objectInit) > 0 {
			b.object = add(objectInit, false)
		}
		accessor := m.Synthetic && strings.HasPrefix(m.Name, "access$")
		b.ids[i] = add(m, m.Bridge || accessor)
	}
	if wanted && b.object < 0 {
		b.object = add(objectInit, false)
	}
}

// apart returns the classes with methods of one key whose code differs. It omits classes that the JVM makes for lambdas
// and method handles, because these often have such methods.
func (b *builder) apart() []string {
	var names []string
	for i := 1; i < len(b.head.Methods); i++ {
		if b.t.Methods[b.ids[i-1]].Compare(&b.t.Methods[b.ids[i]]) == 0 {
			if class := b.t.Methods[b.ids[i]].Class; !made(class) {
				names = append(names, class)
			}
		}
	}
	return slices.Compact(names)
}

// made reports whether the JVM made a class for a lambda or a method handle.
func made(class string) bool {
	return strings.Contains(class, "$$Lambda") || strings.HasPrefix(class, "java.lang.invoke.LambdaForm$")
}
