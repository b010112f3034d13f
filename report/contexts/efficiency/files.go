package efficiency

import (
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

func newFiles(pack *contexts.Pack) *files {
	return &files{pack: pack, bySHA: map[[32]byte]*classfile.File{}, byName: map[string]*classfile.File{},
		ancestors: map[string]*ancestors{}, effects: map[classfile.Member]effect{},
		empties: map[string]map[classfile.Member]bool{}, rules: map[string][]*rule{}}
}

// load reads the class file of a class. It omits files that cannot be read or have another class in them. Classes that
// the JVM makes have a number behind the name that is in their class file.
func (f *files) load(c *contexts.Class) {
	data, err := f.pack.Class(c.SHA)
	if data == nil || err != nil {
		return
	}
	file, err := classfile.Parse(data)
	if err != nil || !strings.HasPrefix(strings.ReplaceAll(c.Name, ".", "/"), file.Name) {
		return
	}
	f.bySHA[c.SHA] = file
	if f.byName[file.Name] == nil {
		f.byName[file.Name] = file
	}
}

// of returns the class file of a class, nil if there is none.
func (f *files) of(c *contexts.Class) *classfile.File {
	file := f.bySHA[c.SHA]
	if file == nil || !strings.HasPrefix(strings.ReplaceAll(c.Name, ".", "/"), file.Name) {
		return nil
	}
	return file
}

// referencesOf returns the parameters of a descriptor that are references.
func referencesOf(descriptor string) []string {
	list, _ := dataflow.Parameters(descriptor, "")
	return list
}

// library returns the nearest ancestor of a class, or the class itself, that has no class file: it belongs to the JDK,
// or was not instrumented. It returns "" if only java.lang.Object is such an ancestor.
func (f *files) library(class string) string {
	for _, c := range f.ancestorsOf(strings.TrimLeft(class, "[")).list {
		if f.byName[c] == nil && c != "java/lang/Object" {
			return c
		}
	}
	return ""
}

// empty reports whether a static field is final and holds an array without elements, which nobody can write to. A list
// may have such an array at first. If the array counted as global, all elements of the list would do so.
func (f *files) empty(field classfile.Member) bool {
	of, ok := f.empties[field.Class]
	if !ok {
		of = emptyArrays(f.byName[field.Class])
		f.empties[field.Class] = of
	}
	return of[field]
}

// emptyArrays returns the static final fields to which the initialiser of a class assigns arrays of length 0.
func emptyArrays(file *classfile.File) map[classfile.Member]bool {
	if file == nil {
		return nil
	}
	m := file.Method("<clinit>", "()V")
	if m == nil {
		return nil
	}
	code, err := m.Decode()
	if err != nil || code == nil {
		return nil
	}
	final := map[string]bool{}
	for _, field := range file.Fields {
		final[field.Name+field.Descriptor] = field.Access&classfile.Final != 0
	}
	found := map[classfile.Member]bool{}
	for i := 2; i < len(code.Instructions); i++ {
		zero, made, put := code.Instructions[i-2], code.Instructions[i-1], code.Instructions[i]
		if zero.Op != classfile.IConst0 || made.Op != classfile.NewArray && made.Op != classfile.ANewArray ||
			put.Op != classfile.PutStatic {
			continue
		}
		to := file.Pool.Member(int(put.A))
		found[to] = to.Class == file.Name && final[to.Name+to.Descriptor]
	}
	return found
}
