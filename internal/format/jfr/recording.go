package jfr

import (
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
}

const (
	chunkHead = 68 // bytes
	cpuSample = "jdk.CPUTimeSample"
	cpuLost   = "jdk.CPUTimeSamplesLost"
)

// readRecording calls each for all samples of a recording. A damaged file is an error, after the calls for the samples
// before the damage.
func readRecording(data []byte, each func(event)) (err error) {
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
		if err := readChunk(data[:size], each); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// readChunk reads a part of a recording that has all types and constants of its events.
func readChunk(data []byte, each func(event)) error {
	p := parser.NewParser(data, parser.Options{})
	c := &chunk{p: p, frames: map[types.StackTraceRef]stack{}}
	for {
		id, err := p.ParseEvent()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if id == p.TypeMap.T_EXECUTION_SAMPLE {
			s := c.stack(p.ExecutionSample.StackTrace)
			each(event{frames: s.frames, cut: s.cut, nanos: Period})
		}
	}
	err := eachEvent(data, &p.TypeMap, cpuLost, func(values map[string]uint64) {
		each(event{lost: int(values["lostSamples"])})
	})
	if err != nil {
		return err
	}
	return eachEvent(data, &p.TypeMap, cpuSample, func(values map[string]uint64) {
		s := c.stack(types.StackTraceRef(values["stackTrace"]))
		nanos := uint64(Period)
		if ticks := p.ChunkHeader().TicksPerSecond; ticks > 0 && values["samplingPeriod"] > 0 {
			nanos = uint64(float64(values["samplingPeriod"]) / float64(ticks) * 1e9)
		}
		each(event{frames: s.frames, cut: s.cut, nanos: nanos, cpu: true})
	})
}

// chunk is a part of a recording, with the stacks that were resolved.
type chunk struct {
	p      *parser.Parser
	frames map[types.StackTraceRef]stack
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
				frame.Method = strings.Clone(c.p.GetSymbolString(m.Name))
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

// eachEvent calls do with the fields of the events of a type in a chunk.
func eachEvent(data []byte, of *def.TypeMap, name string, do func(map[string]uint64)) error {
	class := of.NameMap[name]
	if class == nil {
		return nil
	}
	for data = data[chunkHead:]; len(data) > 0; {
		size, n := binary.Uvarint(data)
		if n <= 0 || size == 0 || size > uint64(len(data)) {
			return io.ErrUnexpectedEOF
		}
		id, k := binary.Uvarint(data[n:])
		if k <= 0 {
			return io.ErrUnexpectedEOF
		}
		if def.TypeID(id) == class.ID {
			values, err := fieldsOf(data[n+k:size], class, of)
			if err != nil {
				return err
			}
			do(values)
		}
		data = data[size:]
	}
	return nil
}

// fieldsOf reads the fields of an event that has only numbers and references.
func fieldsOf(data []byte, class *def.Class, of *def.TypeMap) (map[string]uint64, error) {
	values := map[string]uint64{}
	for _, f := range class.Fields {
		t := of.IDMap[f.Type]
		switch {
		case f.Array || t == nil:
			return nil, fmt.Errorf("%s: the field %s is not a number", class.Name, f.Name)
		case !f.ConstantPool && (t.Name == "boolean" || t.Name == "byte"):
			if len(data) == 0 {
				return nil, io.ErrUnexpectedEOF
			}
			values[f.Name] = uint64(data[0])
			data = data[1:]
		case f.ConstantPool || t.Name == "long" || t.Name == "int" || t.Name == "short" || t.Name == "char":
			v, n := binary.Uvarint(data)
			if n <= 0 {
				return nil, io.ErrUnexpectedEOF
			}
			values[f.Name] = v
			data = data[n:]
		default:
			return nil, fmt.Errorf("%s: the field %s is not a number", class.Name, f.Name)
		}
	}
	return values, nil
}
