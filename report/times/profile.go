package times

import (
	"iter"
	"slices"
	"strings"

	"jprof/internal/java/decl"
)

// Metric is a number that exports of times have.
type Metric int

// The metrics. Executions have no callers: see Entries.
const (
	Time Metric = iota
	Samples
	Executions
	NumMetrics
)

// String returns the name of a metric, also for options.
func (m Metric) String() string { return metricNames[m] }

var metricNames = [NumMetrics]string{"time", "samples", "executions"}

// MetricNames returns the names of the metrics, in their order.
func MetricNames() []string { return slices.Clone(metricNames[:]) }

// Unit returns the unit of a metric, in the words of pprof.
func (m Metric) Unit() string {
	if m == Time {
		return "nanoseconds"
	}
	return "count"
}

// Frame is a place of a stack. Frames are comparable.
type Frame struct {
	Class  string // binary name: org.example.Outer$Inner
	Method string // if it is in a source, with the types of its parameters: name(int)
	Path   string // of its source; "" if it is in none
	Start  int    // the line of the method; 0 if it is in no source
	Line   int    // 0 if it is not known
}

// Name returns the full name of a method: org.example.Outer$Inner.name(int).
func (f Frame) Name() string {
	if f.Class == "" {
		return f.Method
	}
	return f.Class + "." + f.Method
}

// Entry is a stack, the innermost frame first, and its own numbers.
type Entry struct {
	Frames []Frame
	Values [NumMetrics]uint64
}

// outside is the frame of all samples without a frame of the project.
const outside = "(outside of the project)"

// Entries returns the stacks of all samples. After them, it returns each executed line as a stack of its own, with its
// exact count; the callers of lines are not known. The slice of frames is valid until the next entry.
func (m *Model) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		f := newFinder(m.Report)
		known := make([]Frame, len(m.Samples.Frames))
		for i, frame := range m.Samples.Frames {
			known[i] = Frame{Class: frame.Class, Method: frame.Method, Line: frame.Line}
			if w := f.find(frame); w.line > 0 {
				known[i] = frameOf(w)
			}
		}
		var frames []Frame
		entry := func(a Amount) Entry {
			return Entry{frames, [NumMetrics]uint64{Time: a.Nanos, Samples: uint64(a.Samples)}}
		}
		for _, stack := range m.Samples.Stacks {
			frames = frames[:0]
			for _, i := range stack.Frames {
				frames = append(frames, known[i])
			}
			if !yield(entry(stack.Amount)) {
				return
			}
		}
		frames = append(frames[:0], Frame{Method: outside})
		if a := m.Samples.Outside; a.Samples > 0 && !yield(entry(a)) {
			return
		}
		for _, file := range m.Report.Files {
			for _, line := range f.of(file) {
				frames[0] = frameOf(where{place{file, line.Line}, innermost(file, line.Line, "")})
				if line.Count > 0 && !yield(Entry{frames, [NumMetrics]uint64{Executions: line.Count}}) {
					return
				}
			}
		}
	}
}

// frameOf returns the frame of a line of a source.
func frameOf(w where) Frame {
	f := Frame{Path: w.file.Path, Line: w.line}
	if w.method < 0 { // code that belongs to the start of a class
		f.Class = decl.Qualified(w.file.Package, strings.TrimSuffix(baseName(w.file.Path), ".java"))
		f.Method = "<clinit>"
		return f
	}
	method := &w.file.Methods[w.method]
	class, name, _ := strings.Cut(method.Label, "::")
	f.Class, f.Method, f.Start = decl.Qualified(w.file.Package, class), name, int(method.Name.Line)
	return f
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
