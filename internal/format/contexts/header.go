package contexts

import (
	"crypto/sha256"
	"strings"
	"time"

	"jprof/internal/format/ancestors"
)

// Values is a set of values of a setting: bit 0 for the first value, bit 1 for the second, bit 2 for the third. One JVM
// has one value; merged JVMs have several if they differ.
type Values uint8

// The values of settings.
const (
	App    Values = 1 // Coverage: the project and its libraries
	All    Values = 2 // Coverage: the JDK as well
	Exact  Values = 1 // Blocks: exceptions are counted up to where they left
	Fast   Values = 2 // Blocks: a block counts as a whole
	Calls  Values = 4 // Blocks: no slots, calls only
	Full   Values = 1 // Recursion: a node for each depth
	Folded Values = 2 // Recursion: a recursive call belongs to the node of the method that is on the stack already
	NoSite Values = 1 // Sites: one node for each pair of caller and method
	Sites  Values = 2 // Sites: a node for each calling instruction
)

// Has reports whether v is among the values.
func (s Values) Has(v Values) bool { return s&v != 0 }

// Named returns the names of the values in s, separated by commas. names has those of all values, in order.
func (s Values) Named(names ...string) string {
	var had []string
	for i, name := range names {
		if s.Has(1 << i) {
			had = append(had, name)
		}
	}
	return strings.Join(had, ", ")
}

// About holds the facts about a file: its JVMs, their settings, and the size of its trees.
type About struct {
	Snapshot  bool // of a JVM: not its last file. Up to 30 seconds are lost if no later file follows
	JVMs      uint32
	PID       uint64    // of a JVM
	Start     time.Time // of the first JVM; zero if it is not known
	Ancestors []uint64  // of a JVM: the processes that started it, the nearest first
	Java      []string  // versions, sorted
	JDKs      []string  // builds of the instrumented JDKs, sorted
	Step      string    // of a JVM: the test step in its settings, "" for none
	Patch     string    // of a JVM: the folder of its instrumented JDK, "" for none

	Coverage, Blocks, Recursion, Sites Values
	Limit                              uint64 // of contexts, the highest of all JVMs

	// Of merged files only.
	Steps     []string // test steps with trees, sorted; "" for trees without a step
	Nodes     uint64   // of all trees, roots included
	Slots     uint64   // of all nodes
	Snapshots uint32   // JVMs that were killed: their last counts are missing
	Stopped   uint64   // activations that had not ended
	Lost      uint64   // calls and exceptions that the JVM had no memory or stack to record: they are in no number
	Guessed   uint64   // activations of Stopped whose place in their line is not known
}

// jvm returns the identity of the JVM that wrote the file.
func (a *About) jvm() ancestors.JVM {
	return ancestors.JVM{PID: a.PID, Start: a.Start, Ancestors: a.Ancestors}
}

// Loader is the kind of the class loader of a class.
type Loader uint8

// The kinds of class loaders.
const (
	Boot Loader = iota
	Platform
	System
	Other
)

// SHA identifies the content of a class file. The zero value means that the content is not known.
type SHA [sha256.Size]byte

// Class is a class with executed methods.
type Class struct {
	Name   string // with dots
	SHA    SHA
	Loader Loader
	Source string // name of the source file, "" if unknown
}

// SlotKind is the kind of events that a slot counts: see the table in doc.go.
type SlotKind uint8

// SlotKinds is the number of kinds of slots.
const SlotKinds = 12

// Slot is a number of each node of a method, beside its calls.
type Slot struct {
	Kind SlotKind
	A, B uint32 // indices of instructions
}

// CodeID identifies the code of a method. With the same code, slots have the same meaning.
type CodeID [16]byte

// Method is an executed method.
type Method struct {
	Class      int32 // index in Header.Classes
	Access     uint16
	Name       string
	Descriptor string
	Line       int32 // the first line, 0 if unknown
	Slots      []Slot
	Code       CodeID
}

// Loss is code that was not instrumented, with the reason. The code is a class, a method, or that of another agent of
// the JVM.
type Loss struct {
	Class  string // "" for code of many classes
	Method string // with its descriptor; "" for the whole class; a name of the code if Class is ""
	Reason string
}

// String names the class or the method.
func (l Loss) String() string { return strings.TrimSuffix(l.Class+"."+l.Method, ".") }

// Agent is a profiling agent of the user, with a problem that it had.
type Agent struct{ Name, Problem string }

// JVM identifies the file of a JVM by its content. A file whose JVM is known already is not merged again.
type JVM [16]byte

// Header holds all data of a merged profile except its trees.
type Header struct {
	About
	Classes []Class
	Methods []Method
	Losses  []Loss
	Agents  []Agent
	Files   []JVM // of JVMs that are merged
}

// Node is a context. Its slices are reused by the walk: they are valid until the visitor returns.
type Node struct {
	Depth  int    // 1 below the root
	Method int32  // index in Header.Methods
	Site   uint32 // 1 + the calling instruction of the caller, 0 if sites are not recorded
	Calls  uint64
	Slots  []uint64 // one for each slot of the method
	Cuts   []Cut
	Made   []Made
}

// A Cut counts how often an exception, or the end of the JVM, ended an instruction.
type Cut struct {
	Instruction uint32
	Count       uint64
}

// Made counts objects that a native method made, and whose type is known at run time only.
type Made struct {
	Instruction               uint32
	Class                     string // in the form of Class.getName: java.lang.String, [I
	Objects, Arrays, Elements uint64
}

// Root is the root of a tree: it represents all threads of one name in a test step.
type Root struct {
	Step   string
	Name   string
	Beyond bool // the tree has the calls beyond the limit, with one node for each method; Name is ""
}

// Visitor receives trees: each root, then its nodes in preorder.
type Visitor interface {
	Root(Root) error
	Node(*Node) error
}

// Source is a merged profile, in memory (Profile) or in a file (File).
type Source interface {
	Head() *Header
	// Walk passes all trees to a visitor. Roots are sorted by step and name; in each step, the root of calls beyond the
	// limit is last. Children are sorted by class name, method name, descriptor, code, and site.
	Walk(Visitor) error
}
