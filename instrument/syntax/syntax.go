package syntax

import (
	"bytes"
	"fmt"
	"time"
)

// Node is one construct of a source. Tokens, comments, types, modifiers, and expressions without code inside that needs
// a node have none.
type Node struct {
	Kind       Kind
	Role       Role
	Start, End uint32 // bytes of the source, half-open
	First      *Node  // first child
	Next       *Node  // next sibling
	// Broken is the error in a member of a class that cannot be parsed, nil for nearly all. Such a member has children
	// only for the code outside of the blocks with errors.
	Broken *Error
}

// Child returns the first child of that kind, or nil.
func (n *Node) Child(k Kind) *Node {
	for c := n.First; c != nil; c = c.Next {
		if c.Kind == k {
			return c
		}
	}
	return nil
}

// In returns the first child in that role, or nil.
func (n *Node) In(r Role) *Node {
	for c := n.First; c != nil; c = c.Next {
		if c.Role == r {
			return c
		}
	}
	return nil
}

// Text returns the part of the source src that the node spans. The node was parsed from src.
func (n *Node) Text(src []byte) []byte { return src[n.Start:n.End] }

// Error is a place where a source does not follow the grammar.
type Error struct {
	Offset int    // in bytes
	Line   int    // counted from 1
	Text   string // start of the text that cannot be parsed
}

func (e *Error) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("line %d: cannot be parsed: something is missing here", e.Line)
	}
	return fmt.Sprintf("line %d: cannot be parsed: %q", e.Line, e.Text)
}

// timeLimit limits the parsing of one source. Sources take milliseconds; only texts that are not Java can take so long
// to recover from errors.
const timeLimit = 30 * time.Second

// Parser parses one source after another. It is not safe for concurrent use; every worker has its own.
type Parser struct {
	tree  *tree
	src   []byte // the source that is being parsed
	nodes []Node
	last  []*Node // by node: its last child so far
}

// NewParser returns a Parser, which uses C memory until Close.
func NewParser() *Parser { return &Parser{tree: newTree()} }

// Close frees the parser's memory.
func (p *Parser) Close() { p.tree.close() }

// Parse returns the Program node of a source without Unicode escapes. It returns an *Error if the source does not
// follow the grammar outside of the bodies of members (see Node.Broken). Bytes outside of ASCII may be of any encoding
// that keeps ASCII. The result is valid until the next call.
func (p *Parser) Parse(src []byte) (*Node, error) {
	p.src = src
	text := plain(src)
	wrong, err := p.tree.parse(text)
	if err != nil {
		return nil, err
	}
	if wrong == nil {
		return p.program(), nil
	}
	text = lenient(text)
	again, err := p.tree.parse(text)
	if err != nil {
		return nil, err
	}
	if again == nil {
		return p.program(), nil
	}
	if n := p.withoutBroken(text); n != nil {
		return n, nil
	}
	return nil, p.describe(wrong)
}

// program returns the nodes of the text that was parsed last.
func (p *Parser) program() *Node {
	count := p.tree.count()
	if cap(p.nodes) < count {
		p.nodes, p.last = make([]Node, count+count/2), make([]*Node, count+count/2)
	}
	p.nodes, p.last = p.nodes[:count], p.last[:count]
	p.tree.fill(p.nodes, func(i, parent int) {
		n := &p.nodes[i]
		p.last[i] = nil
		if parent == 0 && n.Kind == LocalVar { // of a compact source file
			n.Kind = FieldDecl
		}
		switch {
		case i == 0:
			return
		case p.last[parent] == nil:
			p.nodes[parent].First = n
		default:
			p.last[parent].Next = n
		}
		p.last[parent] = n
	})
	return &p.nodes[0]
}

// wrong is the first place of a text that does not follow the grammar.
type wrong struct {
	start, end int
	missing    bool // a token is missing there
}

// describe returns the error at a place of the source.
func (p *Parser) describe(w *wrong) *Error {
	var text []byte
	if !w.missing {
		text = p.src[w.start:w.end]
	}
	if i := bytes.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	if len(text) > 60 {
		text = text[:60]
	}
	return &Error{Offset: w.start, Line: NewLines(p.src).Line(uint32(w.start)), Text: string(text)}
}
