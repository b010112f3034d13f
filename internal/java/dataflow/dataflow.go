// Package dataflow finds the origins of the objects that a method uses, by a forward data flow over its bytecode. From
// the code of the method, and the parts of it that ran, it computes the writes, calls, returns and throws, each with
// the origins of its objects. It examines one method alone. The effects and results of callees are found by packages
// that know the calls (report/contexts/efficiency).
//
// # Origins
//
// A reference has a set of origins, because it can be different objects at different times:
//
//	Operand   a parameter of the method, this included; At counts the parameters that are references
//	Local     an object or array that the method makes; At is the instruction
//	Result    the object that a call returns, or throws; At is the instruction
//	Caught    the object that an exception handler catches; At is its first instruction
//	Global    the object that a static field, or a constant that is computed, holds
//
// The set is empty for null, for constants of the pool, which cannot be written to, and for primitive values.
//
// A value that is read from a field or an element has the origin of the object from which it is read, with a Level for
// the type of the field, element or cast: an array of a basic type, an array of references, an object with fields,
// something deeper, or something that cannot be written to, such as a String. A Place is an origin with a level. So
// fields are not distinguished, but a write to an array is not one to an object in another field.
//
// # The flow
//
// The state in front of an instruction is a set for each word of the locals and of the operand stack. Where paths join,
// sets are united, until nothing changes. Sets are interned: a set is a small number, equal sets have the same number,
// and each union is computed once. So states are copied and compared as numbers, and a method takes about as many steps
// as it has instructions, even if it is large.
//
// Control reaches an exception handler with the locals in front of each instruction that it covers. A ret continues
// after each jsr of the method.
//
// With a Ran, the flow follows only code that ran. So a conditional expression that returned one of two arrays has only
// the origin of that one. Code that is not verifiable is an error, never a panic.
//
// # To add something
//
// A new origin is a Kind, made where its instruction is executed (step.go). Other facts about an instruction for users
// are a field of Method, filled by record (also step.go).
package dataflow

import (
	"fmt"
	"strings"

	"jprof/internal/java/classfile"
)

// Kind is a kind of origins.
type Kind uint8

// The kinds of origins.
const (
	Global Kind = iota
	Operand
	Local
	Result
	Caught
)

// Origin is the source of a reference. The package comment has the meaning of At for each kind.
type Origin struct {
	Kind Kind
	At   int
}

// Set is a set of places: an index in Method.Sets. 0 is the empty set.
type Set int32

// Place is an origin with a level: the object itself, or something that was read from it.
type Place int32

// Level is the kind of a place, as seen from its origin.
type Level uint8

// The levels. The type of the field or cast decides about a value that is read from the object itself: it can be
// written to by the instructions for elements of a basic type, for elements that are references, or for fields.
const (
	Self      Level = iota
	Basics          // an array of a basic type, read from the object
	Refs            // an array of references, read from the object
	Fields          // an object with fields, read from the object
	Deep            // anything that was read from one of these
	Immutable       // a String or another object that nobody writes to, read at any level

	levelBits = 3
)

// At returns the place of an origin with a level.
func At(origin int32, level Level) Place { return Place(origin<<levelBits | int32(level)) }

// Origin returns the index of the place's origin in Method.Origins.
func (p Place) Origin() int32 { return int32(p) >> levelBits }

// Level returns the level of the place.
func (p Place) Level() Level { return Level(p) & (1<<levelBits - 1) }

// Levels returns the levels that a value read from an object can have. descriptor is its type.
func Levels(descriptor string) []Level {
	switch {
	case strings.HasPrefix(descriptor, "[[") || strings.HasPrefix(descriptor, "[L"):
		return onlyRefs
	case strings.HasPrefix(descriptor, "["):
		return onlyBasics
	case immutable[descriptor]:
		return onlyImmutable
	case anything[descriptor]:
		return allLevels
	}
	return onlyFields
}

// Writable reports whether objects of a type, given by its descriptor, can be written to.
func Writable(descriptor string) bool { return isReference(descriptor) && !immutable[descriptor] }

var (
	onlyBasics, onlyRefs = []Level{Basics}, []Level{Refs}
	onlyFields           = []Level{Fields}
	onlyImmutable        = []Level{Immutable}
	allLevels            = []Level{Basics, Refs, Fields}

	anything  = descriptors("Object", "Cloneable", "/io/Serializable")
	immutable = descriptors("String", "Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double",
		"Class")
)

// descriptors returns the descriptors of classes of java.lang, or of java for names with a slash in front.
func descriptors(names ...string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		if !strings.HasPrefix(name, "/") {
			name = "/lang/" + name
		}
		all["Ljava"+name+";"] = true
	}
	return all
}

// Ran knows the parts of a method that ran. Each function may be called several times.
type Ran interface {
	// Began reports whether an instruction began to execute.
	Began(instruction int) bool
	// Went reports whether control went from one instruction, the last of its block, to another one.
	Went(from, to int) bool
	// Caught reports whether the handler that starts at an instruction was entered by an exception.
	Caught(instruction int) bool
}

// Method lists the effects of a method on objects. It omits instructions that cannot be reached, or did not run.
type Method struct {
	Operands []string // descriptors of the parameters that are references, with this as the first
	Origins  []Origin // each once; Origins[0] is Global
	Sets     [][]Place
	Writes   []Write
	Calls    []Call
	Returns  []Exit // of references
	Throws   []Exit
}

// Write is an instruction that stores into a field or an element, or makes an object or array.
type Write struct {
	At        int
	Allocates bool
	Updated   Set // the objects that it stores into, or the one that it makes
	Put       Set // the stored value
}

// Call is an instruction that calls a method.
type Call struct {
	At     int
	Result int32 // the origin of its result, in Method.Origins
	Args   []Set // sets of the arguments that are references, the receiver first
}

// Exit is an instruction that leaves the method, or may leave it.
type Exit struct {
	At int
	Of Set
}

// Of follows the origins in a method. If ran is nil, it follows all code that can be reached. constant reports whether
// the object in a static field cannot be written to, whatever its type; it may be nil.
func Of(m *classfile.Method, code *classfile.Code, ran Ran, constant func(classfile.Member) bool) (*Method, error) {
	f := &follower{m: m, code: code, pool: &m.File().Pool, ran: ran, constant: constant, out: &Method{}}
	f.prepare()
	if err := f.follow(); err != nil {
		return nil, fmt.Errorf("%v: %w", m, err)
	}
	return f.out, nil
}

// Parameters returns the descriptors of the parameters of a method that are references, after the receiver if that is
// not "". words is the number of words of the stack that all parameters take.
func Parameters(descriptor, receiver string) (references []string, words int) {
	if receiver != "" {
		references, words = append(references, receiver), 1
	}
	each(descriptor, func(of string, _ int) {
		if of[0] == 'L' || of[0] == '[' {
			references = append(references, of)
		}
		words += wordsOf(of[0])
	})
	return references, words
}

// each calls use for each parameter of a descriptor, with the number of its first word.
func each(descriptor string, use func(of string, word int)) {
	d, _ := strings.CutPrefix(descriptor, "(")
	for word := 0; d != "" && d[0] != ')'; {
		n := 0
		for n < len(d)-1 && d[n] == '[' {
			n++
		}
		if d[n] == 'L' {
			if end := strings.IndexByte(d, ';'); end > 0 {
				n = end
			}
		}
		use(d[:n+1], word)
		word += wordsOf(d[0])
		d = d[n+1:]
	}
}

// ResultOf returns the descriptor of the result of a method, V for none.
func ResultOf(descriptor string) string { return descriptor[strings.IndexByte(descriptor, ')')+1:] }

// wordsOf returns the number of words of a value, given the first letter of its descriptor.
func wordsOf(letter byte) int {
	switch letter {
	case 'J', 'D':
		return 2
	case 'V':
		return 0
	}
	return 1
}

// isReference reports whether a descriptor is that of a class or array.
func isReference(descriptor string) bool {
	return descriptor != "" && (descriptor[0] == 'L' || descriptor[0] == '[')
}
