package syntax

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/java"
)

// Node is one construct of a source. Tokens, comments, types, modifiers, and expressions that execute nothing of their
// own have no node.
type Node struct {
	Kind       Kind
	Role       Role
	Start, End uint32 // bytes of the source, half-open
	First      *Node  // first child
	Next       *Node  // next sibling
	// Broken is the error in a member of a class that does not parse, nil for nearly all. Its children are then the
	// rest of it, without the blocks with errors.
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

// Text is the part of src, the source the node was parsed from, that the node spans.
func (n *Node) Text(src []byte) []byte { return src[n.Start:n.End] }

// Error is a place where a source does not follow the grammar.
type Error struct {
	Offset int    // in bytes
	Line   int    // counted from 1
	Text   string // the start of the text that does not parse
}

func (e *Error) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("line %d: cannot be parsed: something is missing here", e.Line)
	}
	return fmt.Sprintf("line %d: cannot be parsed: %q", e.Line, e.Text)
}

// timeLimit limits the parsing of one source. Real ones take milliseconds; only texts that are no Java at all can keep
// the parser's recovery from errors busy for long.
const timeLimit = 30 * time.Second

// Parser parses one source after another. It is not safe for concurrent use; every worker has its own.
type Parser struct {
	p     *sitter.Parser
	kinds []Kind // by symbol
	nodes []Node // the rest of the newest slab
	src   []byte
	hints []uint32
	c     *sitter.TreeCursor
}

// NewParser returns a Parser, which holds memory of C until Close.
func NewParser() *Parser {
	lang := java.GetLanguage()
	p := &Parser{p: sitter.NewParser(), kinds: make([]Kind, lang.SymbolCount())}
	p.p.SetLanguage(lang)
	p.p.SetOperationLimit(int(timeLimit.Microseconds()))
	for s := range p.kinds {
		sym := sitter.Symbol(s)
		name := lang.SymbolName(sym)
		k, known := kindOf[name]
		switch {
		case lang.SymbolType(sym) == sitter.SymbolTypeAnonymous:
			p.kinds[s] = tokens[name]
		case known:
			p.kinds[s] = k
		default:
			p.kinds[s] = Expr
		}
	}
	return p
}

// Close frees the parser's memory.
func (p *Parser) Close() { p.p.Close() }

// Parse returns the Program node of a source without Unicode escapes, or an *Error where the source does not
// follow the grammar outside of the bodies of members (see Node.Broken). Bytes outside of ASCII may be of any encoding
// that keeps ASCII bytes for ASCII characters. The result is valid until the next call.
func (p *Parser) Parse(src []byte) (*Node, error) {
	text := plain(src)
	tree, err := p.tree(text)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	if !tree.RootNode().HasError() {
		return p.nodesOf(tree, src), nil
	}
	known := lenient(text)
	again, err := p.tree(known)
	if err != nil {
		return nil, err
	}
	defer again.Close()
	if !again.RootNode().HasError() {
		return p.nodesOf(again, src), nil
	}
	if n := p.withoutBroken(known, src); n != nil {
		return n, nil
	}
	return nil, findError(tree.RootNode(), src)
}

// nodesOf makes the nodes of a parsed source.
func (p *Parser) nodesOf(tree *sitter.Tree, src []byte) *Node {
	p.src = src
	p.hints = hints(p.hints[:0], src)
	p.nodes = p.nodes[:0]
	p.c = sitter.NewTreeCursor(tree.RootNode())
	defer p.c.Close()
	n := p.node(Program, Plain, 0, uint32(len(src)))
	p.children(n)
	return n
}

// tree parses a text.
func (p *Parser) tree(text []byte) (*sitter.Tree, error) {
	tree, err := p.p.ParseCtx(context.Background(), nil, text)
	if err != nil {
		p.p.Reset()
		return nil, fmt.Errorf("cannot be parsed within %v: %w", timeLimit, err)
	}
	return tree, nil
}

// node takes a node from the slab. A slab is never grown in place: nodes point into it.
func (p *Parser) node(k Kind, r Role, start, end uint32) *Node {
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = make([]Node, 0, 1024)
	}
	p.nodes = append(p.nodes, Node{Kind: k, Role: r, Start: start, End: end})
	return &p.nodes[len(p.nodes)-1]
}

// children appends to n the nodes below the position of the cursor, which is at n.
func (p *Parser) children(n *Node) {
	if !p.c.GoToFirstChild() {
		return
	}
	last := &n.First
	for {
		if c := p.child(n); c != nil {
			*last = c
			last = &c.Next
		}
		if !p.c.GoToNextSibling() {
			break
		}
	}
	p.c.GoToParent()
}

// child returns a node for the position of the cursor, with all below it, or nil where none is needed.
func (p *Parser) child(parent *Node) *Node {
	sn := p.c.CurrentNode()
	k := p.kinds[sn.Symbol()]
	switch k {
	case none:
		return nil
	case andToken, orToken, notToken:
		parent.operator(k)
		return nil
	}
	role := Plain
	if parent.Kind.needsRoles() {
		role = roleOf(p.c.CurrentFieldName())
	}
	if k == Empty && role == Plain && parent.Kind != Labeled {
		return nil
	}
	start, end := sn.StartByte(), sn.EndByte()
	deep := true
	if k.IsExpression() {
		deep = p.hinted(start, end)
		if !deep && parent.Kind.IsExpression() && !parent.Kind.hasOperands() {
			return nil
		}
	}
	c := p.node(k, role, start, end)
	if deep && !k.isLeaf() {
		p.children(c)
	}
	return c
}

// operator sets the kind of an expression by its operator.
func (n *Node) operator(token Kind) {
	switch {
	case n.Kind == Binary && token == andToken:
		n.Kind = And
	case n.Kind == Binary && token == orToken:
		n.Kind = Or
	case n.Kind == Unary && token == notToken:
		n.Kind = Not
	}
}

// roleOf returns the role of a child by its field in the grammar.
func roleOf(field string) Role {
	switch field {
	case "body":
		return Body
	case "consequence":
		return Then
	case "alternative":
		return Else
	case "condition":
		return Condition
	case "update":
		return Step
	case "parameters":
		return Parameters
	}
	return Plain
}

// hints lists, in ascending order, the offsets at which a lambda, a switch, a class body or an operand
// that is not always evaluated may begin to show inside of an expression: arrows, braces that do not
// start an array initialiser, &&, || and question marks that are no wildcards.
// Text in literals and comments may give hints too many.
func hints(list []uint32, src []byte) []uint32 {
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '-':
			if i+1 < len(src) && src[i+1] == '>' {
				list = append(list, uint32(i))
			}
		case '&', '|':
			if i+1 < len(src) && src[i+1] == src[i] {
				list = append(list, uint32(i))
				i++
			}
		case '?':
			if i > 0 && src[i-1] != '<' {
				list = append(list, uint32(i))
			}
		case '{':
			if !startsArray(src, i) {
				list = append(list, uint32(i))
			}
		}
	}
	return list
}

// startsArray reports whether the brace at offset i is that of an array initialiser, by the character before it. It is
// careful about line comments, whose text could end in such a character.
func startsArray(src []byte, i int) bool {
	j := i - 1
	for j >= 0 && (src[j] == ' ' || src[j] == '\t' || src[j] == '\n' || src[j] == '\r' || src[j] == '\f') {
		j--
	}
	if j < 0 || !bytes.ContainsRune([]byte("={,]"), rune(src[j])) {
		return false
	}
	line := j
	for line > 0 && src[line-1] != '\n' && src[line-1] != '\r' {
		line--
	}
	return !bytes.Contains(src[line:j], []byte("//"))
}

// hinted reports whether a hint lies in [start, end).
func (p *Parser) hinted(start, end uint32) bool {
	i := sort.Search(len(p.hints), func(i int) bool { return p.hints[i] >= start })
	return i < len(p.hints) && p.hints[i] < end
}

// findError describes the first place below n that does not follow the grammar.
func findError(n *sitter.Node, src []byte) *Error {
	for {
		if n.IsError() || n.IsMissing() {
			break
		}
		var in *sitter.Node
		for i := 0; i < int(n.ChildCount()); i++ {
			if c := n.Child(i); c.HasError() || c.IsMissing() {
				in = c
				break
			}
		}
		if in == nil {
			break
		}
		n = in
	}
	at := int(n.StartByte())
	text := src[at:n.EndByte()]
	if n.IsMissing() {
		text = nil
	}
	if i := bytes.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	if len(text) > 60 {
		text = text[:60]
	}
	return &Error{Offset: at, Line: NewLines(src).Line(uint32(at)), Text: string(text)}
}
