// Package efficiency computes the use of the work of each method and context: its cost, value and efficiency. It reads
// the trees of calling contexts of a run and its class files (internal/format/contexts). The Result has sums for each
// method, sums for the program, and the contexts that were asked for.
//
// The analysis is that of Maplesden, Tempero, Hosking and Grundy, "A Cost/Benefit Approach to Performance Analysis"
// (2016), which calls it blended: it takes from the bytecode what a method may do, and from the counts what it did in a
// context.
//
// # Terms
//
//	cost          bytecodes, and 7 for each element that System.arraycopy copied
//	write         a store into a field, static field or array element; an allocation is one as well
//	escapes       a write to what others see when the method has ended: what is reachable from an operand (this
//	              included), from a static field (global), from what it returned or threw, or what it gave to a
//	              routine of output. Several at once are one escaping write
//	captured      a write of the method, or one that escaped a callee, that does not escape the method: it was of no
//	              use to anybody else. Global writes and output are never captured
//	value         escaping writes, and an invocation each where the result is primitive or a String
//	efficiency    value / cost; of a program output / cost
//
// All but captured and local numbers are inclusive. Those of a method are the sums over its topmost contexts only, so
// that recursion does not count twice; captured and local writes, and invocations, are those of all its contexts.
//
// # How it is computed
//
// Trees come in preorder, and each node is finished when its subtree has ended: after its children, before its parent.
// Only the path to the current node is in memory, with what finished children of its nodes have left: a few words. So
// a tree of any size needs no memory of its own, and nothing recurses.
//
//  1. pattern: the origins of all references of the method (internal/java/dataflow), over the code that ran in this
//     context. Many contexts ran the same parts: what was computed for such a pattern is kept.
//  2. links: which child was called by which call. A child has one node for all calls of it (unless call sites were
//     recorded), so its arguments are united.
//  3. results: what calls returned. A child reports that as one of its operands, as global, or as fresh. An object
//     read from another one may be one that was put there in this context (alias.go).
//  4. the object update graph: an edge from what was put to what was updated, of each write; and those of children
//     between their operands and what they returned, translated. An object escapes as all that it reaches.
//  5. writes are counted by the set of ways in which they escape (mask); those of children are translated and counted
//     again. What escapes in no way is not passed on.
//
// # Better than the paper
//
// Options has a switch for each difference, with the way in which it moves numbers. AsPaper switches all of them off.
//
// # What is not known
//
// A callee without a node is native, or was not instrumented. A table (foreign.txt) describes the effects of those of
// the JDK on their arguments. All others may do anything: what they get, and what they return, is global, so that value
// is never understated on their account. Their own writes are in no number, but a method that calls them is in no list
// of methods without effect. The same holds for methods without a class file, and calls beyond the limit of contexts.
//
// Value is overstated where fields are overwritten, where one field of an object escapes and another does not, where
// several calls of one method in one context differ, and where an object holds something global beside its own: a write
// to something deep in it may be one to that. It must never be understated: TestSoundness compares random programs with
// an agent that follows each write on the heap (internal/jtest/escapes explains the true number, and why this is above
// it).
//
// The files: walk.go reads trees, methods.go prepares methods, links.go finds who was called where, node.go evaluates a
// context: update.go makes its graph (graph.go) and count.go counts, made.go by types, alias.go has what is read from
// objects, files.go class files, foreign.go what code without nodes does, result.go sums and lists, summary.go what is
// said of all.
package efficiency

import (
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// Options choose the rules of the analysis. With all switches off they are those of the paper: see AsPaper and Default.
type Options struct {
	Steps   []string               // test steps; all if there are none
	Apart   bool                   // each test step has contexts of its own, in the order of the file
	Threads func(name string) bool // selects threads; nil for all

	// Below selects methods: only their contexts are counted, with all that they called; nil for all.
	Below func(m *Method) bool
	From  []string // patterns that Below accepts

	// With OnlyRan, the data flow of a context has only code that ran in it. If a method can return one of two objects,
	// only the writes to the one that it returned escape. Value and escaping writes fall, captured ones rise.
	OnlyRan bool
	// With Thrown, writes to objects that a method throws escape, as writes to returned objects do. Value rises;
	// methods that threw have an effect.
	Thrown bool
	// With ReferenceCopies, a copy of an array of references (arraycopy, clone, copyOf) puts the elements of the source
	// into the copy. Value rises.
	ReferenceCopies bool
	// With Overriding, a call is linked to all children that it may have called, not only to the method that it names:
	// also to overriding and inherited methods, and to bodies of lambdas. Value rises, because results and arguments of
	// these are followed.
	Overriding bool
	// With Unknown, callees without a context have the effects that a table lists, or any effect if the table does not
	// have them. Without it, they have no effect, and their results belong to nobody. Value rises; lists without effect
	// get shorter.
	Unknown bool
	// With Aliases, an object that is read from another one may be any that was put there. A write to it escapes as a
	// write to each of them. Value rises. Boxed values that methods return are no such objects: value falls.
	Aliases bool
	// With Streams, methods of the JDK that write to streams, files and consoles are output also where they have
	// contexts, and so are methods of the program that override them. Without it, only what code without a context gets
	// is output: if the JDK was recorded, what native methods get.
	Streams bool
	// NativeWrites counts writes of native methods that no context has: elements of cloned arrays, all arrays that
	// multianewarray makes, objects that Object.clone and reflection make. Each call of code without a context that
	// stores a value, such as AtomicReference.compareAndSet, counts as one write. Writes and value rise.
	NativeWrites bool

	// ArraycopyCost and CloneCost are the costs of each copied element, in bytecodes.
	ArraycopyCost, CloneCost uint64
	// ValueTypes lists classes, with dots. Results of these classes count as value, like primitive ones. A name without
	// a package matches each class of that name.
	ValueTypes []string
	// LowEfficiency is a threshold in millionths: methods with a lower efficiency are in the list LowEfficiency.
	LowEfficiency uint64
	// Output has patterns of methods that count as output, in addition to those of the JDK. Most are native methods.
	Output []pattern.Compiled
	// Project may be nil: see cct.MethodOf.
	Project cct.FindSource

	// Contexts selects methods whose contexts are listed, at most MaxContexts in all: those with the highest cost, or
	// with MostCaptured those that capture most. It may be nil.
	Contexts     func(m *Method) bool
	MaxContexts  int
	MostCaptured bool
	// EachNode is called for each context, when it is finished: callees before callers. It may be nil.
	EachNode func(preorder int, n *Numbers)
}

// Values that the paper uses: the cost of an element that System.arraycopy copies, and the threshold for the list
// LowEfficiency, in millionths.
const (
	arraycopyCost = 7
	lowEfficiency = 1000 // 0.1 %
)

// AsPaper returns the options for the rules of the paper that the package comment names.
func AsPaper() Options {
	return Options{ArraycopyCost: arraycopyCost, ValueTypes: []string{"java.lang.String"}, LowEfficiency: lowEfficiency}
}

// Default returns the rules of jprof.
func Default() Options {
	o := AsPaper()
	o.OnlyRan, o.Thrown, o.ReferenceCopies, o.Overriding = true, true, true, true
	o.Unknown, o.Aliases, o.NativeWrites, o.Streams = true, true, true, true
	return o
}

// valueType reports whether results of a type, given by its descriptor, count as value.
func (o *Options) valueType(descriptor string) bool {
	switch descriptor[0] {
	case 'V', '[':
		return false
	case 'L':
		class := strings.ReplaceAll(strings.TrimSuffix(descriptor[1:], ";"), "/", ".")
		for _, t := range o.ValueTypes {
			if t == class || strings.HasSuffix(class, "."+t) || strings.HasSuffix(class, "$"+t) {
				return true
			}
		}
		return false
	}
	return true
}

// Analyze computes the efficiency of a run.
func Analyze(s contexts.Source, pack *contexts.Pack, o Options) (*Result, error) {
	if !o.Apart {
		var err error
		if s, err = contexts.Joined(s, o.Steps...); err != nil {
			return nil, err
		}
	}
	a := &analysis{head: s.Head(), options: o, files: newFiles(pack), callees: map[classfile.Member]*callee{},
		output: output{o.Output, make([]bool, len(o.Output))},
		making: making{of: map[string]int32{}, here: map[int32]uint64{}}}
	a.memo.shapes = map[string]int32{}
	if a.head.Blocks == contexts.Calls {
		return nil, ErrCallsOnly
	}
	a.prepare()
	if err := s.Walk(a); err != nil {
		return nil, err
	}
	a.close(0)
	return a.result(), nil
}
