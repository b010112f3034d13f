package instrument

import (
	"bytes"
	"slices"

	"jprof/instrument/syntax"
)

// A short loop is slowed down most by counting: a counter in memory takes longer than what it counts. So where a
// loop cannot run for long at a time, its counters are local variables, and what is in them is added behind it:
//
//	{long n=0;try{for(int i=0;i<k;i++){n++;a[i]=i;}}catch(final Throwable t){Foo(r,1,n);throw t;}Foo(r,1,n);}
//
// What a thread has counted in the loop that it is in the middle of when the JVM ends is not written: so all counters of a
// loop are such variables, or none.

// tight is a loop whose counters are local variables.
type tight struct {
	names []string // of the variables
	ks    []uint32 // and the counters that they stand for
}

// maxLocals is how many counters a tight loop has: those of the body and of its branches. More would need more registers
// than there are.
const maxLocals = 3

// slow are the words that a tight loop has not.
var slow = []string{"new", "for", "while", "do", "switch", "try", "synchronized", "throw", "return", "yield", "assert", "class", "interface", "enum", "record", "super"}

// isTight tells whether a loop counts in local variables: for (int i = ...; ...; ...) without calls, object creations,
// loops and whatever else takes time, and without jumps that lead further than out of it.
func (w *body) isTight(s *syntax.Node) bool {
	if s.Kind != syntax.For || w.row == nil || w.tight != nil {
		return false
	}
	body, cond := s.In(syntax.Body), s.In(syntax.Condition)
	if body == nil || cond == nil || w.words.mayBeConstant(cond.Text(w.src)) {
		return false
	}
	list := w.words.tokens(s.Text(w.src))
	if len(list) < 5 || !isWord(list[2], "int") || list[3].kind != 'a' || list[4].kind != '=' {
		return false
	}
	name, header := string(list[3].text), int(body.Start-s.Start)
	steps, counters := 0, 1
	for i, t := range list {
		if i == 0 {
			continue // for
		}
		next := token{}
		if i+1 < len(list) {
			next = list[i+1]
		}
		switch t.kind {
		case '"', '@', '?', '\\':
			return false // a text may be put together of anything, outcomes have counters in expressions, and escapes may be anything
		case '&', '|':
			if next.near && next.kind == t.kind {
				return false
			}
		case '{':
			if last := list[i-1].kind; last == ']' || last == '=' || last == ',' {
				return false // an array is made
			}
		case '-', ':':
			if next.near && (next.kind == '>' || next.kind == ':') {
				return false
			}
		case 'a':
			switch word := string(t.text); {
			case slices.Contains(slow, word):
				return false
			case word == "if":
				if counters++; counters > maxLocals {
					return false
				}
			case (word == "break" || word == "continue") && next.kind != ';':
				return false
			case next.kind == '(' && !keywords[word]:
				return false
			case word == name && i > 3:
				if changed, constant := change(list, i); changed {
					if steps++; !constant || t.end > header {
						return false
					}
				}
			}
		}
	}
	return steps == 1
}

func isWord(t token, word string) bool { return t.kind == 'a' && string(t.text) == word }

// change tells whether the variable list[i] is changed there, and whether by a constant: ++i, i--, i += 2.
func change(list []token, i int) (changed, steps bool) {
	kind := func(j int) byte {
		if j < 0 || j >= len(list) {
			return 0
		}
		return list[j].kind
	}
	for _, sign := range []byte("+-") {
		for _, j := range []int{i + 1, i - 2} {
			if kind(j) == sign && kind(j+1) == sign && list[j+1].near {
				return true, true
			}
		}
	}
	end := i + 1
	for bytes.IndexByte([]byte("+-*/%&|^<>!"), kind(end)) >= 0 {
		end++
	}
	switch {
	case kind(end) != '=', end == i+1 && kind(end+1) == '=', end == i+2 && bytes.IndexByte([]byte("<>!"), kind(i+1)) >= 0:
		return false, false // nothing, ==, <=, >=, !=
	case end == i+2 && (kind(i+1) == '+' || kind(i+1) == '-') && kind(end+1) == '0':
		after := kind(end + 2)
		return true, list[end+1].text[0] != '0' && (after == ')' || after == ',')
	}
	return true, false
}

// local is the statement that counts with counter k in the tight loop around, "" where it does not.
func (w *body) local(k uint32) string {
	t := w.tight
	if t == nil {
		return ""
	}
	name := "__n" + itoa(w.depth) + "_" + itoa(len(t.ks))
	t.names, t.ks = append(t.names, name), append(t.ks, k)
	return name + "++;"
}

// inTight walks a loop that counts in local variables.
func (w *body) inTight(s *syntax.Node, walk func()) {
	opening := w.buf.Reserve(int(w.startOf(s)))
	w.tight = &tight{}
	walk()
	t := w.tight
	w.tight = nil
	var declare, flush string
	for i, name := range t.names {
		if i > 0 {
			declare += ","
		}
		declare += name + "=0"
		flush += w.callFor(t.ks[i]) + "," + name + ");"
	}
	w.uses.Sums = true
	caught := "__t" + itoa(w.depth) + "_n"
	w.buf.Set(opening, "{long "+declare+";try{")
	w.insert(s.End, "}catch(final java.lang.Throwable "+caught+"){"+flush+"throw "+caught+";}"+flush+"}")
}
