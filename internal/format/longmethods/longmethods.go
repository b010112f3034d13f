// Package longmethods finds methods in class files that are too long for HotSpot's compilers only because of counters.
//
// HotSpot does not compile methods of more than 8,000 bytes of bytecode (its flag DontCompileHugeMethods;
// HugeMethodLimit is 8000). jprof does not shorten such methods. Instead, it starts JVMs with Option if a class has
// such a method.
package longmethods

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/classfile"
	"jprof/internal/util/regular"
)

// limit is the length of bytecode, in bytes, above which HotSpot does not compile a method.
const limit = 8000

// bytesOf has the size of a call of a helper class in bytecode, by descriptor. It is the size of the call, its
// constants and, for conditions, the jump after it.
var bytesOf = map[string]int{
	"(I)[J": 7, "(IZ)Z": 10, "(IZI)Z": 14, "(II)V": 8,
	"([JI)V": 8, "([JIZ)Z": 12, "([JIZI)Z": 16, "([JIJ)V": 15, // with the variable that is counted in
}

// bytesOfStore is the size of the code that sets the variable for a point.
const bytesOfStore = 4

// Option makes HotSpot compile methods of any length.
const Option = "-XX:-DontCompileHugeMethods"

// Method is a method that only counters make too long for HotSpot's compilers.
type Method struct {
	Package string // with dots
	name    string // with that of the package and the class
	length  int
}

// Allowed returns a message that the JVMs of the method have Option.
func (m Method) Allowed() string {
	return fmt.Sprintf("%s has %d bytes of bytecode with counters: its JVM has %s, as HotSpot does not compile "+
		"methods of more than %d otherwise", m.name, m.length, Option, limit)
}

// Slow returns a message that JVMs of the method do not compile it, with the remedy.
func (m Method) Slow() string {
	return fmt.Sprintf("%s has %d bytes of bytecode with counters: HotSpot does not compile methods of more than %d, "+
		"so it runs slower; start its JVM with %s", m.name, m.length, limit, Option)
}

// In reports whether a top-level class in a folder of class files, or a class nested in it, has such a method.
func In(folder, class string) bool {
	return slices.ContainsFunc(filesOf(folder, class), func(file string) bool { return len(inFile(file)) > 0 })
}

// filesOf returns the files of a top-level class and of the classes nested in it, in a folder of class files. They
// include those for newer versions of Java.
func filesOf(folder, class string) []string {
	var all []string
	for _, release := range []string{"", "META-INF/versions/*/"} {
		for _, name := range []string{class, class + "$*"} {
			found, _ := fs.Glob(os.DirFS(folder), release+name+".class") // the name of a class is no bad pattern
			for _, file := range found {
				all = append(all, filepath.Join(folder, filepath.FromSlash(file)))
			}
		}
	}
	return all
}

// Below finds such methods in all folders with helper classes below root, each once.
func Below(root string) []Method {
	folders := map[string]bool{}
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), probe.HelperPrefix) && strings.HasSuffix(d.Name(), ".class") {
			folders[filepath.Dir(path)] = true
		}
		return nil // files that cannot be read are ignored
	})
	var all []Method
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".class") {
				continue
			}
			for _, m := range inFile(filepath.Join(folder, e.Name())) {
				if !slices.Contains(all, m) {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// inFile returns the methods of a class that are too long only because of counters.
func inFile(path string) []Method {
	info, err := os.Stat(path)
	if err != nil || info.Size() <= limit {
		return nil
	}
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil
	}
	f, err := classfile.Parse(data)
	if err != nil {
		return nil
	}
	class := strings.ReplaceAll(f.Name, "/", ".")
	pkg := class[:max(0, strings.LastIndexByte(class, '.'))]
	var out []Method
	for i := range f.Methods {
		m := &f.Methods[i]
		if added := bytesOfCounters(m); m.Length() > limit && added > 0 && m.Length()-added <= limit {
			out = append(out, Method{pkg, class + "." + m.Name, m.Length()})
		}
	}
	return out
}

// bytesOfCounters returns the bytes that counters add to the code of a method, 0 if there are none.
func bytesOfCounters(m *classfile.Method) int {
	code, err := m.Decode()
	if err != nil || code == nil {
		return 0
	}
	calls, stores, added := 0, 0, 0
	for i, n := range code.Instructions {
		switch n.Op {
		case classfile.InvokeStatic:
			to := m.File().Pool.Member(int(n.A))
			if strings.HasPrefix(to.Class[strings.LastIndexByte(to.Class, '/')+1:], probe.HelperPrefix) {
				calls++
				added += bytesOf[to.Descriptor]
			}
		case classfile.BiPush, classfile.SiPush:
			if i+1 < len(code.Instructions) && code.Instructions[i+1].Op.IsIntStore() {
				stores++
			}
		}
	}
	if calls == 0 {
		return 0
	}
	return added + bytesOfStore*stores
}
