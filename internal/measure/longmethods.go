package measure

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/classfile"
	"jprof/internal/probe"
	"jprof/internal/runmodel"
	"jprof/internal/shadow"
	"jprof/internal/ui"
)

// hugeMethod is the length of bytecode, in bytes, above which HotSpot does not compile a method (its
// flag DontCompileHugeMethods; HugeMethodLimit is 8000).
const hugeMethod = 8000

// bytesOf is the size of calls of a helper class in bytecode, by descriptor: the call, its constants and, for
// conditions, the jump after it.
var bytesOf = map[string]int{
	"(I)[J": 7, "(IZ)Z": 10, "(IZI)Z": 14, "(II)V": 8,
	"([JI)V": 8, "([JIZ)Z": 12, "([JIZI)Z": 16, "([JIJ)V": 15, // with the variable that is counted in
}

// bytesOfStore is the size of the code that notes a point.
const bytesOfStore = 4

// compileHuge is the option by which HotSpot compiles methods of any length.
const compileHuge = "-XX:-DontCompileHugeMethods"

// longMethod is a method that only counters make too long for HotSpot's compilers.
type longMethod struct {
	pkg, name string // with dots; the name with that of the class
	length    int
}

// allowed says that the JVMs of the method have compileHuge.
func (m longMethod) allowed() string {
	return fmt.Sprintf("%s has %d bytes of bytecode with counters: its JVM has %s, as HotSpot does not compile "+
		"methods of more than %d otherwise", m.name, m.length, compileHuge, hugeMethod)
}

// slow says that a JVM of the method does not compile it, and what helps.
func (m longMethod) slow() string {
	return fmt.Sprintf("%s has %d bytes of bytecode with counters: HotSpot does not compile methods of more than %d, "+
		"so it runs slower; start its JVM with %s", m.name, m.length, hugeMethod, compileHuge)
}

// LongMethodOptions are the options for JVMs of tests by which HotSpot compiles methods that counters make too long for
// it; none if the build of a hook file has no such method. Only classes that are noted there are read.
func LongMethodOptions(hookFile string) ([]string, error) {
	notes, err := shadow.ReadLongMethods(hookFile)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		for _, class := range note.Classes {
			for _, file := range filesOf(note.Folder, class) {
				if len(longMethods(file)) > 0 {
					return []string{compileHuge}, nil
				}
			}
		}
	}
	return nil, nil
}

// filesOf are the files, in a folder of class files, of a top-level class and the classes in it, also for newer
// versions of Java.
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

// optionsFor are the options for the JVM of a program, by its classes: see LongMethodOptions.
func (m *measurement) optionsFor(classes string) []string {
	long := longMethodsBelow(m.ui, classes)
	if len(long) == 0 {
		return nil
	}
	for _, l := range long {
		m.ui.Verbose("%s", l.allowed())
	}
	return []string{compileHuge}
}

// reportLongMethods warns of methods that JVMs have interpreted only because of counters. The hook has given most JVMs
// of tests compileHuge; JVMs that others start do not have it, nor has that of the build tool.
func (b *toolBuild) reportLongMethods(u *ui.UI, d *runmodel.Data) {
	allowed := map[string]bool{"": false} // by the folder of counts
	for _, t := range b.events.Tests {
		allowed[t.Counts] = slices.Contains(strings.Fields(t.Options), compileHuge)
	}
	for _, l := range longMethodsBelow(u, b.ws.Mirror) {
		used := map[bool]bool{}
		for step, is := range allowed {
			used[is] = used[is] || ranIn(d, step, l.pkg)
		}
		if used[false] {
			u.Warn("%s", l.slow())
		} else if used[true] {
			u.Verbose("%s", l.allowed())
		}
	}
}

// ranIn reports whether the JVMs of a test step have counts of a package; for "", all other JVMs.
func ranIn(d *runmodel.Data, step, pkg string) bool {
	for _, set := range d.Maps() {
		for _, p := range set.Packages {
			if p.Name == pkg && d.Totals.CountersOf(step, p.ID) != nil {
				return true
			}
		}
	}
	return false
}

// longMethodsBelow finds the methods below root that only counters make too long, each once. It reads the folders with
// helper classes.
func longMethodsBelow(u *ui.UI, root string) []longMethod {
	folders := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), probe.HelperPrefix) && strings.HasSuffix(d.Name(), ".class") {
			folders[filepath.Dir(path)] = true
		}
		return nil // files that cannot be read are ignored
	})
	if err != nil {
		u.Verbose("looking for long methods: %v", err)
	}
	var all []longMethod
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".class") {
				continue
			}
			for _, m := range longMethods(filepath.Join(folder, e.Name())) {
				if !slices.Contains(all, m) {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// longMethods are the methods of a class that only counters make so long.
func longMethods(path string) []longMethod {
	info, err := os.Stat(path)
	if err != nil || info.Size() <= hugeMethod {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	f, err := classfile.Parse(data)
	if err != nil {
		return nil
	}
	class := strings.ReplaceAll(f.Name, "/", ".")
	pkg := class[:max(0, strings.LastIndexByte(class, '.'))]
	var out []longMethod
	for i := range f.Methods {
		m := &f.Methods[i]
		if added := bytesOfCounters(m); m.Length() > hugeMethod && added > 0 && m.Length()-added <= hugeMethod {
			out = append(out, longMethod{pkg, class + "." + m.Name, m.Length()})
		}
	}
	return out
}

// bytesOfCounters is how long the code of counters in a method is, 0 if there are none.
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
