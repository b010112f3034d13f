package pprof

import (
	"compress/gzip"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"jprof/report/times"
)

// WriteTimes writes the samples and counts of a run: stacks of lines with their time and number of samples, and each
// executed line, as a stack of its own, with its count. Readers show the metric by first.
//
//	sample_type    time/nanoseconds, samples/count, executions/count
//	location       a line of a method
func WriteTimes(w io.Writer, m *times.Model, by times.Metric) error {
	z := gzip.NewWriter(w)
	e := &encoder{w: z, strings: map[string]uint64{}, locations: map[location]uint64{}}
	e.text("") // string_table[0]
	for metric := range times.NumMetrics {
		name, unit := e.text(metric.String()), e.text(metric.Unit())
		e.message = number(number(e.message, 1, name), 2, unit)
		e.field(sampleTypeField)
	}
	e.run(m.Report.Run, by.String())
	e.comment("time is " + m.Samples.Clock.Name())
	e.comment("executions are of lines: they have no callers")
	functions := map[times.Frame]uint64{}
	for entry := range m.Entries() {
		for _, frame := range entry.Frames {
			id := e.location(location{e.functionOf(functions, frame), int32(min(frame.Line, math.MaxInt32))})
			e.packed = protowire.AppendVarint(e.packed, id)
		}
		e.list(1)
		for _, n := range entry.Values {
			e.packed = protowire.AppendVarint(e.packed, min(n, math.MaxInt64))
		}
		e.list(2)
		e.field(sampleField)
	}
	return e.end(z)
}

// functionOf returns the ID of the function of a frame, writing it if it is new.
func (e *encoder) functionOf(known map[times.Frame]uint64, frame times.Frame) uint64 {
	frame.Line = 0
	id, ok := known[frame]
	if !ok {
		id = uint64(len(known)) + 1
		known[frame] = id
		name, file := e.text(frame.Name()), e.text(frame.Path)
		b := number(number(number(number(e.message, 1, id), 2, name), 3, name), 4, file)
		e.message = number(b, 5, uint64(frame.Start))
		e.field(functionField)
	}
	return id
}
