package jfr

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/version"
)

// The files of the host, in the folder for counts: the settings that it reads, and the endings, behind the stem of the
// JVM, of the files that it writes.
const (
	SettingsFile    = "time.settings"
	RecordingSuffix = ".jfr"
	MissingSuffix   = ".nojfr"
)

// Period is the time between two samples of a thread, in nanoseconds, where the recording does not say it.
const Period = 10_000_000

// Clock is the kind of time that samples represent.
type Clock string

// The clocks.
const (
	CPU   Clock = "cpu"   // time of a CPU
	Wall  Clock = "wall"  // time of the clock while a thread ran Java code, also where it waited for a CPU
	Mixed Clock = "mixed" // some JVMs had one, some the other
)

// Name is the name of the clock for people.
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

// Samples are those of the JVMs of a run.
type Samples struct {
	Format  int       `json:"format"`
	Tool    string    `json:"tool"`
	Clock   Clock     `json:"clock,omitempty"` // "" without a sample
	JVMs    int       `json:"jvms"`            // that have a recording
	Missing []Missing `json:"missing,omitempty"`
	All     Amount    `json:"all"`      // all samples with a stack
	Lost    int       `json:"lost"`     // samples without one, and those that the recorder itself has lost
	Cut     int       `json:"cut"`      // whose stack was deeper than the recorder looks: totals lack callers there
	Count   Amount    `json:"counting"` // of All: in counters
	Outside Amount    `json:"outside"`  // of All: with no frame of a known class
	Plain   *Plain    `json:"plain,omitempty"`
	NoPlain string    `json:"noPlain,omitempty"` // why Plain was to be measured, and was not
	// AtCalls says that some JVMs kept the lines of compiled code at calls and ends of loops only: they were started
	// without LineOptions.
	AtCalls bool    `json:"atCalls,omitempty"`
	Frames  []Frame `json:"frames"` // each once
	Stacks  []Stack `json:"stacks"` // with frames of known classes; no two have the same frames
}

// MissesCode reports whether code may have run without a sample, so that few samples do not mean little time: where
// samples were lost, and with elapsed time, which misses most of what compilers make of some methods of the JDK, and
// threads where many run (docs/TIME.md).
func (s *Samples) MissesCode() bool { return s.Clock != CPU || s.Lost > 0 }

// Plain is the samples of the same work without counters.
type Plain struct {
	JVMs int    `json:"jvms"`
	All  Amount `json:"all"`
}

// Missing are JVMs without a recording.
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
	Class  string `json:"class"` // binary name: org.example.Outer$Inner
	Method string `json:"method"`
	Line   int    `json:"line"` // 0 where it is not known
}

// Stack is the frames of equal samples, the innermost first. Of code that is not known only the innermost frame is
// kept, where it is at the top.
type Stack struct {
	Frames []int `json:"frames"` // indices in Samples.Frames
	Amount
}

// Write writes the file of a run.
func (s *Samples) Write(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		zipped := gzip.NewWriter(w)
		return errors.Join(json.NewEncoder(zipped).Encode(s), zipped.Close())
	})
}

// maxFile limits the unzipped file of a run, in bytes.
const maxFile = 1 << 30

// ReadFile reads a file that Write wrote. The error is a *version.Newer for one of a newer format.
func ReadFile(path string) (*Samples, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &Samples{}
	zipped, err := gzip.NewReader(f)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(zipped, maxFile))
	}
	if err == nil {
		var about struct {
			Format int    `json:"format"`
			Tool   string `json:"tool"`
		}
		if err = json.Unmarshal(text, &about); err == nil && about.Format > Format {
			err = &version.Newer{Format: about.Format, Reads: Format, Writer: about.Tool}
		}
	}
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// check returns an error for numbers that cannot be.
func (s *Samples) check() error {
	for _, stack := range s.Stacks {
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
