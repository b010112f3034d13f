// Package pprof writes calling context trees as profiles of pprof (gzip, protobuf), for go tool pprof and all programs
// that read its format.
//
// The input is a tree and its run, and the trees of its test steps if it has several. The output has a sample for each
// context of each step, with its exclusive numbers. Readers such as pprof add up inclusive numbers.
//
//	sample_type    each metric that was recorded, and effects that were computed, of unit count; time of unit
//	               nanoseconds;
//	               default_sample_type is the one that was asked for
//	location       a method; with call sites one for each line that calls
//	function       name pkg.Class.method(Type,Type), "(bridge)" or "(synthetic)" behind it where the compiler has
//	               written it; system_name pkg/Class.method(descriptor), filename, start_line
//	label          thread, step (of a build), module, beyond=1 beyond the limit of contexts
//	comment        version of jprof, command, and what the numbers lack
//
// # Design
//
// The library of pprof (github.com/google/pprof/profile) holds a profile in memory, with a list of pointers for each
// sample: several gigabytes for 5 million contexts. So samples are written one by one, by the encoder of protobuf's own
// library: a message is a list of fields in any order. pprof's library reads the result in the tests.
package pprof

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

// The numbers of the fields of a Profile that are written.
const (
	sampleTypeField  = 1
	sampleField      = 2
	locationField    = 4
	functionField    = 5
	stringField      = 6
	timeField        = 9
	commentField     = 13
	defaultTypeField = 14
)

// Write writes a tree, or, if there are any, the trees of its test steps, which have the same sums; the tree itself
// needs no effects then. Readers show the metric by first.
func Write(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric, steps ...*cct.Tree) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed) // faster than the default, for a tenth more
	if err != nil {
		return fmt.Errorf("pprof: %w", err)
	}
	e := &encoder{w: z, tree: t, strings: map[string]uint64{}, functions: map[cct.Method]uint64{},
		locations: map[location]uint64{}}
	e.text("") // string_table[0]
	if len(steps) == 0 {
		steps = []*cct.Tree{t}
	}
	e.about(run, by, steps[0])
	for _, e.tree = range steps {
		e.makeFunctions()
		e.samples()
	}
	return e.end(z)
}

// end writes the rest, and returns the first error.
func (e *encoder) end(z io.Closer) error {
	e.flush()
	if err := cmp.Or(e.err, z.Close()); err != nil {
		return fmt.Errorf("pprof: %w", err)
	}
	return nil
}

// encoder writes a profile. It keeps the first error.
type encoder struct {
	w         io.Writer
	tree      *cct.Tree
	methods   []uint64 // the functions of the methods of the tree
	functions map[cct.Method]uint64
	out       []byte // not yet written
	message   []byte // the message that is being built
	packed    []byte // a list in the message
	strings   map[string]uint64
	locations map[location]uint64
	err       error
}

// location is a function with the line of a call in it, or its first line.
type location struct {
	function uint64
	line     int32
}

// flush writes the output so far.
func (e *encoder) flush() {
	if e.err == nil {
		_, e.err = e.w.Write(e.out)
	}
	e.out = e.out[:0]
}

// field appends the finished message as a field of the profile.
func (e *encoder) field(number protowire.Number) {
	e.out = protowire.AppendTag(e.out, number, protowire.BytesType)
	e.out = protowire.AppendBytes(e.out, e.message)
	e.message = e.message[:0]
	if len(e.out) > 1<<16 {
		e.flush()
	}
}

// text returns the index of a text in the table of strings, adding it if missing.
func (e *encoder) text(s string) uint64 {
	index, ok := e.strings[s]
	if !ok {
		index = uint64(len(e.strings))
		e.strings[s] = index
		e.out = protowire.AppendTag(e.out, stringField, protowire.BytesType)
		e.out = protowire.AppendString(e.out, report.Printable(s)) // protobuf refuses what is not UTF-8
	}
	return index
}

// number appends a number to a message.
func number(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

// about writes the fields about the whole profile. first is the first tree whose samples follow.
func (e *encoder) about(run report.RunInfo, by cct.Metric, first *cct.Tree) {
	for _, m := range first.Columns() {
		unit := e.text("count")
		if m == cct.Time {
			unit = e.text("nanoseconds")
		}
		name := e.text(m.String())
		e.message = number(number(e.message, 1, name), 2, unit)
		e.field(sampleTypeField)
	}
	for effect := range cct.NumEffects {
		if first.HasEffects() {
			name, unit := e.text(effect.String()), e.text("count")
			e.message = number(number(e.message, 1, name), 2, unit)
			e.field(sampleTypeField)
		}
	}
	e.run(run, by.String())
	for _, n := range e.tree.AllNotes() {
		e.comment(n.Text)
	}
	if n := contextview.Deeper(e.tree); n > 0 {
		e.comment(fmt.Sprintf("%d contexts below level %d are part of that level", n, contextview.MaxStack))
	}
}

// run writes the fields about the run, and the metric that is shown first.
func (e *encoder) run(run report.RunInfo, by string) {
	e.out = number(e.out, defaultTypeField, e.text(by))
	if !run.Start.IsZero() {
		e.out = number(e.out, timeField, uint64(run.Start.UnixNano()))
	}
	e.comment("jprof " + run.Tool)
	e.comment("command: " + words.Command(run.Command))
}

func (e *encoder) comment(text string) { e.out = number(e.out, commentField, e.text(text)) }

// makeFunctions sets the function of each method of the tree, and writes new functions.
func (e *encoder) makeFunctions() {
	e.methods = e.methods[:0]
	for i := range e.tree.Methods {
		m := &e.tree.Methods[i]
		id, ok := e.functions[*m]
		if !ok {
			id = uint64(len(e.functions)) + 1
			e.functions[*m] = id
		}
		if e.methods = append(e.methods, id); ok {
			continue
		}
		name, file := e.text(m.Label()), e.text(m.Source)
		system := e.text(strings.ReplaceAll(m.Class, ".", "/") + "." + m.Name + m.Descriptor)
		b := number(e.message, 1, id)
		b = number(number(number(b, 2, name), 3, system), 4, file)
		e.message = number(b, 5, uint64(max(0, m.Line)))
		e.field(functionField)
	}
}

// location returns the ID of a location, writing it if it is new.
func (e *encoder) location(x location) uint64 {
	id, ok := e.locations[x]
	if !ok {
		id = uint64(len(e.locations)) + 1
		e.locations[x] = id
		line := number(number(nil, 1, x.function), 2, uint64(max(0, x.line)))
		e.message = number(e.message, 1, id)
		e.message = protowire.AppendBytes(protowire.AppendTag(e.message, 4, protowire.BytesType), line)
		e.field(locationField)
	}
	return id
}

// samples writes a sample for each context.
func (e *encoder) samples() {
	t := e.tree
	var callers callers
	beyond, known := t.BeyondRoot(), t.Columns()
	for s := range contextview.Stacks(t) {
		depth := len(s.Path) - 1
		node := s.Path[depth]
		if depth > 1 {
			caller := t.Method[s.Path[depth-1]]
			line := t.Methods[caller].Line
			if t.Line != nil && t.Line[node] > 0 {
				line = t.Line[node]
			}
			callers.push(depth-1, e.location(location{e.methods[caller], line}))
		}
		m := t.Method[node]
		e.packed = protowire.AppendVarint(e.packed[:0], e.location(location{e.methods[m], t.Methods[m].Line}))
		e.packed = append(e.packed, callers.of(depth-1)...)
		e.list(1)
		for _, m := range known {
			e.packed = protowire.AppendVarint(e.packed, min(s.Self[m], math.MaxInt64))
		}
		for _, n := range s.Effects {
			if t.HasEffects() {
				e.packed = protowire.AppendVarint(e.packed, min(n, math.MaxInt64))
			}
		}
		e.list(2)
		e.label("thread", t.Threads[-1-t.Method[s.Path[0]]])
		if len(t.About.Steps) == 1 {
			e.label("step", t.About.Steps[0])
		}
		if beyond >= 0 && int(node) >= beyond {
			e.label("beyond", "1")
		}
		e.field(sampleField)
		if e.err != nil {
			return
		}
	}
}

// callers holds the encoded locations of the callers of the current context, the nearest one first. Those of a caller
// are the end of those of its callees, so they are encoded once, from the end of the buffer on.
type callers struct {
	buffer []byte
	sizes  []int // by depth: bytes of the callers down to that depth
}

// push sets the location of the caller at a depth, from 1. Deeper ones are dropped.
func (c *callers) push(depth int, location uint64) {
	size := len(c.of(depth - 1))
	var encoded [10]byte
	id := protowire.AppendVarint(encoded[:0], location)
	if free := len(c.buffer) - size; free < len(id) {
		larger := make([]byte, 2*len(c.buffer)+64)
		copy(larger[len(larger)-size:], c.of(depth-1))
		c.buffer = larger
	}
	copy(c.buffer[len(c.buffer)-size-len(id):], id)
	c.sizes = append(c.sizes[:depth-1], size+len(id))
}

// of returns the encoded locations from a depth up to 1.
func (c *callers) of(depth int) []byte {
	if depth == 0 {
		return nil
	}
	return c.buffer[len(c.buffer)-c.sizes[depth-1]:]
}

// list appends the packed numbers to the message as a field, and empties the list.
func (e *encoder) list(field protowire.Number) {
	e.message = protowire.AppendBytes(protowire.AppendTag(e.message, field, protowire.BytesType), e.packed)
	e.packed = e.packed[:0]
}

// label appends a label to a sample.
func (e *encoder) label(key, value string) {
	e.packed = number(number(e.packed, 1, e.text(key)), 2, e.text(value))
	e.list(3)
}
