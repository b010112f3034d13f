package main

import (
	"strconv"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// replaced maps an operator to the operator that replaces it, with the kind of the change. An operator that can also be
// a part of a type needs white space on both sides.
var replaced = map[string]struct{ kind, text string }{
	"+": {arithmetic, "-"}, "-": {arithmetic, "+"}, "*": {arithmetic, "/"}, "/": {arithmetic, "*"},
	"%": {arithmetic, "*"}, "<<": {arithmetic, ">>"}, ">>": {arithmetic, "<<"}, ">>>": {arithmetic, "<<"},
	"&": {arithmetic, "|"}, "|": {arithmetic, "&"}, "^": {arithmetic, "&"},
	"++": {arithmetic, "--"}, "--": {arithmetic, "++"}, "+=": {arithmetic, "-="}, "-=": {arithmetic, "+="},
	"<": {relational, "<="}, "<=": {relational, "<"}, ">": {relational, ">="}, ">=": {relational, ">"},
	"==": {relational, "!="}, "!=": {relational, "=="},
	"&&": {logical, "||"}, "||": {logical, "&&"}, "!": {logical, ""},
}

// tokens adds the changes of operators and literals in a block. It omits the blocks within the block, because walk
// reaches them later. kind is the kind of all these changes, or code.
func (s *source) tokens(block *syntax.Node, kind string) {
	if kind == "" {
		return
	}
	skip := inner(block, nil)
	list := []lex.Token{}
	scan := lex.New(s.text[block.Start:block.End])
	for t := scan.Next(); t.Kind != lex.EOF; t = scan.Next() {
		t.Start += int(block.Start)
		list = append(list, t)
	}
	for i, t := range list {
		if i == 0 || i == len(list)-1 || within1(skip, t.Start) {
			continue
		}
		own, text := s.changed(t, list[i-1].Kind == lex.Space && list[i+1].Kind == lex.Space)
		if own == "" {
			continue
		}
		if kind != code {
			own = kind
		}
		s.add(own, t.Start, t.End(), text)
	}
}

// inner lists the blocks inside of a block, and the bodies of classes.
func inner(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	for c := n.First; c != nil; c = c.Next {
		switch c.Kind {
		case syntax.Block, syntax.ConstructorBody, syntax.ClassBody:
			list = append(list, c)
		default:
			list = inner(c, list)
		}
	}
	return list
}

func within1(nodes []*syntax.Node, at int) bool {
	for _, n := range nodes {
		if int(n.Start) <= at && at < int(n.End) {
			return true
		}
	}
	return false
}

// changed returns the kind of the change of a token, "" for none, and the new text. spaced means that white space is on
// both sides of the token. Without white space, an operator may be a part of a type.
func (s *source) changed(t lex.Token, spaced bool) (kind, text string) {
	word := string(t.Text)
	switch t.Kind {
	case lex.Number, lex.Quoted:
		return literals, literal(word)
	case lex.Word:
		switch word {
		case "true", "false":
			return literals, literal(word)
		}
		return "", ""
	case '!', lex.Increment, lex.Decrement:
		spaced = true
	}
	r, ok := replaced[word]
	if !ok || !spaced {
		return "", ""
	}
	return r.kind, r.text
}

// literal returns another literal of the same type.
func literal(word string) string {
	switch {
	case word == "true":
		return "false"
	case word == "false":
		return "true"
	case strings.HasPrefix(word, `"""`):
		return word
	case strings.HasPrefix(word, `"`):
		return word[:len(word)-1] + `mutant"`
	case strings.HasPrefix(word, "'"):
		if word == "'x'" {
			return "'y'"
		}
		return "'x'"
	}
	if n, err := strconv.ParseInt(word, 10, 32); err == nil && (word == "0" || word[0] != '0') {
		return strconv.FormatInt(n+1, 10)
	}
	return "(" + word + " + 1)"
}

// condition adds the changes of a condition, which may have parentheses around it.
func (s *source) condition(c *syntax.Node) {
	start, end := int(c.Start), int(c.End)
	text := string(s.text[start:end])
	for _, pattern := range []string{"(!(%))", "((%) || true)", "((%) && false)"} {
		s.add(conditions, start, end, strings.Replace(pattern, "%", text, 1))
	}
}

// returned adds the changes of the value that a statement returns.
func (s *source) returned(n *syntax.Node, result string) {
	const keyword = "return"
	text := strings.TrimSpace(strings.TrimSuffix(string(s.text[int(n.Start)+len(keyword):n.End]), ";"))
	if text == "" || result == "" {
		return
	}
	var value string
	switch result {
	case "boolean":
		value = "!(" + text + ")"
	case "int", "long", "double", "float":
		value = "(" + text + ") + 1"
	case "char", "short", "byte":
		value = "(" + result + ") ((" + text + ") + 1)"
	case "String":
		value = "(" + text + `) + "mutant"`
	default:
		value = "null"
	}
	s.add(returns, int(n.Start), int(n.End), keyword+" "+value+";")
}
