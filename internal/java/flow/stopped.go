package flow

import (
	"strings"

	"jprof/internal/java/classfile"
)

// Stopped returns the instruction at which a method stood when its JVM ended, by its stack trace: the line, 0 if it is
// not known, and the class (with dots) and name of the method that it called, "" if they are not known. The instruction
// had begun, those after it had not, so its count belongs to the cuts.
//
// If a line calls a method of that name twice, a stack trace does not decide which of the calls it was. Then, and if no
// call fits, the first possible instruction is returned, and exact is false.
func Stopped(m *classfile.Method, code *classfile.Code, line int, class, method string) (at int, exact bool) {
	inLine := func(i int) bool { return line <= 0 || code.LineOf(i) == line }
	first, found, named := -1, 0, false
	pool := &m.File().Pool
	for i, n := range code.Instructions {
		fits, same := fits(pool, n, class, method)
		if !fits || !inLine(i) || named && !same {
			continue
		}
		if first < 0 || same && !named { // a call that names the class itself fits better
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

// fits reports whether an instruction may have called a method. same means that it names the class of that method: a
// call of an inherited or overridden method names another class.
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
