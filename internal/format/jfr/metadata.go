package jfr

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/grafana/jfr-parser/parser/types/def"
)

// checked lists the events that the library reads.
var checked = []string{"jdk.ExecutionSample", "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB",
	"jdk.ObjectAllocationSample", "jdk.JavaMonitorEnter", "jdk.ThreadPark", "jdk.ActiveSetting",
	"profiler.WallClockSample", "profiler.LiveObject", "profiler.Malloc", "profiler.Free"}

// check reads a chunk once, before the library does: that allocates memory by the numbers in a file, before it reads
// what they are the numbers of. It returns the descriptors of methods.
func check(data []byte) (descriptors, error) {
	types, err := typesOf(data)
	if err != nil {
		return nil, err
	}
	found, err := descriptorsOf(data, types)
	if err != nil {
		return nil, err
	}
	read := map[def.TypeID]*def.Class{}
	for _, name := range checked {
		if class := types.NameMap[name]; class != nil {
			read[class.ID] = class
		}
	}
	return found, events(data, func(id def.TypeID, fields []byte) error {
		r := &reader{data: fields, types: types}
		if class := read[id]; class != nil {
			for i := 0; i < len(class.Fields) && r.err == nil; i++ {
				r.field(&class.Fields[i])
			}
		}
		return r.err
	})
}

// typesOf reads the types of a chunk, which its metadata describe: texts, and a tree of elements that refer to them.
func typesOf(data []byte) (*def.TypeMap, error) {
	at := binary.BigEndian.Uint64(data[24:])
	if at < chunkHead || at >= uint64(len(data)) {
		return nil, io.ErrUnexpectedEOF
	}
	r := &reader{data: data[at:]}
	for range 5 { // size, type, start, duration, ID
		r.number()
	}
	var texts []string
	for n := r.number(); n > 0 && r.err == nil; n-- {
		texts = append(texts, string(r.text()))
	}
	root := r.element(texts, 0)
	if r.err != nil {
		return nil, fmt.Errorf("metadata: %w", r.err)
	}
	types := &def.TypeMap{IDMap: map[def.TypeID]*def.Class{}, NameMap: map[string]*def.Class{}}
	for _, group := range root.children {
		if group.name != "metadata" {
			continue
		}
		for _, e := range group.children {
			class, err := def.NewClass(e.attributes, len(e.children))
			if err != nil {
				return nil, err
			}
			for _, f := range e.children {
				if f.name != "field" {
					continue
				}
				field, err := def.NewField(f.attributes)
				if err != nil {
					return nil, err
				}
				class.Fields = append(class.Fields, field)
			}
			types.IDMap[class.ID], types.NameMap[class.Name] = class, class
		}
	}
	return types, nil
}

// element is a node of the metadata.
type element struct {
	name       string
	attributes map[string]string // of classes and fields only
	children   []element
}

// classDepth is the depth of classes: the root has groups, which have classes, which have fields.
const classDepth = 2

// maxDepth limits elements in elements, and types in types. Those of a JVM have four levels.
const maxDepth = 16

var errDeep = errors.New("too many levels")

// element reads an element with those in it.
func (r *reader) element(texts []string, depth int) element {
	e := element{name: r.textOf(texts)}
	if depth == classDepth || depth == classDepth+1 {
		e.attributes = map[string]string{}
	}
	for n := r.number(); n > 0 && r.err == nil; n-- {
		name, value := r.textOf(texts), r.textOf(texts)
		if e.attributes != nil {
			e.attributes[name] = value
		}
	}
	for n := r.number(); n > 0 && r.err == nil; n-- {
		if depth == maxDepth {
			r.err = errDeep
			break
		}
		e.children = append(e.children, r.element(texts, depth+1))
	}
	return e
}

// textOf reads the number of a text.
func (r *reader) textOf(texts []string) string {
	n := r.number()
	if n >= uint64(len(texts)) {
		if r.err == nil {
			r.err = fmt.Errorf("there is no text %d", n)
		}
		return ""
	}
	return texts[n]
}

// text reads a text, whose first byte is its form. The text is nil where the chunk has it elsewhere.
func (r *reader) text() []byte {
	form := r.take(1)
	if form == nil {
		return nil
	}
	switch form[0] {
	case 0, 1: // none, or empty
	case 2: // a constant
		r.number()
	case 3, 5: // UTF-8, Latin-1
		return r.take(r.number())
	case 4: // characters
		var text []byte
		for n := r.number(); n > 0 && r.err == nil; n-- {
			text = utf8.AppendRune(text, rune(r.number()))
		}
		return text
	default:
		r.err = fmt.Errorf("a text of an unknown form: %d", form[0])
	}
	return nil
}
