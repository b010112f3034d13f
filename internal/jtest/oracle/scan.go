package oracle

import (
	"slices"
	"strings"
)

// token is a word, number, literal or mark of a Java source. Comments are not tokens.
type token struct {
	text string
	line int
}

// withoutAnnotations removes annotations from the tokens of a source: code begins after them, as in javac's tables of
// lines.
func withoutAnnotations(all []token) []token {
	text := func(i int) string {
		if i < len(all) {
			return all[i].text
		}
		return ""
	}
	var out []token
	for i := 0; i < len(all); {
		if text(i) != "@" || text(i+1) == "interface" {
			out = append(out, all[i])
			i++
			continue
		}
		for i += 2; text(i) == "."; {
			i += 2
		}
		if text(i) != "(" {
			continue
		}
		for depth := 0; i < len(all); {
			switch text(i) {
			case "(":
				depth++
			case ")":
				depth--
			}
			if i++; depth == 0 {
				break
			}
		}
	}
	return out
}

// tokens splits a source into tokens. It splits operators of several characters, except "->", because statements can be
// distinguished without them.
func tokens(src string) []token {
	var out []token
	line := 1
	for i := 0; i < len(src); {
		start := i
		switch c := src[i]; {
		case c == '\n':
			line++
			i++
			continue
		case c == '\r':
			if i+1 == len(src) || src[i+1] != '\n' {
				line++
			}
			i++
			continue
		case c == ' ' || c == '\t' || c == '\f':
			i++
			continue
		case strings.HasPrefix(src[i:], "//"):
			for i < len(src) && src[i] != '\n' && src[i] != '\r' {
				i++
			}
			continue
		case strings.HasPrefix(src[i:], "/*"):
			i = after(src, i+2, "*/")
			line += strings.Count(src[start:i], "\n")
			continue
		case strings.HasPrefix(src[i:], `"""`):
			i = after(src, i+3, `"""`)
		case c == '"' || c == '\'':
			i = after(src, i+1, string(c))
		case strings.HasPrefix(src[i:], "->"):
			i += 2
		case isWord(c):
			for i < len(src) && isWord(src[i]) {
				i++
			}
		default:
			i++
		}
		out = append(out, token{src[start:i], line})
		line += strings.Count(src[start:i], "\n")
	}
	return out
}

// after returns the offset in src after the next end, from offset i on. Except in comments, it ignores what follows a
// backslash. It returns len(src) if there is no end.
func after(src string, i int, end string) int {
	for ; i < len(src); i++ {
		if src[i] == '\\' && end != "*/" {
			i++
		} else if strings.HasPrefix(src[i:], end) {
			return i + len(end)
		}
	}
	return len(src)
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// frameKind is the kind of a pair of brackets.
type frameKind uint8

const (
	fileFrame  frameKind = iota
	typeFrame            // the body of a type
	enumFrame            // the constants of an enum
	codeFrame            // a block
	caseFrame            // the body of a switch
	arrayFrame           // initial values of an array, of an annotation
	parenFrame
)

// frame is an open pair of brackets.
type frame struct {
	kind   frameKind
	word   string // the construct: if, for, try, finally, ... "->" for a lambda or an arrow, "init", or ""
	try    int    // number of the try statement that the frame is a part of, 0 for none
	decl   string // the word class, interface, enum, record where one has been seen since the last statement
	asked  int    // number of question marks whose colon has not been seen yet
	assign bool   // an = has been seen since the last statement
	header string // the word before the last parenthesis that was closed within the frame
}

// lineInfo describes a line of a source that is not empty.
type lineInfo struct {
	tokens []token // the tokens of the line
	prev   string  // the token before the line
	header string  // if prev is ")": the word before its "("
	closed frame   // if prev is "}": the block that prev closed
	stack  []frame // the brackets that are open at the start of the line
	ends   int     // number of brackets that are open at the end of the line
	lowest int     // the least number of brackets open at any place of the line
}

// source holds the lines and try statements of a scanned source.
type source struct {
	lines    map[int]*lineInfo
	last     int          // the last line that is not empty
	finished map[int]bool // try statements that have resources or a finally
}

// scan finds the tokens and open brackets of each line of a source.
func scan(text string) *source {
	s := &source{lines: map[int]*lineInfo{}, finished: map[int]bool{}}
	ts := withoutAnnotations(tokens(text))
	stack := []frame{{kind: fileFrame}}
	prev := ""
	var closed frame
	tries := 0
	colon := "" // the construct of a ":": "" for a label, "?" for a conditional
	for i, t := range ts {
		top := &stack[len(stack)-1]
		if i == 0 || ts[i-1].line != t.line {
			before := prev
			if prev == ":" && colon != "" {
				before = "?:"
			}
			end := i
			for end < len(ts) && ts[end].line == t.line {
				end++
			}
			s.last = t.line
			s.lines[t.line] = &lineInfo{tokens: ts[i:end], prev: before, header: top.header, closed: closed,
				stack: slices.Clone(stack), lowest: len(stack)}
		}
		switch t.text {
		case "{":
			f := opened(*top, prev, ts, i)
			switch f.word {
			case "try":
				tries++
				f.try = tries
				s.finished[tries] = prev == ")"
			case "catch", "finally":
				f.try = closed.try
				if f.word == "finally" {
					s.finished[closed.try] = true
				}
			}
			if f.kind == codeFrame || f.kind == caseFrame || f.kind == typeFrame || f.kind == enumFrame {
				top.decl, top.assign = "", top.assign && (f.word == "->" || f.kind == typeFrame)
			}
			stack = append(stack, f)
		case "(":
			f := frame{kind: parenFrame, word: prev}
			if prev == "catch" {
				f.try = closed.try
			}
			stack = append(stack, f)
		case "[":
		case "}", ")":
			if len(stack) > 1 {
				closed = *top
				stack = stack[:len(stack)-1]
				top = &stack[len(stack)-1]
				if t.text == ")" {
					top.header = closed.word
				}
			}
		case ";":
			top.decl, top.assign, top.asked = "", false, 0
			if top.kind == enumFrame {
				top.kind = typeFrame
			}
		case "class", "interface", "enum":
			if prev != "." {
				top.decl = t.text
			}
		case "record":
			if i+2 < len(ts) && isWord(ts[i+1].text[0]) && (ts[i+2].text == "(" || ts[i+2].text == "<") {
				top.decl = t.text
			}
		case "=":
			top.assign = true
		case "?":
			if i+1 < len(ts) && !slices.Contains([]string{">", ",", "extends", "super"}, ts[i+1].text) {
				top.asked++
			}
		case ":":
			colon = ""
			if top.asked > 0 {
				top.asked--
				colon = "?"
			}
		}
		prev = t.text
		if info := s.lines[t.line]; info != nil {
			info.lowest = min(info.lowest, len(stack))
		}
		if i+1 == len(ts) || ts[i+1].line != t.line {
			if info := s.lines[t.line]; info != nil {
				info.ends = len(stack)
			}
		}
	}
	return s
}

// hasPattern reports whether the statement of a line has an instanceof, on this line or another one.
func (s *source) hasPattern(line int) bool {
	ends := func(line int) bool {
		l := s.lines[line]
		return l != nil && strings.Contains("{};", l.tokens[len(l.tokens)-1].text)
	}
	first, last := line, line
	for first > 1 && !ends(first-1) {
		first--
	}
	for last < s.last && !ends(last) {
		last++
	}
	for n := first; n <= last; n++ {
		if l := s.lines[n]; l != nil &&
			slices.ContainsFunc(l.tokens, func(t token) bool { return t.text == "instanceof" }) {
			return true
		}
	}
	return false
}

var controls = []string{"if", "for", "while", "switch", "catch", "synchronized", "try"}

// opened returns the frame that the brace ts[i] opens. prev is the token before the brace, and around the frame that
// encloses it.
func opened(around frame, prev string, ts []token, i int) frame {
	inCode := around.kind == codeFrame || around.kind == caseFrame
	switch {
	case prev == ")" && slices.Contains(controls, around.header):
		if around.header == "switch" {
			return frame{kind: caseFrame, word: "switch"}
		}
		return frame{kind: codeFrame, word: around.header}
	case prev == "->":
		return frame{kind: codeFrame, word: arrow(around, ts, i-1)}
	case slices.Contains([]string{"else", "do", "try", "finally"}, prev):
		return frame{kind: codeFrame, word: prev}
	case around.kind == enumFrame && (prev == ")" || isWord(prev[0])):
		return frame{kind: typeFrame}
	case around.decl != "" && around.decl != "enum":
		return frame{kind: typeFrame}
	case around.decl == "enum":
		return frame{kind: enumFrame}
	case around.kind == arrayFrame, prev == "]" && around.kind != typeFrame, prev == "=", prev == "(", prev == ",",
		prev == "]" && around.assign:
		return frame{kind: arrayFrame}
	case around.kind == typeFrame && (prev == "static" || prev == "{" || prev == "}" || prev == ";"):
		return frame{kind: codeFrame, word: "init"}
	case around.kind == typeFrame && !around.assign:
		return frame{kind: codeFrame, word: "method"}
	case inCode && slices.Contains([]string{"{", "}", ";", ":"}, prev):
		return frame{kind: codeFrame}
	}
	return frame{kind: typeFrame} // after new X(...), generic arguments included
}

// arrow returns "case" for an arrow of a switch, "->" for the arrow of a lambda.
func arrow(around frame, ts []token, i int) string {
	if around.kind != caseFrame {
		return "->"
	}
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch ts[j].text {
		case ")":
			depth++
		case "(":
			depth--
		case "case", "default":
			return "case"
		case "->", ";", "{", "}":
			return "->"
		}
		if depth < 0 {
			return "->"
		}
	}
	return "->"
}
