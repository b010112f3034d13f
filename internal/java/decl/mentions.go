package decl

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/java/lex"
)

// Marks of the ways in which a name is used. A mark follows the name in Mentions.
const (
	Assigned   = "/=" // a value is assigned to the name
	Changed    = "/~" // a method that may change the object is called on it, or one of its elements is assigned
	HandedOn   = "/>" // other code gets the value
	ElementOn  = "/:" // other code gets an element of the value
	Dotted     = "/." // the name comes after a dot, except in this.name and super.name
	Copied     = "/@" // the value is assigned to the same name
	OriginMark = "/!" // the assigned value is one that other code may also have: see origin
)

// Mark returns the mark after the name in a mention, "" for a plain name and for a call.
func Mark(mention string) string {
	i := strings.IndexByte(mention, '/')
	if i < 0 || i+1 == len(mention) || mention[i+1] == '*' || mention[i+1] >= '0' && mention[i+1] <= '9' {
		return ""
	}
	return mention[i : i+2]
}

// unique sorts names and removes duplicates.
func unique(list Mentions) Mentions {
	slices.Sort(list)
	return slices.Compact(list)
}

// mentions returns the names in the tokens from..to-1: see Mentions. Names of parameters have no marks, because they
// mean nothing outside.
func (p *Parser) mentions(from, to int, parameters ...string) Mentions {
	var list Mentions
	for i := from; i < to; i++ {
		switch t := p.all[i]; t.Kind {
		case lex.Word:
			if lex.IsKeyword(t.Text) {
				continue
			}
			name := p.intern(t.Text)
			list = append(list, name)
			u := use{Parser: p, from: from, to: to}
			if u.kind(i-1) == '.' || !slices.Contains(parameters, name) {
				for _, mark := range u.marks(i) {
					list = append(list, p.intern(append(slices.Clone(t.Text), mark...)))
				}
			}
			switch {
			case i > from && p.all[i-1].Kind == lex.DoubleColon:
				list = append(list, p.intern(append(slices.Clone(t.Text), "/*"...)))
			case i+1 < to && p.all[i+1].Kind == '(':
				list = append(list, p.call(t.Text, i+1, to))
			case i+1 < to && p.all[i+1].Kind == '<': // new Foo<Bar>(...)
				if n := p.typeArguments(i + 1); n > 0 && i+1+n < to && p.all[i+1+n].Kind == '(' {
					list = append(list, p.call(t.Text, i+1+n, to))
				}
			}
		case lex.Quoted:
			list = append(list, p.quoted(t.Text)...)
		}
	}
	return unique(list)
}

// call returns the mention of a call: its name and the number of its arguments. Its opening bracket is the token i.
func (p *Parser) call(name []byte, i, to int) string {
	n := p.arguments(i, to)
	text := append(slices.Clone(name), '/')
	if n < 0 {
		return p.intern(append(text, '*'))
	}
	return p.intern(strconv.AppendInt(text, int64(n), 10))
}

// arguments returns the number of arguments in the brackets that start at the token i. It returns -1 if the number is
// not clear.
func (p *Parser) arguments(i, to int) int {
	depth, commas := 0, 0
	for k := i; k < to; k++ {
		if depth += p.all[k].Kind.Nesting(); depth == 0 {
			if k == i+1 {
				return 0
			}
			return commas + 1
		}
		switch p.all[k].Kind {
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

// quoted returns the names in a string that has only names: "name", "com.example.Name", "Name#name".
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
			if !lex.IsWordPart(c) {
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

// maxQuoted is the length above which a string cannot be names.
const maxQuoted = 1000

// wordsOfAll returns the names in all tokens of a source.
func (p *Parser) wordsOfAll() Mentions { return p.mentions(0, len(p.all)) }
