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

// warnLongMethods warns of methods below root that only counters make too long for HotSpot's compilers. It reads the
// folders with helper classes.
func warnLongMethods(u *ui.UI, root string) {
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
	told := map[string]bool{}
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
				if !told[m] {
					told[m] = true
					u.Warn("%s", m)
				}
			}
		}
	}
}

// longMethods describes the methods of a class that only counters made so long.
func longMethods(path string) []string {
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
	var out []string
	for i := range f.Methods {
		m := &f.Methods[i]
		if added := bytesOfCounters(m); m.Length() > hugeMethod && added > 0 && m.Length()-added <= hugeMethod {
			out = append(out, fmt.Sprintf(
				"%s.%s has %d bytes of bytecode with counters: HotSpot does not compile methods of more than %d, "+
					"so it runs slower", strings.ReplaceAll(f.Name, "/", "."), m.Name, m.Length(), hugeMethod))
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
