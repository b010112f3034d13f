package html

import (
	"bytes"
	"slices"
	"sort"
)

// piece is a part of a line with one background.
type piece struct {
	segment
	starts  bool // a statement of its region starts in it
	hasCode bool // it says by its text how often the line ran
}

// pieces cuts the line [from, to) by background. Lines are asked for in ascending order.
func (c *code) pieces(from, to int) []piece {
	var out []piece
	for c.nextSeg < len(c.segments) && c.segments[c.nextSeg].end <= from {
		c.nextSeg++
	}
	for i := c.nextSeg; i < len(c.segments) && c.segments[i].start < to; i++ {
		s := c.segments[i]
		s.start, s.end = max(s.start, from), min(s.end, to)
		if s.start == from && (s.region >= 0 || s.part >= 0) {
			// Indentation belongs to the block, so that regions stand out as text, and parts likewise.
			if indent := s.start + c.blanks(s.start, s.end); indent > s.start {
				out = append(out, piece{segment: segment{s.start, indent, s.block, -1, -1}})
				s.start = indent
			}
		}
		if s.start < s.end {
			word, hasCode := c.firstWord(s.start, s.end)
			starts := c.statementIn(s)
			out = append(out, piece{s, starts, hasCode && (starts || !connectors[word])})
		}
	}
	return out
}

// blanks returns the number of blanks and tabs at the start of [from, to).
func (c *code) blanks(from, to int) int {
	text := c.src.Raw()[from:to]
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// connectors are the words between the parts of a statement: a line that has nothing else of a
// region, as in "} else {", does not say how often it ran.
var connectors = map[string]bool{"else": true, "catch": true, "finally": true, "case": true, "default": true, "while": true}

// statementIn tells whether a statement of the segment's region starts in the segment.
func (c *code) statementIn(s segment) bool {
	i, _ := slices.BinarySearchFunc(c.starts, s.start, func(a start, offset int) int { return a.offset - offset })
	for ; i < len(c.starts) && c.starts[i].offset < s.end; i++ {
		if c.starts[i].region == s.region {
			return true
		}
	}
	return false
}

// firstWord returns the first word of [from, to) outside of comments, and whether there is any text
// there but punctuation.
func (c *code) firstWord(from, to int) (word string, hasCode bool) {
	raw := c.src.Raw()
	tok := c.tokenAt(from)
	for i := from; i < to; i++ {
		for tok < len(c.tokens) && c.tokens[tok].end <= i {
			tok++
		}
		if tok < len(c.tokens) && c.tokens[tok].start <= i {
			switch c.tokens[tok].class {
			case 'c':
				i = c.tokens[tok].end - 1
				continue
			case 's':
				return "", true
			}
		}
		if isLetter(raw[i]) {
			end := i
			for end < to && isLetter(raw[end]) {
				end++
			}
			return string(raw[i:end]), true
		}
	}
	return "", false
}

// tokenAt returns the index of the first token that ends behind offset.
func (c *code) tokenAt(offset int) int {
	return sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].end > offset })
}
