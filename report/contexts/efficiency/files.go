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
		empties: map[string]map[classfile.Member]bool{}}
}

// load reads the class file of a class. A file that cannot be read, or has another class in it, counts as missing.
// Classes that the JVM makes have a number behind the name that is in their class file.
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

// of is the class file of a class, nil if there is none.
func (f *files) of(c *contexts.Class) *classfile.File {
	file := f.bySHA[c.SHA]
	if file == nil || !strings.HasPrefix(strings.ReplaceAll(c.Name, ".", "/"), file.Name) {
		return nil
	}
	return file
}

// referencesOf are the parameters of a descriptor that are references.
func referencesOf(descriptor string) []string {
	list, _ := dataflow.Parameters(descriptor, "")
	return list
}

// library is the nearest ancestor of a class whose class file is not there: of the JDK, or what was not instrumented.
// It is the class itself if that is such a class, or "" if there is none but java.lang.Object.
func (f *files) library(class string) string {
	for _, c := range f.ancestorsOf(strings.TrimLeft(class, "[")).list {
		if f.byName[c] == nil && c != "java/lang/Object" {
			return c
		}
	}
	return ""
}

// empty reports whether a static field is final and holds an array without elements, which nobody can write to. Without
// this, a list whose elements are in such an array at first would be global ever after.
func (f *files) empty(field classfile.Member) bool {
	of, ok := f.empties[field.Class]
	if !ok {
		of = emptyArrays(f.byName[field.Class])
		f.empties[field.Class] = of
	}
	return of[field]
}

// emptyArrays are the static final fields that the initialiser of a class gives arrays of length 0.
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
