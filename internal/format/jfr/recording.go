package jfr

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/grafana/jfr-parser/parser"
	"github.com/grafana/jfr-parser/parser/types"
	"github.com/grafana/jfr-parser/parser/types/def"
)

// event is a sample of a recording.
type event struct {
	frames []Frame // the innermost first; none if the stack is not known
	nanos  uint64  // the time that it represents
	cpu    bool
	lost   int  // number of lost samples; if it is not 0, the event is not a sample
	cut    bool // callers are missing
	thread string
	wait   string // the event of a thread that waited for these nanoseconds; "" for a sample
}

const (
	chunkHead = 68 // bytes
	cpuSample = "jdk.CPUTimeSample"
	cpuLost   = "jdk.CPUTimeSamplesLost"
)

// readRecording calls each for all samples of a recording, and for the events in waiting. If whole is true, names of
// methods have their descriptors. A damaged file is an error, after the calls for the samples before the damage.
func readRecording(data []byte, whole bool, waiting []string, each func(event)) (err error) {
	defer func() {
		if r := recover(); r != nil { // the library relies on lengths in the file
			err = fmt.Errorf("damaged: %v", r)
		}
	}()
	for len(data) > 0 {
		if len(data) < chunkHead {
			return io.ErrUnexpectedEOF
		}
		size := binary.BigEndian.Uint64(data[8:])
		if size < chunkHead || size > uint64(len(data)) {
			return io.ErrUnexpectedEOF
		}
		if err := readChunk(data[:size], whole, waiting, each); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// readChunk reads a part of a recording that has all types and constants of its events.
func readChunk(data []byte, whole bool, waiting []string, each func(event)) error {
	found, err := check(data)
	if err != nil {
		return err
	}
	p := parser.NewParser(data, parser.Options{})
	c := &chunk{p: p, frames: map[types.StackTraceRef]stack{}}
	if whole {
		c.descriptors = found
	}
	id, err := p.ParseEvent() // reads the types first
	for ; ; id, err = p.ParseEvent() {
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if id == p.TypeMap.T_EXECUTION_SAMPLE {
			s := c.stack(p.ExecutionSample.StackTrace)
			each(event{frames: s.frames, cut: s.cut, nanos: Period, thread: c.thread(p.ExecutionSample.SampledThread)})
		}
	}
	err = eachEvent(data, &p.TypeMap, cpuLost, func(values map[string]uint64) {
		each(event{lost: int(values["lostSamples"])})
	})
	if err != nil {
		return err
	}
	for _, name := range waiting {
		err := eachEvent(data, &p.TypeMap, name, func(values map[string]uint64) {
			s := c.stack(types.StackTraceRef(values["stackTrace"]))
			each(event{frames: s.frames, cut: s.cut, nanos: c.nanos(values["duration"]), wait: name,
				thread: c.thread(types.ThreadRef(values["eventThread"]))})
		})
		if err != nil {
			return err
		}
	}
	return eachEvent(data, &p.TypeMap, cpuSample, func(values map[string]uint64) {
		s := c.stack(types.StackTraceRef(values["stackTrace"]))
		nanos := cmp.Or(c.nanos(values["samplingPeriod"]), Period)
		each(event{frames: s.frames, cut: s.cut, nanos: nanos, cpu: true,
			thread: c.thread(types.ThreadRef(values["eventThread"]))})
	})
}

// chunk is a part of a recording, with the stacks that were resolved.
type chunk struct {
	p           *parser.Parser
	frames      map[types.StackTraceRef]stack
	descriptors descriptors // nil if they are not wanted
}

// nanos returns a duration in the ticks of the chunk in nanoseconds.
func (c *chunk) nanos(ticks uint64) uint64 {
	perSecond := c.p.ChunkHeader().TicksPerSecond
	if perSecond == 0 {
		return 0
	}
	return uint64(float64(ticks) / float64(perSecond) * 1e9)
}

// thread returns the name of a thread, "" if it has none.
func (c *chunk) thread(ref types.ThreadRef) string {
	i, ok := c.p.Threads.IDMap[ref]
	if !ok {
		return ""
	}
	return strings.Clone(c.p.Threads.Thread[i].JavaName)
}

type stack struct {
	frames []Frame
	cut    bool
}

func (c *chunk) stack(ref types.StackTraceRef) stack {
	if s, ok := c.frames[ref]; ok {
		return s
	}
	var s stack
	if trace := c.p.GetStacktrace(ref); trace != nil {
		s.cut = trace.Truncated
		for _, f := range trace.Frames {
			frame := Frame{Line: int(f.LineNumber)}
			if m := c.p.GetMethod(f.Method); m != nil {
				frame.Method = strings.Clone(c.p.GetSymbolString(m.Name)) +
					c.p.GetSymbolString(c.descriptors[f.Method]) // of no symbol it is ""
				if class := c.p.GetClass(m.Type); class != nil {
					frame.Class = strings.ReplaceAll(c.p.GetSymbolString(class.Name), "/", ".")
				}
			}
			s.frames = append(s.frames, frame)
		}
	}
	c.frames[ref] = s
	return s
}

// events calls do with the type and the bytes of the fields of each event of a chunk.
func events(data []byte, do func(def.TypeID, []byte) error) error {
	for data = data[chunkHead:]; len(data) > 0; {
		size, n := binary.Uvarint(data)
		if n <= 0 || size == 0 || size > uint64(len(data)) {
			return io.ErrUnexpectedEOF
		}
		id, k := binary.Uvarint(data[n:])
		if k <= 0 || uint64(n+k) > size {
			return io.ErrUnexpectedEOF
		}
		if err := do(def.TypeID(id), data[n+k:size]); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// eachEvent calls do with the fields of the events of a type in a chunk.
func eachEvent(data []byte, of *def.TypeMap, name string, do func(map[string]uint64)) error {
	class := of.NameMap[name]
	if class == nil {
		return nil
	}
	return events(data, func(id def.TypeID, fields []byte) error {
		if id != class.ID {
			return nil
		}
		values, err := fieldsOf(fields, class, of)
		if err == nil {
			do(values)
		}
		return err
	})
}

// fieldsOf reads the numbers and references of an event.
func fieldsOf(data []byte, class *def.Class, of *def.TypeMap) (map[string]uint64, error) {
	values, r := map[string]uint64{}, &reader{data: data, types: of}
	for i := range class.Fields {
		f := &class.Fields[i]
		if values[f.Name] = r.field(f); r.err != nil {
			return nil, fmt.Errorf("%s: %w", class.Name, r.err)
		}
	}
	return values, nil
}
