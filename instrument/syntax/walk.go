package syntax

// #include "walk.h"
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	_ "github.com/smacker/go-tree-sitter/java" // the library and the grammar, which walk.c calls
)

// tree is a parser in C, with the nodes of its last text.
type tree struct {
	c      *C.jprof_parser
	length uint32 // of the text that was parsed last
}

// tables returns the kinds and roles of nodes, by the numbers of the grammar.
var tables = sync.OnceValue(func() *C.jprof_tables {
	language := C.tree_sitter_java()
	symbols, fields := int(C.ts_language_symbol_count(language)), int(C.ts_language_field_count(language))
	t := &C.jprof_tables{}
	if symbols > len(t.kinds) || fields >= len(t.roles) {
		panic(fmt.Sprintf("syntax: %d symbols and %d fields of the grammar", symbols, fields))
	}
	for s := range symbols {
		name := C.GoString(C.ts_language_symbol_name(language, C.uint16_t(s)))
		k, known := kindOf[name]
		switch token := C.ts_language_symbol_type(language, C.uint16_t(s)) == 1; {
		case token && name == ";":
			k = Empty
		case token:
			k = none
			t.changes[s], t.changed[s] = C.uint8_t(operators[name][0]), C.uint8_t(operators[name][1])
		case !known && !slices.Contains(unseen, name):
			k = Expr
		}
		t.kinds[s] = C.uint8_t(k)
	}
	for i := range fields {
		name := C.GoString(C.ts_language_field_name_for_id(language, C.uint16_t(i+1)))
		t.roles[i+1] = C.uint8_t(roleOf[name])
	}
	for k := range kindCount {
		for flag, is := range map[C.uint8_t]bool{
			C.JPROF_EXPRESSION: k.IsExpression(), C.JPROF_OPERANDS: slices.Contains(operandKinds, k),
			C.JPROF_ROLES: slices.Contains(roleKinds, k), C.JPROF_LEAF: slices.Contains(leafKinds, k),
			C.JPROF_OPTIONAL: k == Empty, C.JPROF_KEEPS_OPTIONAL: k == Labeled,
		} {
			if is {
				t.flags[k] |= flag
			}
		}
	}
	return t
})

func newTree() *tree {
	c := C.jprof_open(C.uint64_t(timeLimit.Microseconds()))
	if c == nil {
		panic("syntax: no memory")
	}
	return &tree{c: c}
}

func (t *tree) close() { C.jprof_close(t.c) }

// parse parses a text, and returns its first error, nil for none. After that, fill gives its nodes.
func (t *tree) parse(text []byte) (*wrong, error) {
	t.length = uint32(len(text))
	result := C.jprof_parse(t.c, tables(), (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(t.length))
	switch result {
	case C.JPROF_TIMEOUT:
		return nil, fmt.Errorf("cannot be parsed within %v", timeLimit)
	case C.JPROF_NO_MEMORY:
		return nil, errors.New("cannot be parsed: no memory")
	case C.JPROF_OTHER_GRAMMAR:
		return nil, errors.New("cannot be parsed: the library of the parser does not know the grammar")
	case C.JPROF_ERROR:
		return &wrong{int(t.c.error_start), int(t.c.error_end), bool(t.c.error_missing)}, nil
	}
	return nil, nil
}

// count returns the number of nodes of the text that was parsed last.
func (t *tree) count() int { return int(t.c.count) }

// fill sets nodes to those of the text, in the order of their starts. It calls added for each node, with its index and
// that of its parent. The first node is the whole text, and its own parent.
func (t *tree) fill(nodes []Node, added func(i, parent int)) {
	for i, n := range unsafe.Slice(t.c.nodes, len(nodes)) {
		nodes[i] = Node{Kind: Kind(n.kind), Role: Role(n.role), Start: uint32(n.start), End: uint32(n.end)}
		added(i, int(n.parent))
	}
	nodes[0].End = t.length
}
