package cct

import (
	"slices"

	"jprof/internal/format/jfr"
)

// Times holds the samples of a run that took some while it recorded contexts, and the events of threads that waited.
type Times struct {
	Clock  jfr.Clock
	Misses bool       // code may have run without a sample, so few samples do not mean little time
	Period float64    // nanoseconds of a sample, the mean of all
	All    jfr.Amount // samples of the chosen threads and test steps, with those that are in no context
	Lost   int        // samples without a stack, and those that the recorder itself has lost: of the whole run
	JVMs   int        // with a recording
	// Outside has the samples without a frame that has contexts. They are in no node.
	Outside jfr.Amount
	// Recording has the samples in code of the agent itself. They are in no node.
	Recording jfr.Amount
	// Partly has the samples with frames of methods that were not found below the frame before. They are at the deepest
	// context that was found.
	Partly jfr.Amount
	// Cut has the samples whose outermost frames are missing. They are at the first context that matches the rest.
	Cut     jfr.Amount
	Missing []jfr.Missing // JVMs without a recording
	Stacks  []PlacedStack
	// Waits has the events of threads that waited, and OtherWaits those that are in no context.
	Waits      []PlacedStack
	OtherWaits jfr.Amount
}

// PlacedStack holds equal samples, or equal events of threads that waited, at their node.
type PlacedStack struct {
	Node int32
	// In is the innermost method, pkg.Class.name, if it has no context: code of the JDK, or native code. Else it is "".
	In    string
	Event string // such as jdk.ThreadPark; "" for samples
	jfr.Amount
}

// Samples returns the number of samples that represent so many nanoseconds.
func (t *Times) Samples(nanos uint64) int {
	if t.Period == 0 {
		return 0
	}
	return int(float64(nanos)/t.Period + 0.5)
}

// moved returns the times of a tree whose nodes have moved to other places. Those of nodes that are at no place, below
// 0, are omitted.
func (t *Times) moved(places []int32) *Times {
	if t == nil {
		return nil
	}
	to := *t
	to.Stacks, to.Waits = movedStacks(t.Stacks, places), movedStacks(t.Waits, places)
	return &to
}

func movedStacks(list []PlacedStack, places []int32) []PlacedStack {
	moved := slices.Clone(list)
	for i := range moved {
		moved[i].Node = places[moved[i].Node]
	}
	return slices.DeleteFunc(moved, func(s PlacedStack) bool { return s.Node < 0 })
}
