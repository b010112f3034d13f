package flow

import (
	"strings"

	"jprof/internal/java/classfile"
)

// Stopped finds the instruction at which a method stood when its JVM ended, by its stack trace: the line, 0 if it is
// not known, and the class (with dots) and the name of the method that it called, "" if they are not known. Its
// count belongs to the cuts: the instruction had begun, those behind it had not.
//
// A stack trace leaves it open where a line calls a method of that name twice. Then, and where no call fits, the first
// instruction that may be meant is taken, and exact is false.
func Stopped(m *classfile.Method, code *classfile.Code, line int, class, method string) (at int, exact bool) {
	inLine := func(i int) bool { return line <= 0 || code.LineOf(i) == line }
	first, found, named := -1, 0, false
	pool := &m.File().Pool
	for i, n := range code.Instructions {
		fits, same := fits(pool, n, class, method)
		if !fits || !inLine(i) || named && !same {
			continue
		}
		if first < 0 || same && !named { // a call that names the class itself is better
			first, found, named = i, 0, same
		}
		found++
	}
	if found > 0 {
		return first, found == 1
	}
	for _, match := range []func(i int) bool{
		func(i int) bool { return inLine(i) && code.Instructions[i].Op.IsCall() },
		inLine,
		func(i int) bool { return code.Instructions[i].Op.IsCall() },
	} {
		for i := range code.Instructions {
			if match(i) {
				return i, false
			}
		}
	}
	return 0, false
}

// fits reports whether an instruction may have called a method, and whether it names the class of that method. A call
// of an inherited method, or of one that is overridden, names another.
func fits(pool *classfile.Pool, n classfile.Instruction, class, method string) (fits, same bool) {
	if method == "" {
		return false, false
	}
	is := func(name string) bool { return strings.ReplaceAll(name, "/", ".") == class }
	switch {
	case method == "<clinit>": // the class is initialised where it is used first
		switch n.Op {
		case classfile.New:
			same = is(pool.Class(int(n.A)))
		case classfile.GetStatic, classfile.PutStatic, classfile.InvokeStatic:
			same = is(pool.Member(int(n.A)).Class)
		}
		return same, same
	case n.Op.IsCall() && n.Op != classfile.InvokeDynamic:
		to := pool.Member(int(n.A))
		return to.Name == method, is(to.Class)
	}
	return false, false
}
