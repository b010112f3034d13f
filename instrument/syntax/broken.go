package syntax

import (
	"bytes"
	"time"

	"jprof/internal/java/lex"
)

// A source that cannot be parsed as a whole is examined block by block: blocks are emptied until the rest can be
// parsed. The members of classes with these blocks are Broken.

// braces is a pair of braces, of a block or of other code, with the pairs inside.
type braces struct {
	open, end int // offsets of the braces
	inner     []*braces
}

// maxTries limits the number of times that one source is parsed.
const maxTries = 400

// search finds blocks that cannot be parsed.
type search struct {
	p     *Parser
	text  []byte
	tries int
	until time.Time
}

// withoutBroken returns the nodes of a source if only members of classes cannot be parsed, else nil.
func (p *Parser) withoutBroken(text []byte) *Node {
	all := findBraces(text)
	s := &search{p: p, text: text, until: time.Now().Add(timeLimit)}
	base := blanked(text, all)
	if len(all) == 0 || !s.understood(base) {
		return nil
	}
	bad := s.bad(base, all)
	if bad == nil {
		return nil
	}
	if wrong, err := p.tree.parse(blanked(text, bad)); err != nil || wrong != nil {
		return nil
	}
	program := p.program()
	for i, b := range bad {
		m := member(program, b)
		if m == nil {
			return nil
		}
		if m.Broken == nil {
			m.Broken = s.whatIn(b, append(bad[:i:i], bad[i+1:]...))
		}
	}
	return program
}

// understood reports whether a text follows the grammar. It returns false after too many calls, or too much time.
func (s *search) understood(text []byte) bool {
	if s.tries++; s.tries > maxTries || time.Now().After(s.until) {
		return false
	}
	wrong, err := s.p.tree.parse(text)
	return err == nil && wrong == nil
}

// bad returns the innermost blocks that cannot be parsed. base is the text without the contents of the given blocks,
// and can be parsed.
func (s *search) bad(base []byte, blocks []*braces) []*braces {
	if len(blocks) == 0 || s.understood(s.restored(base, blocks)) {
		return nil
	}
	if len(blocks) > 1 {
		half := len(blocks) / 2
		return append(s.bad(base, blocks[:half]), s.bad(base, blocks[half:])...)
	}
	within := blanked(s.restored(base, blocks), blocks[0].inner)
	if s.understood(within) {
		if bad := s.bad(within, blocks[0].inner); bad != nil {
			return bad
		}
	}
	return blocks
}

// whatIn returns the error in a block; others are the other blocks with errors, which are emptied.
func (s *search) whatIn(b *braces, others []*braces) *Error {
	e := &Error{Offset: b.open, Line: NewLines(s.p.src).Line(uint32(b.open))}
	if wrong, err := s.p.tree.parse(blanked(s.text, others)); err == nil && wrong != nil {
		e = s.p.describe(wrong)
	}
	return e
}

// restored returns base with the contents of these blocks.
func (s *search) restored(base []byte, blocks []*braces) []byte {
	out := bytes.Clone(base)
	for _, b := range blocks {
		copy(out[b.open:b.end], s.text[b.open:])
	}
	return out
}

// blanked returns a text with blanks inside of these blocks.
func blanked(text []byte, blocks []*braces) []byte {
	out := bytes.Clone(text)
	for _, b := range blocks {
		copy(out[b.open+1:b.end], bytes.Repeat([]byte{' '}, b.end-b.open-1))
	}
	return out
}

// member returns the innermost member of a class around a block, or nil. Top-level types are no members.
func member(n *Node, b *braces) *Node {
	var found *Node
	for n != nil {
		var in *Node
		for c := n.First; c != nil; c = c.Next {
			if int(c.Start) <= b.open && b.end < int(c.End) {
				in = c
			}
		}
		ofClass := n.Kind == ClassBody || n.Kind == EnumMembers || in != nil && n.Kind == Program && !in.Kind.IsType()
		if in != nil && in.Kind != EnumMembers && ofClass {
			found = in
		}
		n = in
	}
	return found
}

// findBraces returns the outermost braces of a text, each with those inside of it, or nil if braces do not match.
func findBraces(text []byte) []*braces {
	root := &braces{}
	stack := []*braces{root}
	tokens := lex.New(text)
	for t := tokens.NextToken(); t.Kind != lex.EOF; t = tokens.NextToken() {
		switch t.Kind {
		case '{':
			b := &braces{open: t.Start}
			top := stack[len(stack)-1]
			top.inner = append(top.inner, b)
			stack = append(stack, b)
		case '}':
			if len(stack) == 1 {
				return nil
			}
			stack[len(stack)-1].end = t.Start
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 1 {
		return nil
	}
	return root.inner
}
