package jfr

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/grafana/jfr-parser/parser/types"
	"github.com/grafana/jfr-parser/parser/types/def"
)

// descriptors returns the symbol of the descriptor of each method of a chunk, which the library does not read.
// Constants are in events, each of which has the distance to the one before, 0 for none:
//
//	size, type, start, duration, distance, kind, number of types, then each: type, number, then each: key, fields
func descriptors(data []byte, of *def.TypeMap) (map[types.MethodRef]types.SymbolRef, error) {
	found := map[types.MethodRef]types.SymbolRef{}
	at := int64(binary.BigEndian.Uint64(data[16:]))
	for {
		if at < chunkHead || at >= int64(len(data)) {
			return nil, io.ErrUnexpectedEOF
		}
		r := &reader{data: data[at:], types: of}
		var head [7]uint64
		for i := range head {
			head[i] = r.number()
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
		if distance := int64(head[4]); distance == 0 || r.err != nil {
			return found, r.err
		} else {
			at += distance
		}
	}
}

// reader reads values of a chunk by their types. It keeps the first error.
type reader struct {
	data  []byte
	types *def.TypeMap
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
		for i := range class.Fields {
			if r.field(&class.Fields[i]); r.err != nil {
				break
			}
		}
		if len(class.Fields) == 0 {
			r.err = fmt.Errorf("the type %s has no fields", class.Name)
		}
	}
	return 0
}

// text skips a text, whose first byte is its form.
func (r *reader) text() {
	form := r.take(1)
	if form == nil {
		return
	}
	switch form[0] {
	case 0, 1: // none, or empty
	case 2: // a constant
		r.number()
	case 3, 5: // UTF-8, Latin-1
		r.take(r.number())
	case 4: // characters
		for range r.number() {
			if r.number(); r.err != nil {
				return
			}
		}
	default:
		r.err = fmt.Errorf("a text of an unknown form: %d", form[0])
	}
}
