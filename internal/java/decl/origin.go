package decl

import (
	"slices"
	"strconv"

	"jprof/internal/java/lex"
)

// Elsewhere is the origin of an object that other code may also have.
const Elsewhere = "?"

// origin returns the origins of the value of the expression that starts at the token k. It returns none for a new
// object, null, and a name equal to same, the target of the assignment. A call (name/arguments) has the origins of the
// results of its methods. All else is Elsewhere.
func (u use) origin(k int, same []byte) []string {
	end, question, colon := k, 0, 0
	for ; end < u.to; end++ {
		switch kind := u.kind(end); {
		case kind == '(' || kind == '[' || kind == '{':
			end = u.closing(end) - 1
			continue
		case kind == '<':
			end += max(u.typeArguments(end), 1) - 1
			continue
		case kind == '?' && question == 0:
			question = end
		case kind == ':' && question > 0 && colon == 0:
			colon = end
		}
		if kind := u.kind(end); kind == ';' || kind == ',' || kind == ')' || kind == '}' || kind == ']' {
			break
		}
	}
	if question > 0 && colon > 0 {
		yes, no := u, u
		yes.to, no.to = colon, end
		return append(yes.origin(question+1, same), no.origin(colon+1, same)...)
	}
	switch {
	case u.word(k) == "null" && k+1 == end, u.kind(k) == '{' && u.closing(k) == end:
		return nil
	case u.word(k) == "new":
		if u.isNew(k+1, end) {
			return nil
		}
		return []string{Elsewhere}
	}
	last := k // the last name of a chain of names and calls
	for {
		for u.kind(last) == '(' || u.kind(last) == '[' {
			last = u.closing(last)
		}
		if u.kind(last) == '.' {
			last++
		}
		if u.kind(last) != lex.Word || lex.IsKeyword(u.all[last].Text) && u.word(last) != "this" {
			return []string{Elsewhere}
		}
		switch next := u.kind(last + 1); {
		case last+1 == end:
			if last > k && len(same) > 0 && string(same) == u.word(last) && u.word(k) != "this" ||
				last == k && !u.inOwn && u.isOwn(u.all[k].Text, same) {
				return nil
			}
			return []string{Elsewhere}
		case next == '(' && u.closing(last+1) == end:
			if n := u.arguments(last+1, u.to); n >= 0 {
				return []string{u.word(last) + "/" + strconv.Itoa(n)}
			}
			return []string{Elsewhere}
		case next == '(', next == '[', next == '.':
			last++
		default:
			return []string{Elsewhere}
		}
	}
}

// isNew reports whether the tokens from k to end, after the word new, make one object, or one array of one dimension,
// and do nothing else.
func (u use) isNew(k, end int) bool {
	for u.kind(k) == lex.Word || u.kind(k) == '.' {
		k++
	}
	if u.kind(k) == '<' {
		k += u.typeArguments(k)
	}
	switch {
	case u.kind(k) == '(':
		return u.closing(k) == end
	case u.kind(k) != '[':
		return false
	}
	if k = u.closing(k); u.kind(k) == '{' {
		k = u.closing(k)
	}
	return k == end
}

// returns lists the origins of the results of a method: see origin. from and to are the tokens of its body.
func (p *Parser) returns(from, to int) (list []string) {
	u := use{Parser: p, from: from, to: to}
	for i := from; i < to; i++ {
		if u.word(i) != "return" || u.kind(i+1) == ';' {
			continue
		}
		list = append(list, u.origin(i+1, nil)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// isOwn reports whether a local variable always has a new object that no other code gets: it is only returned, or
// assigned to a field.
func (u use) isOwn(name, field []byte) bool {
	declared := false
	for i := u.from; i < u.to; i++ {
		if u.kind(i) != lex.Word || string(u.all[i].Text) != string(name) || u.kind(i-1) == '.' {
			continue
		}
		switch next := u.kind(i + 1); {
		case next == '=' && (u.kind(i-1) == lex.Word && !lex.IsKeyword(u.all[i-1].Text) ||
			u.kind(i-1) == ']' || u.kind(i-1).Angles() < 0):
			init := use{Parser: u.Parser, from: u.from, to: u.to, inOwn: true}
			if declared || len(init.origin(i+2, nil)) > 0 {
				return false
			}
			declared = true
		case next == '.' && u.kind(i+3) == '(', next == '.' && u.word(i+2) == "length", next == '[':
		case next == ';' && (u.word(i-1) == "return" ||
			u.kind(i-1) == '=' && len(field) > 0 && u.word(i-2) == string(field)):
		case u.mark(i, i, false) == "":
		case (u.kind(i-1) == '(' || u.kind(i-1) == ',') && (next == ',' || next == ')') && u.isFiller(u.callOf(i)):
		default:
			return false
		}
	}
	return declared
}

// hasClass reports whether the tokens from..to-1 have the body of a class. Names may mean other things there.
func (p *Parser) hasClass(from, to int) bool {
	u := use{Parser: p, from: from, to: to}
	for i := from; i < to; i++ {
		if u.word(i) == "class" && u.kind(i-1) != '.' {
			return true
		}
		if u.kind(i) == ')' && u.kind(i+1) == '{' {
			switch u.word(u.opening(i) - 1) {
			case "if", "for", "while", "switch", "catch", "synchronized", "try":
			default:
				return true
			}
		}
	}
	return false
}

// isFiller reports whether the call whose opening bracket is the token i calls a method of fillers.
func (u use) isFiller(i int) bool {
	return fillers[u.word(i-1)] && u.kind(i-2) == '.' && (u.word(i-3) == "Arrays" || u.word(i-3) == "System")
}
