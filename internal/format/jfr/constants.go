package jfr

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/grafana/jfr-parser/parser/types"
	"github.com/grafana/jfr-parser/parser/types/def"
)

// descriptors has the symbol of the descriptor of each method of a chunk.
type descriptors map[types.MethodRef]types.SymbolRef

// descriptorsOf returns the descriptors of the methods of a chunk, which the library does not read.
// Constants are in events, each of which has the distance to the one before, 0 for none:
//
//	size, type, start, duration, distance, kind, number of types, then each: type, number, then each: key, fields
func descriptorsOf(data []byte, of *def.TypeMap) (descriptors, error) {
	found := descriptors{}
	least, most := int64(chunkHead), int64(len(data)) // where the next event may be, so that none is read again
	at := int64(binary.BigEndian.Uint64(data[16:]))
	for {
		if at < least || at >= most {
			return nil, io.ErrUnexpectedEOF
		}
		r := &reader{data: data[at:most], types: of}
		var head [7]uint64
		for i := range head {
			head[i] = r.number()
		}
		end := at + int64(min(head[0], math.MaxInt32))
		if end > most {
			return nil, io.ErrUnexpectedEOF
		}
		for range head[6] {
			class := of.IDMap[def.TypeID(r.number())]
			if class == nil {
				return nil, fmt.Errorf("a constant of an unknown type")
			}
			for range r.number() {
				key := types.MethodRef(r.number())
				for i := range class.Fields {
					n := r.field(&class.Fields[i])
					if class.Name == "jdk.types.Method" && class.Fields[i].Name == "descriptor" {
						found[key] = types.SymbolRef(n)
					}
				}
				if r.err != nil {
					return nil, r.err
				}
			}
		}
		distance := int64(head[4])
		switch {
		case distance == 0 || r.err != nil:
			return found, r.err
		case distance < 0:
			most = at
		default:
			least = end
		}
		at += distance
	}
}

// reader reads values of a chunk by their types. It keeps the first error.
type reader struct {
	data  []byte
	types *def.TypeMap
	depth int // of the type that is read
	err   error
}

// take returns the next n bytes, nil if there are fewer.
func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.data, r.err = nil, io.ErrUnexpectedEOF
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

// number reads a compressed number: 7 bits a byte, and 8 of the ninth.
func (r *reader) number() uint64 {
	n := uint64(0)
	for shift := 0; shift <= 56; shift += 7 {
		b := r.take(1)
		if b == nil {
			return 0
		}
		if shift == 56 || b[0] < 0x80 {
			return n | uint64(b[0])<<shift
		}
		n |= uint64(b[0]&0x7F) << shift
	}
	return n
}

// field reads a field. It returns the value of a number or reference, 0 for others.
func (r *reader) field(f *def.Field) uint64 {
	if !f.Array {
		return r.value(f)
	}
	for range r.number() {
		if r.value(f); r.err != nil {
			break
		}
	}
	return 0
}

func (r *reader) value(f *def.Field) uint64 {
	class := r.types.IDMap[f.Type]
	switch {
	case f.ConstantPool:
		return r.number()
	case class == nil:
		r.err = fmt.Errorf("the field %s has an unknown type", f.Name)
		return 0
	}
	switch class.Name {
	case "boolean", "byte":
		if b := r.take(1); b != nil {
			return uint64(b[0])
		}
	case "short", "char", "int", "long":
		return r.number()
	case "float":
		r.take(4)
	case "double":
		r.take(8)
	case "java.lang.String":
		r.text()
	default:
		if r.depth++; r.depth > maxDepth { // a type in itself has no end
			r.err = errDeep
			break
		}
		for i := range class.Fields {
			if r.field(&class.Fields[i]); r.err != nil {
				break
			}
		}
		r.depth--
		if len(class.Fields) == 0 {
			r.err = fmt.Errorf("the type %s has no fields", class.Name)
		}
	}
	return 0
}
