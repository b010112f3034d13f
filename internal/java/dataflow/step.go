package dataflow

import (
	"slices"
	"strings"

	"jprof/internal/java/classfile"
)

// Numbers of words of the operand stack that each instruction takes and leaves, by opcode; "x" if only step knows it.
const (
	taken = "0000000000000000" + "00000" + "00000" + "00000000000000000000" + "22222222" + "12121" +
		"11112222111122221111" + "34343333" + "12xxxxxxx" + "24242424242424242424" + "1212" + "232323" + "242424" +
		"0" + "111222111222111" + "42244" + "111111" + "22222222" + "000" + "11" + "121210" + "xxxxxxxxx" + "0111111" +
		"11" + "0x11" + "00"
	left = "0111111112211122" + "11112" + "12121" + "11112222111122221111" + "12121111" + "00000" +
		"00000000000000000000" + "00000000" + "00xxxxxxx" + "12121212121212121212" + "1212" + "121212" + "121212" +
		"0" + "212112122121111" + "11111" + "000000" + "00000000" + "010" + "00" + "000000" + "xxxxxxxxx" + "1111011" +
		"00" + "0x00" + "01"
)

// copies has the words that each instruction from dup to swap leaves, from the lowest one to the top. 0 is the word
// that was at the top before.
var copies = []string{"00", "010", "0210", "1010", "10210", "103210", "01"}

// step executes an instruction on the state.
func (f *follower) step(i int, n classfile.Instruction) {
	kind, store := n.Op.Local()
	switch {
	case kind != 0:
		f.local(n, kind, store)
		return
	case n.Op >= classfile.Dup && n.Op <= classfile.Swap:
		f.copy(copies[n.Op-classfile.Dup])
		return
	case n.Op >= classfile.GetStatic && n.Op <= classfile.PutField:
		f.field(n)
		return
	case n.Op.IsCall():
		f.call(i, n)
		return
	}
	result := Set(0)
	switch n.Op {
	case classfile.AALoad:
		result = f.sets.load(f.top(1), allLevels) // the array is below the index
	case classfile.CheckCast:
		result = f.sets.cast(f.top(0), Levels(descriptorOf(f.pool.Class(int(n.A)))))
	case classfile.New, classfile.NewArray, classfile.ANewArray:
		result = f.of(Local, i)
	case classfile.MultiANewArray:
		f.pop(int(n.B))
		f.push(f.of(Local, i), 1)
		return
	case classfile.Ldc, classfile.LdcW:
		if f.pool.Tag(int(n.A)) == classfile.TagDynamic {
			result = f.sets.load(f.of(Global, 0), allLevels)
		}
	}
	f.pop(int(taken[n.Op] - '0'))
	f.push(result, int(left[n.Op]-'0'))
}

// local executes a load or store of a local.
func (f *follower) local(n classfile.Instruction, kind byte, store bool) {
	words := 1
	if kind == 'l' || kind == 'd' {
		words = 2
	}
	at := int(n.A)
	value := Set(0)
	switch {
	case at+words > len(f.locals):
		f.fail(errLocal)
		return
	case kind == 'a' && store:
		value = f.top(0)
	case kind == 'a':
		value = f.locals[at]
	}
	if !store {
		f.push(value, words)
		return
	}
	f.pop(words)
	for k := range words {
		f.locals[at+k] = value
	}
}

// copy executes an instruction that copies words of the stack.
func (f *follower) copy(order string) {
	deepest := int(slices.Max([]byte(order))-'0') + 1
	var words [4]Set
	for k := range deepest {
		words[k] = f.top(k)
	}
	f.pop(deepest)
	for _, c := range []byte(order) {
		f.push(words[c-'0'], 1)
	}
}

// field executes an instruction on a field.
func (f *follower) field(n classfile.Instruction) {
	member := f.pool.Member(int(n.A))
	descriptor := member.Descriptor
	words := wordsOf((descriptor + "I")[0])
	result, from := Set(0), 0
	switch n.Op {
	case classfile.PutStatic:
		f.pop(words)
		return
	case classfile.PutField:
		f.pop(words + 1)
		return
	case classfile.GetStatic:
		result = f.of(Global, 0)
	case classfile.GetField:
		result, from = f.top(0), 1
	}
	switch {
	case !isReference(descriptor):
		result = 0
	case n.Op == classfile.GetStatic && f.constant != nil && f.constant(member):
		result = f.sets.load(result, onlyImmutable)
	default:
		result = f.sets.load(result, Levels(descriptor))
	}
	f.pop(from)
	f.push(result, words)
}

// descriptorOf returns the descriptor of a class that a constant names.
func descriptorOf(class string) string {
	if strings.HasPrefix(class, "[") {
		return class
	}
	return "L" + class + ";"
}

// called returns the descriptor of the method that an instruction calls, and reports whether it has a receiver.
func (f *follower) called(n classfile.Instruction) (descriptor string, receiver bool) {
	if n.Op == classfile.InvokeDynamic {
		_, _, descriptor = f.pool.Dynamic(int(n.A))
		return descriptor, false
	}
	return f.pool.Member(int(n.A)).Descriptor, n.Op != classfile.InvokeStatic
}

// call executes a call.
func (f *follower) call(i int, n classfile.Instruction) {
	descriptor, receiver := f.called(n)
	this := ""
	if receiver {
		this = "L"
	}
	result := ResultOf(descriptor)
	if !strings.HasPrefix(descriptor, "(") || result == "" {
		f.fail(errStack)
		return
	}
	_, words := Parameters(descriptor, this)
	f.pop(words)
	value := Set(0)
	if isReference(result) {
		value = f.typed(Result, i, result)
	}
	f.push(value, wordsOf(result[0]))
}

// record adds the effects of an instruction before it is executed. It ignores stacks that are too short: step, which
// follows, finds them.
func (f *follower) record(i int, n classfile.Instruction) {
	m := f.out
	switch {
	case n.Op == classfile.New || n.Op == classfile.NewArray || n.Op == classfile.ANewArray ||
		n.Op == classfile.MultiANewArray:
		m.Writes = append(m.Writes, Write{At: i, Allocates: true, Updated: f.of(Local, i)})
	case n.Op == classfile.PutStatic:
		m.Writes = append(m.Writes, Write{At: i, Updated: f.of(Global, 0), Put: f.top(0)})
	case n.Op == classfile.PutField:
		words := wordsOf((f.pool.Member(int(n.A)).Descriptor + "I")[0])
		m.Writes = append(m.Writes, Write{At: i, Updated: f.top(words), Put: f.top(0)})
	case n.Op.IsArrayStore():
		value := int(taken[n.Op]-'0') - 2
		m.Writes = append(m.Writes, Write{At: i, Updated: f.top(value + 1), Put: f.top(0)})
	case n.Op == classfile.AReturn:
		m.Returns = append(m.Returns, Exit{i, f.top(0)})
	case n.Op == classfile.AThrow:
		m.Throws = append(m.Throws, Exit{i, f.top(0)})
	case n.Op.IsCall():
		m.Calls = append(m.Calls, Call{At: i, Result: f.origin(Result, i), Args: f.arguments(n)})
	}
}

// arguments returns the origins of the arguments of a call that are references.
func (f *follower) arguments(n classfile.Instruction) []Set {
	descriptor, receiver := f.called(n)
	_, words := Parameters(descriptor, "")
	var args []Set
	if receiver {
		args = append(args, f.top(words))
	}
	each(descriptor, func(of string, word int) {
		if isReference(of) {
			args = append(args, f.top(words-1-word))
		}
	})
	return args
}

// top returns a word of the stack, counted from its top; the empty set if there is none.
func (f *follower) top(k int) Set {
	if k >= len(f.stack) {
		return 0
	}
	return f.stack[len(f.stack)-1-k]
}

// pop removes words from the stack.
func (f *follower) pop(words int) {
	if words > len(f.stack) {
		f.fail(errStack)
		words = len(f.stack)
	}
	f.stack = f.stack[:len(f.stack)-words]
}

// push puts a value of the given number of words onto the stack.
func (f *follower) push(value Set, words int) {
	if len(f.stack)+words > f.code.MaxStack {
		f.fail(errStack)
		return
	}
	for range words {
		f.stack = append(f.stack, value)
	}
}

// fail keeps the first error.
func (f *follower) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}
