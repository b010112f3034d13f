package counts

import (
	"bytes"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
)

// passes lists the methods of helper classes that take the argument of a call which ends the JVM (package instrument,
// endings.go), each with the method that the source calls.
var passes = map[string]string{"__halt": "halt", "__exit": "exit", "__hook": "addShutdownHook"}

// calls finds the names of the method that a frame has called, on the line of the frame. It returns the offsets of
// these names, or of the word new. There are none without the source, or if the source has no text for the call, as for
// implicit calls, the body of a lambda and a static initialiser.
func (p place) calls(fr Frame, src []byte) []uint32 {
	if src == nil || fr.CalledMethod == "" || fr.CalledMethod == "<clinit>" {
		return nil
	}
	method := fr.CalledMethod
	if name, ok := passes[method]; ok && probe.IsHelper(fr.CalledClass) {
		method = name
	}
	start, line := lineOf(src, fr.Line)
	var all, named []uint32
	for _, c := range callsOn(line, method, simpleName(fr.CalledClass)) {
		offset := start + uint32(c.offset)
		if !p.holds(fr, offset, p.blockAt(offset)) {
			continue
		}
		all = append(all, offset)
		if c.named {
			named = append(named, offset)
		}
	}
	if len(named) > 0 {
		return named
	}
	return all
}

// call is a place on a line that may be a call of a given method or constructor.
type call struct {
	offset int  // of the name or of new, in the line
	named  bool // it is new with the name of the class
}

// callsOn finds the calls of a method on a line. The method <init> represents the constructors of a class. Each new may
// call them, because the source may use another name for the class. A comment or text block that began on an earlier
// line is not recognised.
func callsOn(line []byte, method, class string) []call {
	var found []call
	list := lex.AppendTokens(nil, line)
	for i, t := range list {
		isCall := i+1 < len(list) && list[i+1].Kind == '('
		switch {
		case method != "<init>":
			if isCall && t.Is(method) {
				found = append(found, call{t.Start, false})
			}
		case t.Is("new"):
			named := slices.ContainsFunc(typeIn(list[i+1:]), func(t lex.Token) bool { return t.Is(class) })
			found = append(found, call{t.Start, named})
		case isCall && (t.Is("this") || t.Is("super")):
			found = append(found, call{t.Start, false})
		}
	}
	return found
}

// typeIn returns the type at the start of rest, the tokens after new.
func typeIn(rest []lex.Token) []lex.Token {
	end := slices.IndexFunc(rest, func(t lex.Token) bool { return t.Kind == '(' || t.Kind == '[' || t.Kind == '{' })
	if end < 0 {
		return rest
	}
	return rest[:end]
}

// simpleName returns the name of a class in the source, "" for an anonymous class.
func simpleName(binary string) string {
	return strings.TrimLeft(binary[strings.LastIndexAny(binary, ".$")+1:], "0123456789")
}

// lineOf returns a line of a source, counted from 1, and its offset. Lines end as in javac.
func lineOf(src []byte, line int32) (start uint32, text []byte) {
	from := 0
	for ; line > 1; line-- {
		end := bytes.IndexAny(src[from:], "\r\n")
		if end < 0 {
			return uint32(len(src)), nil
		}
		from += end + 1
		if src[from-1] == '\r' && from < len(src) && src[from] == '\n' {
			from++
		}
	}
	text = src[from:]
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	return uint32(from), text
}
