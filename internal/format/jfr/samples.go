package jfr

import (
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/jsonfile"
)

// The files of the host in the folder for counts: the settings that it reads, and the endings of the files that it
// writes. The names of these files begin with the stem of the JVM.
const (
	SettingsFile    = "time.settings"
	RecordingSuffix = ".jfr"
	MissingSuffix   = ".nojfr"
)

// Period is the time between two samples of a thread, in nanoseconds, if the recording does not contain it.
const Period = 10_000_000

// Clock is the kind of time that samples represent.
type Clock string

// The clocks.
const (
	CPU   Clock = "cpu"   // time of a CPU
	Wall  Clock = "wall"  // time of the clock while a thread ran Java code, also where it waited for a CPU
	Mixed Clock = "mixed" // some JVMs had one, some the other
)

// Name returns the name of the clock for people.
func (c Clock) Name() string {
	switch c {
	case CPU:
		return "CPU time"
	case Mixed:
		return "CPU time or elapsed time, by JVM"
	}
	return "elapsed time"
}

// Format is the version of the file of a run.
const Format = 1

// Samples holds the samples of the JVMs of a run.
type Samples struct {
	Format  int       `json:"format"`
	Tool    string    `json:"tool"`
	Clock   Clock     `json:"clock,omitempty"` // "" without a sample
	JVMs    int       `json:"jvms"`            // number of JVMs with a recording
	Missing []Missing `json:"missing,omitempty"`
	All     Amount    `json:"all"`      // all samples with a stack
	Lost    int       `json:"lost"`     // samples without a stack, and those that the recorder itself has lost
	Cut     int       `json:"cut"`      // samples with too deep a stack for the recorder: totals lack callers
	Count   Amount    `json:"counting"` // part of All: in counters, or in the agent for contexts
	Outside Amount    `json:"outside"`  // part of All: without a frame of a known class
	Plain   *Plain    `json:"plain,omitempty"`
	NoPlain string    `json:"noPlain,omitempty"` // the reason for a measurement of Plain that was required and failed
	// AtCalls is true if some JVMs kept the lines of compiled code at calls and ends of loops only, because they were
	// started without LineOptions.
	AtCalls bool    `json:"atCalls,omitempty"`
	Frames  []Frame `json:"frames"` // each once
	// Stacks have frames of known classes. No two are equal but for their amount. In a run with contexts, samples in
	// the agent are in none.
	Stacks []Stack `json:"stacks"`
	// Waits has the events of threads that waited in a run with contexts. The amount of each is the number of these
	// events, and how long they took together.
	Waits []Wait `json:"waits,omitempty"`
	// OtherWaits has those of these events that have no frame of a known class.
	OtherWaits Amount `json:"otherWaits,omitzero"`
}

// Wait holds equal events of threads that waited.
type Wait struct {
	Event string `json:"event"` // such as jdk.ThreadPark
	Stack
}

// MissesCode reports whether code may have run without a sample, so that few samples do not mean little time. This is
// so if samples were lost, or if they represent elapsed time. Samples of elapsed time lack most of the code that
// compilers make of some methods of the JDK, and some threads if there are many (docs/TIME.md).
func (s *Samples) MissesCode() bool { return s.Clock != CPU || s.Lost > 0 }

// Plain holds the samples of the same work without counters.
type Plain struct {
	JVMs int    `json:"jvms"`
	All  Amount `json:"all"`
}

// Missing is a number of JVMs without a recording, with the reason.
type Missing struct {
	JVMs int    `json:"jvms"`
	Why  string `json:"why"`
}

// Amount is a number of samples, and the time that they represent.
type Amount struct {
	Samples int    `json:"samples"`
	Nanos   uint64 `json:"nanos"`
}

func (a *Amount) add(b Amount) {
	a.Samples += b.Samples
	a.Nanos += b.Nanos
}

// Plus adds two amounts.
func (a Amount) Plus(b Amount) Amount {
	a.add(b)
	return a
}

// Frame is a place in a method.
type Frame struct {
	Class  string `json:"class"`  // binary name: org.example.Outer$Inner
	Method string `json:"method"` // in a run with contexts with its descriptor: run()V
	Line   int    `json:"line"`   // 0 if it is not known
}

// Name returns the name of the method, without a descriptor.
func (f Frame) Name() string {
	name, _, _ := strings.Cut(f.Method, "(")
	return name
}

// Stack holds the frames of equal samples, the innermost first. Frames of unknown code are omitted, except an innermost
// frame at the top of the stack.
type Stack struct {
	Frames []int `json:"frames"` // indices in Samples.Frames
	Amount
	Place
}

// Place holds the thread and the test step of a stack in a run with contexts. In other runs it is empty.
type Place struct {
	Thread string `json:"thread,omitempty"` // its name, with an N for each number
	Step   string `json:"step,omitempty"`   // the ID of the test step
	Cut    bool   `json:"cut,omitempty"`    // callers are missing
}

// Write writes the file of a run: see package jsonfile.
func (s *Samples) Write(path string) error { return jsonfile.Write(path, s) }

// ReadFile reads a file that Write wrote. For a file of a newer format, the error is a *version.Newer.
func ReadFile(path string) (*Samples, error) {
	s := &Samples{}
	if err := jsonfile.Read(path, Format, s, s.check); err != nil {
		return nil, err
	}
	return s, nil
}

// check returns an error for impossible numbers.
func (s *Samples) check() error {
	stacks := slices.Clone(s.Stacks)
	for _, w := range s.Waits {
		stacks = append(stacks, w.Stack)
	}
	for _, stack := range stacks {
		if stack.Samples < 0 {
			return fmt.Errorf("a stack has %d samples", stack.Samples)
		}
		for _, i := range stack.Frames {
			if i < 0 || i >= len(s.Frames) {
				return fmt.Errorf("there is no frame %d", i)
			}
		}
	}
	return nil
}
