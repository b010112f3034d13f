package cct

import (
	"cmp"
	"fmt"

	"jprof/internal/format/contexts"
)

// About describes a tree to a reader: how it was recorded, and what its numbers lack.
type About struct {
	Coverage  string // "app": the project and its libraries; "all": the JDK as well
	Blocks    string // "exact", or "fast": bytecodes are an upper bound where exceptions are thrown
	Recursion string // "full", or "folded": a recursive call has the node of the method above it
	CallSites bool   // a node for each calling instruction
	Limit     uint64 // contexts of a JVM; 0 if unknown

	JVMs      int      // number of JVMs whose trees are merged
	Snapshots int      // JVMs without their last counts, as they were killed or still ran: up to 30 seconds are lost
	Lost      uint64   // calls and exceptions for which a JVM had no memory or stack left: in no number
	Unread    []string // other losses, in words: files of JVMs that are not whole, and the like
	Damaged   []string // faults in files of JVMs; such a file was read up to the fault
	Java      []string // versions, each once
	JDKs      []string // builds of the instrumented JDKs, each once
	Steps     []string // test steps whose trees these are; none for a program
	Folds     []string // folds made at reading: "synthetic", "clinit", "recursion"
	Threads   bool     // only some threads were read; calls beyond the limit are of all of them
	From      []string // patterns of the methods at which the tree starts; none if it starts at threads

	Unmade    uint64      // arrays of length 0 if there are Snapshots: perhaps some of them were never made
	Stopped   uint64      // activations that had not ended when their JVM ended
	Guessed   uint64      // the part of Stopped that stood at a known line, but an unknown instruction
	Unplaced  uint64      // further activations at an unknown place, which count as if they had ended
	Negative  uint64      // values below 0, which count as 0: the file and the class files do not fit
	Contrary  uint64      // contexts whose numbers contradict each other
	Missing   []string    // executed classes whose class file is missing or damaged: only calls are known
	Apart     []string    // classes with different class files: methods of the same key are not joined
	Ambiguous []string    // constructors in which a condition selects this(...) or super(...): class and descriptor
	Excluded  []Exclusion // classes and methods without instrumentation, by reason
	Agents    []string    // problems that agents of the user had
}

// Exclusion names code that has no nodes, with the reason.
type Exclusion struct {
	What   string
	Reason string
}

// Loss is a class or method that could not be instrumented.
type Loss = contexts.Loss

// RecordedOtherwise returns a sentence for each difference between the recordings of two runs. Such a difference alone
// may change contexts and numbers.
func RecordedOtherwise(before, after *About) []string {
	var list []string
	for _, x := range []struct{ what, before, after, effect string }{
		{"coverage", before.Coverage, after.Coverage,
			"contexts of the JDK are in one run only, and stand between those of the project"},
		{"blocks", before.Blocks, after.Blocks,
			"with fast, bytecodes are an upper bound; with calls, only calls are known"},
		{"recursion", before.Recursion, after.Recursion,
			"recursive calls have a context for each level in one run, and one for all in the other"},
	} {
		if x.before != x.after {
			list = append(list, fmt.Sprintf("recorded otherwise: %s was %s before, and %s after: %s", x.what,
				cmp.Or(x.before, "unknown"), cmp.Or(x.after, "unknown"), x.effect))
		}
	}
	return list
}
