// Package times joins the samples of a run with its counts. It computes the time of methods and lines of a model, and
// the time of one execution.
//
// A frame belongs to the innermost method around its line. As a statement of several lines has one count, the frame
// gets the nearest line, at or above its own in this method, on which counted code starts. If there is none, it gets
// the first line with counted code, because a JVM enters a method on the line of its head. Self is the time of samples
// in which the frame is the innermost one with a count. Code of the JDK and of libraries has no source here, so its
// time belongs to Self of the line that called it; Library is this part of Self. Total is the time of samples with the
// line or method anywhere in the stack; each sample is added once.
package times

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"jprof/internal/format/jfr"
	"jprof/report"
)

// Amount is a number of samples, and the time that they represent.
type Amount = jfr.Amount

// Resolution is the least number of samples for which a time is reported.
const Resolution = jfr.Resolution

// Interval returns the confidence interval of 95 % of the expected number of samples, if n were taken.
func Interval(n int) (low, high float64) { return jfr.Interval(n) }

// Cost is the time of a line or a method.
type Cost struct {
	Self, Total Amount
	Library     Amount // part of Self: in code without counts that was called, mostly of the JDK and of libraries
	Count       uint64 // executions of the line, or invocations of the method
}

// Per is a time per execution in nanoseconds, with its confidence interval of 95 %.
type Per struct {
	Nanos, Low, High float64
	Below            bool // too few samples for a time: only High is valid
}

// Line is a line of a file.
type Line struct {
	File *report.File
	Line int
	Cost
}

// Method is a method of a file.
type Method struct {
	report.MethodRef
	Cost
}

// Model holds the times of a run. It is read-only once built.
type Model struct {
	Report  *report.Model
	Samples *jfr.Samples
	methods map[report.MethodRef]*Cost
	lines   map[place]*Cost
}

// place is a line of a file.
type place struct {
	file *report.File
	line int
}

// where holds the line and method that a frame belongs to.
type where struct {
	place
	method int // -1 for none
}

// New joins samples with a model of the same run.
func New(m *report.Model, s *jfr.Samples) *Model {
	t := &Model{Report: m, Samples: s, methods: map[report.MethodRef]*Cost{}, lines: map[place]*Cost{}}
	f := newFinder(m)
	found := make([]where, len(s.Frames))
	for i, frame := range s.Frames {
		found[i] = f.find(frame)
	}
	for _, stack := range s.Stacks {
		first := slices.IndexFunc(stack.Frames, func(index int) bool { return found[index].file != nil })
		if first < 0 {
			continue
		}
		seen := onStack{lines: map[place]bool{}, methods: map[report.MethodRef]bool{}}
		for i, index := range stack.Frames[first:] {
			if w := found[index]; w.file != nil {
				t.add(f, w, share{stack.Amount, i == 0, i == 0 && first > 0}, seen)
			}
		}
	}
	return t
}

// share is the part of a frame in the samples of a stack.
type share struct {
	Amount
	self, library bool
}

// onStack holds the lines and methods of a stack that have been added to totals. Recursive methods are added once.
type onStack struct {
	lines   map[place]bool
	methods map[report.MethodRef]bool
}

// add adds the samples of a stack to the line and method w of one of its frames.
func (m *Model) add(f *finder, w where, s share, seen onStack) {
	if w.line > 0 {
		c := m.lines[w.place]
		if c == nil {
			c = &Cost{Count: f.count(w.place)}
			m.lines[w.place] = c
		}
		c.plus(s, !seen.lines[w.place])
		seen.lines[w.place] = true
	}
	if w.method >= 0 {
		ref := report.MethodRef{File: w.file, Index: w.method}
		c := m.methods[ref]
		if c == nil {
			c = &Cost{Count: ref.Method().Invocations}
			m.methods[ref] = c
		}
		c.plus(s, !seen.methods[ref])
		seen.methods[ref] = true
	}
}

func (c *Cost) plus(s share, first bool) {
	if s.self {
		c.Self = c.Self.Plus(s.Amount)
	}
	if s.library {
		c.Library = c.Library.Plus(s.Amount)
	}
	if first {
		c.Total = c.Total.Plus(s.Amount)
	}
}

// Share returns an amount as a share of the time of all samples, 0 to 1.
func (m *Model) Share(a Amount) float64 {
	if m.Samples.All.Nanos == 0 {
		return 0
	}
	return float64(a.Nanos) / float64(m.Samples.All.Nanos)
}

// Counters is the share of the time that counters took, 0 to 1, with its confidence interval of 95 %. It is negative if
// the work took less time with counters than without.
type Counters struct{ Share, Low, High float64 }

// Counters compares the samples with those of the same work without counters; false if there are none. The interval is
// that of the ratio of two Poisson variables, by the normal approximation of its logarithm. It does not include
// differences in the speed of the machine.
func (m *Model) Counters() (Counters, bool) {
	plain := m.Samples.Plain
	if plain == nil || plain.All.Samples == 0 || m.Samples.All.Samples == 0 {
		return Counters{}, false
	}
	ratio := float64(plain.All.Nanos) / float64(m.Samples.All.Nanos)
	const quantile = 1.96 // of 97.5 %
	width := math.Exp(quantile * math.Sqrt(1/float64(plain.All.Samples)+1/float64(m.Samples.All.Samples)))
	return Counters{1 - ratio, 1 - ratio*width, 1 - ratio/width}, true
}

// PerExecution divides an amount of time by the number of executions. The second result is false if count is 0. It is
// also false if there are too few samples for a time and code may have run without samples, because few samples are no
// upper bound then.
func (m *Model) PerExecution(a Amount, count uint64) (Per, bool) {
	return Estimate(a, count, m.Samples.MissesCode())
}

// Estimate divides an amount of time by a number of executions, as PerExecution does. misses reports whether code may
// have run without samples.
func Estimate(a Amount, count uint64, misses bool) (Per, bool) {
	below := a.Samples < jfr.Resolution
	if count == 0 || below && misses {
		return Per{}, false
	}
	period := float64(jfr.Period)
	if a.Samples > 0 {
		period = float64(a.Nanos) / float64(a.Samples)
	}
	low, high := jfr.Interval(a.Samples)
	n := float64(count)
	return Per{float64(a.Nanos) / n, low * period / n, high * period / n, below}, true
}

// Line returns the cost of a line, and false if no sample has it.
func (m *Model) Line(f *report.File, line int) (Cost, bool) {
	c := m.lines[place{f, line}]
	if c == nil {
		return Cost{}, false
	}
	return *c, true
}

// Method returns the cost of a method, and false if no sample has it.
func (m *Model) Method(ref report.MethodRef) (Cost, bool) {
	c := m.methods[ref]
	if c == nil {
		return Cost{}, false
	}
	return *c, true
}

// Lines lists the lines with samples in methods that in accepts (nil: all lines), those with the most self time first.
// Lines with equal times are in the order of total time, path and place.
func (m *Model) Lines(in func(report.MethodRef) bool) []Line {
	var all []Line
	for p, c := range m.lines {
		if in != nil {
			method := innermost(p.file, p.line, "")
			if method < 0 || !in(report.MethodRef{File: p.file, Index: method}) {
				continue
			}
		}
		all = append(all, Line{p.file, p.line, *c})
	}
	slices.SortFunc(all, func(a, b Line) int {
		return cmp.Or(byTime(a.Cost, b.Cost), strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Line, b.Line))
	})
	return all
}

// Methods lists the methods that have samples and for which in returns true (all, if in is nil): those with most time
// first.
func (m *Model) Methods(in func(report.MethodRef) bool) []Method {
	var all []Method
	for ref, c := range m.methods {
		if in == nil || in(ref) {
			all = append(all, Method{ref, *c})
		}
	}
	slices.SortFunc(all, func(a, b Method) int {
		return cmp.Or(byTime(a.Cost, b.Cost), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Method().Name.Offset, b.Method().Name.Offset))
	})
	return all
}

func byTime(a, b Cost) int {
	return cmp.Or(cmp.Compare(b.Self.Nanos, a.Self.Nanos), cmp.Compare(b.Total.Nanos, a.Total.Nanos))
}
