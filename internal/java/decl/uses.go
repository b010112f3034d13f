package decl

import "jprof/internal/java/lex"

// use finds the uses of names in a piece of code, the tokens from..to-1.
type use struct {
	*Parser
	from, to int
	inOwn    bool // it examines the value of a local variable: see isOwn
}

func (u use) kind(k int) lex.Kind {
	if k < 0 || k >= u.to {
		return lex.EOF
	}
	return u.all[k].Kind
}

func (u use) word(k int) string {
	if u.kind(k) != lex.Word {
		return ""
	}
	return string(u.all[k].Text)
}

// marks returns the marks of the name at the token i. Names of methods have none, and names of types may have too many.
func (u use) marks(i int) (marks []string) {
	if u.kind(i+1) == '(' || u.kind(i-1) == lex.DoubleColon {
		return nil
	}
	start := u.chainStart(i)
	if u.kind(i-1) == '.' && u.word(i-2) != "this" && u.word(i-2) != "super" {
		marks = append(marks, Dotted)
	}
	k := i + 1
	for u.kind(k) == ')' { // (name) = 1
		k++
	}
	stepped := u.kind(start - 1).IsStep()
	switch next := u.kind(k); {
	case next == '=', next == lex.Assign, next.IsStep() || stepped && !u.goesOn(i+1):
		marks = append(marks, Assigned)
		if next == '=' {
			for _, from := range u.origin(k+1, u.all[i].Text) {
				marks = append(marks, OriginMark+from)
			}
		}
		if k == i+1 {
			return marks
		}
	}
	if mark := u.mark(i, start, stepped); mark != "" {
		marks = append(marks, mark)
	}
	return marks
}

// goesOn reports whether token k continues the expression with a member, an index or arguments.
func (u use) goesOn(k int) bool { return u.kind(k) == '.' || u.kind(k) == '[' || u.kind(k) == '(' }

// chainStart returns the first token of a chain such as a.b().c[i].name, in which name is the token i.
func (u use) chainStart(i int) int {
	for u.kind(i-1) == '.' {
		i -= 2
		for u.kind(i) == ')' || u.kind(i) == ']' {
			i = u.opening(i) - 1
		}
		if u.kind(i) != lex.Word {
			return i + 1
		}
	}
	return i
}

// opening returns the token of the bracket that the bracket at the token i closes.
func (u use) opening(i int) int {
	depth := 0
	for ; i > 0; i-- {
		if depth += u.kind(i).Nesting(); depth == 0 {
			return i
		}
	}
	return 0
}

// closing returns the token after the bracket that closes the bracket at the token i.
func (u use) closing(i int) int {
	depth := 0
	for ; i < u.to; i++ {
		if depth += u.kind(i).Nesting(); depth == 0 {
			return i + 1
		}
	}
	return u.to
}

// mark returns the use of the name at the token i, in an expression that starts at the token start: Changed, HandedOn,
// ElementOn or Copied, or "" if it is only read. stepped means that ++ or -- stands in front.
func (u use) mark(i, start int, stepped bool) string {
	switch next := u.kind(i + 1); next {
	case lex.Equal, lex.NotEqual, lex.Word, '<':
		return "" // uses of types do not matter
	case lex.DoubleColon:
		if readers[u.word(i+2)] {
			return ""
		}
		return Changed
	case '.':
		return u.called(i + 1)
	case '[':
		k := i + 1
		for u.kind(k) == '[' {
			k = u.closing(k)
		}
		switch after := u.kind(k); {
		case after == '=', after == lex.Assign, after.IsStep(), stepped && after != '.':
			return Changed
		case after == '.':
			return u.called(k)
		case isOperator(after), isOperator(u.kind(start - 1)), after == ']' && u.kind(start-1) == '[':
			return ""
		}
		return ElementOn
	case ']':
		if u.kind(start-1) == '[' {
			return ""
		}
	}
	before, after := u.kind(start-1), u.kind(i+1)
	switch {
	case isOperator(after), isOperand(before), u.word(start-1) == "case":
		return ""
	case after == ')' && before == ':' && u.isForEach(start-1):
		return ""
	case (before == '(' || before == ',') && (after == ')' || after == ','):
		switch of := u.word(u.callOf(start) - 1); {
		case onlyRead[of], of == "arraycopy" && before == '(':
			return ""
		case of == "if" || of == "while" || of == "switch" || of == "synchronized":
			return ""
		}
	case before == '=' && string(u.all[i].Text) == u.word(start-2) && (after == ';' || after == ','):
		return Copied
	}
	return HandedOn
}

// callOf returns the opening bracket of the call that has the expression starting at the token start as an argument, 0
// if there is none.
func (u use) callOf(start int) int {
	for i := start - 1; i > u.from; i-- {
		switch u.kind(i) {
		case '(':
			return i
		case ')', ']', '}':
			i = u.opening(i)
		case '[', '{', ';':
			return 0
		}
	}
	return 0
}

// isForEach reports whether the colon at the token k belongs to for (Type name : names).
func (u use) isForEach(k int) bool {
	before := u.kind(k - 2)
	return u.kind(k-1) == lex.Word && (before == lex.Word || before == ']' || before.Angles() < 0)
}

// called returns the mark of an expression that is followed by a dot, at the token k.
func (u use) called(k int) string {
	name := u.word(k + 1)
	switch {
	case u.kind(k+1) == '<':
		return Changed
	case u.kind(k+2) != '(':
		return ""
	case name == "values" || name == "keySet": // a change of them changes the map
		end := u.closing(k + 2)
		if u.kind(end) == ')' || u.kind(end) == '.' && onView[u.word(end+1)] {
			return ""
		}
	case readers[name]:
		return ""
	}
	return Changed
}

// isOperand reports whether an operand after token k is only read. After a question mark it is not, because it becomes
// a result.
func isOperand(k lex.Kind) bool { return k != '?' && isOperator(k) }

// isOperator reports whether a token is an operator that only reads its operands.
func isOperator(k lex.Kind) bool {
	switch k {
	case '+', '-', '*', '/', '%', '&', '|', '^', '!', '~', '<', '>', '?', lex.LessEqual, lex.GreaterEqual,
		lex.Equal, lex.NotEqual, lex.And, lex.Or, lex.ShiftLeft, lex.ShiftRight,
		lex.UnsignedShiftRight:
		return true
	}
	return false
}

// readers lists methods of collections, maps and strings that change nothing.
var readers = lex.WordSet(`
	get getOrDefault contains containsKey containsValue containsAll size isEmpty indexOf lastIndexOf equals hashCode
	toString clone stream forEach length getClass name ordinal`)

// onView lists methods of the values and keys of a map that change nothing.
var onView = lex.WordSet("contains containsAll size isEmpty stream toString forEach")

// fillers lists methods of Arrays and System that change an array that they get, but keep none.
var fillers = lex.WordSet("arraycopy fill setAll sort parallelSort parallelSetAll parallelPrefix")

// onlyRead lists methods of the JDK that neither change nor keep an array or collection that they get.
var onlyRead = lex.WordSet(`
	equals hashCode toString copyOf copyOfRange deepEquals deepHashCode deepToString write print println`)
