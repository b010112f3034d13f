package javadecl

import (
	"bytes"
	"slices"
	"strconv"

	"jprof/internal/javalex"
)

// unique sorts names and drops those that are there twice.
func unique(list Mentions) Mentions {
	slices.Sort(list)
	return slices.Compact(list)
}

// mentions are the names in the tokens from from to to: see Mentions.
func (p *Parser) mentions(from, to int) Mentions {
	var list Mentions
	for i := from; i < to; i++ {
		switch t := p.all[i]; t.Kind {
		case javalex.Word:
			if javalex.IsKeyword(t.Text) {
				continue
			}
			list = append(list, p.intern(t.Text))
			if !p.reads(i, from, to) {
				list = append(list, p.intern(append(slices.Clone(t.Text), "/="...)))
			}
			switch {
			case i > from && p.all[i-1].Kind == javalex.DoubleColon:
				list = append(list, p.intern(append(slices.Clone(t.Text), "/*"...)))
			case i+1 < to && p.all[i+1].Kind == '(':
				list = append(list, p.call(t.Text, i+1, to))
			case i+1 < to && p.all[i+1].Kind == '<': // new Foo<Bar>(...)
				if n := p.typeArguments(i + 1); n > 0 && i+1+n < to && p.all[i+1+n].Kind == '(' {
					list = append(list, p.call(t.Text, i+1+n, to))
				}
			}
		case javalex.Quoted:
			list = append(list, p.quoted(t.Text)...)
		}
	}
	return unique(list)
}

// readers are methods of collections, maps and strings that change nothing.
var readers = map[string]bool{"get": true, "getOrDefault": true, "contains": true, "containsKey": true,
	"containsValue": true, "containsAll": true, "size": true, "isEmpty": true, "indexOf": true, "lastIndexOf": true,
	"equals": true, "hashCode": true, "toString": true, "clone": true, "stream": true, "forEach": true, "keySet": true,
	"values": true, "entrySet": true, "length": true, "getClass": true, "name": true, "ordinal": true}

// reads reports whether the name at the token i is used in a way that changes neither what it names nor, if that is a
// collection or an array, what is in it; nor hands it to code that could. Types and methods are read.
func (p *Parser) reads(i, from, to int) bool {
	kind := func(k int) javalex.Kind {
		if k < from || k >= to {
			return javalex.EOF
		}
		return p.all[k].Kind
	}
	if before := kind(i - 1); before == javalex.Increment || before == javalex.Decrement {
		return false
	} else if before == javalex.Equal || before == javalex.NotEqual {
		return true
	}
	switch next := kind(i + 1); next {
	case '(', javalex.Equal, javalex.NotEqual, javalex.Word, javalex.DoubleColon, '<':
		return true
	case '.':
		return kind(i+3) != '(' || readers[string(p.all[i+2].Text)]
	case '[':
		k := i + 1
		for kind(k) == '[' {
			for depth := 0; k < to; k++ {
				if c := kind(k); c == '[' {
					depth++
				} else if c == ']' {
					if depth--; depth == 0 {
						k++
						break
					}
				}
			}
		}
		after := kind(k)
		return after != '=' && after != javalex.Assign && after != javalex.Increment && after != javalex.Decrement
	case ')': // for (Type name : names)
		before := kind(i - 3)
		if kind(i-1) == ':' && kind(i-2) == javalex.Word &&
			(before == javalex.Word || before == ']' || before.Angles() < 0) {
			return true
		}
		return kind(i-1) == '(' && onlyRead[p.before(i-1, from)]
	case ',':
		// The first argument, but not the one that System.arraycopy writes to.
		return kind(i-1) == '(' && (onlyRead[p.before(i-1, from)] || p.before(i-1, from) == "arraycopy")
	}
	return false
}

// onlyRead are methods of the JDK that change no array or collection which they get as first argument, and keep none.
var onlyRead = map[string]bool{"equals": true, "hashCode": true, "toString": true, "copyOf": true, "copyOfRange": true,
	"deepEquals": true, "deepHashCode": true, "deepToString": true, "write": true, "print": true, "println": true}

// before is the word before the token i.
func (p *Parser) before(i, from int) string {
	if i-1 < from || p.all[i-1].Kind != javalex.Word {
		return ""
	}
	return string(p.all[i-1].Text)
}

// call is a call by its name and the number of its arguments, whose bracket is the token i.
func (p *Parser) call(name []byte, i, to int) string {
	n := p.arguments(i, to)
	text := append(slices.Clone(name), '/')
	if n < 0 {
		return p.intern(append(text, '*'))
	}
	return p.intern(strconv.AppendInt(text, int64(n), 10))
}

// arguments counts the arguments in the brackets that start at the token i, -1 where that is not clear.
func (p *Parser) arguments(i, to int) int {
	depth, commas := 0, 0
	for k := i; k < to; k++ {
		switch p.all[k].Kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				if k == i+1 {
					return 0
				}
				return commas + 1
			}
		case '<':
			if n := p.typeArguments(k); n > 0 && depth == 1 {
				for _, t := range p.all[k : k+n] {
					if t.Kind == ',' { // a < b, c > (d) is two arguments, and may be one
						return -1
					}
				}
			}
		case ',':
			if depth == 1 {
				commas++
			}
		}
	}
	return -1
}

// quoted are the names in a string that is nothing but names: "name", "com.example.Name", "Name#name".
func (p *Parser) quoted(text []byte) (list Mentions) {
	if len(text) < 3 || text[0] != '"' || text[1] == '"' || len(text) > maxQuoted {
		return nil
	}
	text = text[1 : len(text)-1]
	for len(text) > 0 {
		end := bytes.IndexAny(text, ".$#/")
		if end < 0 {
			end = len(text)
		}
		part := text[:end]
		for _, c := range part {
			if !javalex.IsWordPart(c) {
				return nil
			}
		}
		if text = text[min(end+1, len(text)):]; len(part) > 0 && (part[0] < '0' || part[0] > '9') {
			list = append(list, p.intern(part))
			if len(text) == 0 {
				list = append(list, p.intern(append(slices.Clone(part), "/*"...)))
			}
		}
	}
	return list
}

// maxQuoted is longer than any name in a string.
const maxQuoted = 1000

// wordsOfAll are the names in all tokens of a source.
func (p *Parser) wordsOfAll() Mentions { return p.mentions(0, len(p.all)) }
