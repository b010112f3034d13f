package oracle

import (
	"maps"
	"slices"
	"strings"
)

// The reasons for which a line is not compared.
const (
	within     = "no statement starts the line"
	header     = "loop, try, catch, finally or closing brace: code of several meanings"
	pattern    = "case with a pattern or a guard"
	declares   = "declaration of a type or a member"
	jumps      = "break, continue or return: joined with other jumps, or behind a finally block"
	copies     = "copies of a finally block that cannot be distinguished"
	several    = "code of several methods"
	unstable   = "differs between runs without jprof"
	ambiguous  = "two sources of this name in one package"
	notMatched = "source has no counts of the oracle"
)

// expected returns the count that the bytecode gives to the first statement on a line, or the reason why it gives none.
// entries holds the entries of the line, at least one.
//
//   - A statement starts at the first entry of its line in its method: javac makes an entry where a statement starts,
//     and more where code comes back to the line. Loops jump back into their condition, so the first entry of a for
//     loop is that of the statement only if the loop has an initialiser.
//   - javac copies finally blocks to each way out of the try statement: the copies of a line add up,
//     if each copy has one entry. Instance initialisers are copied into each constructor.
//   - A line that starts with a brace has the jump that leaves the block, too, and often no entry of its own for what
//     follows: it is not compared.
//   - Jumps that lead to a break or continue are joined with it, and it vanishes if its target follows.
//     A return without a value is placed behind the finally blocks that it leaves.
//   - Lambdas and classes inside of a statement have methods of their own.
//   - Initialisers of fields start on the line of their declaration: in each constructor that calls no other, or in
//     <clinit>, as constants of an enum do.
func (s *source) expected(line int, entries []Entry) (count uint64, reason string) {
	info := s.lines[line]
	if info == nil {
		return 0, within
	}
	words, reason := info.statement()
	if reason == declares && s.initialises(line) {
		return initialised(entries)
	}
	if reason != "" && s.begins(line) {
		return begun(info, entries)
	}
	if reason != "" {
		return 0, reason
	}
	jump := slices.Contains([]string{"break", "continue"}, words[0].text)
	leaves := words[0].text == "return" && len(words) > 1 && words[1].text == ";" // without a value
	if jump || leaves && s.throughFinally(info.stack) {
		return 0, jumps
	}
	root, finally := info.root()
	if root != "init" {
		own := withoutInitialisers(entries)
		if len(own) == 0 && (root == "method" || root == "->") {
			return 0, "" // the class with the method was not loaded
		}
		if len(own) > 0 {
			entries = own
		}
	}
	if entries = enclosing(entries); entries == nil {
		return 0, several
	}
	first := entries[:0:0]
	for _, e := range entries {
		if e.Ordinal == 1 {
			first = append(first, e)
		}
	}
	if len(first) > 1 && (root != "init" || !allConstructors(first)) {
		return 0, several
	}
	if finally >= 0 {
		last := info.tokens[len(info.tokens)-1].text
		whole := last == ";" && info.ends == len(info.stack) || last == "{" && info.ends == len(info.stack)+1
		leaves := slices.Contains([]string{"return", "yield"}, words[0].text)
		if !whole || words[0].text == "for" || words[0].text == "synchronized" ||
			slices.ContainsFunc(words, func(t token) bool { return t.text == "switch" }) ||
			leaves && (s.throughFinally(info.stack) || slices.ContainsFunc(info.stack[finally+1:], isFinally)) ||
			hasBlock(words) {
			return 0, copies
		}
		first = entries
	}
	for _, e := range first {
		count += e.Count
	}
	return count, ""
}

// statement returns the rest of the line from the first token of its first statement on, without labels. If the line
// has no statement that can be compared, it returns the reason.
func (l *lineInfo) statement() (words []token, reason string) {
	words = l.tokens
	if reason := l.starts(words[0].text); reason != "" {
		return nil, reason
	}
	for {
		text := func(i int) string {
			if i < len(words) {
				return words[i].text
			}
			return ""
		}
		switch t := text(0); {
		case t == "else", t == "default" && (text(1) == ":" || text(1) == "->"):
			words = words[1:]
			if t == "default" {
				words = words[1:]
			}
		case t == "case":
			i := 1
			for i < len(words) && words[i].text != ":" && words[i].text != "->" {
				if words[i].text == "(" || isWord(words[i].text[0]) && i > 1 && isWord(words[i-1].text[0]) {
					return nil, pattern
				}
				i++
			}
			words = words[min(i+1, len(words)):]
		case text(1) == ":" && isWord(t[0]):
			words = words[2:]
		case t == "final", t == "abstract", t == "static", t == "strictfp":
			if i := slices.IndexFunc(words, func(t token) bool { return t.text == "class" || t.text == "=" }); i >= 0 &&
				words[i].text == "class" {
				return nil, declares
			}
			return words, ""
		case t == "":
			return nil, within
		case slices.Contains([]string{"class", "interface", "enum", "@"}, t),
			t == "record" && isWord(text(1)[0]) && text(2) == "(":
			return nil, declares
		case slices.Contains([]string{"{", "}", ")", ",", ".", ";", "while", "do", "try", "catch", "finally"}, t):
			return nil, header
		case t == "for":
			if text(2) == ";" || len(words) < 4 {
				return nil, header
			}
			end := slices.IndexFunc(words, func(t token) bool { return t.text == ";" || t.text == ":" })
			if end < 0 || words[end].text == ";" && !slices.ContainsFunc(words[:end], func(t token) bool {
				return t.text == "=" || t.text == "+" || t.text == "-"
			}) {
				return nil, header
			}
			return words, ""
		default:
			return words, ""
		}
	}
}

// begins reports whether the line starts with a part of a statement that begins where the first entry of the line is
// reached:
//
//   - the condition of a do loop after the brace of its body, where all of it is on the line;
//   - the condition and the updates of a for, and a resource, after a semicolon;
//   - an operand that is a call, except at the outside of the condition of a loop, and where a pattern is in the
//     statement and not at the outside of the condition of an if: javac has these start at their last operator.
func (s *source) begins(line int) bool {
	l := s.lines[line]
	top := l.stack[len(l.stack)-1]
	text := func(i int) string {
		if i < len(l.tokens) {
			return l.tokens[i].text
		}
		return ""
	}
	switch first := text(0); {
	case first == "}":
		return top.word == "do" && text(1) == "while" && l.ends == len(l.stack)-1 &&
			l.tokens[len(l.tokens)-1].text == ";"
	case top.kind == parenFrame && (top.word == "for" || top.word == "try"):
		return l.prev == ";" && isWord(first[0]) && l.ends <= len(l.stack)
	case (first == "&" || first == "|") && text(1) == first:
		i := 2
		for text(i) == "(" || text(i) == "!" {
			i++
		}
		if text(i+1) == "." {
			i += 2
		}
		atOperator := l.inLoopHeader() || top.word != "if" && s.hasPattern(line)
		if atOperator || text(i) == "" || !isWord(text(i)[0]) || text(i+1) != "(" {
			return false
		}
		for i += 2; i < len(l.tokens); i++ { // code in front of the first call must not throw
			switch t := text(i); {
			case t == ")" || t == "(":
				return true
			case t != "," && !isWord(t[0]):
				return false
			}
		}
	}
	return false
}

// inLoopHeader reports whether a part of the line is in the header of a loop and in no further brackets within it.
func (l *lineInfo) inLoopHeader() bool {
	for i, f := range slices.Backward(l.stack) {
		if f.kind != parenFrame {
			return false
		}
		if f.word == "while" || f.word == "for" {
			return l.lowest <= i+1
		}
	}
	return false
}

// begun returns the count of a line for which begins returns true, or the reason why the line is not compared.
func begun(l *lineInfo, entries []Entry) (count uint64, reason string) {
	root, finally := l.root()
	if finally >= 0 || root == "init" {
		return 0, copies
	}
	entries = enclosing(withoutInitialisers(entries))
	for _, e := range entries {
		if e.Ordinal > 1 {
			continue
		}
		if e.Method != entries[0].Method {
			return 0, several
		}
		count += e.Count
	}
	return count, ""
}

// initialises reports whether the line starts the declaration of a field with an initialiser, or a constant of an enum.
func (s *source) initialises(line int) bool {
	l := s.lines[line]
	top := l.stack[len(l.stack)-1]
	switch {
	case top.kind == enumFrame:
		return isWord(l.tokens[0].text[0]) && (l.prev == "{" || l.prev == ",")
	case top.kind != typeFrame || !strings.Contains("{};", l.prev):
		return false
	}
	for ; line <= s.last; line++ {
		l := s.lines[line]
		if l == nil {
			continue
		}
		for _, t := range l.tokens {
			switch {
			case t.text == "=":
				return true
			case strings.Contains("({};", t.text),
				slices.Contains([]string{"class", "interface", "enum"}, t.text):
				return false
			}
		}
	}
	return false
}

// placed returns the entries of a source by line. It moves the entries of a line of annotations to the line of the
// declaration after them, because javac gives the initialiser of a field the line on which its annotations start.
func (s *source) placed(entries map[int][]Entry) map[int][]Entry {
	all := maps.Clone(entries)
	for n, list := range entries {
		code := n
		for code < s.last && s.lines[code] == nil {
			code++
		}
		if code != n && s.initialises(code) {
			delete(all, n)
			all[code] = list
		}
	}
	return all
}

// initialised returns the count of the initialisers of fields on a line, or the reason why the line is not compared.
// entries holds the entries of the line.
func initialised(entries []Entry) (count uint64, reason string) {
	entries = slices.DeleteFunc(slices.Clone(enclosing(entries)), func(e Entry) bool { return e.Ordinal > 1 })
	isClass := func(e Entry) bool { return strings.HasSuffix(e.Method, ".<clinit>()V") }
	switch {
	case len(entries) == 1 && isClass(entries[0]), len(entries) > 0 && allConstructors(entries):
		for _, e := range entries {
			count += e.Count
		}
		return count, ""
	}
	return 0, several
}

// starts returns "" if a statement starts with word at the start of the line, else the reason why none does.
func (l *lineInfo) starts(word string) string {
	top := l.stack[len(l.stack)-1]
	switch {
	case word == "else":
		return ""
	case word == "}":
		return header
	case l.prev == "->":
		return ""
	case top.kind == typeFrame, top.kind == enumFrame, top.kind == fileFrame:
		return declares
	case top.kind != codeFrame && top.kind != caseFrame:
		return within
	case slices.Contains([]string{"{", ";", ":", "else", "do"}, l.prev):
		return ""
	case l.prev == "}":
		if !isWord(word[0]) && !strings.Contains(`+-(`, word[:1]) || word == "instanceof" {
			return within
		}
		if l.closed.kind != codeFrame && l.closed.kind != caseFrame && top.assign {
			return within
		}
		return ""
	case l.prev == ")" && slices.Contains(controls, l.header):
		return ""
	}
	return within
}

// root returns the construct whose code javac puts into the method with this line: "method", "init" or "->". It also
// returns the index of the outermost finally block in that construct, -1 for none.
func (l *lineInfo) root() (word string, finally int) {
	finally = -1
	for i, f := range slices.Backward(l.stack) {
		if isFinally(f) {
			finally = i
		}
		if f.kind == typeFrame || f.word == "->" && f.kind == codeFrame || f.word == "method" || f.word == "init" {
			return f.word, finally
		}
	}
	return "", finally
}

func isFinally(f frame) bool { return f.word == "finally" }

// throughFinally reports whether one of the blocks, innermost last, is part of a try statement with
// resources or finally, or synchronized. Blocks around a lambda or a class do not matter.
func (s *source) throughFinally(stack []frame) bool {
	for _, f := range slices.Backward(stack) {
		if f.kind == typeFrame || f.kind == codeFrame && f.word == "->" {
			return false
		}
		if f.word == "synchronized" && f.kind == codeFrame ||
			(f.word == "try" || f.word == "catch") && f.kind == codeFrame && s.finished[f.try] {
			return true
		}
	}
	return false
}

// withoutInitialisers removes the entries of class initialisers from the lines of statements: javac reads the assertion
// status on the line of the first assertion, and numbers the constants of an enum on the line of the first switch on
// it. For interfaces a class of its own does that, one for all of a file.
func withoutInitialisers(entries []Entry) []Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		return strings.HasSuffix(e.Method, ".<clinit>()V")
	})
}

// enclosing returns the entries of the methods around the line's statement, without those of lambdas and classes within
// the statement. It returns nil if the two cannot be distinguished.
func enclosing(entries []Entry) []Entry {
	class := func(e Entry) string {
		name, _, _ := strings.Cut(e.Method, ".")
		return name
	}
	outer := class(slices.MinFunc(entries, func(a, b Entry) int { return len(class(a)) - len(class(b)) }))
	var own, lambdas []Entry
	for _, e := range entries {
		switch {
		case class(e) == outer && strings.Contains(e.Method, ".lambda$"):
			lambdas = append(lambdas, e)
		case class(e) == outer:
			own = append(own, e)
		case !strings.HasPrefix(class(e), outer+"$"):
			return nil
		}
	}
	if own == nil {
		return lambdas
	}
	return own
}

func allConstructors(entries []Entry) bool {
	return !slices.ContainsFunc(entries, func(e Entry) bool { return !strings.Contains(e.Method, ".<init>(") })
}

// hasBlock reports whether a block, a lambda or a switch begins on the line. It ignores the last brace of the line.
func hasBlock(words []token) bool {
	return slices.ContainsFunc(words[:len(words)-1], func(t token) bool { return t.text == "{" || t.text == "->" })
}
