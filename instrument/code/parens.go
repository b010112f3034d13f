package code

import (
	"bytes"

	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// Bare returns an expression without the parentheses around it, as far as they have nodes.
func Bare(n *syntax.Node) *syntax.Node {
	for n.Kind == syntax.Parens && n.First != nil {
		n = n.First
	}
	return n
}

// InsideParens returns the span of an expression without the parentheses around it.
func (f *File) InsideParens(n *syntax.Node) probe.Span {
	start, end := n.Start, n.End
	for n.Kind == syntax.Parens && f.Src[start] == '(' && f.Src[end-1] == ')' {
		text := f.Src[start+1 : end-1]
		inner := bytes.TrimSpace(text)
		if len(inner) == 0 || inner[0] == '/' {
			break
		}
		if inner[0] == '(' {
			if list := Tokens(inner); Closing(list, 0) < len(list) {
				break // (a) && (b)
			}
		}
		start += 1 + uint32(bytes.Index(text, inner))
		end = start + uint32(len(inner))
		if inner[0] != '(' {
			break
		}
	}
	return f.Span(start, end)
}

// WithoutParens returns the start and end of a condition, inside of the parentheses that belong to its statement.
func WithoutParens(cond *syntax.Node) (start, end uint32) {
	if cond.Kind == syntax.Parens {
		return cond.Start + 1, cond.End - 1
	}
	return cond.Start, cond.End
}

// trimParens returns a list of tokens without the parentheses around it.
func trimParens(list []lex.Token) []lex.Token {
	for len(list) > 2 && list[0].Kind == '(' && list[len(list)-1].Kind == ')' {
		list = list[1 : len(list)-1]
	}
	return list
}

// StartsLine reports whether the line before an offset has only brackets, operators and the while of a do loop.
func (f *File) StartsLine(offset uint32) bool { return lex.StartsLine(f.Src, int(offset)) }
